package search

import (
	"math/bits"
	"testing"

	"github.com/genus-kg/genus/learner/dltest"
)

// TestBoundsStayTrue: stored bounds are never raised, and lose at most the last bits of costs
// that do not fit into 32 bits.
func TestBoundsStayTrue(t *testing.T) {
	for seed := range uint64(200) {
		rng := dltest.Rand(seed)
		total := int64(1) << rng.IntN(61)
		slack := int64(1) << max(bits.Len64(uint64(total))-31, 0)
		b := newLowerBounds(1, 4, total, 1<<12)
		type key struct {
			active   uint64
			polarity polarity
		}
		stored := map[key][]int64{}
		for range 40 {
			k := key{rng.Uint64N(8), polarity(rng.IntN(2))}
			lower := make([]int64, 5)
			for i := range lower {
				if lower[i] = rng.Int64N(total + 1); rng.IntN(8) == 0 {
					lower[i] = infinite
				}
			}
			b.store([]uint64{k.active}, k.polarity, lower)
			if stored[k] == nil {
				stored[k] = lower
			}
			for i := range lower {
				stored[k][i] = max(stored[k][i], lower[i])
			}
		}
		exact := 0
		for k, want := range stored {
			got := make([]int64, 5)
			b.raise([]uint64{k.active}, k.polarity, got)
			for i := 1; i < 5; i++ {
				if got[i] > want[i] {
					t.Fatalf("seed %d, total %d: %d is remembered as %d", seed, total, want[i], got[i])
				}
				if want[i] <= total && got[i] > want[i]-slack {
					exact++
				}
			}
		}
		if exact == 0 { // entries may be forgotten, but not all of them
			t.Fatalf("seed %d, total %d: nothing is remembered within %d", seed, total, slack)
		}
	}
}
