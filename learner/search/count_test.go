package search

import (
	"math/bits"
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
		p := dltest.Problem(rng,
			dltest.Config{
				Individuals: 5 + rng.IntN(120),
				Names:       1,
				Roles:       1,
				Features:    -1,
				Booleans:    -1,
				RoleDensity: 0.2 + 5*rng.Float64(),
			})
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
		p := dltest.Problem(rng,
			dltest.Config{
				Individuals: 10 + rng.IntN(15),
				Names:       1 + rng.IntN(2),
				Roles:       1 + rng.IntN(2),
				Features:    -1,
				Booleans:    -1,
				RoleDensity: 0.5 + 2*rng.Float64(),
				Labels:      dltest.NoisyLabels,
			})
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
					require.That(t, got == want, "seed %d, %s, size %d, polarity %d: %d by %#v, %d in the tables", seed, sp.Language,
						k, p, got, best, want)
				}
				if best != nil && dl.Depth(best) > 1 && dl.Size(best) > 4 {
					nested++
				}
			}
		}
	}
	check.That(t, nested >= *problems/20, "only %d large nested restrictions were found", nested)
}

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
		p := dltest.Problem(rng,
			dltest.Config{
				Individuals: 5 + rng.IntN(20) + 80*(rng.IntN(4)/3),
				Names:       1,
				Roles:       1 + rng.IntN(2),
				Features:    -1,
				Booleans:    -1,
				RoleDensity: 0.3 + 3*rng.Float64(),
				Labels:      dltest.NoisyLabels,
			})
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
