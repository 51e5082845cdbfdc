package intent

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// An interval is two comparisons of one feature at one node: "born in the 1950s", "between 100 and 200". It is one
// condition: its second bound costs what it takes to say how wide it is. A decade or a century is short to say,
// 160 to 170 is, too, and 163 to 178 is not.

// mostIntervals limits the intervals of one feature.
const mostIntervals = 12

// otherBound returns the comparison among the conjuncts that makes an interval with the other comparison.
func otherBound(c dl.Concept, v dl.Compare) (other dl.Compare, ok bool) {
	if !v.Op.IsOrder() {
		return other, false
	}
	for _, part := range dl.Conjuncts(c) {
		w, is := part.(dl.Compare)
		if is && w.Feature == v.Feature && w.Op.IsOrder() && w.Op != v.Op {
			return w, true
		}
	}
	return other, false
}

// secondBound returns the length of c.R if c.L has the other bound of an interval; false if it has none.
func secondBound(c dl.And) (bits float64, ok bool) {
	v, _ := c.R.(dl.Compare)
	first, ok := otherBound(c.L, v)
	if !ok {
		return 0, false
	}
	lower, upper := first.Value, v.Value
	if v.Op == dl.GreaterEq {
		lower, upper = upper, lower
	}
	return bound(lower) + widthBits(lower, upper) - bound(first.Value), true
}

// widthBits returns the length of the width of an interval.
func widthBits(lower, upper dl.Value) float64 {
	bits := bound(upper)
	if width, ok := width(lower, upper); ok {
		bits = min(bits, priceDigit*digits(width))
		if isPowerOfTen(width) {
			bits = priceWidth
		}
	}
	return bits
}

// width returns the width of an interval of numbers, or of one from the beginning of a year to the end of one in
// years.
func width(lower, upper dl.Value) (dl.Value, bool) {
	if lower.IsNumber() {
		x, ok := new(big.Rat).SetString(lower.Number())
		y, ok2 := new(big.Rat).SetString(upper.Number())
		if !ok || !ok2 {
			return dl.Value{}, false
		}
		v, err := dl.NewValue(dl.Decimal, y.Sub(y, x).FloatString(6))
		return v, err == nil
	}
	var from, to int
	_, err := fmt.Sscanf(lower.Lexical(), "%d", &from)
	_, err2 := fmt.Sscanf(upper.Lexical(), "%d", &to)
	if err != nil || err2 != nil {
		return dl.Value{}, false
	}
	first, err := dl.InYear(lower, from, false)
	last, err2 := dl.InYear(upper, to, true)
	return dl.Int(int64(to - from + 1)), err == nil && err2 == nil && first == lower && last == upper
}

// isPowerOfTen reports whether the number is a power of ten.
func isPowerOfTen(v dl.Value) bool {
	x, ok := new(big.Rat).SetString(v.Lexical())
	ten := big.NewRat(10, 1)
	for ok && x.Sign() > 0 && x.Cmp(big.NewRat(1, 1)) < 0 {
		x.Mul(x, ten)
	}
	for ok && x.Cmp(ten) >= 0 {
		x.Quo(x, ten)
	}
	return ok && x.Cmp(big.NewRat(1, 1)) == 0
}

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
	return unique(out)
}

// intervals returns the best intervals between the comparisons among the conditions, at most so many.
func (s *Session) intervals(ctx context.Context, w *world, from []condition, most int) ([]condition, error) {
	if !s.o.Language.Has(dl.WithAnd) {
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
	byScore := func(x, y scored) int { return cmp.Or(cmp.Compare(x.score, y.score), compareConcepts(x.c, y.c)) }
	var best []scored
	for _, at := range order {
		var of []scored
		valued := s.k.bounds(at)
		for _, lower := range sides[at][0] {
			for _, upper := range sides[at][1] {
				if order, ok := lower.v.Value.Cmp(upper.v.Value); !ok || order > 0 || min(lower.x.pos, upper.x.pos) == 0 {
					continue
				}
				c := lower.p.concept(conjunction(lower.v, upper.v))
				members := float64(lower.x.members.Upper) + float64(upper.x.members.Upper) - float64(valued.Lower) // of single values
				n := s.k.log(Exactly(int64(max(members, float64(len(s.pos))))))
				t := s.terms(s.k.bits(c), n, tally{pos: min(lower.x.pos, upper.x.pos), drawn: min(lower.x.drawn, upper.x.drawn)}, 0)
				of = append(of, scored{c, t.score()})
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
