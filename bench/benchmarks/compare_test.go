package benchmarks_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/bench/benchmarks"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// watched is an engine that calls before ahead of each stage.
type watched struct {
	learner.Engine
	before func(ctx context.Context, k int) error
}

func (w watched) Search(ctx context.Context, t learner.Task) (dl.Concept, bool, error) {
	if err := w.before(ctx, t.MaxSize); err != nil {
		return nil, false, err
	}
	return w.Engine.Search(ctx, t)
}

// unfit returns a problem that no small concept fits.
func unfit() interp.Problem {
	return dltest.Problem(dltest.Rand(7), dltest.Config{Individuals: 40, Labels: dltest.RandomLabels})
}

func contender(name string, e learner.Engine) benchmarks.Contender {
	return benchmarks.Contender{Name: name, Options: learner.Options{Engine: e, MaxSize: 4}}
}

func TestEnginesTakeTurns(t *testing.T) {
	var order []string // of the stages; a stage may search smaller sizes again
	last := map[string]int{}
	var at atomic.Int32
	log := func(name string, e learner.Engine) benchmarks.Contender {
		return contender(name, watched{e, func(_ context.Context, k int) error {
			if at.Add(1) > 1 {
				t.Errorf("%s begins stage %d while another runs", name, k)
			}
			defer at.Add(-1)
			if k > last[name] {
				last[name], order = k, append(order, name+string(rune('0'+k)))
			}
			return nil
		}})
	}
	told := map[string]int{}
	c := benchmarks.Compare(
		t.Context(),
		unfit(),
		[]benchmarks.Contender{log("a", learner.Search{}), log("b", learner.SAT{}), log("c", learner.Search{})},
		benchmarks.Limits{Progress: func(name string, p learner.Progress) {
			if p.Done {
				told[name]++
			}
		}})
	want := []string{"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "a4", "b4", "c4"}
	if !slices.Equal(order, want) {
		t.Errorf("order %v", order)
	}
	if told["a"] != 4 || told["b"] != 4 || told["c"] != 4 {
		t.Errorf("progress %v", told)
	}
	rows := c.Rows()
	if len(rows) != 4 || len(c.Disagreements()) != 0 {
		t.Fatalf("rows %+v", rows)
	}
	stages, elapsed := c.Total()
	if stages != 4 {
		t.Errorf("%d stages proved by all", stages)
	}
	for i, run := range c.Runs {
		var sum time.Duration
		for k, s := range run.Fitting.Stages {
			sum += s.Elapsed
			if cell := rows[k].Cells[i]; !cell.Begun || !cell.Proved || cell.Stage.Elapsed != s.Elapsed || rows[k].K != k+1 {
				t.Errorf("stage %d of %s: %+v", k+1, run.Engine, cell)
			}
		}
		if run.Err != nil || run.TimeUp || elapsed[i] != sum || run.LastProved() != 4 {
			t.Errorf("%s: %v, %v in all, stages %v", run.Engine, run.Err, elapsed[i], sum)
		}
	}
}

// The stages of all engines together take no longer than the comparison, because the
// turns of others do not count.
func TestWaitingIsNotTimed(t *testing.T) {
	const nap = 100 * time.Millisecond
	slow := watched{learner.Search{}, func(context.Context, int) error { time.Sleep(nap); return nil }}
	started := time.Now()
	c := benchmarks.Compare(t.Context(), unfit(),
		[]benchmarks.Contender{contender("slow", slow), contender("slow too", slow)}, benchmarks.Limits{})
	passed := time.Since(started)
	_, elapsed := c.Total()
	if elapsed[0] < 4*nap || elapsed[1] < 4*nap || elapsed[0]+elapsed[1] > passed {
		t.Errorf("stages took %v and %v, all %v", elapsed[0], elapsed[1], passed)
	}
}

// A contender without time left drops out, and the others go on.
func TestTimeUp(t *testing.T) {
	stuck := watched{learner.Search{}, func(ctx context.Context, k int) error {
		if k < 3 {
			return nil
		}
		<-ctx.Done()
		return ctx.Err()
	}}
	c := benchmarks.Compare(t.Context(), unfit(),
		[]benchmarks.Contender{contender("stuck", stuck), contender("free", learner.Search{})},
		benchmarks.Limits{Time: 2 * time.Second})
	a, b := c.Runs[0], c.Runs[1]
	if !a.TimeUp || a.Err != nil || a.LastProved() != 2 || len(a.Fitting.Stages) != 3 {
		t.Errorf("stuck: time up %t, %v, proved %d of %d stages", a.TimeUp, a.Err, a.LastProved(), len(a.Fitting.Stages))
	}
	if b.TimeUp || b.LastProved() != 4 {
		t.Errorf("free: time up %t, proved %d", b.TimeUp, b.LastProved())
	}
	rows := c.Rows()
	if stages, _ := c.Total(); stages != 2 || len(rows) != 4 || rows[2].NumProved() != 1 || !rows[2].Cells[0].Begun ||
		rows[3].Cells[0].Begun ||
		len(c.Disagreements()) != 0 {
		t.Errorf("%d stages in all, rows %+v", stages, rows)
	}
}

// The time limit of an engine is for all its stages together.
func TestLimitIsOfTheProblem(t *testing.T) {
	const nap = 100 * time.Millisecond
	slow := watched{learner.Search{}, func(ctx context.Context, _ int) error {
		select {
		case <-time.After(nap):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
	c := benchmarks.Compare(t.Context(), unfit(), []benchmarks.Contender{contender("slow", slow)},
		benchmarks.Limits{Time: 3 * nap})
	if !c.Runs[0].TimeUp || c.Runs[0].LastProved() == 4 {
		t.Errorf("time up %t, proved %d stages of %v each in %v", c.Runs[0].TimeUp, c.Runs[0].LastProved(), nap, 3*nap)
	}
}

// It is not an error if nothing fits.
func TestNothingFits(t *testing.T) {
	exact := contender("exact", learner.Search{})
	exact.Options.Mode, exact.Options.MaxSize = learner.Exact, 2
	c := benchmarks.Compare(t.Context(), threeStages(t), []benchmarks.Contender{exact},
		benchmarks.Limits{Time: time.Minute})
	if run := c.Runs[0]; run.Err != nil || run.TimeUp || run.LastProved() != 2 || run.Fitting.Concept != nil {
		t.Errorf("%v, time up %t, proved %d, %#v", run.Err, run.TimeUp, run.LastProved(), run.Fitting.Concept)
	}
}

// After an interruption the finished stages are kept, and nothing runs on.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	interrupts := watched{learner.Search{}, func(_ context.Context, k int) error {
		if k == 3 {
			cancel()
		}
		return nil
	}}
	c := benchmarks.Compare(ctx, unfit(),
		[]benchmarks.Contender{contender("a", learner.Search{}), contender("b", interrupts)}, benchmarks.Limits{})
	for i, run := range c.Runs {
		if run.Err != nil || run.TimeUp || run.LastProved() != 3-i {
			t.Errorf("%s: %v, time up %t, proved %d", run.Engine, run.Err, run.TimeUp, run.LastProved())
		}
	}
}

// The error of an engine that fails is reported, not as a time limit.
func TestFailureIsReported(t *testing.T) {
	broken := errors.New("broken")
	fails := watched{learner.Search{}, func(_ context.Context, k int) error {
		if k == 1 {
			return broken
		}
		return nil
	}}
	c := benchmarks.Compare(t.Context(), unfit(),
		[]benchmarks.Contender{contender("a", fails), contender("b", learner.Search{})},
		benchmarks.Limits{Time: time.Minute})
	if !errors.Is(c.Runs[0].Err, broken) || c.Runs[0].TimeUp || c.Runs[1].LastProved() != 4 {
		t.Errorf("%v, the other proved %d", c.Runs[0].Err, c.Runs[1].LastProved())
	}
}

// lazy claims at every stage from k that nothing is better.
type lazy struct{ k int }

func (lazy) Name() string { return "lazy" }

func (l lazy) Search(ctx context.Context, t learner.Task) (dl.Concept, bool, error) {
	if t.MaxSize < l.k {
		return learner.Search{}.Search(ctx, t)
	}
	return nil, true, nil
}

func TestDisagreement(t *testing.T) {
	for _, test := range []struct{ from, want int }{{1, 1}, {2, 2}, {5, 0}} {
		c := benchmarks.Compare(t.Context(), threeStages(t),
			[]benchmarks.Contender{contender("a", learner.Search{}), contender("b", lazy{test.from})},
			benchmarks.Limits{})
		got := 0
		if rows := c.Disagreements(); len(rows) > 0 {
			got = rows[0].K
		}
		if got != test.want {
			t.Errorf("lazy from stage %d: first disagreement %d, want %d", test.from, got, test.want)
		}
	}
}

// threeStages returns a problem where each of the stages 1, 2 and 3 finds something
// better.
func threeStages(t *testing.T) interp.Problem {
	t.Helper()
	var b interp.Builder
	for _, a := range []string{"p1", "p2", "p3", "n1"} {
		b.AddName("A", a)
	}
	b.AddRole("r", "p1", "n1")
	b.AddRole("r", "p2", "n1")
	b.AddRole("r", "n2", "n1")
	b.AddName("B", "n2")
	return dltest.Labelled(t, &b, []string{"p1", "p2"}, []string{"p3", "n1", "n2"})
}

// Runs agree if the sizes and scores that they prove are equal.
func TestAgreement(t *testing.T) {
	testsize.Check(t, 100, func(t *rapid.T) {
		cell := func() benchmarks.Cell {
			c := benchmarks.Cell{Begun: true, Proved: rapid.IntRange(0, 3).Draw(t, "proved") > 0}
			if size := rapid.IntRange(0, 6).Draw(t, "size"); size > 0 {
				c.Stage.Concept = []dl.Concept{dl.Top{}, dl.Not{C: dl.Top{}}}[size%2]
				tp := rapid.IntRange(0, 1).Draw(t, "tp")
				c.Stage.Confusion = interp.Confusion{TP: tp, FN: 1 - tp, TN: 2}
			}
			return c
		}
		row := benchmarks.Row{K: 2, Cells: []benchmarks.Cell{cell(), cell(), cell()}}
		want := true
		for _, a := range row.Cells {
			for _, b := range row.Cells {
				if a.Proved && b.Proved && (a.Stage.Concept != b.Stage.Concept || a.Stage.Confusion != b.Stage.Confusion) {
					want = false
				}
			}
		}
		if got := row.RunsAgree(interp.Accuracy); got != want {
			t.Fatalf("agree: %t, want %t", got, want)
		}
	})
}
