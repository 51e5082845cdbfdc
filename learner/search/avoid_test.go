package search

import (
	"context"
	"fmt"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/internal/brute"
	"github.com/genus-kg/genus/learner/interp"
)

// TestFurtherSolutionsEqualBruteForce: each further solution, which avoids the earlier ones,
// is the best that complete enumeration finds among the remaining concepts; in one session
// and in fresh ones, for all sizes at once and stage by stage, in approximate and exact mode.
func TestFurtherSolutionsEqualBruteForce(t *testing.T) {
	ctx := context.Background()
	later := map[int]int{}
	for seed := range uint64(*problems / 2) {
		task, o := randomTask(t, seed+3_000_000)
		rng := dltest.Rand(seed)
		l := randomLimits(rng)
		task.Exact = rng.IntN(3) == 0
		var session Session
		for m := range 4 {
			where := fmt.Sprintf("seed %d, %s, %s, exact %v, avoiding %#v, %+v", seed, o.Language, task.Score, task.Exact, task.Avoid, l)
			best, fits := findReference(t, task, o)
			var have dl.Concept
			for k := 1; k <= o.MaxSize; k++ {
				stage := task
				stage.MinSize, stage.MaxSize = k, k
				if have != nil && !task.Exact {
					stage.Best, stage.Have = dltest.Classify(t, *task.Problem, have), true
				}
				if have != nil && task.Exact {
					break
				}
				checkReports(t, where, &stage)
				c, proved, err := session.run(ctx, stage, 1<<30, l)
				if err != nil || !proved {
					t.Fatalf("%s: stage %d: proved %v, %v", where, k, proved, err)
				}
				if c != nil {
					have = c
				}
				if !task.Exact {
					checkResult(t, where+", by stages", task, k, have, best.Best[k])
				}
			}
			one := task
			checkReports(t, where, &one)
			c, proved, err := run(ctx, one, 1<<30, l)
			if err != nil || !proved {
				t.Fatalf("%s: proved %v, %v", where, proved, err)
			}
			other := l
			other.workers = 1 + l.workers%2
			checkReports(t, where, &one)
			if again, _, err := run(ctx, one, 1<<30, other); err != nil || again != c {
				t.Fatalf("%s: %d workers settle on %#v, others on %#v, %v", where, other.workers, again, c, err)
			}
			if task.Exact {
				for _, c := range []dl.Concept{have, c} {
					if (fits.Concept == nil) != (c == nil) || c != nil && dl.Size(c) != fits.Size {
						t.Fatalf("%s: %#v, reference %#v", where, c, fits.Concept)
					}
				}
			} else {
				checkResult(t, where, task, o.MaxSize, c, best.Best[o.MaxSize])
			}
			if have == nil {
				break
			}
			for _, c := range []dl.Concept{have, c} {
				for _, before := range task.Avoid {
					if isVariant(c, before) {
						t.Fatalf("%s: %#v is a variant of %#v", where, c, before)
					}
				}
			}
			later[m]++
			task.Avoid = append(task.Avoid, []dl.Concept{have, c}[rng.IntN(2)])
		}
	}
	if later[3] < *problems/20 {
		t.Errorf("numbers of problems by number of solutions: %v", later)
	}
}

// findReference returns the results of the reference.
func findReference(t *testing.T, task interp.Task, o brute.Options) (best brute.Result, fits brute.Entry) {
	t.Helper()
	o.Avoid = task.Avoid
	var err error
	if task.Exact {
		fits.Concept, fits.Size, _, err = brute.Exact(*task.Problem, o)
	} else {
		best, err = brute.Best(*task.Problem, o, task.Score.Of)
	}
	if err != nil {
		t.Fatal(err)
	}
	return best, fits
}

// isVariant reports whether c uses all symbols of d.
func isVariant(c, d dl.Concept) bool {
	used := dl.Symbols(c)
	for s := range dl.Symbols(d) {
		if !used[s] {
			return false
		}
	}
	return true
}
