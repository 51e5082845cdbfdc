package search

import (
	"testing"

	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/interp"
)

// TestWeightsToBeat: a cost is below the bound if and only if the score is better, for all
// pairs of classifications of few examples and for random ones of many.
func TestWeightsToBeat(t *testing.T) {
	compare := func(p, n, fn, fp, fn2, fp2 int) {
		c := interp.Confusion{TP: p - fn, FN: fn, TN: n - fp, FP: fp}
		d := interp.Confusion{TP: p - fn2, FN: fn2, TN: n - fp2, FP: fp2}
		for _, score := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
			w, bound := weightsToBeat(score, c)
			if got, want := w.cost(d) < bound, score.Compare(d, c) > 0; got != want {
				t.Fatalf("%s: %+v better than %+v: cost %d, bound %d say %v, want %v", score, d, c, w.cost(d), bound, got, want)
			}
			require.That(t, w.missed > 0 && w.wrong >= 0, "%s: weights %+v to beat %+v", score, w, c)
		}
	}
	for p := 1; p <= 6; p++ {
		for n := 1; n <= 6; n++ {
			for fn := 0; fn <= p; fn++ {
				for fp := 0; fp <= n; fp++ {
					for fn2 := 0; fn2 <= p; fn2++ {
						for fp2 := 0; fp2 <= n; fp2++ {
							compare(p, n, fn, fp, fn2, fp2)
						}
					}
				}
			}
		}
	}
	rng := dltest.Rand(1)
	for range 20_000 {
		p, n := 1+rng.IntN(300), 1+rng.IntN(300)
		compare(p, n, rng.IntN(p+1), rng.IntN(n+1), rng.IntN(p+1), rng.IntN(n+1))
	}
}

// TestLayoutCosts: the costs of sets of classes by the layout and by its gains are those of
// the weights.
func TestLayoutCosts(t *testing.T) {
	for seed := range uint64(300) {
		rng := dltest.Rand(seed)
		classes := 1 + rng.IntN(200)
		var p interp.Problem
		element := map[interp.Individual]int{}
		for a := range interp.Individual(rng.IntN(400)) {
			element[a] = rng.IntN(classes)
			if rng.IntN(3) > 0 {
				p.Pos = append(p.Pos, a)
			} else {
				p.Neg = append(p.Neg, a)
			}
		}
		w := weights{1 + rng.Int64N(9), rng.Int64N(9)}
		l := newBitLayout(&p, element, classes, w)
		x := make([]uint64, (classes+63)/64)
		for i := range x {
			x[i] = rng.Uint64()
		}
		holds := func(a interp.Individual) bool { return x[element[a]/64]>>(element[a]%64)&1 == 1 }
		var c interp.Confusion
		for _, a := range p.Pos {
			if !holds(a) {
				c.FN++
			}
		}
		for _, a := range p.Neg {
			if holds(a) {
				c.FP++
			}
		}
		y := l.arrange(nil, x)
		allIn, allOut := l.weigh(l.all, l.all, positive)
		in, out := l.weigh(l.all, y, positive)
		if got := l.base + allIn - in + out; got != w.cost(c) {
			t.Fatalf("seed %d: cost %d, want %d", seed, got, w.cost(c))
		}
		require.That(t, allIn+allOut == l.total, "seed %d: %d in all, want %d", seed, allIn+allOut, l.total)
		if outFlipped, inFlipped := l.weigh(l.all, y, negative); outFlipped != out || inFlipped != in {
			t.Fatalf("seed %d: flipped %d and %d, want %d and %d", seed, inFlipped, outFlipped, in, out)
		}
		by := l.base // what every class costs, in or out
		for e, g := range l.gain {
			if in := x[e/64]>>(e%64)&1 == 1; in {
				by += max(g, 0)
			} else {
				by += max(-g, 0)
			}
		}
		if got := by; got != w.cost(c) {
			t.Fatalf("seed %d: by gains %d, want %d", seed, got, w.cost(c))
		}
	}
}
