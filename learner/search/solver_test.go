package search

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestGoals: for any part of the examples, either polarity and any incumbent, the solver
// finds the cheapest concept of the complete table, and the evaluator agrees with its cost.
// Large neighbourhood search relies on this.
func TestGoals(t *testing.T) {
	const size = 6
	solved, refuted := 0, 0
	for seed := range uint64(*problems / 4) {
		rng := dltest.Rand(seed + 12_000_000)
		p := dltest.Problem(rng, dltest.Config{Individuals: 8 + rng.IntN(12), Names: 1 + rng.IntN(2), Roles: rng.IntN(2), Features: -1, Booleans: -1,
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
			g := goal{s.layout.arrange(nil, randomElements(rng, small.root)), polarity(rng.IntN(s.polarities())), 1 + rng.IntN(size), infinite, false}
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
