package search

import (
	"math"

	"github.com/genus-kg/genus/learner/interp"
)

// infinite exceeds every cost, because interp.MaxWeight bounds costs by 2·10¹⁸. Sums of a
// few such numbers do not overflow.
const infinite = math.MaxInt64 / 4

// weights are the costs of a false negative (missed) and of a false positive (wrong).
type weights struct{ missed, wrong int64 }

func (w weights) cost(c interp.Confusion) int64 {
	return w.missed*int64(c.FN) + w.wrong*int64(c.FP)
}

// weightsToBeat returns weights and a bound: a classification of the same examples has a
// better score than c if and only if it costs less than the bound. They are those of
// interp.Score.Linear, divided by the greatest common divisor of the weights.
func weightsToBeat(score interp.Score, c interp.Confusion) (w weights, bound int64) {
	missed, wrong, bound := score.Linear(c)
	w = weights{missed, wrong}.reduce()
	g := missed / w.missed
	return w, (bound + g - 1) / g
}

// reduce returns the weights divided by their greatest common divisor.
func (w weights) reduce() weights {
	x, y := w.missed, w.wrong
	for y != 0 {
		x, y = y, x%y
	}
	return weights{w.missed / x, w.wrong / x}
}
