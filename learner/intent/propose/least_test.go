package propose

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestLeast compares the least of random lists with the first of the sorted lists.
func TestLeast(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		list := rng.Perm(rng.IntN(60))
		n := rng.IntN(20)
		first, others := least(list, n, cmp.Compare)
		sorted := slices.Sorted(slices.Values(list))
		n = min(n, len(list))
		check.Slice(t, first, sorted[:n], "the first %d of %v", n, list)
		isFirst := func(x int) bool { return slices.Contains(sorted[:n], x) }
		check.Slice(t, others, slices.DeleteFunc(slices.Clone(list), isFirst))
	}
}
