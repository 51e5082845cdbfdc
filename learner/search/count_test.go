package search

import (
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestCount: every way to count successors for all elements agrees with the count for one
// element, for any set, also with several successors in one class.
func TestCount(t *testing.T) {
	repeated, far := 0, 0
	for seed := range uint64(testsize.Rounds(*problems)) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 5 + rng.IntN(120), Names: 1, Roles: 1, Features: -1, Booleans: -1, RoleDensity: 0.2 + 5*rng.Float64()})
		sp := interp.NewSpace(&p, dl.ALCQIF)
		sp.MaxNumber = rng.IntN(6)
		ts := makeTables(t, interp.Task{Problem: &p, Space: sp, MaxSize: 4})
		for _, layer := range ts.layers {
			for _, from := range layer {
				for i := range from.steps {
					l := &from.steps[i]
					if len(l.sources) == 0 {
						continue
					}
					if l.into == nil { // rows are always cheaper
						l.transpose(len(l.to.reps), from.full)
					}
					if len(l.extra) > 0 {
						repeated++
					}
					y := slices.Clone(l.to.full)
					for j := range y {
						for range rng.IntN(4) {
							y[j] &= rng.Uint64()
						}
					}
					ways := []func(*counter){func(c *counter) { c.count(l, from.full, y) },
						func(c *counter) { c.countByRow(l, from.full, y) },
						func(c *counter) { c.countByColumn(l, from.full, y) }}
					if l.maxDegree <= maxUnary {
						ways = append(ways, func(c *counter) { c.countFew(l, from.full, y) },
							func(c *counter) { c.countMany(l, from.full, y) })
					} else {
						far++
					}
					for way, count := range ways {
						// What was there before must not matter.
						c := counter{all: slices.Clone(from.full), ge: [][]uint64{nil, slices.Clone(from.full)}}
						count(&c)
						wrong := func(e, n int) {
							t.Fatalf("seed %d, way %d: element %d of %d, %d successors of %d in the set", seed, way, e,
								len(from.reps), n, p.Structure.Len())
						}
						rows := map[uint32]int32{}
						for i, e := range l.sources {
							rows[e] = int32(i)
						}
						for e := range from.reps {
							n, degree := 0, 0
							if row, ok := rows[uint32(e)]; ok {
								n, degree = l.countRow(row, y), l.degree[row]
							}
							if test(c.all, uint32(e)) != (n == degree) {
								wrong(e, n)
							}
							for m := 1; m <= l.counted; m++ {
								if test(c.ge[m], uint32(e)) != (n >= m) {
									wrong(e, n)
								}
							}
						}
					}
				}
			}
		}
	}
	check.That(t, repeated != 0 && far != 0,
		"%d role steps with several successors in one class, %d with large degrees", repeated, far)
}

// TestSearchEqualsTables: with small tables, branch and bound below roles finds the cheapest
// restriction of the complete tables, on any part of the examples, at either polarity, with
// any weights. This tests its bounds and pruning rules directly: in a whole search, other
// concepts would often hide a lost restriction.
func TestSearchEqualsTables(t *testing.T) {
	const size = 6
	nested := 0
	for seed := range uint64(testsize.Rounds(*problems / 4)) {
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
					require.That(t, got == want, "seed %d, %s, size %d, polarity %d: %d by %#v, %d in the tables", seed, sp.Language, k, p, got, best, want)
				}
				if best != nil && dl.Depth(best) > 1 && dl.Size(best) > 4 {
					nested++
				}
			}
		}
	}
	check.That(t, nested >= *problems/20, "only %d large nested restrictions were found", nested)
}
