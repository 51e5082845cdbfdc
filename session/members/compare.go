package members

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// A Set has the members of a concept or, if that is nil, the individuals of a list.
type Set struct {
	Concept dl.Concept
	Rows    read.Rows // with an order, a limit or an offset, the set has only these members
	List    []string  // IRIs
}

// A Comparison divides the individuals of two sets.
type Comparison struct {
	Both, OnlyA, OnlyB Part
	Problem            *source.Problem // of the concepts; nil if both sets are lists
}

// A Part has the individuals that are in both sets, or only in one.
type Part struct {
	Members []source.Term `json:"members" jsonschema:"the first ones, sorted by IRI"`
	Total   *int          `json:"total" jsonschema:"how many there are; null if they were not counted"`
	More    bool          `json:"more" jsonschema:"there are members after these"`
	Missing string        `json:"missing" jsonschema:"why members or their number are missing; empty if nothing is"`
	Lacks   []Lack        `json:"-"`
}

// A Lack is a condition of the other set which some members of a part do not satisfy.
type Lack struct {
	Condition dl.Concept
	Members   *int // how many; nil if they were not counted
}

// mostLacks is how many conditions of a concept are counted.
const mostLacks = 10

// Compare says which individuals are in both sets, and which are only in one. It lists the first limit of each part; 0
// means all. A part that the source does not answer about says so.
func (s Lister) Compare(ctx context.Context, a, b Set, limit int) (*Comparison, error) {
	c := comparer{Lister: s, limit: limit}
	var concepts []dl.Concept
	for _, x := range []Set{a, b} {
		if x.Concept != nil {
			concepts = append(concepts, x.Concept)
		}
	}
	x := &Comparison{}
	if len(concepts) > 0 {
		var err error
		if x.Problem, err = answer.On(s.Use).ProblemToQuery(ctx, extract.Examples{}, dl.Conj(concepts...)); err != nil {
			return nil, err
		}
		t, err := s.newReader(ctx, x.Problem, dl.Conj(concepts...))
		if err != nil {
			return nil, err
		}
		c.port = t.port
	}
	for _, side := range []*Set{&a, &b} {
		if err := c.prepare(ctx, x.Problem, side); err != nil {
			return nil, err
		}
	}
	if err := c.divide(ctx, x, a, b); err != nil {
		return nil, err
	}
	c.label(ctx, x)
	return x, ctx.Err()
}

// A comparer compares two sets.
type comparer struct {
	Lister
	port  ask.Port // nil if both sets are lists
	limit int
}

// prepare sorts a list, lists the members of a query that asks for some rows only, and restricts a concept to the
// class of the settings.
func (c comparer) prepare(ctx context.Context, p *source.Problem, x *Set) error {
	if x.Concept == nil {
		x.List = slices.Compact(slices.Sorted(slices.Values(x.List)))
		return nil
	}
	anchor, err := answer.On(c.Use).Anchor(ctx, p, x.Concept)
	if err != nil {
		return err
	}
	rows := x.Rows
	if rows.Limit == 0 && rows.Offset == 0 {
		if anchor != "" {
			x.Concept = dl.And{L: dl.Name{IRI: anchor}, R: x.Concept}
		}
		return nil
	}
	q := ask.Question{
		Concept: x.Concept, Anchor: anchor, Count: true, Order: true, By: rows.Order(source.ShownLabels(ctx, c.Use)),
		Limit: rows.Limit, Offset: rows.Offset,
	}
	a, missing, err := c.port.Ask(ctx, q)
	if err = cmp.Or(err, missing.What); err != nil {
		return fmt.Errorf("asking for the rows of a query: %w", err)
	}
	x.Concept, x.List = nil, slices.Sorted(slices.Values(a.IRIs()))
	return nil
}

// divide finds the three parts. It is an error if the source answers about none.
func (c comparer) divide(ctx context.Context, x *Comparison, a, b Set) error {
	var failed []error
	for _, of := range []struct {
		name    string
		part    *Part
		in, out []Set
	}{
		{"both", &x.Both, []Set{a, b}, nil},
		{"only A", &x.OnlyA, []Set{a}, []Set{b}},
		{"only B", &x.OnlyB, []Set{b}, []Set{a}},
	} {
		c.Reporter.Progress("comparing", of.name)
		var err error
		if *of.part, err = c.part(ctx, of.in, of.out); err != nil {
			failed = append(failed, err)
			of.part.Missing = say.OneLine(err.Error())
		} else if len(of.out) > 0 {
			of.part.Lacks = c.lacks(ctx, *of.part, of.in[0], of.out[0])
		}
		if errors.Is(err, source.ErrPart) || ctx.Err() != nil {
			return cmp.Or(ctx.Err(), err)
		}
	}
	if len(failed) == 3 {
		return fmt.Errorf("comparing: %w", failed[0])
	}
	return nil
}

