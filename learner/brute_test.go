package learner

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

var (
	problems = flag.Int("problems", testsize.Choose(150, 1000),
		"random problems for the comparison with the reference learner")
	stages = flag.Int("stages", 4, "stages of each of them")
)

// randomTask returns a random problem and options. The languages of the table take turns;
// every eighth language is a random set of constructors instead.
func randomTask(t *testing.T, seed uint64) (interp.Problem, Options) {
	t.Helper()
	rng := dltest.Rand(seed)
	names := dl.LanguageNames()
	language := require.Value(dl.ParseLanguage(names[seed%uint64(len(names))]))(t)
	if seed%8 == 7 {
		language = dl.Language(rng.Uint32())&dl.ALCQIF | dl.WithExists
	}
	c := dltest.Config{Individuals: 4 + rng.IntN(5), Names: 1 + rng.IntN(2), Roles: rng.IntN(3),
		Booleans: -1 + 2*rng.IntN(2)}
	o := Options{MaxSize: *stages, Score: interp.Score(rng.IntN(3))}
	if rng.IntN(3) == 0 {
		language |= dl.Language(rng.Uint32()) & dl.Values
		if c.Individuals%5 == 0 {
			language |= dl.Derived
			c.Texts = 1
		}
		c.Strings = rng.IntN(2)
		c.Positives = 3
		c.Negatives = 3
		o.Values = rng.IntN(5)
	}
	o.Language = language
	p := dltest.Problem(rng, c)
	if rng.IntN(3) == 0 {
		o.MaxNumber = 1 + rng.IntN(3)
	}
	if rng.IntN(3) == 0 {
		o.Thresholds = 1 + rng.IntN(4)
	}
	o.Midpoints = rng.IntN(4) == 0
	if rng.IntN(3) == 0 {
		o.MaxDepth = 1 + rng.IntN(2)
	}
	if rng.IntN(4) == 0 && p.Structure.Signature().NumRoles() > 0 {
		r := interp.RoleID(rng.IntN(p.Structure.Signature().NumRoles()))
		p.Removed = append(p.Removed, interp.Removal{Role: p.Structure.Signature().Role(r), Reason: "by the test"})
	}
	return p, o
}

// referenceProblem returns the problem for the reference, with the nominals and strings
// that are allowed.
func referenceProblem(t *testing.T, p interp.Problem, o Options) interp.Problem {
	t.Helper()
	if o.MaxDepth > 0 && (p.MaxDepth == 0 || o.MaxDepth < p.MaxDepth) {
		p.MaxDepth = o.MaxDepth
	}
	p = require.Value(withValues(context.Background(), p, o.withDefaults()))(t)
	return p
}

// compareStage checks that a stage is proved and has the best score that the reference
// finds. It returns the reference's entry. p is the reference's problem.
func compareStage(t *testing.T, where string, p interp.Problem, o Options, stage Stage) brute.Entry {
	t.Helper()
	result, err := brute.Best(p, stageBounds(t, p, o, stage.K, stage.MaxNumber), o.Score.Of)
	require.That(t, err == nil, "%s: %v", where, err)
	want := result.Best[stage.K]
	require.That(t, stage.Proved && (want.Concept == nil) == (stage.Concept == nil) && (want.Concept == nil ||
		o.Score.Compare(stage.Confusion, want.Confusion) == 0),
		"%s: stage %d: %+v by %#v, proved %v, reference %+v by %#v", where, stage.K, stage.Confusion, stage.Concept,
		stage.Proved, want.Confusion, want.Concept)
	return want
}

func stageBounds(t *testing.T, p interp.Problem, o Options, k, number int) brute.Options {
	t.Helper()
	l := require.Value(newScale(context.Background(), &p, o.withDefaults(), interp.NewSpace(&p, o.Language).Roles))(t)
	thresholds := map[string][]dl.Value{}
	for f, values := range l.thresholds(k) {
		thresholds[p.Structure.Signature().Features()[f]] = values
	}
	return brute.Options{Language: o.Language, MaxSize: k, MaxNumber: number, Thresholds: thresholds}
}

// TestEnginesEqualBruteForce: on random problems in all languages, every stage of every
// engine ends with the best score that complete enumeration finds, by a concept of the
// smallest size that has it. The engines themselves check that the evaluator agrees.
func TestEnginesEqualBruteForce(t *testing.T) {
	for _, engine := range []Engine{SAT{}, Search{}, Portfolio{Delay: time.Nanosecond}} {
		t.Run(engine.Name(), func(t *testing.T) { compareWithReference(t, engine) })
	}
}

// TestNothingIsBetterThanTheBest: at stage 3, a concept of size 2 that was found before the stages is within the
// space for the first time, and no concept is better. Then there is nothing to search for: SAT, asked for
// a larger concept without errors, would find one, and it would take the place of the smaller one.
func TestNothingIsBetterThanTheBest(t *testing.T) {
	p, o := randomTask(t, 510)
	o.Engine = Portfolio{Delay: time.Nanosecond}
	for range 100 { // either engine may be first
		f := require.Value(Learn(t.Context(), p, o))(t)
		require.That(t, f.Size == 2, "%#v by %s", f.Concept, f.Stages[len(f.Stages)-1].Engine)
	}
}

