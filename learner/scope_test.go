package learner

import (
	"context"
	"fmt"
	"testing"

	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
)

// TestProofsWithinTheirNumbers: no number of an optimal concept is larger than the scope of
// its proof says, and no smaller concept of the scope is as good. The structures have large
// degrees, so that a number of a late stage may replace a larger concept of an early one.
func TestProofsWithinTheirNumbers(t *testing.T) {
	larger := 0
	for seed := range uint64(testsize.Choose(500, 3000)) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 30 + rng.IntN(30), Positives: 10, Negatives: 10,
			Names: 1 + rng.IntN(2), Roles: 1, Features: -1, Booleans: -1, RoleDensity: 1.5 + 5*rng.Float64(),
			Labels: []dltest.Labels{dltest.RandomLabels, dltest.NoisyLabels}[seed%2]})
		p.MaxDepth = 1
		o := Options{Language: []dl.Language{dl.ALCQIF, dl.ALCQIF &^ dl.WithInverse}[rng.IntN(2)], MaxSize: 4 + rng.IntN(2)}
		f := require.Value(Learn(context.Background(), p, o))(t)
		stage := f.Stages[f.Chosen]
		n := dl.LargestNumber(f.Concept)
		check.That(t, n <= stage.MaxNumber, "seed %d: %#v with numbers up to %d", seed, f.Concept, stage.MaxNumber)
		if stage.MaxNumber > stage.K {
			larger++
		}
		if !f.Optimal {
			continue
		}
		result := require.Value(brute.Best(p, stageBounds(t, p, o, stage.K, stage.MaxNumber), o.Score.Of))(t)
		if best := result.Best[stage.K]; best.Confusion.Correct() != f.Confusion.Correct() || best.Size != f.Size {
			t.Errorf("seed %d: %#v of size %d, the reference has %#v of size %d", seed, f.Concept, f.Size, best.Concept,
				best.Size)
		}
	}
	check.That(t, larger != 0, "no concept has a larger number than its size")
}

// TestNumberOfStart: the proof about a concept to start from covers its number, or there is
// none if it exceeds Options.MaxNumber.
func TestNumberOfStart(t *testing.T) {
	var b interp.Builder
	for i := range 9 {
		b.AddRole("r", "nine", fmt.Sprint("a", i))
		if i > 0 {
			b.AddRole("r", "eight", fmt.Sprint("a", i))
		}
	}
	p := dltest.Labelled(t, &b, []string{"nine"}, []string{"eight"})
	p.MaxDepth = 1
	start := dl.Concept(dl.AtLeast{N: 9, Role: dl.Role{IRI: "r"}, C: dl.Top{}})
	for _, mode := range []Mode{Approx, Exact} {
		f, err := Learn(context.Background(), p,
			Options{Language: dl.ALCQIF &^ dl.WithInverse, Mode: mode, Start: []dl.Concept{start}})
		require.NoError(t, err)
		if f.Concept != start || !f.Optimal || f.Stages[f.Chosen].MaxNumber != 9 {
			t.Errorf("%s: %#v, optimal %v with numbers up to %d", mode, f.Concept, f.Optimal, f.Stages[f.Chosen].MaxNumber)
		}
		f, err = Learn(context.Background(), p,
			Options{Language: dl.ALCQIF &^ dl.WithInverse, Mode: mode, Start: []dl.Concept{start}, MaxNumber: 3})
		require.NoError(t, err)
		check.That(t, f.Concept == start && !f.Optimal, "%s, numbers up to 3: %#v, optimal %v", mode, f.Concept, f.Optimal)
	}
}

// TestThresholdsPerFeature: a stage says how many thresholds a feature has at most, not how
// many all features have together.
func TestThresholdsPerFeature(t *testing.T) {
	var b interp.Builder
	for i := range 60 {
		for _, f := range []string{"f", "g", "h"} {
			b.AddValue(f, fmt.Sprint("a", i), dl.Int(int64(i*7%60)))
		}
	}
	s := require.Value(b.Build(context.Background()))(t)
	p := interp.Problem{Structure: s}
	for i := range interp.Individual(60) {
		if i%2 == 0 {
			p.Pos = append(p.Pos, i)
		} else {
			p.Neg = append(p.Neg, i)
		}
	}
	f := require.Value(Learn(context.Background(), p, Options{MaxSize: 2}))(t)
	for i, s := range f.Stages {
		if s.Thresholds != threshold.Growth(i+1) {
			t.Errorf("stage %d: %d thresholds, want %d", s.K, s.Thresholds, threshold.Growth(i+1))
		}
	}
}
