package search

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestSearchEqualsTables: with small tables, branch and bound below roles finds the cheapest
// restriction of the complete tables, on any part of the examples, at either polarity, with
// any weights. This tests its bounds and pruning rules directly: in a whole search, other
// concepts would often hide a lost restriction.
func TestSearchEqualsTables(t *testing.T) {
	const size = 6
	nested := 0
	for seed := range uint64(*problems / 4) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 10 + rng.IntN(15), Names: 1 + rng.IntN(2), Roles: 1 + rng.IntN(2), Features: -1, Booleans: -1,
			RoleDensity: 0.5 + 2*rng.Float64(), Labels: dltest.NoisyLabels})
		languages := []dl.Language{dl.ALCQIF &^ dl.WithInverse, dl.ALCQIF &^ dl.WithNot,
			dl.ALCQIF &^ (dl.WithInverse | dl.WithOr), dl.ALCQIF &^ (dl.WithInverse | dl.WithExists | dl.WithForAll)}
		sp := interp.NewSpace(&p, languages[rng.IntN(len(languages))])
		sp.MaxNumber = 1 + rng.IntN(2)
		task := interp.Task{Problem: &p, Space: sp, MinSize: 1, MaxSize: size}
		complete := makeTables(t, task)
		if !complete.enumerateTo(size, 2_000_000).none() ||
			complete.enumerateAllowed(complete.rootRestrictions, size, 2_000_000) < impossible {
			continue // too many for this test
		}
		small := makeTables(t, task)
		small.enumerateTo(size, []int{1, 300, 10_000}[rng.IntN(3)])
		s := newSolver(small, weights{1 + rng.Int64N(3), 1 + rng.Int64N(3)}, size, limits{workers: 1})
		w := &worker{solver: s, budget: &budget{limit: unlimited}}
		for range 4 {
			active := s.layout.arrange(nil, randomElements(rng, small.root))
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
						t.Fatalf("seed %d, %s, size %d, polarity %d: %d by %#v, %d in the tables", seed, sp.Language, k,
							p, got, best, want)
					}
				}
				if best != nil && dl.Depth(best) > 1 && dl.Size(best) > 4 {
					nested++
				}
			}
		}
	}
	check.That(t, nested >= *problems/20, "only %d large nested restrictions were found", nested)
}