func compareWithReference(t *testing.T, engine Engine) {
	weighted, values := map[interp.Score]int{}, 0
	for seed := range uint64(*problems) {
		p, o := randomTask(t, seed)
		o.Engine = engine
		if p.Weighted() {
			weighted[o.Score]++
		}
		f, err := Learn(context.Background(), p, o)
		require.That(t, err == nil || errors.Is(err, ErrNoFitting), "seed %d: %v", seed, err)
		where := fmt.Sprintf("seed %d, %s, %s", seed, o.Language, o.Score)
		allowed := referenceProblem(t, p, o)
		for _, stage := range f.Stages {
			best := compareStage(t, where, allowed, o, stage)
			if best.Concept == nil {
				continue
			}
			require.That(t, stage.K != f.Stages[len(f.Stages)-1].K || !f.Optimal || dl.Size(f.Concept) == best.Size,
				"%s: size %d, the reference has %d", where, dl.Size(f.Concept), best.Size)
			require.That(t, o.Language.Has(dl.LanguageOf(stage.Concept)), "%s: %#v is not in the language", where, stage.Concept)
			d := dl.Depth(stage.Concept)
			require.That(t, o.MaxDepth <= 0 || d <= o.MaxDepth, "%s: role depth %d of %#v", where, d, stage.Concept)
		}
		require.That(t, o.Score.Compare(f.Confusion, f.Ceiling.Confusion) <= 0, "%s: %+v is above the ceiling %+v", where,
			f.Confusion, f.Ceiling.Confusion)
		if f.Concept != nil && dl.LanguageOf(f.Concept).Any(dl.Values) {
			values++
		}
		compareExact(t, where, p, o)
	}
	check.That(t, len(weighted) >= 3 || *problems < 100, "weighted problems by score: %v", weighted)
	check.That(t, values >= *problems/100, "%d concepts have nominals or strings", values)
}

func compareExact(t *testing.T, where string, p interp.Problem, o Options) {
	t.Helper()
	o.Mode = Exact
	f, err := Learn(context.Background(), p, o)
	require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%s: exact: %v", where, err)
	allowed := referenceProblem(t, p, o)
	for k := 1; k <= o.MaxSize; k++ {
		number := o.number(k)
		if f.Concept != nil && f.Stages[f.Chosen].K == k {
			number = f.Stages[f.Chosen].MaxNumber // it may be that of the concept
		}
		c, size, found, bruteErr := brute.Exact(allowed, stageBounds(t, allowed, o, k, number))
		require.That(t, bruteErr == nil, "%s: %v", where, bruteErr)
		if !found {
			continue
		}
		require.That(t, f.Concept != nil, "%s: stage %d has the fitting %#v, Learn says %v", where, k, c, err)
		require.That(t, f.End == EndFound && f.Refuted == size-1,
			"%s: exact: ended %s with %d refuted, the reference has size %d", where, f.End, f.Refuted, size)
		got := f.Stages[len(f.Stages)-1].K
		require.That(t, got == k && f.Size == size && f.Optimal,
			"%s: exact: stage %d size %d optimal %v by %#v, reference stage %d size %d by %#v", where, got, f.Size, f.Optimal,
			f.Concept, k, size, c)
		return
	}
	require.That(t, f.Concept == nil, "%s: exact: %#v fits, but the reference finds nothing", where, f.Concept)
	inseparable := len(f.Ceiling.Pairs) > 0
	require.That(t, !(!inseparable && (f.End != EndMaxSize || f.Refuted != o.MaxSize)) &&
		(!inseparable || f.End == EndInseparable),
		"%s: exact: ended %s with %d refuted", where, f.End, f.Refuted)
}

// TestWorkersChangeNothing: 1, 2 and 3 workers settle on the same concept at
// every stage.
func TestWorkersChangeNothing(t *testing.T) {
	for seed := range uint64(testsize.Rounds(*problems / 5)) {
		p, o := randomTask(t, seed+1_000_000)
		for _, o.Mode = range []Mode{Approx, Exact} {
			var one Fitting
			for workers := 1; workers <= 3; workers++ {
				o.Engine = SAT{Workers: workers}
				f, err := Learn(context.Background(), p, o)
				require.That(t, err == nil || errors.Is(err, ErrNoFitting), "seed %d, %d workers: %v", seed, workers, err)
				if workers == 1 {
					one = f
					continue
				}
				require.That(t, f.Concept == one.Concept && f.Confusion == one.Confusion && f.Optimal == one.Optimal &&
					len(f.Stages) == len(one.Stages),
					"seed %d, %s: %d workers settle on %#v, one on %#v", seed, o.Mode, workers, f.Concept, one.Concept)
				for i, s := range f.Stages {
					require.That(t, s.Concept == one.Stages[i].Concept,
						"seed %d, %s, stage %d: %d workers have %#v, one has %#v", seed, o.Mode, i+1, workers, s.Concept,
						one.Stages[i].Concept)
				}
			}
		}
	}
}
