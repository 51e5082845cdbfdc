package search

import (
	"math/bits"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestBoundsStayTrue: stored bounds are never raised, and lose at most the last bits of costs
// that do not fit into 32 bits.
func TestBoundsStayTrue(t *testing.T) {
	for seed := range uint64(testsize.Rounds(200)) {
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
				require.That(t, got[i] <= want[i], "seed %d, total %d: %d is remembered as %d", seed, total, want[i], got[i])
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

// TestBoundsHold: no set between two others costs less than their bound, for role paths of
// one or two steps and any filters.
func TestBoundsHold(t *testing.T) {
	tight := 0
	for seed := range uint64(testsize.Rounds(*problems / 2)) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 5 + rng.IntN(20) + 80*(rng.IntN(4)/3), Names: 1, Roles: 1 + rng.IntN(2), Features: -1, Booleans: -1,
			RoleDensity: 0.3 + 3*rng.Float64(), Labels: dltest.NoisyLabels})
		sp := interp.NewSpace(&p, dl.ALCQIF)
		sp.MaxNumber = 1 + rng.IntN(3)
		ts := makeTables(t, interp.Task{Problem: &p, Space: sp, MaxSize: 4})
		c := rolePath{budget: &budget{}, root: ts.root}
		for range ts.root.reps {
			c.in, c.out = append(c.in, rng.Int64N(3)), append(c.out, rng.Int64N(3))
		}
		subset := func(of []uint64) []uint64 {
			x := make([]uint64, len(of))
			for i, w := range of {
				x[i] = w & rng.Uint64()
			}
			return x
		}
		from := ts.root
		var alts []*alternative
		for range 1 + rng.IntN(2) {
			alts = c.push(&from.steps[rng.IntN(len(from.steps))], alts)
			l := c.lastStep()
			from = l.step.to
			if len(from.steps) == 0 {
				break
			}
			// What the filter holds of the last level is up to x0 and x1.
			copy(l.undecided, subset(l.undecided))
			for i, w := range subset(from.full) {
				l.decided[i] = w &^ l.undecided[i]
			}
			l.polarity = polarity(rng.IntN(2))
		}
		for range 20 {
			// x1 has all, or some; x0 lacks a few of these.
			x1 := subset(from.full)
			if rng.IntN(2) == 0 {
				copy(x1, from.full)
			}
			x0 := append([]uint64(nil), x1...)
			var open []int
			for range 7 {
				if e := rng.IntN(len(from.reps) + 1); e < len(from.reps) && x0[e/64]>>(e%64)&1 != 0 {
					x0[e/64] &^= 1 << (e % 64)
					open = append(open, e)
				}
			}
			for _, k := range alts {
				one := []*alternative{k}
				bound := c.bound(c.used-1, x0, x1, one, infinite)
				if bound > 0 {
					tight++
				}
				for in := range 1 << len(open) {
					x := append([]uint64(nil), x0...)
					for i, e := range open {
						x[e/64] |= uint64(in>>i&1) << (e % 64)
					}
					c.lastStep().failures.reset(from.words)
					cost := c.cost(c.used-1, x, one, infinite)
					require.That(t, cost >= bound, "seed %d: a set costs %d, the bound is %d", seed, cost, bound)
				}
			}
		}
	}
	check.That(t, tight >= *problems, "only %d bounds say anything", tight)
}
