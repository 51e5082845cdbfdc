package learner

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/optimal"
)

// zoo returns the problem of these tests, whose positives are the mothers of two.
func zoo(t *testing.T) interp.Problem {
	t.Helper()
	b := dltest.ABox(t, `childOf(c1, m1) childOf(c2, m1) childOf(c3, m2) childOf(c4, m2) childOf(c5, n1) childOf(c6, n2)
		Elephant(m1) Elephant(m2) Elephant(n1) Elephant(n2) Elephant(n3) weight(m1, 2500) weight(m2, 3500) weight(n1, 3000)`)
	return dltest.Labelled(t, b, []string{"m1", "m2"}, []string{"n1", "n2", "n3"})
}

func TestLearnSmallestFitting(t *testing.T) {
	p := zoo(t)
	for _, mode := range []Mode{Approx, Exact} {
		f := require.Value(Learn(context.Background(), p, Options{Mode: mode}))(t)
		want := dl.AtLeast{N: 2, Role: dl.Role{IRI: "childOf", Inverse: true}, C: dl.Top{}}
		check.That(t, f.Concept == want && f.Size == 2 && f.Depth == 1 && f.Optimal,
			"%s: %#v, size %d, depth %d, optimal %v", mode, f.Concept, f.Size, f.Depth, f.Optimal)
		check.That(t, f.Confusion == (interp.Confusion{TP: 2, TN: 3}) && len(f.Stages) == 2 && f.Stages[1].Engine == "search",
			"%s: %+v, stages %+v", mode, f.Confusion, f.Stages)
	}
}

func TestRemovedRolesAreNotUsed(t *testing.T) {
	p := zoo(t)
	p.Removed = []interp.Removal{{Role: dl.Role{IRI: "childOf", Inverse: true}, Reason: "cut off"}}
	f := require.Value(Learn(context.Background(), p, Options{MaxSize: 4}))(t)
	dl.Walk(f.Concept, func(c dl.Concept) bool {
		r, ok := dl.RoleOf(c)
		check.That(t, !ok || !r.Inverse, "%#v uses the removed role", f.Concept)
		return true
	})
	check.That(t, len(f.Removed) == 1, "Removed = %v", f.Removed)
}

// TestBisimilarExamples: the error for bisimilar examples of opposite labels names them, and
// comes before any stage.
func TestBisimilarExamples(t *testing.T) {
	p := zoo(t)
	f, err := Learn(context.Background(), p,
		Options{Mode: Exact, Language: dl.WithExists | dl.WithTop | dl.WithNot, MaxSize: 3})
	require.That(t, errors.Is(err, ErrNoFitting), "err = %v", err)
	check.That(t, len(f.Stages) == 0 && len(f.Ceiling.Pairs) != 0, "stages %d, pairs %v", len(f.Stages), f.Ceiling.Pairs)
	for _, pair := range f.Ceiling.Pairs {
		for _, a := range pair {
			check.That(t, strings.Contains(err.Error(), p.Structure.IRI(a)), "%v does not name %s", err, p.Structure.IRI(a))
		}
	}
	if f.Ceiling.Confusion.Correct() != 3 { // all five are bisimilar
		t.Errorf("ceiling %+v", f.Ceiling.Confusion)
	}
}

func TestNoFittingWithinTheSize(t *testing.T) {
	f, err := Learn(context.Background(), zoo(t), Options{Mode: Exact, MaxSize: 1})
	check.That(t, errors.Is(err, ErrNoFitting) && f.Concept == nil && len(f.Stages) == 1 && f.Stages[0].Proved, "%v, %+v",
		err, f)
}

