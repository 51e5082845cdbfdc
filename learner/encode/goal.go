package encode

import (
	"cmp"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

// Goal bounds the cost of the root's errors on the examples,
//
//	fn·missed + fp·wrong < below
//
// where fn and fp are the weights of the false negatives and false positives. For every
// score, the condition that it is above that of a given classification has this form
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

func (f *formula) goalClauses(g Goal) {
	var errors []sat.Weighted
	add := func(x sat.Lit, cost int64) {
		if cost > 0 {
			errors = append(errors, sat.Weighted{Lit: x, Weight: cost})
		}
	}
	p := f.st.problem
	for i, a := range p.Pos {
		add(f.extensionVar(0, a).Not(), g.missed*int64(p.PosWeight(i)))
	}
	for i, a := range p.Neg {
		add(f.extensionVar(0, a), g.wrong*int64(p.NegWeight(i)))
	}
	// Sorting groups the examples of one class.
	slices.SortFunc(errors, func(x, y sat.Weighted) int { return cmp.Compare(x.Lit, y.Lit) })
	sat.EncodeLessThan(f.out, errors, g.below)
}
