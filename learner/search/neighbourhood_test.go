package search

import (
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// runImprover runs an Improver and returns its reports. It checks each of them by the naive
// semantics.
func runImprover(t *testing.T, where string, task interp.Task, size int, from []dl.Concept) []record {
	t.Helper()
	var out []record
	best := make([]*interp.Confusion, task.MaxSize+1)
	task.Found = func(c dl.Concept) (interp.Confusion, error) {
		confusion := classifyNaively(t, task, c)
		n := dl.Size(c)
		require.That(t, n <= task.MaxSize, "%s: %#v has %d nodes", where, c, n)
		dltest.CheckSpace(t, where, task.Problem.Structure, task.Space, c)
		for k := 1; k <= n; k++ {
			require.That(t, best[k] == nil || task.Score.Compare(confusion, *best[k]) > 0,
				"%s: %#v is reported, but no better than what there was", where, c)
		}
		best[n] = &confusion
		out = append(out, record{&part{concept: c, size: n}, confusion})
		return confusion, nil
	}
	values := make([][]dl.Value, len(task.Space.Thresholds))
	for f := range values {
		values[f] = task.Space.Thresholds[f]
	}
	m := NewImprover(task, values)
	for s := 1; s <= size; s += 2 {
		require.NoError(t, m.Run(t.Context(), Round{Size: s, Work: 50_000_000, Each: 4_000_000, Start: from}), "%s", where)
	}
	return out
}

// TestImprover: the concepts reported are in the space, have the classification stated, get
// better, are the same each time, never beat the reference's optimum, and usually reach it.
func TestImprover(t *testing.T) {
	reached, all := 0, 0
	for seed := range uint64(testsize.Rounds(*problems)) {
		task, o := randomTask(t, seed+31_000_000)
		where := fmt.Sprintf("seed %d, %s, %s", seed, o.Language, task.Score)
		found := runImprover(t, where, task, 3, nil)
		again := runImprover(t, where, task, 3, nil)
		require.That(t, slices.EqualFunc(found, again, func(a, b record) bool { return a.part.concept == b.part.concept }),
			"%s: two runs differ", where)
		want := require.Value(brute.Best(*task.Problem, o, task.Score.Of))(t)
		for k := 1; k <= task.MaxSize; k++ {
			if want.Best[k].Concept == nil {
				continue
			}
			all++
			for _, f := range found {
				if f.part.size > k {
					continue
				}
				switch c := task.Score.Compare(f.confusion, want.Best[k].Confusion); {
				case c > 0:
					t.Fatalf("%s: %#v with %+v is better than the optimum %#v", where, f.part.concept, f.confusion,
						want.Best[k].Concept)
				case c == 0:
					reached++
				}
				if task.Score.Compare(f.confusion, want.Best[k].Confusion) == 0 {
					break
				}
			}
		}
	}
	check.That(t, reached*100 >= all*95, "the optimum was reached at %d of %d sizes", reached, all)
	t.Logf("the optimum was reached at %d of %d sizes", reached, all)
}

// TestImproverStarts: the concepts reported are no worse than those to start from.
func TestImproverStarts(t *testing.T) {
	for seed := range uint64(testsize.Rounds(*problems)) {
		task, o := randomTask(t, seed+32_000_000)
		where := fmt.Sprintf("seed %d, %s, %s", seed, o.Language, task.Score)
		rng := dltest.Rand(seed)
		var from []dl.Concept
		want := require.Value(brute.Best(*task.Problem, o, task.Score.Of))(t)
		for _, e := range want.Best {
			if e.Concept != nil && rng.IntN(2) == 0 {
				from = append(from, e.Concept)
			}
		}
		found := runImprover(t, where, task, 1, from)
		for _, e := range want.Best {
			if e.Concept != nil && slices.Contains(from, e.Concept) && !slices.ContainsFunc(found, func(f record) bool {
				return f.part.size <= e.Size && task.Score.Compare(f.confusion, e.Confusion) >= 0
			}) {
				t.Fatalf("%s: started from %#v, found nothing as good", where, e.Concept)
			}
		}
	}
}
