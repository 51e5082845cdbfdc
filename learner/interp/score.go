package interp

import (
	"cmp"
	"math/bits"

	"github.com/genus-kg/genus/learner/internal/enum"
)

// Score is what approximate fitting maximises. Every score grows with the true
// positives and falls with the false positives; [Score.Compare] is exact.
type Score uint8

// The scores.
const (
	Accuracy Score = iota // correctly classified examples
	F1                    // harmonic mean of precision and recall
	Balanced              // mean of the accuracies on either side
)

var scoreNames = enum.Names[Score]{"accuracy", "f1", "balanced"}

// ScoreNames returns the names that [ParseScore] accepts.
func ScoreNames() []string { return scoreNames.List() }

// String returns the name of the score.
func (s Score) String() string { return scoreNames.Of(s) }

// ParseScore returns the score with the name.
func ParseScore(name string) (Score, error) { return scoreNames.Parse("score", name) }

// Of returns the score of a classification, between 0 and 1.
func (s Score) Of(c Confusion) float64 {
	switch s {
	case F1:
		return c.F1()
	case Balanced:
		return c.Balanced()
	}
	return c.Accuracy()
}

// Compare compares the scores of two classifications of the same examples:
// negative, zero or positive as c is worse than, as good as or better than d.
func (s Score) Compare(c, d Confusion) int {
	switch s {
	case F1: // 2tp/(2tp+fp+fn), compared crosswise
		return compareProducts(uint64(c.TP), uint64(2*d.TP+d.FP+d.FN), uint64(d.TP), uint64(2*c.TP+c.FP+c.FN))
	case Balanced: // tp/|P| + tn/|N|, over the common denominator
		p, n := uint64(max(c.TP+c.FN, 1)), uint64(max(c.TN+c.FP, 1))
		return compareProducts(uint64(c.TP)*n+uint64(c.TN)*p, 1, uint64(d.TP)*n+uint64(d.TN)*p, 1)
	}
	return c.Correct() - d.Correct()
}

// Linear returns a cost of errors, fn·missed + fp·wrong, that compares classifications
// of the same examples with c: those that cost less than bound have a better score than
// c, those that cost exactly bound the same, and the others a worse one. missed is
// positive; wrong and bound are not negative.
//
// Accuracy counts errors. Balanced accuracy is tp/P + tn/N up to a factor, so
// with the common denominator a missed positive costs N and a wrong one P. F1
// is 2tp/(2tp+fp+fn); with a/b for that of c, a = 2tp and b = 2tp+fp+fn,
//
//	2tp′ b > a (2tp′ + fp′ + fn′)
//	⟺ (2b-a) fn′ + a fp′ < 2P (b-a)       because tp′ = P-fn′
//
// which is the step of Dinkelbach's method (Management Science 13, 1967).
func (s Score) Linear(c Confusion) (missed, wrong, bound int64) {
	p, n := int64(c.TP+c.FN), int64(c.TN+c.FP)
	switch s {
	case Balanced:
		missed, wrong = max(n, 1), max(p, 1)
	case F1:
		a, b := 2*int64(c.TP), 2*int64(c.TP)+int64(c.FP)+int64(c.FN)
		if a == 0 {
			b = 1 // 0, whatever the errors
		}
		return 2*b - a, a, 2 * p * (b - a)
	default:
		missed, wrong = 1, 1
	}
	return missed, wrong, missed*int64(c.FN) + wrong*int64(c.FP)
}

func compareProducts(a, b, c, d uint64) int {
	h1, l1 := bits.Mul64(a, b)
	h2, l2 := bits.Mul64(c, d)
	return cmp.Or(cmp.Compare(h1, h2), cmp.Compare(l1, l2))
}
