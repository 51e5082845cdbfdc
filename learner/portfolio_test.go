package learner

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// chains returns a problem of two chains of a role that differ at the far end. Its smallest
// fitting is ∃r…∃r.A, of size length + 1.
func chains(t *testing.T, length int) interp.Problem {
	t.Helper()
	var b interp.Builder
	const r = "http://example.org/r"
	name := func(side string, i int) string { return "http://example.org/" + side + string(rune('a'+i)) }
	for _, side := range []string{"p", "n"} {
		for i := range length {
			b.AddRole(r, name(side, i), name(side, i+1))
		}
	}
	b.AddName("http://example.org/A", name("p", length))
	return dltest.Labelled(t, &b, []string{name("p", 0)}, []string{name("n", 0)})
}

// TestPortfolioNamesTheWinner: every stage names the engine that answered, and the result is
// the smallest concept, also if SAT runs from the start.
func TestPortfolioNamesTheWinner(t *testing.T) {
	alc, err := dl.ParseLanguage("alc")
	require.NoError(t, err)
	for _, delay := range []time.Duration{time.Nanosecond, time.Hour} {
		f, err := Learn(context.Background(), chains(t, 3), Options{Language: alc, Engine: Portfolio{Delay: delay}})
		require.That(t, err == nil && f.Optimal && f.Size == 4, "%#v of size %d, %v, %v", f.Concept, f.Size, f.Optimal, err)
		for _, s := range f.Stages {
			check.That(t, s.Engine == "search" || s.Engine == "sat" && delay != time.Hour,
				"delay %v: stage %d was answered by %q", delay, s.K, s.Engine)
		}
	}
}

// TestPortfolioCancel: when the context ends, both engines stop and leave no goroutine, and
// Learn returns the best concept found.
func TestPortfolioCancel(t *testing.T) {
	testsize.EndGoroutines(t)
	rng := rand.New(rand.NewPCG(1, 2))
	cut := 0
	for seed := range uint64(60) {
		p := dltest.Problem(dltest.Rand(seed), dltest.Config{Individuals: 60, Names: 4, Roles: 2, Labels: dltest.NoisyLabels})
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rng.IntN(60))*time.Millisecond)
		deadline, _ := ctx.Deadline()
		f, err := Learn(ctx, p, Options{MaxSize: 12, Engine: Portfolio{Workers: 1 + rng.IntN(2), Delay: time.Nanosecond}})
		late := time.Since(deadline)
		cancel()
		testsize.Prompt(t, late, time.Second)
		require.That(t, err == nil || errors.Is(err, context.DeadlineExceeded), "seed %d: %v", seed, err)
		require.That(t, (f.Concept == nil) == (err != nil), "seed %d: %#v, %v", seed, f.Concept, err)
		if !f.Optimal {
			cut++
		}
		if f.Concept == nil {
			continue
		}
		got := dltest.Classify(t, p, f.Concept)
		require.That(t, got == f.Confusion, "seed %d: %#v is said to have %+v, has %+v", seed, f.Concept, f.Confusion, got)
	}
	check.That(t, cut >= 20, "only %d runs were cut short", cut)
}
