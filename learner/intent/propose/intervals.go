package propose

import (
	"cmp"
	"context"
	"math/bits"
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

// intervals returns the best intervals between the comparisons among the conditions, at most so many. Among those that
// are known are the features that they compare.
func (s *Proposer) intervals(ctx context.Context, w *world, from, known []condition, most int) ([]condition, error) {
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
	at := map[dl.Concept]*condition{}
	for _, x := range pointers(known) {
		at[x.c] = x
	}
	missing := slices.DeleteFunc(slices.Clone(order), func(c dl.Concept) bool { return at[c] != nil })
	features, err := w.conditions(ctx, missing)
	if err != nil {
		return nil, err
	}
	for _, x := range pointers(features) {
		at[x.c] = x
	}
	spans := make([][]span, len(order)) // by what they compare
	for i, valued := range order {
		for _, lower := range sides[valued][0] {
			for _, upper := range sides[valued][1] {
				if order, ok := lower.v.Value.Cmp(upper.v.Value); !ok || order > 0 || min(lower.x.pos, upper.x.pos) == 0 {
					continue
				}
				c := lower.p.concept(normal.Conjunction(lower.v, upper.v))
				spans[i] = append(spans[i], span{c: c, lower: lower.x, upper: upper.x, valued: at[valued], bits: s.Prior.Bits(c)})
			}
		}
	}
	best, err := s.bestSpans(ctx, w, spans, most)
	if err != nil {
		return nil, err
	}
	var cs []dl.Concept
	for _, x := range best {
		cs = append(cs, x.c)
	}
	return w.conditions(ctx, cs)
}

// A span is an interval before it is a condition.
type span struct {
	c                    dl.Concept
	lower, upper, valued *condition
	bits, score          float64
}

// bestSpans returns the best of all that are among the best of those that compare the same.
func (s *Proposer) bestSpans(ctx context.Context, w *world, spans [][]span, most int) (best []span, _ error) {
	byScore := func(x, y span) int { return cmp.Or(cmp.Compare(x.score, y.score), normal.Compare(x.c, y.c)) }
	return best, w.decide(ctx, func() (chosen []*condition) {
		best = nil
		for _, of := range spans {
			for i := range of {
				x := &of[i]
				n := w.log(ask.Exactly(int64(max(w.between(x), float64(len(s.Pos))))))
				counted := tally{pos: min(x.lower.pos, x.upper.pos), drawn: min(x.lower.drawn, x.upper.drawn)}
				x.score = s.terms(x.bits, n, counted, 0).Score()
			}
			slices.SortFunc(of, byScore)
			best = append(best, of[:min(len(of), mostIntervals)]...)
		}
		slices.SortFunc(best, byScore)
		best = best[:min(len(best), most)]
		for _, x := range best {
			chosen = append(chosen, x.lower, x.upper, x.valued)
		}
		return chosen
	})
}

// between estimates the number of members that have both comparisons, as if each had one value. If conditions are
// bounded it returns a bound from below.
func (w *world) between(x *span) float64 {
	if !w.isBounded(x.lower) && !w.isBounded(x.upper) && !w.isBounded(x.valued) {
		return float64(x.lower.members.Upper) + float64(x.upper.members.Upper) - float64(x.valued.members.Lower)
	}
	both, neither := 0, 0
	for i, word := range x.valued.set {
		both += bits.OnesCount64(x.lower.set[i] & x.upper.set[i])
		neither += bits.OnesCount64(word &^ x.lower.set[i] &^ x.upper.set[i])
	}
	return float64(w.domain.Count(both).Lower) - float64(w.sample.Most(neither))
}