// part asks for the individuals that are in all sets of the first list and in none of the second.
func (c comparer) part(ctx context.Context, in, out []Set) (Part, error) {
	var conditions []dl.Concept
	var list, except []string
	isListed := false
	for _, x := range in {
		switch {
		case x.Concept != nil:
			conditions = append(conditions, x.Concept)
		case isListed:
			list = slices.DeleteFunc(list, func(iri string) bool { return !x.has(iri) })
		default:
			list, isListed = slices.Clone(x.List), true
		}
	}
	for _, x := range out {
		if x.Concept != nil {
			conditions = append(conditions, dl.Not{C: x.Concept})
		} else {
			except = x.List
		}
	}
	if !isListed {
		return c.members(ctx, dl.Conj(conditions...), except)
	}
	without := Set{List: except}
	list = slices.DeleteFunc(list, without.has)
	if len(conditions) > 0 {
		is, err := ask.Of(ctx, c.port, dl.Conj(conditions...), list)
		if err != nil {
			return Part{Members: []source.Term{}}, err
		}
		list = slices.DeleteFunc(list, func(iri string) bool { return !is[iri] })
	}
	n := len(list)
	return c.first(list, &n), nil
}

// has reports whether a list has the individual.
func (x Set) has(iri string) bool {
	_, found := slices.BinarySearch(x.List, iri)
	return found
}

// members asks for the members of the concept that are not in the list. Those of the list are counted apart, because
// a query may not take so many names.
func (c comparer) members(ctx context.Context, concept dl.Concept, except []string) (Part, error) {
	is, err := ask.Of(ctx, c.port, concept, except)
	if err != nil {
		return Part{Members: []source.Term{}}, err
	}
	q := ask.Question{Concept: concept, Count: true, Order: true}
	if c.limit > 0 {
		q.Limit = c.limit + len(is)
	}
	a, missing, err := c.port.Ask(ctx, q)
	if errors.Is(missing.What, source.ErrPart) {
		err = missing.What
	}
	if err != nil {
		return Part{Members: []source.Term{}}, err
	}
	if a.Total != nil {
		*a.Total -= len(is)
	}
	part := c.first(slices.DeleteFunc(a.IRIs(), func(iri string) bool { return is[iri] }), a.Total)
	part.More = part.More || a.More
	if err := missing.Err(); err != nil {
		part.Missing = say.OneLine(err.Error())
	}
	return part, nil
}

// first returns the part with the first of the individuals. Their labels are added later.
func (c comparer) first(iris []string, total *int) Part {
	part := Part{Total: total, More: c.limit > 0 && len(iris) > c.limit}
	if part.More {
		iris = iris[:c.limit]
	}
	part.Members = source.LabelTerms(iris, nil)
	return part
}

// lacks counts for each condition of the other concept, unless it is the only one, the individuals of the set that do
// not satisfy it; most first. A condition that all satisfy is left out.
func (c comparer) lacks(ctx context.Context, part Part, in, other Set) (list []Lack) {
	if other.Concept == nil || len(part.Members) == 0 {
		return nil
	}
	conditions := dl.Conjuncts(other.Concept)
	if len(conditions) < 2 {
		return nil
	}
	c.limit = 1
	for _, condition := range conditions[:min(len(conditions), mostLacks)] {
		if in.Concept != nil && slices.Contains(dl.Conjuncts(in.Concept), condition) {
			continue
		}
		found, err := c.part(ctx, []Set{in}, []Set{{Concept: condition}})
		if err == nil && len(found.Members) == 0 && found.Missing == "" {
			continue
		}
		list = append(list, Lack{condition, found.Total})
	}
	slices.SortStableFunc(list, func(x, y Lack) int { return cmp.Compare(most(y), most(x)) })
	return list
}

// most returns how many do not satisfy the condition, -1 if they were not counted.
func most(x Lack) int {
	if x.Members == nil {
		return -1
	}
	return *x.Members
}

// label adds the labels of the members.
func (c comparer) label(ctx context.Context, x *Comparison) {
	parts := []*Part{&x.Both, &x.OnlyA, &x.OnlyB}
	var iris []string
	for _, part := range parts {
		for _, m := range part.Members {
			iris = append(iris, m.IRI)
		}
	}
	labels := source.Labels(ctx, c.Use, iris)
	for _, part := range parts {
		for i, m := range part.Members {
			part.Members[i].Label = labels[m.IRI]
		}
	}
}

// Examples returns individuals that show what tells the first set from the second: those that are only in the first,
// or else those in both, are the positives; those that are only in the second, or else those in both, are the
// negatives. Each side has at most so many, evenly chosen from those that are listed. It returns none if a side has
// none, or if nothing tells the sets apart.
func (x *Comparison) Examples(limit int) (pos, neg []source.Term) {
	pos, neg = x.OnlyA.named(limit), x.OnlyB.named(limit)
	switch both := x.Both.named(limit); {
	case len(pos) == 0 && len(neg) == 0:
	case len(pos) == 0:
		pos = both
	case len(neg) == 0:
		neg = both
	}
	if len(pos) == 0 || len(neg) == 0 {
		return []source.Term{}, []source.Term{}
	}
	return pos, neg
}

// named returns members with IRIs, not more than the limit.
func (p Part) named(limit int) []source.Term {
	all := slices.DeleteFunc(slices.Clone(p.Members), func(m source.Term) bool {
		return strings.HasPrefix(m.IRI, graph.Blank)
	})
	chosen := make([]source.Term, min(limit, len(all)))
	for i := range chosen {
		chosen[i] = all[i*len(all)/len(chosen)]
	}
	return chosen
}
