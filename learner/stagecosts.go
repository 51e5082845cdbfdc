package learner

import (
	"context"
	"math"

	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/search"
)

// occamBound returns an upper bound on the error on further examples. Concepts of
// size k classify n examples in D(k) ways (Stage.Classifications). By Chernoff's
// bound for each of them, with probability 1-δ none of them has the error e on all
// examples and the error ê on these n with
//
//	kl(ê ‖ e) > (ln D(k) + ln(2√n/δ)) / n
//
// where kl is the relative entropy of two coins (Langford, Tutorial on Practical
// Prediction Theory, JMLR 6, 2005, with D(k) for the number of concepts; the
// appendix of the paper counts concepts, for Theorem 6). The bound is the least
// such e. It grows like ln D(k)/n without errors, and like the root of that with
// many. For F1, n is the number of examples that the measure speaks of: 1-F1 is a
// share of the positives and of as many that are taken for positive.
func (l chooser) occamBound(err, bits float64) float64 {
	n := float64(len(l.p.Pos) + len(l.p.Neg))
	if l.o.Score == interp.F1 {
		n = min(n, 2*float64(len(l.p.Pos)))
	}
	const delta = 0.05
	budget := (bits*math.Ln2 + math.Log(2*math.Sqrt(n)/delta)) / n
	low, high := err, 1.0
	for range 50 { // halving: 2⁻⁵⁰
		if middle := (low + high) / 2; relativeEntropy(err, middle) > budget {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// relativeEntropy returns kl(p ‖ q), in nats, for p ≤ q < 1.
func relativeEntropy(p, q float64) float64 {
	term := func(x, y float64) float64 {
		if x <= 0 {
			return 0
		}
		return x * math.Log(x/y)
	}
	return term(p, q) + term(1-p, 1-q)
}

// descriptionLength returns the length in bits of a message that states the labels
// of n examples: one of D(k) classifications, and which examples are exceptions to
// it. The first part counts 0.85 times, because classifications by good concepts
// are more likely than others.
func (l chooser) descriptionLength(err, bits float64) float64 {
	n := float64(len(l.p.Pos) + len(l.p.Neg))
	const share = 0.85
	return share*bits + log2Binomial(n, math.Round(n*err))
}

// log2Binomial returns the logarithm of n over k.
func log2Binomial(n, k float64) float64 {
	lg := func(x float64) float64 { v, _ := math.Lgamma(x + 1); return v }
	return (lg(n) - lg(k) - lg(n-k)) / math.Ln2
}

// classificationCounts returns D(1), D(2), … as far as they were counted.
func (f *Fitting) classificationCounts() []int {
	var out []int
	for _, s := range f.Stages {
		if s.Classifications == 0 {
			break
		}
		out = append(out, s.Classifications)
	}
	return out
}

// classificationBits returns log₂ D(k). Beyond the counted sizes it extrapolates
// the growth over the last two sizes: two, because many languages have new
// concepts at every other size only.
func classificationBits(counts []int, k int) float64 {
	if len(counts) == 0 {
		return float64(k) // each node is a choice at least
	}
	at := func(i int) float64 { return math.Log2(float64(counts[i])) }
	last := len(counts) - 1
	if k-1 <= last {
		return at(k - 1)
	}
	slope := 1.0
	if before := max(last-2, 0); before < last {
		slope = (at(last) - at(before)) / float64(last-before)
	}
	return at(last) + slope*float64(k-1-last)
}

// Counting must be cheap compared to the search: countSteps take a tenth of a
// second, and stages after countSizes are extrapolated.
const (
	countSteps = 1_000_000
	countSizes = 5
)

// countClassifications counts the classifications of stage k, if the selection
// needs them and the earlier stages were counted.
func (l *run) countClassifications(ctx context.Context, k int, space interp.Space) error {
	if !l.o.selectsStage() || k > countSizes || len(l.fitting.classificationCounts()) < k-1 {
		return nil
	}
	counts, err := search.Distinct(ctx, l.p, space, k, countSteps)
	if err == nil && len(counts) == k {
		l.fitting.Stages[k-1].Classifications = counts[k-1]
	}
	return err
}
