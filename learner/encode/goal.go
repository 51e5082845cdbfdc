package encode

import (
	"cmp"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

// Goal is what the root of a formula has to reach on the examples: its errors must
// cost less than a bound,
//
//	fn·missed + fp·wrong < below
//
// where fn and fp are the weights of the false negatives and false positives. Every
// score compares with that of a given classification in this way
// (interp.Score.Linear).
type Goal struct{ missed, wrong, below int64 }

// Fit returns the goal of exact fitting: no errors.
func Fit() Goal { return Goal{1, 1, 1} }

// Any returns the goal that every classification reaches.
func Any() Goal { return Goal{1, 1, math.MaxInt64} }

// Better returns the goal of a score above that of a classification of the same
// examples.
func Better(score interp.Score, than interp.Confusion) Goal {
	missed, wrong, bound := score.Linear(than)
	return Goal{missed, wrong, bound}
}

// AsGood returns the goal of a score no worse than that of a classification of the
// same examples.
func AsGood(score interp.Score, as interp.Confusion) Goal {
	g := Better(score, as)
	g.below++
	return g
}

// Reachable reports whether any classification reaches the goal.
func (g Goal) Reachable() bool { return g.below > 0 }

// mostMissed returns the largest weight of false negatives that the goal allows
// with false positives of weight fp; negative if it allows none.
func (g Goal) mostMissed(fp int64) int64 {
	left := g.below - 1 - fp*g.wrong
	if left < 0 {
		return -1
	}
	return left / g.missed
}

// mostWrong returns the largest weight of false positives that the goal allows, at
// most total.
func (g Goal) mostWrong(total int64) int64 {
	if g.wrong == 0 {
		return total
	}
	return min(total, (g.below-1)/g.wrong)
}

// goalSize is the number of clauses for the sums of the weights of one side above
// which the sums are written in binary, which is faster to solve from about there
// on. Without weights there is no limit.
const goalSize = 1 << 17

// goalClauses make the root reach the goal. With outputs fn[x] and fp[y] for the
// weights that errors can sum up to, it is
//
//	fp[y] → ¬fn[x]    for every y, 0 included, and the least x > mostMissed(y)
//	¬fp[y]            for the least y > mostWrong
//
// or, if these were too many clauses, one sum of the costs.
func (f *formula) goalClauses(g Goal) {
	if !g.Reachable() {
		f.out.Add()
		return
	}
	p := f.st.problem
	missed, wrong := make([]sat.Weighted, len(p.Pos)), make([]sat.Weighted, len(p.Neg))
	for i, a := range p.Pos {
		missed[i] = sat.Weighted{Lit: f.extensionVar(0, a).Not(), Weight: int64(p.PosWeight(i))}
	}
	for i, a := range p.Neg {
		wrong[i] = sat.Weighted{Lit: f.extensionVar(0, a), Weight: int64(p.NegWeight(i))}
	}
	size := math.MaxInt
	if p.Weighted() {
		missed, wrong = mergeEqual(missed), mergeEqual(wrong)
		size = goalSize
	}
	slices.SortFunc(missed, compareInputs)
	slices.SortFunc(wrong, compareInputs)

	pos, neg := p.TotalWeights()
	mostMissed, mostWrong := g.mostMissed(0), g.mostWrong(int64(neg))
	switch {
	case mostMissed == 0 && mostWrong == 0:
		for _, x := range slices.Concat(slices.Compact(missed), slices.Compact(wrong)) {
			f.out.Add(x.Lit.Not())
		}
		return
	case g.mostMissed(int64(neg)) >= int64(pos): // whatever the errors
		return
	}
	fn := sat.NewTotalizer(missed, mostMissed+1, size)
	fp := sat.NewTotalizer(wrong, mostWrong+1, size)
	if fn != nil && fp != nil {
		f.pairClauses(g, fn.Encode(f.out), fp.Encode(f.out), mostWrong)
		return
	}
	for i := range missed {
		missed[i].Weight *= g.missed
	}
	if g.wrong > 0 {
		for _, x := range wrong {
			missed = append(missed, sat.Weighted{Lit: x.Lit, Weight: x.Weight * g.wrong})
		}
	}
	sat.EncodeLessThan(f.out, missed, g.below)
}

// pairClauses bounds the false negatives for every sum of false positives.
func (f *formula) pairClauses(g Goal, fn, fp []sat.Sum, mostWrong int64) {
	last := len(fn) // the step before
	step := func(y int64, clause ...sat.Lit) {
		most := g.mostMissed(y)
		x, _ := slices.BinarySearchFunc(fn, most+1, func(s sat.Sum, v int64) int { return cmp.Compare(s.Value, v) })
		if x < last {
			f.out.Add(append(clause, fn[x].Lit.Not())...)
			last = x
		}
	}
	step(0)
	for _, y := range fp {
		if y.Value > mostWrong {
			f.out.Add(y.Lit.Not())
			break
		}
		step(y.Value, y.Lit.Not())
	}
}

// mergeEqual returns the inputs with every literal once: the weights of examples
// of one class are added.
func mergeEqual(inputs []sat.Weighted) []sat.Weighted {
	slices.SortFunc(inputs, func(x, y sat.Weighted) int { return cmp.Compare(x.Lit, y.Lit) })
	out := inputs[:0]
	for _, x := range inputs {
		if n := len(out); n > 0 && out[n-1].Lit == x.Lit {
			out[n-1].Weight += x.Weight
		} else {
			out = append(out, x)
		}
	}
	return out
}

// compareInputs orders inputs so that equal weights, which have few sums, and
// examples of one class are next to each other.
func compareInputs(x, y sat.Weighted) int {
	return cmp.Or(cmp.Compare(x.Weight, y.Weight), cmp.Compare(x.Lit, y.Lit))
}
