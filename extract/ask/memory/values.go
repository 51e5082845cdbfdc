package memory

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// A step is one step of the path of a column.
type step struct {
	role dl.Role
	from map[facts.ID]int // the place of each term in to
	to   [][]ask.TableValue
}

// A reach is a step that a statement with a property makes.
type reach struct {
	step    int
	inverse bool
	chain   int // 1 + the index of the chain that the statement is a part of; 0: it leads to a value itself
}

// A chain has the statements of a repeated role, from each subject to values.
type chain struct {
	step int
	next map[string][]ask.TableValue
}

// addValues adds the values of the columns, which the paths lead to.
func (r *reading) addValues(ctx context.Context, place map[facts.ID]int) error {
	for _, m := range r.out.Members {
		for j, c := range r.q.Columns {
			if len(c.Path) == 0 {
				m.Values[j] = []ask.TableValue{{Value: m.IRI}}
			}
		}
	}
	for depth := 0; ; depth++ {
		var steps []step
		var columns []int
		for j, c := range r.q.Columns {
			if len(c.Path) <= depth {
				continue
			}
			from := place
			if depth > 0 {
				from = r.reached(j)
			}
			steps = append(steps, step{c.Path[depth], from, make([][]ask.TableValue, len(from))})
			columns = append(columns, j)
		}
		if len(steps) == 0 {
			break
		}
		if err := r.follow(ctx, steps); err != nil {
			return err
		}
		for k, j := range columns {
			r.arrive(j, steps[k], depth)
		}
	}
	return ctx.Err()
}

// aggregate replaces the values of each member by one in the columns that have an aggregate.
func (r *reading) aggregate(columns []queries.Column) {
	for _, m := range r.out.Members {
		for j, c := range columns {
			if c.Aggregate != "" {
				m.Values[j] = aggregate(c.Aggregate, m.Values[j])
			}
		}
	}
}

// reached returns the individuals in a column, each with a place.
func (r *reading) reached(column int) map[facts.ID]int {
	at := map[facts.ID]int{}
	for _, m := range r.out.Members {
		for _, v := range m.Values[column] {
			if v.Datatype != "" {
				continue
			}
			id := r.Data.Facts.Find(v.Value)
			if _, known := at[id]; !known {
				at[id] = len(at)
			}
		}
	}
	return at
}

// arrive replaces the values of a column, or if it is the first step its members, by what the step leads to: each value
// once or, where the last step leads to numbers that are added, once for each individual that has it.
func (r *reading) arrive(column int, s step, depth int) {
	c := r.q.Columns[column]
	for _, m := range r.out.Members {
		from := m.Values[column]
		if depth == 0 {
			from = []ask.TableValue{{Value: m.IRI}}
		}
		var to []ask.TableValue
		for _, v := range from {
			at, is := s.from[r.Data.Facts.Find(v.Value)]
			if is && v.Datatype == "" {
				to = append(to, ask.SortValues(slices.Clone(s.to[at]))...)
			}
		}
		if !c.Aggregate.Adds() || depth < len(c.Path)-1 {
			to = ask.SortValues(to)
		}
		m.Values[column] = to
	}
}

// follow adds what each of the steps leads to from its terms.
func (r *reading) follow(ctx context.Context, steps []step) error {
	leads := map[string][]reach{}
	var chains []chain
	for j, s := range steps {
		for _, by := range queries.ColumnSteps(s.role, r.info.Axioms) {
			at := 0
			if by.Repeated {
				chains = append(chains, chain{j, map[string][]ask.TableValue{}})
				at = len(chains)
			}
			for _, role := range by.Roles {
				leads[role.IRI] = append(leads[role.IRI], reach{j, role.Inverse, at})
			}
		}
	}
	err := r.each(ctx, func(p string) bool { return leads[p] != nil }, func(x dataset.Triple) {
		for _, way := range leads[x.Property] {
			from, to := x.Subject, x.Object
			if way.inverse {
				from, to = x.Object, x.Subject
			}
			if from == 0 {
				continue
			}
			if way.chain > 0 {
				c, of := chains[way.chain-1], r.Data.Facts.Term(from)
				c.next[of] = append(c.next[of], r.value(to, x))
			} else if i, is := steps[way.step].from[from]; is {
				values := &steps[way.step].to[i]
				*values = append(*values, r.value(to, x))
			}
		}
	})
	if err != nil {
		return err
	}
	for _, c := range chains {
		for id, i := range steps[c.step].from {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			steps[c.step].to[i] = append(steps[c.step].to[i], c.from(r.Data.Facts.Term(id))...)
		}
	}
	if r.info.Vocabulary.OWLRL {
		for _, s := range steps {
			for id, i := range s.from {
				s.to[i] = append(s.to[i], r.entailed(r.Data.Facts.Term(id), s.role)...)
			}
		}
	}
	return ctx.Err()
}

// from returns what one or more steps lead to.
func (c chain) from(iri string) (out []ask.TableValue) {
	seen := map[ask.TableValue]bool{}
	for at := []ask.TableValue{{Value: iri}}; len(at) > 0; at = at[1:] {
		for _, v := range c.next[at[0].Value] {
			if seen[v] {
				continue
			}
			seen[v] = true
			out = append(out, v)
			if v.Datatype == "" {
				at = append(at, v)
			}
		}
	}
	return out
}

// entailed returns the successors that also follow by OWL 2 RL.
func (r *reading) entailed(iri string, role dl.Role) (out []ask.TableValue) {
	a, isKnown := r.structure.Lookup(iri)
	id, isRole := r.structure.Signature().RoleID(role)
	if !isKnown || !isRole {
		return nil
	}
	for _, b := range r.structure.Successors(id, a) {
		out = append(out, ask.TableValue{Value: r.structure.IRI(b)})
	}
	return out
}

// addLabels adds the labels of the members and of the values in labelled columns: those by the first of the
// properties, and then in the first of the languages, by which the term has any.
func (r *reading) addLabels(ctx context.Context, place map[facts.ID]int) error {
	show := r.q.Labels
	r.out.Labels = map[string][]string{}
	if len(show.Languages) == 0 {
		return nil
	}
	wanted := map[facts.ID]bool{}
	for id := range place {
		wanted[id] = true
	}
	for _, m := range r.out.Members {
		for j, c := range r.q.Columns {
			for _, v := range m.Values[j] {
				if c.Labelled && v.Datatype == "" {
					wanted[r.Data.Facts.Find(v.Value)] = true
				}
			}
		}
	}
	rank := map[facts.ID]int{}
	isLabel := func(p string) bool { return slices.Contains(show.Properties, p) }
	return r.each(ctx, isLabel, func(x dataset.Triple) {
		n := slices.Index(show.Languages, x.Lang)
		if x.Object != 0 || n < 0 || !wanted[x.Subject] {
			return
		}
		n += slices.Index(show.Properties, x.Property) * len(show.Languages)
		iri := r.Data.Facts.Term(x.Subject)
		before, known := rank[x.Subject]
		switch {
		case !known || n < before:
			rank[x.Subject], r.out.Labels[iri] = n, []string{x.Lexical}
		case n == before:
			r.out.Labels[iri] = append(r.out.Labels[iri], x.Lexical)
		}
	})
}
