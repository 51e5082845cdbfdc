package search

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
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
			got, want := w.cost(d) < bound, score.Compare(d, c) > 0
			require.That(t, got == want, "%s: %+v better than %+v: cost %d, bound %d say %v, want %v", score, d, c, w.cost(d),
				bound, got, want)
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
	for seed := range uint64(testsize.Rounds(300)) {
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
		outFlipped, inFlipped := l.weigh(l.all, y, negative)
		require.That(t, outFlipped == out && inFlipped == in, "seed %d: flipped %d and %d, want %d and %d", seed, inFlipped,
			outFlipped, in, out)
		by := l.base // what every class costs, in or out
		for e, g := range l.gain {
			if in := x[e/64]>>(e%64)&1 == 1; in {
				by += max(g, 0)
			} else {
				by += max(-g, 0)
			}
		}
		got := by
		require.That(t, got == w.cost(c), "seed %d: by gains %d, want %d", seed, got, w.cost(c))
	}
}

// TestGoals: for any part of the examples, either polarity and any incumbent, the solver
// finds the cheapest concept of the complete table, and the evaluator agrees with its cost.
// Large neighbourhood search relies on this.
func TestGoals(t *testing.T) {
	testsize.SkipShort(t)
	const size = 6
	solved, refuted := 0, 0
	for seed := range uint64(*problems / 4) {
		rng := dltest.Rand(seed + 12_000_000)
		p := dltest.Problem(rng,
			dltest.Config{Individuals: 8 + rng.IntN(12), Names: 1 + rng.IntN(2), Roles: rng.IntN(2), Features: -1, Booleans: -1,
				RoleDensity: 0.5 + rng.Float64(), Labels: dltest.NoisyLabels})
		languages := []dl.Language{dl.ALCQIF &^ dl.WithInverse, dl.ALCQIF &^ (dl.WithNot | dl.WithInverse),
			dl.WithAnd | dl.WithOr | dl.WithNot}
		sp := interp.NewSpace(&p, languages[rng.IntN(len(languages))])
		sp.MaxNumber = 1
		task := interp.Task{Problem: &p, Space: sp, MinSize: 1, MaxSize: size}
		eval := interp.NewEvaluator(p.Structure)
		complete := makeTables(t, task)
		if !complete.enumerateTo(size, 2_000_000).none() ||
			complete.enumerateAllowed(complete.root, size, 2_000_000) < impossible {
			continue // too many for this test
		}
		small := makeTables(t, task)
		small.enumerateTo(size, []int{1, 300, 10_000}[rng.IntN(3)])
		l := quickLimits
		l.scanSize = 1 + rng.IntN(3)
		s := newSolver(small, weights{1 + rng.Int64N(3), 1 + rng.Int64N(3)}, size, l)
		s.onImprovement = func(int64, *solution) {}
		for range 6 {
			g := goal{s.layout.arrange(nil, randomElements(rng, small.root)), polarity(rng.IntN(s.polarities())),
				1 + rng.IntN(size), infinite, false}
			total, _ := s.layout.weigh(g.active, s.layout.all, g.polarity)
			want := int64(infinite)
			_, hi := complete.root.ofSize(g.size)
			for i := range hi {
				in, out := s.layout.weigh(g.active, s.layout.arrange(nil, complete.root.at(i)), g.polarity)
				want = min(want, total-in+out)
			}
			if rng.IntN(2) == 0 {
				g.upper = rng.Int64N(2*want + 2)
			}
			cost, x, proved := s.solve(g, &budget{limit: unlimited})
			switch {
			case !proved:
				t.Fatalf("seed %d: the search of %+v is not proved", seed, g)
			case x == nil && (want < g.upper || cost < g.upper):
				t.Fatalf("seed %d, %s: nothing below %d, bound %d; the table has %d, for %+v", seed, sp.Language,
					g.upper, cost, want, g)
			case x == nil:
				refuted++
				continue
			case cost != want:
				t.Fatalf("seed %d, %s: cost %d, the table has %d, for %+v", seed, sp.Language, cost, want, g)
			}
			solved++
			c := s.concept(x)
			extension := require.Value(eval.Extension(c))(t)
			y := make([]uint64, small.root.words)
			for e, a := range small.root.reps {
				if extension.Test(uint(a)) {
					y[e/64] |= 1 << (e % 64)
				}
			}
			if in, out := s.layout.weigh(g.active, s.layout.arrange(nil, y), g.polarity); total-in+out != cost ||
				dl.Size(c) > g.size {
				t.Fatalf("seed %d: %#v costs %d, %d claimed, for %+v", seed, c, total-in+out, cost, g)
			}
		}
	}
	check.That(t, solved >= *problems/2 && refuted >= *problems/8, "%d goals solved, %d refuted", solved, refuted)
}
