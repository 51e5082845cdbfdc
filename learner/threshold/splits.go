package threshold

import (
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// entropyCuts returns up to n indices i, best first, such that a cut between
// Values[i-1] and Values[i] separates the labels: the cut with the largest
// information gain, then the best cut within the parts, and so on (Fayyad and
// Irani; EvoLearner uses the same method). It makes no cuts without a gain.
func (f Feature) entropyCuts(n int) []int {
	if f.Pos == nil && f.Neg == nil {
		return nil
	}
	var parts []part
	for _, r := range familyRanges(f.Values) {
		parts = append(parts, f.bestCut(r[0], r[1]))
	}
	var out []int
	for len(out) < n {
		best := -1
		for i, p := range parts {
			if p.gain > minGain && (best < 0 || p.gain > parts[best].gain) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		p := parts[best]
		out = append(out, p.cut)
		parts[best] = f.bestCut(p.lo, p.cut)
		parts = slices.Insert(parts, best+1, f.bestCut(p.cut, p.hi))
	}
	return out
}

// minGain is the least gain that is more than a rounding error.
const minGain = 1e-9

type part struct {
	lo, hi, cut int
	gain        float64
}

// bestCut finds the cut of Values[lo:hi] that leaves the least entropy, the
// first of equally good ones.
func (f Feature) bestCut(lo, hi int) part {
	p := part{lo: lo, hi: hi}
	pos, neg := 0, 0
	for i := lo; i < hi; i++ {
		pos, neg = pos+f.Pos[i], neg+f.Neg[i]
	}
	whole := entropyBits(pos, neg)
	leftPos, leftNeg := 0, 0
	for i := lo + 1; i < hi; i++ {
		leftPos, leftNeg = leftPos+f.Pos[i-1], leftNeg+f.Neg[i-1]
		if gain := whole - entropyBits(leftPos, leftNeg) - entropyBits(pos-leftPos, neg-leftNeg); gain > p.gain+minGain {
			p.gain, p.cut = gain, i
		}
	}
	return p
}

// entropyBits returns the number of bits that encode the labels of pos positives and neg
// negatives.
func entropyBits(pos, neg int) float64 {
	n := float64(pos + neg)
	sum := 0.0
	for _, x := range []int{pos, neg} {
		if x > 0 {
			sum += float64(x) * math.Log2(n/float64(x))
		}
	}
	return sum
}

// familyRanges returns the half-open index ranges of values of one family.
func familyRanges(values []dl.Value) [][2]int {
	var out [][2]int
	for lo := 0; lo < len(values); {
		hi := lo + 1
		for hi < len(values) && values[hi].Comparable(values[lo]) {
			hi++
		}
		out = append(out, [2]int{lo, hi})
		lo = hi
	}
	return out
}