func TestLearnRefusesBadInput(t *testing.T) {
	good := zoo(t)
	oneSided, twice := good, good
	oneSided.Neg = nil
	twice.Neg = append([]interp.Individual{good.Pos[0]}, good.Neg...)
	for _, test := range []struct {
		name string
		p    interp.Problem
		o    Options
		want string
	}{
		{"one-sided", oneSided, Options{}, "no negative examples"},
		{"both sides", twice, Options{}, "both a positive and a negative"},
		{"negative size", good, Options{MaxSize: -1}, "max-size is -1"},
		{"negative number", good, Options{MaxNumber: -1}, "max-number is -1"},
		{"unknown mode", good, Options{Mode: 9}, "unknown mode"},
		{"unknown selection", good, Options{Select: 9}, "unknown selection 9"},
		{"unknown score", good, Options{Score: 9}, "unknown score 9"},
		{"unknown constructor", good, Options{Language: dl.All << 1}, "unknown constructors"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Learn(context.Background(), test.p, test.o)
			check.That(t, err != nil && strings.Contains(err.Error(), test.want), "err = %v, want %q", err, test.want)
		})
	}
}

// noise returns a problem that keeps the SAT engine busy for minutes.
func noise(t *testing.T) interp.Problem {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	return dltest.Problem(rng,
		dltest.Config{Individuals: 60, Names: 12, Roles: 2, Features: 3, Labels: dltest.RandomLabels})
}

// TestDeadlineKeepsTheBest: at a deadline during the search, Learn returns the best concept
// so far, not optimal, without an error and within a second, and leaves no goroutine.
func TestDeadlineKeepsTheBest(t *testing.T) {
	p := noise(t)
	testsize.EndGoroutines(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 8 {
		wait := time.Duration(300+rng.IntN(400)) * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		start := time.Now()
		f, err := Learn(ctx, p, Options{})
		late := time.Since(start) - wait
		cancel()
		require.That(t, err == nil && f.Concept != nil, "after %v: %v, %v", wait, f.Concept, err)
		require.That(t, !f.Optimal, "a problem that takes minutes is said to be solved")
		testsize.Prompt(t, late, time.Second)
		check.Equal(t, dltest.Classify(t, p, f.Concept), f.Confusion, "the concept classifies as")
	}
}

// TestMemoryLimit: a limit below the current heap ends the search at once. Learn returns the
// best concept so far, not optimal.
func TestMemoryLimit(t *testing.T) {
	start := time.Now()
	f, err := Learn(context.Background(), noise(t), Options{Memory: 1})
	check.That(t, (f.Concept != nil || errors.Is(err, ErrMemory)) && (f.Concept == nil || err == nil), "%v, %v", f.Concept,
		err)
	check.That(t, !f.Optimal && (len(f.Stages) <= 0 || !f.Stages[len(f.Stages)-1].Proved),
		"a search that was cut short is said to be complete")
	testsize.Prompt(t, time.Since(start), 5*time.Second)
	check.NoError(t, check.Error(Learn(context.Background(), zoo(t), Options{Memory: 1 << 40})), "an ample limit")
}

func TestCancelledBeforeAnything(t *testing.T) {
	ctx := check.Ended()
	f, err := Learn(ctx, zoo(t), Options{})
	check.That(t, errors.Is(err, context.Canceled) && f.Concept == nil, "%v, %v", f.Concept, err)
}

// TestConcurrentLearns: concurrent calls have the same results as sequential ones.
func TestConcurrentLearns(t *testing.T) {
	var alone []Fitting
	learnOne := func(seed uint64) (Fitting, error) {
		p, o := randomTask(t, seed)
		return Learn(context.Background(), p, o)
	}
	const n = 24
	for seed := range uint64(n) {
		f, err := learnOne(seed)
		require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%v", err)
		alone = append(alone, f)
	}
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range n {
				seed := (i + worker*5) % n
				f, err := learnOne(uint64(seed))
				check.That(t, err == nil || errors.Is(err, ErrNoFitting), "%v", err)
				check.That(t, f.Concept == alone[seed].Concept && f.Confusion == alone[seed].Confusion,
					"problem %d: %#v, alone %#v", seed, f.Concept, alone[seed].Concept)
			}
		})
	}
	wg.Wait()
}

func TestProgress(t *testing.T) {
	var stages, better int
	last := interp.Confusion{}
	_, err := Learn(context.Background(), zoo(t), Options{Progress: func(p Progress) {
		if p.Done {
			stages++
			return
		}
		better++
		check.That(t, p.Best != nil && interp.Accuracy.Compare(p.Confusion, last) >= 0, "progress to %+v after %+v",
			p.Confusion, last)
		last = p.Confusion
	}})
	check.That(t, err == nil && stages == 2 && better != 0, "%v, %d stages, %d better", err, stages, better)
}

