package learner

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestAhead: a run that is cut short at any improvement returns the best concept that the
// observer has seen. The concept is within the language and the bounds, and is optimal
// only if all stages are proved. Each concept that the observer sees is better than the one
// before.
func TestAhead(t *testing.T) {
	larger := 0
	for seed := range uint64(testsize.Rounds(*problems)) {
		p, o := randomTask(t, seed+41_000_000)
		o.Engine = Search{}
		o.Mode = []Mode{Approx, Approx, Exact}[seed%3]
		ctx, cancel := context.WithCancel(t.Context())
		left := int(seed%5) + 1
		var seen Progress
		where := fmt.Sprintf("seed %d, %s, %s, %s", seed, o.Language, o.Score, o.Mode)
		o.Progress = func(s Progress) {
			check.That(t, seen.Best == nil || s.Best != nil && o.Score.Compare(s.Confusion, seen.Confusion) >= 0,
				"%s: %#v after %#v", where, s.Best, seen.Best)
			seen = s
			if left--; left == 0 {
				cancel()
			}
		}
		f, err := Learn(ctx, p, o)
		cancel()
		require.That(t, err == nil || errors.Is(err, ErrNoFitting) || errors.Is(err, context.Canceled), "%s: %v", where, err)
		require.That(t, (f.Concept == nil) == (seen.Best == nil), "%s: %#v, the observer saw %#v", where, f.Concept,
			seen.Best)
		if f.Concept == nil {
			continue
		}
		if o.Mode == Exact {
			p.PosWeights, p.NegWeights = nil, nil
		}
		got := dltest.Classify(t, p, f.Concept)
		require.That(t, got == f.Confusion, "%s: %#v has %+v, not %+v", where, f.Concept, got, f.Confusion)
		require.That(t, o.Score.Compare(f.Confusion, seen.Confusion) >= 0,
			"%s: %#v with %+v, the observer saw %#v with %+v", where, f.Concept, f.Confusion, seen.Best, seen.Confusion)
		require.That(t, o.Language.Has(dl.LanguageOf(f.Concept)) && f.Size <= o.MaxSize &&
			(o.MaxDepth <= 0 || f.Depth <= o.MaxDepth),
			"%s: %#v is out of bounds", where, f.Concept)
		require.That(t, !f.Optimal || !slices.ContainsFunc(f.Stages, func(s Stage) bool { return !s.Proved }),
			"%s: claimed to be optimal, but a stage is not proved", where)
		if last := len(f.Stages) - 1; !f.Stages[last].Proved && dl.Size(f.Stages[last].Concept) > 1 {
			larger++
		}
	}
	check.That(t, larger != 0, "no run was cut short with a concept found ahead of its stage")
}

// stoppingEngine is Search for sizes below from; for larger sizes it returns err.
type stoppingEngine struct {
	from int
	err  error
}

func (stoppingEngine) Name() string { return "stopping" }

func (e stoppingEngine) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	if t.MaxSize >= e.from {
		return nil, false, e.err
	}
	return Search{}.Search(ctx, t)
}

// TestEnd: the result says why the search ended, and up to which size it is refuted.
func TestEnd(t *testing.T) {
	stopped := check.Ended()
	for _, test := range []struct {
		name    string
		ctx     context.Context
		o       Options
		end     End
		refuted int
		found   bool
	}{
		{"exact, found", context.Background(), Options{Mode: Exact}, EndFound, 2, true},
		{"exact, no concept of the sizes allowed", context.Background(), Options{Mode: Exact, MaxSize: 2}, EndMaxSize, 2,
			false},
		{"exact, time up", context.Background(),
			Options{Mode: Exact, Engine: stoppingEngine{from: 3, err: context.DeadlineExceeded}}, EndTimeout, 2, false},
		{"exact, interrupted", context.Background(),
			Options{Mode: Exact, Engine: stoppingEngine{from: 2, err: context.Canceled}}, EndInterrupted, 1, false},
		{"interrupted at once", stopped, Options{Mode: Exact}, EndInterrupted, 0, false},
		{"exact, alike", context.Background(), Options{Mode: Exact, MaxDepth: 1}, EndInseparable, 0, false},
		{"approximate, the ceiling", context.Background(), Options{}, EndFound, 3, true},
		{"approximate, all sizes", context.Background(), Options{MaxSize: 2}, EndMaxSize, 2, true},
		{"approximate, time up", context.Background(),
			Options{Engine: stoppingEngine{from: 2, err: context.DeadlineExceeded}}, EndTimeout, 1, true},
		{"the optimal fitting", context.Background(), Options{Optimal: true}, EndFound, 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := Learn(test.ctx, chains(t, 2), test.o)
			check.That(t, f.End == test.end && f.Refuted == test.refuted && (f.Concept != nil) == test.found,
				"%s, %d refuted, %#v, %v; want %s, %d", f.End, f.Refuted, f.Concept, err, test.end, test.refuted)
		})
	}
}

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
	alc := require.Value(dl.ParseLanguage("alc"))(t)
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
