package search

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

var (
	problems = flag.Int("problems", testsize.Choose(250, 1000),
		"random problems for the comparison with the reference learner")
	stages = flag.Int("stages", 5, "largest size of them")
)

// randomTask returns a random task and the options of the reference for it. The languages of
// the table take turns; in every fourth turn the constructors are random instead.
func randomTask(t *testing.T, seed uint64) (interp.Task, brute.Options) {
	t.Helper()
	rng := dltest.Rand(seed)
	names := dl.LanguageNames()
	language := require.Value(dl.ParseLanguage(names[seed%uint64(len(names))]))(t)
	if seed/uint64(len(names))%4 == 3 {
		language = dl.Language(rng.Uint32()) & dl.ALCQIF
	}
	c := dltest.Config{Individuals: 4 + rng.IntN(6), Names: 1 + rng.IntN(2), Roles: rng.IntN(3),
		Booleans: -1 + 2*rng.IntN(2), RoleDensity: 0.7 + 1.5*rng.Float64()}
	if rng.IntN(3) == 0 {
		language |= dl.Language(rng.Uint32()) & dl.Values
		c.Nominals, c.Strings = 1+rng.IntN(2), rng.IntN(2)
	}
	if rng.IntN(3) == 0 {
		language |= dl.Language(rng.Uint32()) & dl.Derived
		c.Derived, c.Texts = 1+rng.IntN(3), rng.IntN(2)
	}
	p := dltest.Problem(rng, c)
	sig := p.Structure.Signature()
	if rng.IntN(4) == 0 && sig.NumRoles() > 0 {
		p.Removed = append(p.Removed,
			interp.Removal{Role: sig.Role(interp.RoleID(rng.IntN(sig.NumRoles()))), Reason: "by the test"})
	}
	if rng.IntN(3) == 0 {
		p.MaxDepth = 1 + rng.IntN(3)
	}
	o := brute.Options{Language: language, MaxSize: *stages - rng.IntN(2), MaxNumber: rng.IntN(4),
		Thresholds: map[string][]dl.Value{}}
	sp := interp.NewSpace(&p, language)
	sp.MaxNumber = o.MaxNumber
	for _, f := range interp.Features(&p, language) {
		for _, v := range p.Structure.Values(f) {
			if !v.IsNaN() && v.Kind() != dl.Boolean && rng.IntN(3) > 0 {
				sp.Thresholds[f] = append(sp.Thresholds[f], v)
			}
		}
		o.Thresholds[sig.Features()[f]] = sp.Thresholds[f]
	}
	return interp.Task{Problem: &p, Space: sp, MinSize: 1, MaxSize: o.MaxSize, Score: interp.Score(rng.IntN(3))}, o
}

// randomLimits returns random limits, most of them far too small.
func randomLimits(rng *rand.Rand) limits {
	return limits{
		workers:       1 + rng.IntN(3),
		scanSize:      1 + rng.IntN(5),
		scanEntries:   []int{0, 10, 2000}[rng.IntN(3)],
		dominators:    []int{0, 3, 500}[rng.IntN(3)],
		contexts:      []int{0, 1, 2, 100}[rng.IntN(4)],
		lowerBytes:    []int64{0, 1 << 12, 1 << 24}[rng.IntN(3)],
		tableWork:     []int{1, 30, 1000, 1 << 20}[rng.IntN(4)],
		budgetPerWork: []int64{1, 200, 1 << 40}[rng.IntN(3)],
		leastBudget:   []int64{1, 1 << 20}[rng.IntN(2)],
		shareWork:     []int64{0, 1 << 30}[rng.IntN(2)],
		shortPart:     []int64{0, 1, 10, 1000}[rng.IntN(4)],
	}
}

// checkReports makes Found check every report, and returns the last classification reported.
func checkReports(t *testing.T, where string, task *interp.Task) *interp.Confusion {
	t.Helper()
	eval := interp.NewEvaluator(task.Problem.Structure)
	last, seen := task.Best, task.Have
	task.Found = func(c dl.Concept) (interp.Confusion, error) {
		x, err := eval.Extension(c)
		check.That(t, err == nil, "%s: %#v: %v", where, c, err)
		confusion := task.Problem.Classify(x)
		check.That(t, !seen || task.Score.Compare(confusion, last) > 0,
			"%s: %#v is reported, but no better than what there was", where, c)
		last, seen = confusion, true
		return confusion, nil
	}
	return &last
}

// classifyNaively returns the classification by the naive semantics of package brute.
func classifyNaively(t *testing.T, task interp.Task, c dl.Concept) interp.Confusion {
	t.Helper()
	x := require.Value(brute.Extension(task.Problem.Structure, c))(t)
	set := task.Problem.Structure.NewSet()
	for a, in := range x {
		set.SetTo(uint(a), in)
	}
	return task.Problem.Classify(set)
}

func makeTables(t *testing.T, task interp.Task) *tables {
	t.Helper()
	return require.Value(newTables(t.Context(), &task, interp.NewEvaluator(task.Problem.Structure), 1<<30, 100))(t)
}

// randomElements returns about two thirds of the elements of the context.
func randomElements(rng *rand.Rand, c *roleContext) []uint64 {
	some := make([]uint64, c.words)
	for e := range c.reps {
		if rng.IntN(3) > 0 {
			some[e/64] |= 1 << (e % 64)
		}
	}
	return some
}