// TestOptimalFitting: the optimal fitting reaches the ceiling, on noisy problems too, or the
// error says that the language is too small.
func TestOptimalFitting(t *testing.T) {
	testsize.SkipShort(t)
	reached := 0
	for seed := range uint64(200) {
		p, o := randomTask(t, seed)
		o.Optimal = true
		f, err := Learn(context.Background(), p, o)
		if _, ok := errors.AsType[*optimal.LanguageError](err); ok {
			continue
		}
		require.That(t, err == nil, "seed %d: %v", seed, err)
		reached++
		got := dltest.Classify(t, p, f.Concept)
		require.That(t, got == f.Confusion && o.Score.Compare(f.Confusion, f.Ceiling.Confusion) == 0,
			"seed %d: %+v, said %+v, ceiling %+v", seed, got, f.Confusion, f.Ceiling.Confusion)
		require.That(t, !f.Optimal && f.Stages[0].Engine == "optimal", "seed %d: optimal %v by %s", seed, f.Optimal,
			f.Stages[0].Engine)
	}
	check.That(t, reached >= 50, "only %d problems", reached)
}

// TestReasons: the result names what would distinguish bisimilar examples.
func TestReasons(t *testing.T) {
	el := require.Value(dl.ParseLanguage("el"))(t)
	f, err := Learn(context.Background(), zoo(t), Options{Mode: Exact, Language: el})
	require.That(t, errors.Is(err, ErrNoFitting) && len(f.Reasons) != 0, "%v, reasons %v", err, f.Reasons)
	var texts []string
	for _, r := range f.Reasons[0] {
		texts = append(texts, r.Text)
	}
	check.Contains(t, strings.Join(texts, "; "), "comparisons of features", "reasons")
}

// TestDefaultMemoryLimit: without Options.Memory, GOMEMLIMIT ends the search, and the concept
// to start from is the result.
func TestDefaultMemoryLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 20))
	p := noise(t)
	start := dl.Concept(dl.Not{C: dl.Top{}})
	f := require.Value(Learn(context.Background(), p, Options{Start: []dl.Concept{start}}))(t)
	check.That(t, f.Concept != nil && f.End == EndMemory && !f.Optimal, "%#v, ended by %s, optimal %v", f.Concept, f.End,
		f.Optimal)
	least := dltest.Classify(t, p, start)
	check.That(t, f.Confusion.Correct() >= least.Correct(), "%+v, worse than %+v at the start", f.Confusion, least)
}

// TestPatience: the search ends when so many sizes bring nothing better. What is proved up to there stands, and a
// larger concept that was found before the stages is the result, but not proved.
func TestPatience(t *testing.T) {
	b := dltest.ABox(t, `A(a) B(b) A(ab) B(ab) C(n)`)
	p := dltest.Labelled(t, b, []string{"a", "b"}, []string{"ab", "n"})
	o := Options{Language: booleans, Patience: 2, Engine: SAT{}} // ¬C is wrong once; the smallest fitting has size 6
	f := require.Value(Learn(context.Background(), p, o))(t)
	check.That(t, f.End == EndPatience && len(f.Stages) == 4 && f.Confusion.Correct() == 3 && f.Optimal,
		"%#v, ended by %s after %d stages, %+v", f.Concept, f.End, len(f.Stages), f.Confusion)
	o.Engine = Search{}
	f = require.Value(Learn(context.Background(), p, o))(t)
	check.That(t, f.Size == 6 && !f.Optimal && len(f.Stages) == 3 && f.Stages[2].Skipped,
		"%#v of size %d, optimal %v, %d stages", f.Concept, f.Size, f.Optimal, len(f.Stages))
	o.Patience = 0
	f = require.Value(Learn(context.Background(), p, o))(t)
	check.That(t, f.Size == 6 && f.Optimal && f.End == EndFound,
		"%#v, optimal %v, ended by %s", f.Concept, f.Optimal, f.End)
}
