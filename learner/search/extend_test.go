package search

import (
	"context"
	"fmt"
	"maps"
	"math"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestSessionChangesNothing: stage by stage, with numbers and thresholds that grow or stay, a
// session has the same score, size, proof and description as independent searches, and the
// same concept with 1 and 2 workers. The structures are too large for complete enumeration;
// some contexts stay while contexts farther away are replaced.
func TestSessionChangesNothing(t *testing.T) {
	ctx := context.Background()
	kept, partly := 0, 0
	for seed := range uint64(*problems / 10) {
		task := largerTask(t, seed+6_000_000, 7)
		rng := dltest.Rand(seed)
		l := randomLimits(rng)
		if rng.IntN(2) == 0 {
			l = quickLimits
		}
		task.Exact = rng.IntN(5) == 0
		growing := rng.IntN(3) == 0
		thresholds := task.Space.Thresholds
		var one, two Session
		var have, have2 dl.Concept
		var before *tables
		for k := 1; k <= task.MaxSize; k++ {
			where := fmt.Sprintf("seed %d, %s, %s, exact %v, stage %d, growing %v, %+v", seed, task.Space.Language,
				task.Score, task.Exact, k, growing, l)
			stage := task
			stage.MinSize, stage.MaxSize = k, k
			if growing {
				stage.MinSize = 1
				stage.Space.MaxNumber = k / 2
				stage.Space.Thresholds = make([][]dl.Value, len(thresholds))
				for f, values := range thresholds {
					stage.Space.Thresholds[f] = values[:min(len(values), (k+1)/2)] // at other stages than numbers
				}
			}
			var described [3][3]int
			settle := func(i int, l limits, have *dl.Concept,
				run func(context.Context, interp.Task, int64, limits) (dl.Concept, bool, error)) interp.Confusion {
				stage := stage
				stage.Describe = func(reached, individuals, names int) { described[i] = [3]int{reached, individuals, names} }
				if *have != nil {
					stage.Best, stage.Have = dltest.Classify(t, *task.Problem, *have), true
				}
				checkReports(t, where, &stage)
				c, proved, err := run(ctx, stage, 1<<30, l)
				require.That(t, err == nil && proved, "%s: proved %v, %v", where, proved, err)
				if c != nil {
					*have = c
				}
				if *have == nil {
					return interp.Confusion{}
				}
				return dltest.Classify(t, *task.Problem, *have)
			}
			fresh := have
			want := settle(0, l, &fresh, run)
			got := settle(1, l, &have, one.run)
			other := l
			other.workers = 1 + l.workers%2
			settle(2, other, &have2, two.run)
			switch {
			case (have == nil) != (fresh == nil) ||
				have != nil && (task.Score.Compare(got, want) != 0 || dl.Size(have) != dl.Size(fresh)):
				t.Fatalf("%s: %+v by %#v, fresh %+v by %#v", where, got, have, want, fresh)
			case have != have2:
				t.Fatalf("%s: %d workers settle on %#v, %d on %#v", where, l.workers, have, other.workers, have2)
			case described[0] != described[1]:
				t.Fatalf("%s: described as %v, fresh %v", where, described[1], described[0])
			case task.Space.MaxDepth > 0 && have != nil && dl.Depth(have) > task.Space.MaxDepth:
				t.Fatalf("%s: %#v is too deep", where, have)
			}
			now := one.kept.ts
			if now == before && now.depth > 1 {
				kept++
				if len(now.root.former) > 0 || len(now.layers[1][0].former) > 0 {
					partly++
				}
			}
			before = now
			if task.Exact && have != nil {
				break
			}
		}
	}
	check.That(t, kept >= *problems/20 && partly >= *problems/100, "%d stages were kept with roles, %d of them partly",
		kept, partly)
}

// TestExtendedTables: after tables were extended size by size, all entries, old and new, are
// correct, and the tables at the examples list the same extensions as fresh tables.
func TestExtendedTables(t *testing.T) {
	replaced := 0 // entries made from contexts that were replaced
	for seed := range uint64(testsize.Rounds(*problems / 5)) {
		rng := dltest.Rand(seed + 9_000_000)
		p := dltest.Problem(rng, dltest.Config{Individuals: 8 + rng.IntN(20), Names: 1 + rng.IntN(2),
			Roles: 1 + rng.IntN(2), Features: -1, Booleans: -1, RoleDensity: 0.5 + rng.Float64()})
		p.MaxDepth = max(rng.IntN(6)-1, 0)
		sp := interp.NewSpace(&p,
			[]dl.Language{dl.ALCQIF, dl.ALCQIF &^ dl.WithInverse, dl.WithExists | dl.WithAnd}[rng.IntN(3)])
		sp.MaxNumber = 2
		size := 1 + rng.IntN(3)
		const last = 5
		task := interp.Task{Problem: &p, Space: sp, MinSize: 1, MaxSize: size}
		ts := makeTables(t, task)
		for ; ; size++ {
			ts.enumerateTo(size, 3000)
			ts.enumerateAll(ts.root, size/2)
			if size == last {
				break
			}
			ok := require.Value(ts.extend(t.Context(), size+1))(t)
			task.MaxSize = size + 1
			if !ok {
				ts = makeTables(t, task)
			}
		}
		fresh := makeTables(t, task)
		eval := interp.NewEvaluator(p.Structure)
		contexts := []*roleContext{ts.root, ts.rootRestrictions}
		for _, layer := range ts.layers[1:] {
			contexts = append(contexts, layer...)
		}
		for _, q := range contexts {
			for k := 1; k <= q.maxSize(); k++ {
				lo, hi := q.ofSize(k)
				for i := lo; i < hi; i++ {
					if q.from[i].op == opRole && q.target(i) != q.steps[q.restrictions[q.from[i].b].step].to {
						replaced++
					}
					c := ts.concept(q, i)
					x := require.Value(eval.Extension(c))(t)
					for e, a := range q.reps {
						in := q.at(i)[e/64]>>(e%64)&1 != 0
						require.That(t, in == x.Test(uint(a)), "seed %d: entry %d of size %d, %#v, has element %d: %v", seed, i, k, c, e,
							in)
					}
					require.That(t, dl.Size(c) == k && dl.Depth(c) <= q.depth, "seed %d: entry %d of size %d is %#v", seed, i, k, c)
				}
			}
		}
		for i := len(fresh.layers) - 1; i > 0; i-- {
			for _, q := range fresh.layers[i] {
				fresh.enumerateAll(q, last-i)
			}
		}
		for _, pair := range [][2]*roleContext{{ts.root, fresh.root}, {ts.rootRestrictions, fresh.rootRestrictions}} {
			fresh.enumerateAll(pair[1], min(last, pair[0].maxSize()))
			for k := 1; k <= pair[0].maxSize(); k++ {
				got, want := extensionsAt(ts, pair[0], k), extensionsAt(fresh, pair[1], k)
				require.That(t, maps.Equal(got, want), "seed %d: %d extensions of size %d, fresh %d", seed, len(got), k, len(want))
			}
		}
	}
	check.That(t, replaced >= *problems, "only %d entries were made from contexts that were replaced", replaced)
}

func extensionsAt(ts *tables, p *roleContext, size int) map[string]bool {
	out := map[string]bool{}
	lo, hi := p.ofSize(size)
	for i := lo; i < hi; i++ {
		var key []byte
		for _, list := range [][]interp.Individual{ts.problem.Pos, ts.problem.Neg} {
			for _, a := range list {
				e := ts.element[a]
				key = append(key, byte(p.at(i)[e/64]>>(e%64)&1))
			}
		}
		out[string(key)] = true
	}
	return out
}

// TestTablesWithinMemory: the same tables are complete for any number of workers, also if
// some do not fit into memory, and they stay within the memory.
func TestTablesWithinMemory(t *testing.T) {
	const size = 7
	partial, whole := 0, 0
	for seed := range uint64(*problems / 20) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng,
			dltest.Config{
				Individuals: 10 + rng.IntN(40),
				Names:       2,
				Roles:       2 + rng.IntN(2),
				Features:    -1,
				Booleans:    -1,
				RoleDensity: 0.3 + rng.Float64(),
			})
		sp := interp.NewSpace(&p, dl.ALCQIF&^(dl.WithAtLeast|dl.WithAtMost))
		memory := int64(math.Exp(9 + 5*rng.Float64()))
		describe := func(workers int) (string, *tables) {
			ts := require.Value(newTables(context.Background(), &interp.Task{Problem: &p, Space: sp, MaxSize: size},
				interp.NewEvaluator(p.Structure), memory, 100))(t)
			ts.workers = workers
			text := ""
			for steps := 1000; steps <= 1_000_000; steps *= 10 {
				m := ts.enumerateTo(size, steps)
				text += fmt.Sprintf("%+v: grown %d, overflown %v, truncated %v", m, ts.enumerated.Load(),
					ts.memory.overflowed.Load(), ts.memory.truncated.Load())
				for _, layer := range ts.layers {
					for _, p := range layer {
						text += fmt.Sprintf("; %v %v", p.end, p.outOfMemory)
					}
				}
				text += "\n"
			}
			return text, ts
		}
		one, ts := describe(1)
		for range 2 {
			if more, _ := describe(3); more != one {
				at := 0
				for more[at] == one[at] {
					at++
				}
				t.Fatalf("seed %d, %d bytes: three workers make …%.100s, one makes …%.100s", seed, memory,
					more[max(0, at-50):], one[max(0, at-50):])
			}
		}
		switch {
		case !ts.memory.overflowed.Load():
			whole++
		case !ts.memory.truncated.Load():
			partial++
			used := ts.memory.used.Load()
			require.That(t, used <= memory, "seed %d: %d bytes in use, %d allowed", seed, used, memory)
		}
	}
	check.That(t, partial != 0 && whole != 0, "tables were incomplete %d times, complete %d times", partial, whole)
}
