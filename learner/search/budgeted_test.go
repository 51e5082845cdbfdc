package search

import (
	"context"
	"fmt"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// growing are the stages of a task in which thresholds and numbers grow, so that
// each has all sizes to search again.
func growing(task interp.Task, stages int) []interp.Task {
	out := make([]interp.Task, stages)
	for i := range out {
		t := task
		t.MinSize, t.MaxSize = 1, i+1
		t.Space.MaxNumber = min(t.Space.MaxNumber, i+1)
		t.Space.Thresholds = make([][]dl.Value, len(task.Space.Thresholds))
		for f, values := range task.Space.Thresholds {
			t.Space.Thresholds[f] = values[:len(values)*(i+1)/stages]
		}
		out[i] = t
	}
	return out
}

// TestShortSearchesChangeNothing: with short searches, at one size and at all sizes of a
// stage together, every stage ends with the score, the size and the proof that it has
// without them.
func TestShortSearchesChangeNothing(t *testing.T) {
	ahead := 0 // stages that short searches at all sizes decided
	for seed := range uint64(*problems / 10) {
		rng := dltest.Rand(seed)
		task := larger(t, seed+9_000_000, 3+rng.IntN(4))
		stages := growing(task, task.MaxSize)
		want := make([]result, len(stages))
		for i := range 4 {
			l := randomLimits(rng)
			l.lowerBytes = min(l.lowerBytes, 1<<16)
			if l.shortPart = []int64{0, 1, 10, 1000}[i]; i == 1 {
				l.budgetPerWork, l.leastBudget = 1<<30, 1<<30
			}
			var s Session
			var last result
			for k, stage := range stages {
				where := fmt.Sprintf("seed %d, %s, %s, size %d, %+v", seed, task.Space.Language, task.Score, k+1, l)
				stage.Best, stage.Have = last.confusion, last.concept != nil
				judge(t, where, &stage)
				c, proved, err := s.run(context.Background(), stage, 1<<30, l)
				if err != nil {
					t.Fatalf("%s: %v", where, err)
				}
				if c != nil {
					last = result{c, dltest.Classify(t, *task.Problem, c)}
				}
				if known := s.factsAbout(stage.Space); c != nil && k > 0 && known.bounds[0].size == k+1 {
					ahead++
				}
				if i == 0 {
					want[k] = last
				}
				if !proved || task.Score.Compare(last.confusion, want[k].confusion) != 0 || size(last.concept) != size(want[k].concept) {
					t.Fatalf("%s: %#v with %+v, proved %v; without short searches %#v with %+v", where, last.concept, last.confusion, proved, want[k].concept, want[k].confusion)
				}
			}
		}
	}
	if ahead < *problems/50 {
		t.Errorf("short searches at all sizes decided only %d stages", ahead)
	}
}

// result is what a stage ends with.
type result struct {
	concept   dl.Concept
	confusion interp.Confusion
}

// size is that of the concept, 0 without one.
func size(c dl.Concept) int {
	if c == nil {
		return 0
	}
	return dl.Size(c)
}
