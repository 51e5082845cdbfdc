package members

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// graphMembers finds the members of a table in memory. The members are those of the evaluator, and
// their values are those that the data states.
type graphMembers struct {
	*tableReader
	data    *extract.Data
	all     *source.Problem
	members []interp.Individual
}

func (s Lister) graphMembers(ctx context.Context, t *tableReader) (*graphMembers, error) {
	p, members, err := s.Evaluated(ctx, t.concept, t.options.Anchor)
	if err != nil {
		return nil, err
	}
	if rules, covered := p.Info.Vocabulary.BeyondQueries(); rules != "" {
		s.Reporter.Note("note: the members are those that follow by %s; the query covers %s", rules, covered)
	}
	return &graphMembers{t, s.Source.Data(), p, members}, nil
}

func (t *graphMembers) count(context.Context) (*int, error) {
	n := len(t.members)
	return &n, nil
}

// id returns the number of an individual in the data.
func (t *graphMembers) id(a interp.Individual) extract.TermID {
	return t.data.Facts.Find(t.all.Structure.IRI(a))
}

// properties counts the properties of some members, evenly chosen.
func (t *graphMembers) properties(ctx context.Context) (list []ColumnChoice, err error) {
	some := map[extract.TermID]bool{}
	n := min(len(t.members), tableSample)
	for i := range n {
		some[t.id(t.members[i*len(t.members)/n])] = true
	}
	at := map[string]int{}
	type has struct {
		property string
		a        extract.TermID
	}
	seen := map[has]bool{}
	err = t.each(ctx, func(string) bool { return true }, func(x extract.Triple) {
		if !some[x.Subject] {
			return
		}
		i, known := at[x.Property]
		v := t.value(x.Object, x)
		if !known {
			i = len(list)
			at[x.Property] = i
			list = append(list, ColumnChoice{Property: source.Term{IRI: x.Property}, Example: v.Value, Datatype: v.Datatype})
		}
		if v.Value < list[i].Example {
			list[i].Example, list[i].Datatype = v.Value, v.Datatype
		}
		if h := (has{x.Property, x.Subject}); !seen[h] {
			seen[h] = true
			list[i].Members++
		}
	})
	return list, err
}

// each calls visit for the statements with the properties; for what axioms require, if the classes are the
// individuals.
func (t *graphMembers) each(ctx context.Context, uses func(property string) bool, visit func(extract.Triple)) error {
	if t.data.Vocabulary.Classes {
		return t.data.EachFact(ctx, uses, visit)
	}
	return t.data.EachTriple(ctx, uses, visit)
}

// value returns the object of a statement, or its subject: the term with the number or, if that is 0, its
// literal.
func (t *graphMembers) value(id extract.TermID, x extract.Triple) TableValue {
	if id == 0 {
		return TableValue{Value: x.Lexical, Datatype: x.Datatype, lang: x.Lang}
	}
	return TableValue{Value: t.data.Facts.Term(id)}
}

// read adds a page of members with their values and labels.
func (t *graphMembers) read(ctx context.Context, o TableOptions) error {
	page := t.members[min(o.Offset, len(t.members)):]
	if t.More = o.Limit > 0 && o.Limit < len(page); t.More {
		page = page[:o.Limit]
	}
	place := make(map[extract.TermID]int, len(page))
	t.Members = make([]TableMember, len(page))
	for i, a := range page {
		place[t.id(a)] = i
		t.Members[i] = TableMember{Term: source.Term{IRI: t.all.Structure.IRI(a)}, Values: make([][]TableValue, len(t.Columns))}
		for j := range t.Columns {
			t.Members[i].Values[j] = []TableValue{}
		}
	}
	if err := t.addValues(ctx, place); err != nil {
		return err
	}
	labels, err := t.labels(ctx, place)
	if err != nil {
		return err
	}
	for i := range t.Members {
		m := &t.Members[i]
		m.Label = labels.first(m.IRI)
		for j, c := range t.Columns {
			for k, v := range m.Values[j] {
				if c.LabelVariable != "" && v.Datatype == "" {
					m.Values[j][k].Label = labels.first(v.Value)
				}
			}
		}
	}
	if o.Long {
		return t.addRows(ctx, labels)
	}
	return nil
}

// groups counts the members of each value.
func (t *graphMembers) groups(ctx context.Context) (list []TableGroup, err error) {
	if err := t.read(ctx, TableOptions{}); err != nil {
		return nil, err
	}
	at := map[TableValue]int{}
	for _, m := range t.Members {
		for _, v := range m.Values[0] {
			i, known := at[v]
			if !known {
				i = len(list)
				at[v], list = i, append(list, TableGroup{TableValue: v})
			}
			list[i].Members++
		}
	}
	t.Members = []TableMember{}
	return list, nil
}

