package search

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// quickLimits are limits so small that small problems exceed them.
var quickLimits = limits{
	workers:       1,
	scanSize:      3,
	scanEntries:   800,
	dominators:    100,
	contexts:      100,
	tableWork:     4000,
	budgetPerWork: 20,
	shortPart:     2,
	lowerBytes:    1 << 20,
}

// runStages runs the stages up to the task's size, and returns the result of each stage. If
// cut is not nil, it first cuts each stage short after the time that cut returns.
func runStages(t *testing.T, where string, task interp.Task,
	search func(context.Context, interp.Task) (dl.Concept, bool, error),
	cut func() time.Duration) (out []interp.Confusion, proved []bool) {
	t.Helper()
	for k := 1; k <= task.MaxSize; k++ {
		stage := task
		stage.MinSize, stage.MaxSize = k, k
		last := checkReports(t, where, &stage)
		if cut != nil {
			ctx, cancel := context.WithTimeout(context.Background(), cut())
			_, _, err := search(ctx, stage)
			cancel()
			require.That(t, err == nil || errors.Is(err, context.DeadlineExceeded), "%s: %v", where, err)
			last = checkReports(t, where, &stage)
		}
		c, ok, err := search(context.Background(), stage)
		require.That(t, err == nil, "%s: %v", where, err)
		if c != nil {
			task.Best, task.Have = dltest.Classify(t, *task.Problem, c), true
		}
		require.That(t, task.Score.Compare(task.Best, *last) == 0, "%s: settles on %#v, but %+v was reported last", where, c,
			*last)
		out, proved = append(out, task.Best), append(proved, ok)
	}
	return out, proved
}

// TestSessionAfterCancel: a stage that was cut short at any moment leaves no incomplete state
// in the session. Run again, it has the result of a fresh session.
func TestSessionAfterCancel(t *testing.T) {
	cut := 0
	for seed := range uint64(*problems / 50) {
		task := largerTask(t, seed+7_000_000, 4)
		rng := dltest.Rand(seed)
		where := fmt.Sprintf("seed %d, %s, %s", seed, task.Space.Language, task.Score)
		fresh := func(ctx context.Context, t interp.Task) (dl.Concept, bool, error) {
			return run(ctx, t, 1<<30, quickLimits)
		}
		want, _ := runStages(t, where, task, fresh, nil)
		var s Session
		search := func(ctx context.Context, t interp.Task) (dl.Concept, bool, error) {
			l := quickLimits
			l.workers = 1 + int(seed%2)
			c, proved, err := s.run(ctx, t, 1<<30, l)
			if err != nil {
				cut++
			}
			return c, proved, err
		}
		got, proved := runStages(t, where, task, search,
			func() time.Duration { return time.Duration(rng.IntN(300)) * time.Microsecond })
		for i := range want {
			require.That(t, task.Score.Compare(got[i], want[i]) == 0 && proved[i],
				"%s: stage %d: %+v, proved %v; fresh %+v", where, i+1, got[i], proved[i], want[i])
		}
	}
	check.That(t, cut >= *problems/40, "only %d stages were cut short", cut)
}

// TestSessionMemory: with little memory, a session proves at least what independent stages
// prove, and its proofs are correct.
func TestSessionMemory(t *testing.T) {
	short := 0
	for seed := range uint64(testsize.Rounds(*problems / 50)) {
		task := largerTask(t, seed+8_000_000, 4)
		where := fmt.Sprintf("seed %d, %s, %s", seed, task.Space.Language, task.Score)
		const little = 50_000
		tight := quickLimits
		tight.lowerBytes = little / 4
		ample, _ := runStages(t, where, task, func(ctx context.Context, t interp.Task) (dl.Concept, bool, error) {
			return run(ctx, t, 1<<30, quickLimits)
		}, nil)
		var s Session
		search := func(ctx context.Context, t interp.Task) (dl.Concept, bool, error) {
			c, proved, err := s.run(ctx, t, little, tight)
			if !proved {
				short++
			}
			return c, proved, err
		}
		got, proved := runStages(t, where, task, search, nil)
		_, alone := runStages(t, where, task,
			func(ctx context.Context, t interp.Task) (dl.Concept, bool, error) { return run(ctx, t, little, tight) },
			nil)
		sound := true // so far
		for i := range ample {
			require.That(t, !sound || !alone[i] || proved[i], "%s: stage %d is not proved, but by itself it would be", where,
				i+1)
			sound = sound && proved[i]
			require.That(t, !sound || task.Score.Compare(got[i], ample[i]) == 0,
				"%s: stage %d: %+v is proved, %+v is right", where, i+1, got[i], ample[i])
		}
	}
	check.That(t, short != 0 || *problems < 500, "no stage ran out of memory")
}

// TestResult: a reported concept is the result if the search, for lack of memory, does not
// find it again.
func TestResult(t *testing.T) {
	less, more := interp.Confusion{TP: 1, FN: 1, TN: 2}, interp.Confusion{TP: 2, TN: 2}
	reported, concept := dl.Name{IRI: "reported"}, dl.Name{IRI: "found"}
	for _, test := range []struct {
		name string
		q    searchRun
		want dl.Concept
	}{
		{"nothing", searchRun{}, nil},
		{"found", searchRun{request: request{best: more, have: true}, concept: concept, reported: reported, shown: &more},
			concept},
		{"reported only", searchRun{reported: reported, shown: &less}, reported},
		{"reported something better",
			searchRun{request: request{best: less, have: true}, concept: concept, reported: reported, shown: &more}, reported},
	} {
		check.Equal(t, test.q.result(), test.want, "%s: settles on", test.name)
	}
}

// TestDefaultMemory: tables and caches leave room for a large structure.
func TestDefaultMemory(t *testing.T) {
	for individuals, want := range map[int]uint64{0: 2 << 30, 1 << 19: 3 << 29, 1 << 20: 1 << 30, 1 << 22: 1 << 30} {
		check.Equal(t, defaultMemory(individuals), want, "for %d individuals, want %d", individuals, want)
	}
}
