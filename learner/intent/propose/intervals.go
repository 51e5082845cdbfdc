package propose

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
)

// An interval is two comparisons of one feature at one node: "born in the 1950s", "between 100 and 200". It is one
// condition: its second bound costs what it takes to say how wide it is. A decade or a century is short to say,
// 160 to 170 is, too, and 163 to 178 is not.

// mostIntervals limits the intervals of one feature.
const mostIntervals = 12

// comparedAt returns the comparison by ≥ or ≤ at the end of a path, of no steps or more, and its place.
func comparedAt(c dl.Concept) (p place, v dl.Compare, ok bool) {
	p.base = dl.Top{}
	for {
		e, is := c.(dl.Exists)
		if !is {
			break
		}
		p.path, c = append(p.path, e.Role), e.C
	}
	v, ok = c.(dl.Compare)
	return p, v, ok && v.Op.IsOrder()
}

// present returns the presence of the features that the concepts compare: with it the sizes of intervals can be
// estimated.
func present(cs []dl.Concept) (out []dl.Concept) {
	for _, c := range cs {
		if p, v, ok := comparedAt(c); ok {
			out = append(out, p.concept(dl.Has(v.Feature)))
		}
	}
	return normal.Unique(out)
}

// intervals returns the best intervals between the comparisons among the conditions, at most so many.
func (s *Proposer) intervals(ctx context.Context, w *world, from []condition, most int) ([]condition, error) {
	if !s.Options.Language.Has(dl.WithAnd) {
		return nil, nil
	}
	type half struct {
		x *condition
		p place
		v dl.Compare
	}
	sides := map[dl.Concept][2][]half{} // by what the sides compare
	var order []dl.Concept
	for i := range from {
		p, v, ok := comparedAt(from[i].c)
		if !ok {
			continue
		}
		at := p.concept(dl.Has(v.Feature))
		both, known := sides[at]
		if !known {
			order = append(order, at)
		}
		side := 0
		if v.Op == dl.LessEq {
			side = 1
		}
		both[side] = append(both[side], half{&from[i], p, v})
		sides[at] = both
	}
	type scored struct {
		c     dl.Concept
		score float64
	}
	byScore := func(x, y scored) int { return cmp.Or(cmp.Compare(x.score, y.score), normal.Compare(x.c, y.c)) }
	var best []scored
	for _, at := range order {
		var of []scored
		valued := s.Prior.Bounds(at)
		for _, lower := range sides[at][0] {
			for _, upper := range sides[at][1] {
				if order, ok := lower.v.Value.Cmp(upper.v.Value); !ok || order > 0 || min(lower.x.pos, upper.x.pos) == 0 {
					continue
				}
				c := lower.p.concept(normal.Conjunction(lower.v, upper.v))
				members := float64(lower.x.members.Upper) + float64(upper.x.members.Upper) - float64(valued.Lower) // of single values
				n := s.Prior.Log(ask.Exactly(int64(max(members, float64(len(s.Pos))))))
				t := s.terms(s.Prior.Bits(c), n, tally{pos: min(lower.x.pos, upper.x.pos), drawn: min(lower.x.drawn, upper.x.drawn)}, 0)
				of = append(of, scored{c, t.Score()})
			}
		}
		slices.SortFunc(of, byScore)
		best = append(best, of[:min(len(of), mostIntervals)]...)
	}
	slices.SortFunc(best, byScore)
	var cs []dl.Concept
	for _, x := range best[:min(len(best), most)] {
		cs = append(cs, x.c)
	}
	return w.conditions(ctx, cs)
}