// A tableStep is one step of the path of a column.
type tableStep struct {
	role dl.Role
	from map[extract.TermID]int // the place of each term in to
	to   [][]TableValue
}

// A tableReach is a step that a statement with a property makes.
type tableReach struct {
	step    int
	inverse bool
	chain   int // 1 + the index of the chain that the statement is a part of; 0: it leads to a value itself
}

// A tableChain has the statements of a repeated role, from each subject to values.
type tableChain struct {
	step int
	next map[string][]TableValue
}

// addValues adds the values of the columns, which the paths lead to.
func (t *graphMembers) addValues(ctx context.Context, place map[extract.TermID]int) error {
	isLong := func(j, depth int) bool { return len(t.options.Columns[j].Path) > depth }
	for depth, more := 0, true; more; depth++ {
		more = false
		var steps []tableStep
		var columns []int
		for j, c := range t.options.Columns {
			if !isLong(j, depth) {
				continue
			}
			more = more || isLong(j, depth+1)
			from := place
			if depth > 0 {
				from = t.reached(j)
			}
			steps, columns = append(steps, tableStep{c.Path[depth], from, make([][]TableValue, len(from))}), append(columns, j)
		}
		if err := t.follow(ctx, steps); err != nil {
			return err
		}
		for k, j := range columns {
			t.arrive(j, steps[k], depth == 0)
		}
	}
	for i := range t.Members {
		for j, c := range t.options.Columns {
			if values := &t.Members[i].Values[j]; c.Counted {
				*values = []TableValue{{Value: strconv.Itoa(len(*values)), Datatype: dl.XSD + "integer"}}
			}
		}
	}
	return ctx.Err()
}

// reached returns the individuals in a column, each with a place.
func (t *graphMembers) reached(column int) map[extract.TermID]int {
	at := map[extract.TermID]int{}
	for _, m := range t.Members {
		for _, v := range m.Values[column] {
			if v.Datatype != "" {
				continue
			}
			id := t.data.Facts.Find(v.Value)
			if _, known := at[id]; !known {
				at[id] = len(at)
			}
		}
	}
	return at
}

// arrive replaces the values of a column, or if it is the first step its members, by what the step leads to.
func (t *graphMembers) arrive(column int, step tableStep, isFirst bool) {
	for i := range t.Members {
		values := &t.Members[i].Values[column]
		from := *values
		if isFirst {
			from = []TableValue{{Value: t.Members[i].IRI}}
		}
		*values = []TableValue{}
		for _, v := range from {
			if at, is := step.from[t.data.Facts.Find(v.Value)]; is && v.Datatype == "" {
				*values = append(*values, step.to[at]...)
			}
		}
		*values = sortValues(*values)
	}
}

