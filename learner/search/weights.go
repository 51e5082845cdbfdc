package search

import (
	"math"

	"github.com/genus-kg/genus/learner/interp"
)

// infinite is more than any cost, and small enough to be added to.
const infinite = math.MaxInt64 / 4

// weights make a cost of errors: fn·missed + fp·wrong.
type weights struct{ missed, wrong int64 }

// cost is the cost of a classification.
func (w weights) cost(c interp.Confusion) int64 {
	return w.missed*int64(c.FN) + w.wrong*int64(c.FP)
}

// better are weights and a bound such that, of classifications of the same
// examples, exactly those that cost less than the bound have a better score
// than c.
//
// Accuracy counts errors. Balanced accuracy is tp/P + tn/N up to a factor, so
// with the common denominator a missed positive costs N and a wrong one P. F1
// is 2tp/(2tp+fp+fn); with a/b for that of c, a = 2tp and b = 2tp+fp+fn,
//
//	2tp′ b > a (2tp′ + fp′ + fn′)
//	⟺ (2b-a) fn′ + a fp′ < 2P (b-a)       because tp′ = P-fn′
//
// which is the step of Dinkelbach's method (Management Science 13, 1967).
func better(score interp.Score, c interp.Confusion) (w weights, bound int64) {
	p, n := int64(c.TP+c.FN), int64(c.TN+c.FP)
	switch score {
	case interp.Balanced:
		w = weights{max(n, 1), max(p, 1)}.reduced()
		return w, w.cost(c)
	case interp.F1:
		a, b := 2*int64(c.TP), 2*int64(c.TP)+int64(c.FP)+int64(c.FN)
		if a == 0 {
			b = 1 // 0, whatever the errors
		}
		w = weights{2*b - a, a}
		reduced := w.reduced()
		g := w.missed / reduced.missed
		return reduced, (2*p*(b-a) + g - 1) / g
	}
	w = weights{1, 1}
	return w, w.cost(c)
}

// reduced are the weights divided by what divides both.
func (w weights) reduced() weights {
	x, y := w.missed, w.wrong
	for y != 0 {
		x, y = y, x%y
	}
	return weights{w.missed / x, w.wrong / x}
}
