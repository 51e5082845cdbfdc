package search

import (
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestCount: every way to count successors for all elements agrees with the count for one
// element, for any set, also with several successors in one class.
func TestCount(t *testing.T) {
	repeated, far := 0, 0
	for seed := range uint64(*problems) {
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
