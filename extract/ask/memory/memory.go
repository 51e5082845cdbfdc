package memory

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// An Executor answers from data in memory. It keeps the members of the latest concept, and is not safe for
// concurrent use.
type Executor struct {
	Data *dataset.Dataset
	// Load returns the structure in which a concept is evaluated.
	Load func(ctx context.Context, c dl.Concept) (*interp.Structure, dataset.Info, error)
	Part error // why the data has only a part of the members; nil: it has all

	concept   dl.Concept // the latest; nil: there was none
	structure *interp.Structure
	info      dataset.Info
	extension interp.Set
	members   []interp.Individual // of the concept, in the order of their IRIs
}

// Ask answers the question.
func (e *Executor) Ask(ctx context.Context, q ask.Question) (a ask.Answer, missing ask.Missing, err error) {
	if err := q.Check(); err != nil {
		return a, missing, err
	}
	c := q.Concept
	if q.Anchor != "" && q.Individuals == nil {
		c = dl.And{L: dl.Name{IRI: q.Anchor}, R: c}
	}
	if err := e.evaluate(ctx, c); err != nil {
		return a, missing, err
	}
	missing.What = e.Part
	if q.Individuals != nil {
		a, err = e.among(ctx, q.Individuals)
		return a, missing, err
	}
	total := len(e.members)
	r := &reading{Executor: e, q: q, out: ask.Answer{Total: &total}}
	switch q.Group {
	case ask.ByProperty:
		err = r.properties(ctx)
	case ask.ByValue:
		err = r.groups(ctx)
	default:
		err = r.read(ctx)
	}
	return r.out, missing, err
}

// evaluate finds the members of the concept.
func (e *Executor) evaluate(ctx context.Context, c dl.Concept) error {
	if e.concept == c {
		return nil
	}
	s, info, err := e.Load(ctx, c)
	if err != nil {
		return err
	}
	evaluator := interp.NewEvaluator(s)
	x, err := evaluator.ExtensionWithin(ctx, c)
	if err != nil {
		return err
	}
	members, err := evaluator.MembersWithin(ctx, c)
	if err != nil {
		return err
	}
	e.concept, e.structure, e.info, e.extension, e.members = c, s, info, x, interp.Members(members)
	return ctx.Err()
}

// among returns which of the individuals are members. About those without facts it evaluates the concept where
// there are none.
func (e *Executor) among(ctx context.Context, individuals []string) (a ask.Answer, err error) {
	var bare interp.Builder
	for _, iri := range individuals {
		bare.Individual(iri)
	}
	nothing, err := bare.Build(ctx)
	if err != nil {
		return a, err
	}
	without, err := interp.NewEvaluator(nothing).ExtensionWithin(ctx, e.concept)
	if err != nil {
		return a, err
	}
	for _, iri := range individuals {
		s, x := e.structure, e.extension
		at, known := s.Lookup(iri)
		if !known {
			s, x = nothing, without
			at, _ = s.Lookup(iri)
		}
		if x.Test(uint(at)) {
			a.Members = append(a.Members, ask.Member{IRI: iri})
		}
	}
	return a, nil
}

// A reading is the work on one question.
type reading struct {
	*Executor
	q    ask.Question
	page []interp.Individual // the members in the answer
	out  ask.Answer
}

// id returns the number of an individual in the data.
func (r *reading) id(a interp.Individual) facts.ID { return r.Data.Facts.Find(r.structure.IRI(a)) }

// properties counts the properties of some members, evenly chosen.
func (r *reading) properties(ctx context.Context) error {
	n := len(r.members)
	if r.q.Limit > 0 {
		n = min(n, r.q.Limit)
	}
	some := map[facts.ID]bool{}
	for i := range n {
		some[r.id(r.members[i*len(r.members)/n])] = true
	}
	at := map[string]int{}
	type has struct {
		property string
		a        facts.ID
	}
	seen := map[has]bool{}
	return r.each(ctx, func(string) bool { return true }, func(x dataset.Triple) {
		if !some[x.Subject] {
			return
		}
		i, known := at[x.Property]
		v := r.value(x.Object, x)
		if !known {
			i = len(r.out.Groups)
			at[x.Property] = i
			g := ask.TableGroup{TableValue: ask.TableValue{Value: x.Property}, Example: v}
			r.out.Groups = append(r.out.Groups, g)
		}
		g := &r.out.Groups[i]
		if v.Value < g.Example.Value {
			g.Example = v
		}
		if h := (has{x.Property, x.Subject}); !seen[h] {
			seen[h] = true
			g.Members++
		}
	})
}

