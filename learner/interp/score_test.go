package interp

import (
	"math"
	"math/bits"
	"testing"
)

// TestExceptionBits: the result is the logarithm of the number of sets of at most e elements.
func TestExceptionBits(t *testing.T) {
	for n := range 12 {
		for e := range n + 1 {
			want := 0
			for set := range 1 << n {
				if bits.OnesCount(uint(set)) <= e {
					want++
				}
			}
			if got := ExceptionBits(n, e); math.Abs(got-math.Log2(float64(want))) > 1e-9 {
				t.Errorf("at most %d of %d: %v bits, want those of %d", e, n, got, want)
			}
		}
	}
	if got := ExceptionBits(100_000, 100_000); math.Abs(got-100_000) > 1e-6 {
		t.Errorf("all sets of 100,000: %v bits", got)
	}
}
