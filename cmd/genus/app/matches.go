package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// maxMatches is how many members that are no examples are shown with a result.
const maxMatches = 10

// otherMembers asks the endpoint for limit members that are not among the examples,
// after the first offset of them; more: there are others. The query orders its
// answers, so that pages are disjoint. It asks for the pages before, too, because
// only then it is known which of their members are examples.
func otherMembers(ctx context.Context, client extract.Client, c dl.Concept, o queries.Options, p *Problem, caps []int, limit, offset int) (found []TermJSON, more bool, err error) {
	known := map[string]bool{}
	for _, iri := range p.Examples.All() {
		known[iri] = true
	}
	o.Limit = len(known) + offset + limit + 1
	for slices.Contains(caps, o.Limit) { // a result with so many rows would look truncated
		o.Limit++
	}
	q, err := queries.Select(c, o)
	if err != nil {
		return nil, false, err
	}
	members, err := firstColumn(ctx, client, q)
	if err != nil {
		return nil, false, fmt.Errorf("asking for other matches: %w", err)
	}
	members = slices.DeleteFunc(members, func(iri string) bool { return known[iri] })
	slices.Sort(members)
	members = members[min(offset, len(members)):]
	if len(members) > limit {
		members, more = members[:limit], true
	}
	return labelled(members, askLabels(ctx, client, members, p.Info.Vocabulary)), more, nil
}

// Matches returns limit members of the concept that are not among the examples,
// after the first offset of them, within the class that the query is restricted to.
// For files the evaluator finds them and total is their number; else the endpoint is
// asked and total is -1.
func (s Session) Matches(ctx context.Context, p *Problem, c dl.Concept, limit, offset int) (found []TermJSON, more bool, total int, err error) {
	w := s.Writer()
	anchor, err := w.anchor(p, c)
	if err != nil {
		return nil, false, -1, err
	}
	if p.Source.Client == nil && p.Info.FromFiles() {
		if anchor != "" {
			c = dl.And{L: dl.Name{IRI: anchor}, R: c}
		}
		found, total, err = p.members(c, limit, offset)
		return found, offset+len(found) < total, total, err
	}
	client, err := s.client(ctx)
	if err != nil {
		return nil, false, -1, err
	}
	dialect, err := s.Dialect(ctx)
	if err != nil {
		return nil, false, -1, err
	}
	o := w.queryOptions(p, c, dialect)
	o.Anchor = anchor
	found, more, err = otherMembers(ctx, client, c, o, p, s.Config.RowCap, limit, offset)
	return found, more, -1, err
}

// members evaluates the concept and returns members that are no examples.
func (p *Problem) members(c dl.Concept, limit, offset int) (found []TermJSON, total int, err error) {
	x, err := interp.NewEvaluator(p.Structure).Extension(c)
	if err != nil {
		return nil, 0, err
	}
	others := x.Clone()
	for _, a := range slices.Concat(p.Pos, p.Neg) {
		others.Clear(uint(a))
	}
	var iris []string
	for i, ok := others.NextSet(0); ok; i, ok = others.NextSet(i + 1) {
		iris = append(iris, p.Structure.IRI(interp.Individual(i)))
	}
	slices.Sort(iris)
	total = len(iris)
	iris = iris[min(offset, total):]
	return labelled(iris[:min(limit, len(iris))], p.Info.Labels), total, nil
}