// checkResult compares a result with the reference's for sizes up to k.
func checkResult(t *testing.T, where string, task interp.Task, k int, c dl.Concept, want brute.Entry) interp.Confusion {
	t.Helper()
	require.That(t, (c == nil) == (want.Concept == nil), "%s: size %d: found %#v, reference %#v", where, k, c,
		want.Concept)
	if c == nil {
		return interp.Confusion{}
	}
	got := classifyNaively(t, task, c)
	switch {
	case task.Score.Compare(got, want.Confusion) != 0:
		t.Fatalf("%s: size %d: %+v by %#v, reference %+v by %#v", where, k, got, c, want.Confusion, want.Concept)
	case dl.Size(c) != want.Size:
		t.Fatalf("%s: size %d: %#v has %d nodes, reference %#v %d", where, k, c, dl.Size(c), want.Concept, want.Size)
	}
	dltest.CheckSpace(t, where, task.Problem.Structure, task.Space, c)
	return got
}

// TestEqualsBruteForce: on random problems in all languages, the search finds the best score
// of complete enumeration, by a concept of the smallest size that has it; for all sizes at
// once, and stage by stage from the result of the stage before. Exact fitting finds the
// smallest concept without errors. The score and size do not depend on the limits, and the
// concept does not depend on the number of workers.
func TestEqualsBruteForce(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(testsize.Rounds(*problems)) {
		task, o := randomTask(t, seed)
		where := fmt.Sprintf("seed %d, %s, %s", seed, o.Language, task.Score)
		want := require.Value(brute.Best(*task.Problem, o, task.Score.Of))(t)
		checkReports(t, where, &task)
		c, proved, err := new(Session).Run(ctx, task, Options{})
		require.That(t, err == nil && proved, "%s: proved %v, %v", where, proved, err)
		checkResult(t, where, task, o.MaxSize, c, want.Best[o.MaxSize])

		rng := dltest.Rand(seed)
		for range 2 {
			l := randomLimits(rng)
			checkReports(t, where, &task)
			c, proved, err := run(ctx, task, 1<<30, l)
			require.That(t, err == nil && proved, "%s, %+v: proved %v, %v", where, l, proved, err)
			checkResult(t, fmt.Sprintf("%s, %+v", where, l), task, o.MaxSize, c, want.Best[o.MaxSize])
			checkReports(t, where, &task)
			l.workers = 1
			one, _, err := run(ctx, task, 1<<30, l)
			require.That(t, err == nil && one == c, "%s, %+v: one worker settles on %#v, more on %#v, %v", where, l, one, c, err)
		}
		checkByStages(t, where, task, o, want, randomLimits(rng))
		checkExact(t, where, task, o, randomLimits(rng))
	}
}

// checkByStages compares the stages, run one after the other in one session.
func checkByStages(t *testing.T, where string, task interp.Task, o brute.Options, want brute.Result, l limits) {
	t.Helper()
	var have dl.Concept
	var session Session
	for k := 1; k <= o.MaxSize; k++ {
		task.MinSize, task.MaxSize = k, k
		checkReports(t, where, &task)
		c, proved, err := session.run(context.Background(), task, 1<<30, l)
		require.That(t, err == nil && proved, "%s, %+v: stage %d: proved %v, %v", where, l, k, proved, err)
		if c != nil {
			have = c
		}
		task.Best, task.Have = checkResult(t, fmt.Sprintf("%s, by stages, %+v", where, l), task, k, have,
			want.Best[k]), have != nil
	}
}

// checkExact compares exact fitting with the reference.
func checkExact(t *testing.T, where string, task interp.Task, o brute.Options, l limits) {
	t.Helper()
	task.Exact = true
	want, size, found, err := brute.Exact(*task.Problem, o)
	require.NoError(t, err)
	last := checkReports(t, where, &task)
	c, proved, err := run(context.Background(), task, 1<<30, l)
	require.That(t, err == nil && proved, "%s: exact: proved %v, %v", where, proved, err)
	require.That(t, found == (c != nil) && (!found || dl.Size(c) == size),
		"%s, %+v: exact: %#v, reference %#v of size %d", where, l, c, want, size)
	require.That(t, c == nil || last.Correct() == last.Total(), "%s: exact: %#v fits, but %+v was reported", where, c,
		*last)
}

// TestFoundEndsTheSearch: an error of Task.Found ends the search, which returns it.
func TestFoundEndsTheSearch(t *testing.T) {
	stop := errors.New("stop")
	for seed := range uint64(testsize.Rounds(20)) {
		task, _ := randomTask(t, seed)
		task.Found = func(dl.Concept) (interp.Confusion, error) { return interp.Confusion{}, stop }
		c, proved, err := new(Session).Run(context.Background(), task, Options{Workers: 2})
		require.That(t, len(task.Space.Atoms) <= 0 || errors.Is(err, stop) && !proved && c == nil,
			"seed %d: %#v, %v, %v", seed, c, proved, err)
	}
}

// run runs one task in a fresh session.
func run(ctx context.Context, t interp.Task, memory int64, l limits) (dl.Concept, bool, error) {
	return new(Session).run(ctx, t, memory, l)
}
