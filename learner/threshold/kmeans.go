package threshold

import (
	"math"

	"github.com/genus-kg/genus/learner/dl"
)

// maxRounds bounds the rounds of Lloyd's algorithm, which needs a few on a line.
const maxRounds = 100

// chooseClusters marks the smallest value of every cluster but the first. It is
// k-means on a line, started from centres at the quantiles so that it is
// deterministic. Infinite values count as the largest finite ones.
func chooseClusters(values []dl.Value, k int, chosen []bool) {
	xs := make([]float64, len(values))
	for i, v := range values {
		xs[i] = math.Max(-math.MaxFloat64, math.Min(math.MaxFloat64, v.Float()))
	}
	k = min(k, len(xs))
	starts := make([]int, k) // starts[j]: the first value of cluster j
	for j := range starts {
		starts[j] = j * len(xs) / k
	}
	for range maxRounds {
		centre := make([]float64, k)
		for j := range k {
			end := len(xs)
			if j+1 < k {
				end = starts[j+1]
			}
			n := float64(end - starts[j])
			for _, x := range xs[starts[j]:end] {
				centre[j] += x / n // divided first, so that it cannot overflow
			}
		}
		moved := false
		for j := 1; j < k; j++ {
			border := centre[j-1]/2 + centre[j]/2
			at := starts[j-1] + 1 // no cluster is empty
			for at < len(xs)-(k-1-j) && xs[at] < border {
				at++
			}
			at = min(at, len(xs)-(k-j))
			moved = moved || at != starts[j]
			starts[j] = at
		}
		if !moved {
			break
		}
	}
	for _, at := range starts[1:] {
		chosen[at] = true
	}
}
