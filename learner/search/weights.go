package search

import (
	"math"

	"github.com/genus-kg/genus/learner/interp"
)

// infinite is more than any cost, which interp.MaxWeight keeps below 2·10¹⁸,
// and small enough to be added to.
const infinite = math.MaxInt64 / 4

// weights make a cost of errors: fn·missed + fp·wrong.
type weights struct{ missed, wrong int64 }

// cost is the cost of a classification.
func (w weights) cost(c interp.Confusion) int64 {
	return w.missed*int64(c.FN) + w.wrong*int64(c.FP)
}

// weightsToBeat are weights and a bound such that, of classifications of the same
// examples, exactly those that cost less than the bound have a weightsToBeat score
// than c: those of interp.Score.Linear, divided by what divides both weights.
func weightsToBeat(score interp.Score, c interp.Confusion) (w weights, bound int64) {
	missed, wrong, bound := score.Linear(c)
	w = weights{missed, wrong}.reduce()
	g := missed / w.missed
	return w, (bound + g - 1) / g
}

// reduce are the weights divided by what divides both.
func (w weights) reduce() weights {
	x, y := w.missed, w.wrong
	for y != 0 {
		x, y = y, x%y
	}
	return weights{w.missed / x, w.wrong / x}
}
