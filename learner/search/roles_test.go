package search

import (
	"context"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// TestSearchEqualsTables: what branch and bound below roles finds with small tables is
// the cheapest restriction in the complete ones, on any part of the examples,
// either way round, with any weights. That judges every bound and every pruning
// of it directly: in a whole search other concepts would often hide a
// restriction that was lost.
func TestSearchEqualsTables(t *testing.T) {
	const size = 6
	ctx := context.Background()
	nested := 0
	for seed := range uint64(*problems / 4) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{
			Individuals: 10 + rng.IntN(15), Names: 1 + rng.IntN(2), Roles: 1 + rng.IntN(2), Features: -1, Booleans: -1,
			RoleDensity: 0.5 + 2*rng.Float64(), Labels: dltest.NoisyLabels,
		})
		languages := []dl.Language{dl.ALCQIF &^ dl.WithInverse, dl.ALCQIF &^ dl.WithNot, dl.ALCQIF &^ (dl.WithInverse | dl.WithOr), dl.ALCQIF &^ (dl.WithInverse | dl.WithExists | dl.WithForAll)}
		sp := interp.NewSpace(&p, languages[rng.IntN(len(languages))])
		sp.MaxNumber = 1 + rng.IntN(2)
		task := interp.Task{Problem: &p, Space: sp, MinSize: 1, MaxSize: size}
		complete, err := newTables(ctx, &task, interp.NewEvaluator(p.Structure), nil, 1<<30, 100)
		if err != nil {
			t.Fatal(err)
		}
		if !complete.enumerateTo(size, 2_000_000).none() || complete.enumerateAllowed(complete.rootRestrictions, size, 2_000_000) < impossible {
			continue // too many for this test
		}
		small, err := newTables(ctx, &task, interp.NewEvaluator(p.Structure), nil, 1<<30, 100)
		if err != nil {
			t.Fatal(err)
		}
		small.enumerateTo(size, []int{1, 300, 10_000}[rng.IntN(3)])
		s := newSolver(small, weights{1 + rng.Int64N(3), 1 + rng.Int64N(3)}, size, limits{workers: 1})
		w := &worker{solver: s, budget: &budget{limit: unlimited}}
		for range 4 {
			some := make([]uint64, small.root.words)
			for e := range small.root.reps {
				if rng.IntN(3) > 0 {
					some[e/64] |= 1 << (e % 64)
				}
			}
			active := s.layout.arrange(nil, some)
			for _, p := range []polarity{positive, negative} {
				total, _ := s.layout.weigh(active, s.layout.all, p)
				want := int64(infinite)
				got := int64(infinite)
				var best dl.Concept
				for k := 2; k <= size; k++ {
					lo, hi := complete.rootRestrictions.ofSize(k)
					for i := lo; i < hi; i++ {
						in, out := s.layout.weigh(active, s.layout.arrange(nil, complete.rootRestrictions.at(i)), p)
						want = min(want, total-in+out)
					}
					v, c := w.searchRestrictions(active, p, k, got, rng.IntN(2) == 0, func(int64, dl.Concept) {})
					if c != nil {
						got, best = v, c
					}
					if got != want {
						t.Fatalf("seed %d, %s, size %d, polarity %d: %d by %#v, %d in the tables", seed, sp.Language, k, p, got, best, want)
					}
				}
				if best != nil && dl.Depth(best) > 1 && dl.Size(best) > 4 {
					nested++
				}
			}
		}
	}
	if nested < *problems/20 {
		t.Errorf("only %d restrictions were found that are worth it", nested)
	}
}