// each calls visit for the statements with the properties; for what axioms require, if the classes are the
// individuals.
func (r *reading) each(ctx context.Context, uses func(property string) bool, visit func(dataset.Triple)) error {
	if r.Data.Vocabulary.Classes {
		return r.Data.EachFact(ctx, uses, visit)
	}
	return r.Data.EachTriple(ctx, uses, visit)
}

// value returns the object of a statement, or its subject: the term with the number or, if that is 0, its
// literal.
func (r *reading) value(id facts.ID, x dataset.Triple) ask.TableValue {
	if id == 0 {
		return ask.TableValue{Value: x.Lexical, Datatype: x.Datatype, Lang: x.Lang}
	}
	return ask.TableValue{Value: r.Data.Facts.Term(id)}
}

// read reads a page of members with their values and labels.
func (r *reading) read(ctx context.Context) error {
	r.page = slices.DeleteFunc(slices.Clone(r.members), func(a interp.Individual) bool {
		return slices.Contains(r.q.Except, r.structure.IRI(a))
	})
	if r.q.By != nil {
		if err := r.order(ctx); err != nil {
			return err
		}
	}
	r.page = r.page[min(r.q.Offset, len(r.page)):]
	r.out.More = r.q.Limit > 0 && r.q.Limit < len(r.page)
	if r.out.More {
		r.page = r.page[:r.q.Limit]
	}
	return r.fill(ctx)
}

// fill adds the members of the page to the answer.
func (r *reading) fill(ctx context.Context) error {
	place, err := r.start(ctx)
	if err != nil {
		return err
	}
	r.aggregate(r.q.Columns)
	return r.finish(ctx, place)
}

// start adds the members of the page with their values, and returns the place of each.
func (r *reading) start(ctx context.Context) (map[facts.ID]int, error) {
	place := make(map[facts.ID]int, len(r.page))
	r.out.Members = make([]ask.Member, len(r.page))
	for i, a := range r.page {
		place[r.id(a)] = i
		r.out.Members[i] = ask.Member{IRI: r.structure.IRI(a), Values: make([][]ask.TableValue, len(r.q.Columns))}
	}
	return place, r.addValues(ctx, place)
}

// finish adds the labels.
func (r *reading) finish(ctx context.Context, place map[facts.ID]int) error {
	if err := r.addLabels(ctx, place); err != nil {
		return err
	}
	r.out.Finish(r.q.Columns)
	return ctx.Err()
}

// groups counts the members of each value, and aggregates what all of them have in the other columns.
func (r *reading) groups(ctx context.Context) error {
	r.page = r.members
	place, err := r.start(ctx)
	if err != nil {
		return err
	}
	more := make([][][]ask.TableValue, len(r.out.Members)) // the values in the other columns
	for i, m := range r.out.Members {
		more[i], r.out.Members[i].Values = m.Values[1:], m.Values[:1]
	}
	numbers := r.q.Columns[1:]
	r.q.Columns = r.q.Columns[:1]
	r.aggregate(r.q.Columns)
	if err := r.finish(ctx, place); err != nil {
		return err
	}
	at := map[ask.TableValue]int{}
	var values [][][]ask.TableValue // of each group, in each column
	for k, m := range r.out.Members {
		for _, v := range m.Values[0] {
			i, known := at[v]
			if !known {
				i = len(r.out.Groups)
				at[v] = i
				r.out.Groups = append(r.out.Groups, ask.TableGroup{TableValue: v})
				values = append(values, make([][]ask.TableValue, len(numbers)))
			}
			r.out.Groups[i].Members++
			for j := range numbers {
				values[i][j] = append(values[i][j], more[k][j]...)
			}
		}
	}
	for i := range r.out.Groups {
		for j, c := range numbers {
			v := aggregate(c.Aggregate, values[i][j])
			r.out.Groups[i].Values = append(r.out.Groups[i].Values, append(v, ask.TableValue{})[0])
		}
	}
	r.out.Members = nil
	r.out.SortGroups(r.q)
	return nil
}
