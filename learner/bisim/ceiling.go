package bisim

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
)

// Ceiling is the best classification that a concept can have. A concept holds at all
// examples of a class or at none (the paper, Theorem 2 and Algorithm 3).
type Ceiling struct {
	Confusion interp.Confusion
	// Pairs are positives and negatives that no concept tells apart: for each class
	// with both, its first positive and its first negative.
	Pairs [][2]interp.Individual
	// In are the classes, ascending, at whose members such a concept holds.
	In []uint32
}

// CeilingOf returns the ceiling of the problem for the score. class gives the class of
// an example at some level.
func CeilingOf(p *interp.Problem, class func(interp.Individual) uint32, score interp.Score) Ceiling {
	type cell struct {
		class            uint32
		pos, neg         int // weights of its examples
		firstPos, firstN interp.Individual
	}
	cells := map[uint32]*cell{}
	var order []*cell // in the order of the examples
	at := func(a interp.Individual) *cell {
		k := class(a)
		c := cells[k]
		if c == nil {
			c = &cell{class: k}
			cells[k] = c
			order = append(order, c)
		}
		return c
	}
	for i, a := range p.Pos {
		c := at(a)
		if c.pos == 0 {
			c.firstPos = a
		}
		c.pos += p.PosWeight(i)
	}
	for i, a := range p.Neg {
		c := at(a)
		if c.neg == 0 {
			c.firstN = a
		}
		c.neg += p.NegWeight(i)
	}
	var out Ceiling
	for _, c := range order {
		if c.pos > 0 && c.neg > 0 {
			out.Pairs = append(out.Pairs, [2]interp.Individual{c.firstPos, c.firstN})
		}
	}
	// For every score, some prefix of the classes by falling share of positives is a
	// best set: to replace a class by one with a larger share never loses. So try every
	// prefix. Products of two weights are at most the square of interp.MaxWeight.
	slices.SortStableFunc(order, func(c, d *cell) int {
		return cmp.Compare(int64(d.pos)*int64(c.pos+c.neg), int64(c.pos)*int64(d.pos+d.neg))
	})
	pos, neg := p.TotalWeights()
	now := interp.Confusion{FN: pos, TN: neg}
	out.Confusion = now
	best := 0
	for i, c := range order {
		now.TP += c.pos
		now.FN -= c.pos
		now.FP += c.neg
		now.TN -= c.neg
		if score.Compare(now, out.Confusion) > 0 {
			out.Confusion, best = now, i+1
		}
	}
	for _, c := range order[:best] {
		out.In = append(out.In, c.class)
	}
	slices.Sort(out.In)
	return out
}
