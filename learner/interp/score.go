package interp

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

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

// ExceptionBits returns the length in bits of the message that names a set of at most e of n
// examples: log₂ of the number of these sets.
func ExceptionBits(n, e int) float64 {
	all, last := 0.0, 0.0 // the logarithm for at most i elements, and for exactly i
	for i := 1; i <= e; i++ {
		last += math.Log2(float64(n-i+1) / float64(i))
		all = max(all, last) + math.Log2(1+math.Exp2(-math.Abs(all-last)))
	}
	return all
}

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

// Confusion counts how a concept classifies the examples, each with its weight.
type Confusion struct{ TP, FN, TN, FP int }

// Correct returns the weight of the correctly classified examples.
func (c Confusion) Correct() int { return c.TP + c.TN }

// Total returns the weight of the examples.
func (c Confusion) Total() int { return c.TP + c.FN + c.TN + c.FP }

// Accuracy returns the share of correctly classified examples, 0 without examples.
func (c Confusion) Accuracy() float64 { return ratio(c.Correct(), c.Total()) }

// F1 returns the harmonic mean of precision and recall, 0 without true positives.
func (c Confusion) F1() float64 {
	if c.TP == 0 {
		return 0
	}
	return 2 * float64(c.TP) / float64(2*c.TP+c.FP+c.FN)
}

// Precision returns tp/(tp+fp), or 0 if both are 0.
func (c Confusion) Precision() float64 { return ratio(c.TP, c.TP+c.FP) }

// Recall returns tp/(tp+fn), or 0 if both are 0.
func (c Confusion) Recall() float64 { return ratio(c.TP, c.TP+c.FN) }

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Balanced returns the mean of the accuracies on the positives and on the negatives; a
// side without examples counts 0. It divides exact integers once, so that equal scores
// are equal numbers.
func (c Confusion) Balanced() float64 {
	p, n := int64(max(c.TP+c.FN, 1)), int64(max(c.TN+c.FP, 1))
	return float64(int64(c.TP)*n+int64(c.TN)*p) / float64(2*p*n)
}

// Classify returns how a concept with the extension x classifies the examples.
func (p *Problem) Classify(x Set) Confusion {
	var c Confusion
	for i, a := range p.Pos {
		if x.Test(uint(a)) {
			c.TP += p.PosWeight(i)
		} else {
			c.FN += p.PosWeight(i)
		}
	}
	for i, a := range p.Neg {
		if x.Test(uint(a)) {
			c.FP += p.NegWeight(i)
		} else {
			c.TN += p.NegWeight(i)
		}
	}
	return c
}

// MaxWeight is the largest sum of the weights of all examples. It keeps the exact
// arithmetic on scores within 64 bits. With a total of T = P + N, no count is above
// T ≤ 10⁹, so that 2tp+fp+fn is below 2³¹. [Score.Compare] multiplies two such numbers
// for F1, and sums to at most 2PN ≤ T²/2 for Balanced. The costs of [Score.Linear] are
// at most 2T² ≤ 2·10¹⁸, less than a quarter of the largest int64.
const MaxWeight = 1_000_000_000

// PosWeight returns the weight of Pos[i].
func (p *Problem) PosWeight(i int) int { return weightAt(p.PosWeights, i) }

// NegWeight returns the weight of Neg[i].
func (p *Problem) NegWeight(i int) int { return weightAt(p.NegWeights, i) }

func weightAt(weights []int, i int) int {
	if weights == nil {
		return 1
	}
	return weights[i]
}

// Weighted reports whether the weight of some example is not 1.
func (p *Problem) Weighted() bool {
	isOther := func(w int) bool { return w != 1 }
	return slices.ContainsFunc(p.PosWeights, isOther) || slices.ContainsFunc(p.NegWeights, isOther)
}

// TotalWeights returns the sums of the weights of the positives and of the negatives.
func (p *Problem) TotalWeights() (pos, neg int) {
	for i := range p.Pos {
		pos += p.PosWeight(i)
	}
	for i := range p.Neg {
		neg += p.NegWeight(i)
	}
	return pos, neg
}

type side struct {
	name     string
	examples []Individual
	weights  []int
}

func (p *Problem) sides() []side {
	return []side{{"positive", p.Pos, p.PosWeights}, {"negative", p.Neg, p.NegWeights}}
}

func (p *Problem) validateWeights() error {
	total := int64(0)
	for _, side := range p.sides() {
		if side.weights == nil {
			total += int64(len(side.examples))
			continue
		}
		if len(side.weights) != len(side.examples) {
			return fmt.Errorf("%d weights for %d %s examples: give one for each, or none at all",
				len(side.weights), len(side.examples), side.name)
		}
		for i, w := range side.weights {
			if w < 1 || w > MaxWeight {
				return fmt.Errorf("weight %d of the %s example %s: want 1 to %d",
					w, side.name, p.Structure.IRI(side.examples[i]), MaxWeight)
			}
			total += int64(w)
		}
	}
	if total > MaxWeight {
		return fmt.Errorf("the weights of the examples sum to %d: want %d at most; divide them all by a number",
			total, MaxWeight)
	}
	return nil
}
