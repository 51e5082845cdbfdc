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

// largerTask returns a random task that is too large for complete enumeration, up to that
// size, or 5 if there are roles.
func largerTask(t *testing.T, seed uint64, size int) interp.Task {
	t.Helper()
	rng := dltest.Rand(seed)
	languages := []dl.Language{dl.ALCQIF, dl.ALCQIF &^ dl.WithInverse, dl.ALCQIF &^ dl.WithNot,
		dl.ALCQIF &^ (dl.WithOr | dl.WithInverse), dl.WithAnd | dl.WithOr | dl.WithNot}
	p := dltest.Problem(rng,
		dltest.Config{
			Individuals: 30 + rng.IntN(60),
			Names:       2 + rng.IntN(5),
			Roles:       rng.IntN(3),
			Features:    rng.IntN(3),
			Labels:      dltest.NoisyLabels,
			Weights:     []int{-1, 0, 5, interp.MaxWeight / 100}[seed%4],
		})
	p.MaxDepth = rng.IntN(3)
	sp := interp.NewSpace(&p, languages[rng.IntN(len(languages))])
	sp.MaxNumber = 1 + rng.IntN(2)
	for _, f := range interp.Features(&p, sp.Language) {
		for i, v := range p.Structure.Values(f) {
			if !v.IsNaN() && v.Kind() != dl.Boolean && i%4 == 0 {
				sp.Thresholds[f] = append(sp.Thresholds[f], v)
			}
		}
	}
	if len(sp.Roles) > 0 {
		size = min(size, 5)
	}
	return interp.Task{Problem: &p, Space: sp, MinSize: 1, MaxSize: size, Score: interp.Score(rng.IntN(3))}
}

// TestLimitsChangeNothing: the score and the size do not depend on the limits. The structures
// are too large for complete enumeration, so this test finds pruning rules that prune too
// much there.
func TestLimitsChangeNothing(t *testing.T) {
	for seed := range uint64(testsize.Rounds(*problems / 50)) {
		rng := dltest.Rand(seed)
		task := largerTask(t, seed, 5+rng.IntN(3))
		var want interp.Confusion
		var size int
		for i := range 4 {
			l := randomLimits(rng)
			if i == 0 { // the least pruning possible
				l = limits{workers: 1, scanSize: 1, lowerBytes: 0, dominators: 0, contexts: 1, tableWork: 1 << 30}
			}
			where := fmt.Sprintf("seed %d, %s, %s, size %d, %+v", seed, task.Space.Language, task.Score, task.MaxSize, l)
			last := checkReports(t, where, &task)
			c, proved, err := run(context.Background(), task, 1<<30, l)
			require.That(t, err == nil && proved && c != nil, "%s: %#v, proved %v, %v", where, c, proved, err)
			if i == 0 {
				want, size = *last, dl.Size(c)
			}
			require.That(t, task.Score.Compare(*last, want) == 0 && dl.Size(c) == size,
				"%s: %+v of size %d by %#v, otherwise %+v of size %d", where, *last, dl.Size(c), c, want, size)
		}
	}
}

// TestWorkersChangeNothing: the concept and the proof are the same for any number of
// workers, with the default limits, with limits that let workers share every part of the
// search, and when memory runs out.
func TestWorkersChangeNothing(t *testing.T) {
	cut, shared := 0, 0
	for seed := range uint64(*problems / 20) {
		rng := dltest.Rand(seed)
		task := largerTask(t, seed+2_000_000, 4+rng.IntN(3))
		l := randomLimits(rng)
		l.lowerBytes = min(l.lowerBytes, 1<<16)
		if seed%4 == 0 {
			l = defaultLimits(1, 1<<20)
		}
		memory := []int64{10_000, 100_000, 1 << 30}[rng.IntN(3)]
		where := fmt.Sprintf("seed %d: %+v, %d bytes", seed, l, memory)
		var one dl.Concept
		var proved bool
		for workers := 1; workers <= 3; workers++ {
			checkReports(t, where, &task)
			l.workers = workers
			c, ok, err := run(context.Background(), task, memory, l)
			require.That(t, err == nil, "%s: %v", where, err)
			if workers == 1 {
				one, proved = c, ok
			}
			require.That(t, c == one && ok == proved, "%s: %d workers settle on %#v, proved %v; one on %#v, %v", where, workers,
				c, ok, one, proved)
		}
		if !proved {
			cut++
		}
		if l.shareWork == 0 {
			shared++
		}
	}
	check.That(t, cut != 0 && shared != 0, "%d searches ran out of memory, %d shared their scans", cut, shared)
}

// TestCancel: when the context ends, at any moment, the search returns the context's error
// at once and leaves no goroutine, and the concepts reported are valid.
func TestCancel(t *testing.T) {
	testsize.EndGoroutines(t)
	ended := 0
	for seed := range uint64(*problems / 20) {
		rng := dltest.Rand(seed)
		task := largerTask(t, seed, 12)
		task.MaxSize = 12
		task.Exact = rng.IntN(4) == 0
		checkReports(t, fmt.Sprintf("seed %d", seed), &task)
		ctx, cancel := context.WithTimeout(context.Background(),
			time.Duration(rng.IntN(20_000*(1+9*rng.IntN(2))))*time.Microsecond)
		deadline, _ := ctx.Deadline()
		c, proved, err := new(Session).Run(ctx, task, Options{Workers: 1 + rng.IntN(2), MaxMemory: 1 << 30})
		late := time.Since(deadline)
		cancel()
		if err == nil {
			continue // the search ended first
		}
		ended++
		require.That(t, errors.Is(err, context.DeadlineExceeded) && !proved && c == nil, "seed %d: %#v, %v, %v", seed, c,
			proved, err)
		testsize.Prompt(t, late, time.Second)
	}
	check.That(t, ended >= *problems/40, "only %d searches were cut short", ended)
}

// TestMemory: a search with little memory that proves nothing says so, and still reports
// valid concepts.
func TestMemory(t *testing.T) {
	cut := 0
	for seed := range uint64(max(*problems/50, 20)) {
		task := largerTask(t, seed, 7)
		where := fmt.Sprintf("seed %d", seed)
		checkReports(t, where, &task)
		all, proved, err := new(Session).Run(context.Background(), task, Options{})
		require.That(t, err == nil && proved, "%s: %v, %v", where, proved, err)
		last := checkReports(t, where, &task)
		c, proved, err := new(Session).Run(context.Background(), task, Options{MaxMemory: 100_000})
		require.That(t, err == nil && c != nil, "%s: %#v, %v", where, c, err)
		if !proved {
			cut++
		} else if got, want := dltest.Classify(t, *task.Problem, c),
			dltest.Classify(t, *task.Problem, all); task.Score.Compare(got, want) != 0 || dl.Size(c) != dl.Size(all) {
			// It may be another concept: what is listed and what is looked for depends on the memory.
			t.Fatalf("%s: proved %#v with little memory, %#v with enough", where, c, all)
		}
		require.That(t, *last != (interp.Confusion{}), "%s: nothing was reported", where)
	}
	check.That(t, cut != 0, "no search ran out of memory")
}