// follow adds what each of the steps leads to from its terms.
func (t *graphMembers) follow(ctx context.Context, steps []tableStep) error {
	leads := map[string][]tableReach{}
	var chains []tableChain
	for j, s := range steps {
		for _, column := range queries.ColumnSteps(s.role, t.options.Axioms) {
			chain := 0
			if column.Repeated {
				chains = append(chains, tableChain{j, map[string][]TableValue{}})
				chain = len(chains)
			}
			for _, r := range column.Roles {
				leads[r.IRI] = append(leads[r.IRI], tableReach{j, r.Inverse, chain})
			}
		}
	}
	err := t.each(ctx, func(p string) bool { return leads[p] != nil }, func(x extract.Triple) {
		for _, r := range leads[x.Property] {
			from, to := x.Subject, x.Object
			if r.inverse {
				from, to = x.Object, x.Subject
			}
			if from == 0 {
				continue
			}
			if r.chain > 0 {
				c, of := chains[r.chain-1], t.data.Facts.Term(from)
				c.next[of] = append(c.next[of], t.value(to, x))
			} else if i, is := steps[r.step].from[from]; is {
				steps[r.step].to[i] = append(steps[r.step].to[i], t.value(to, x))
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
			steps[c.step].to[i] = append(steps[c.step].to[i], c.from(t.data.Facts.Term(id))...)
		}
	}
	if t.all.Info.Vocabulary.OWLRL {
		for _, s := range steps {
			for id, i := range s.from {
				s.to[i] = append(s.to[i], t.entailed(t.data.Facts.Term(id), s.role)...)
			}
		}
	}
	return ctx.Err()
}

// from returns what one or more steps lead to.
func (c tableChain) from(iri string) (out []TableValue) {
	seen := map[TableValue]bool{}
	for at := []TableValue{{Value: iri}}; len(at) > 0; at = at[1:] {
		for _, v := range c.next[at[0].Value] {
			if !seen[v] {
				seen[v] = true
				if out = append(out, v); v.Datatype == "" {
					at = append(at, v)
				}
			}
		}
	}
	return out
}

// entailed returns the successors that also follow by OWL 2 RL.
func (t *graphMembers) entailed(iri string, role dl.Role) (out []TableValue) {
	s := t.all.Structure
	a, isKnown := s.Lookup(iri)
	if r, ok := s.Signature().RoleID(role); ok && isKnown {
		for _, b := range s.Successors(r, a) {
			out = append(out, TableValue{Value: s.IRI(b)})
		}
	}
	return out
}

// sortValues sorts the values by their texts and drops repetitions.
func sortValues(vs []TableValue) []TableValue {
	slices.SortFunc(vs, func(v, w TableValue) int {
		return cmp.Or(strings.Compare(v.Value, w.Value), strings.Compare(v.Datatype, w.Datatype), strings.Compare(v.lang, w.lang))
	})
	return slices.Compact(vs)
}

// tableLabels are the labels that the query of a table gives, by IRI and sorted: those in the first of the
// languages in which the term has any.
type tableLabels map[string][]string

func (l tableLabels) first(iri string) string {
	if len(l[iri]) == 0 {
		return ""
	}
	return l[iri][0]
}

// labels returns the labels of the members and of the values in columns with labels.
func (t *graphMembers) labels(ctx context.Context, place map[extract.TermID]int) (tableLabels, error) {
	wanted := map[extract.TermID]bool{}
	for id := range place {
		wanted[id] = true
	}
	for _, m := range t.Members {
		for j, c := range t.Columns {
			for _, v := range m.Values[j] {
				if c.LabelVariable != "" && v.Datatype == "" {
					wanted[t.data.Facts.Find(v.Value)] = true
				}
			}
		}
	}
	show := t.options.ShowLabels
	rank, labels := map[extract.TermID]int{}, tableLabels{}
	err := t.each(ctx, func(p string) bool { return p == show.Property }, func(x extract.Triple) {
		r := slices.Index(show.Languages, x.Lang)
		if x.Object != 0 || r < 0 || !wanted[x.Subject] {
			return
		}
		iri := t.data.Facts.Term(x.Subject)
		if before, known := rank[x.Subject]; !known || r < before {
			rank[x.Subject], labels[iri] = r, nil
		} else if r > before {
			return
		}
		labels[iri] = append(labels[iri], x.Lexical)
	})
	for iri, list := range labels {
		slices.Sort(list)
		labels[iri] = slices.Compact(list)
	}
	return labels, err
}

// addRows adds the rows of the query: for each member, the combinations of its labels and values.
func (t *graphMembers) addRows(ctx context.Context, labels tableLabels) error {
	t.Rows = [][]string{}
	orNone := func(list []string) []string {
		if len(list) == 0 {
			return []string{""}
		}
		return list
	}
	for i, m := range t.Members {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := [][]string{}
		for _, label := range orNone(labels[m.IRI]) {
			rows = append(rows, []string{m.IRI, label})
		}
		for j, c := range t.Columns {
			var cells [][]string
			for _, v := range m.Values[j] {
				switch {
				case c.LabelVariable == "":
					cells = append(cells, []string{v.Value})
				case v.Datatype != "":
					cells = append(cells, []string{v.Value, ""})
				default:
					for _, label := range orNone(labels[v.Value]) {
						cells = append(cells, []string{v.Value, label})
					}
				}
			}
			if len(cells) == 0 {
				cells = [][]string{make([]string, len(t.cellsOf(c)))}
			}
			var wider [][]string
			for _, row := range rows {
				for _, cell := range cells {
					wider = append(wider, slices.Concat(row, cell))
				}
			}
			rows = wider
			if len(rows)*len(t.Variables) > tableCells {
				break
			}
		}
		if (len(t.Rows)+len(rows))*len(t.Variables) > tableCells {
			t.More, t.Missing = true, fmt.Sprintf("the table ends after %s: it would be too large", say.Plural(i, "member"))
			t.Members = t.Members[:i]
			return nil
		}
		t.Rows = append(t.Rows, rows...)
	}
	return nil
}

// cellsOf returns the variables of a column.
func (t *graphMembers) cellsOf(c TableColumn) []string {
	return slices.DeleteFunc([]string{c.Variable, c.LabelVariable}, func(name string) bool { return name == "" })
}
