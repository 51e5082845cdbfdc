package evaluation

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// sister returns the built-in problem with the smaller concept.
func sister(t *testing.T) interp.Problem {
	t.Helper()
	return require.Value(suite.Elephants()[1].Load(context.Background(), extract.LoadOptions{}))(t)
}

// by returns the Learner that learns with the options.
func by(o learner.Options) Learner {
	return func(ctx context.Context, fold int, train, test interp.Problem) (Tested, error) {
		return Fit(ctx, train, test, func(ctx context.Context, p interp.Problem) (learner.Fitting, error) {
			return learner.Learn(ctx, p, o)
		})
	}
}

func split(t *testing.T, p interp.Problem, n int, seed uint64) folds.Folds {
	t.Helper()
	return require.Value(folds.Stratified(p, n, seed))(t)
}

// Each fold is what is learned and evaluated separately.
func TestValidate(t *testing.T) {
	p := sister(t)
	p.PosWeights = make([]int, len(p.Pos))
	for i := range p.PosWeights {
		p.PosWeights[i] = 1 + i%3
	}
	f := split(t, p, 4, 1)
	o := learner.Options{MaxSize: 4}
	tested, err := Validate(context.Background(), p, f, 1, by(o), nil)
	require.That(t, err == nil && len(tested) == 4, "%d folds, error %v", len(tested), err)
	pos, neg := p.TotalWeights()
	all := PooledConfusion(tested)
	check.That(t, all.TP+all.FN == pos && all.TN+all.FP == neg, "the test parts have %+v, the examples %d and %d", all,
		pos, neg)
	eval := interp.NewEvaluator(p.Structure)
	for i, test := range tested {
		train, rest := f.Split(p, i)
		alone := require.Value(learner.Learn(context.Background(), train, o))(t)
		check.That(t, test.Fold == i+1 && test.Fitting.Confusion == alone.Confusion &&
			len(test.Fitting.Stages) == len(alone.Stages),
			"fold %d is not what is learned from the other folds: %+v and %+v", test.Fold, test.Fitting.Confusion,
			alone.Confusion)
		x := require.Value(eval.Extension(test.Fitting.Concept))(t)
		check.Equal(t, test.Test, rest.Classify(x), "fold %d", test.Fold)
	}
	parallel := require.Value(Validate(context.Background(), p, f, 3, by(o), nil))(t)
	for i := range parallel {
		check.That(t, parallel[i].Fold == tested[i].Fold && parallel[i].Test == tested[i].Test,
			"fold %d is another one in parallel", i+1)
	}
}

// An interruption loses only the fold that it interrupts.
func TestValidateKeepsWhatIsDone(t *testing.T) {
	p := sister(t)
	f := split(t, p, 5, 1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := 0
	tested, err := Validate(ctx, p, f, 1, func(ctx context.Context, fold int, train, test interp.Problem) (Tested, error) {
		if fold == 3 {
			cancel()
		}
		return by(learner.Options{MaxSize: 2})(ctx, fold, train, test)
	}, func(Tested) { done++ })
	check.That(t, errors.Is(err, context.Canceled) && len(tested) == 2 && done == 2,
		"%d folds, %d told of, error %v; want 2 and that it was cancelled", len(tested), done, err)
}

// A fold for which exact fitting finds nothing is classified by ⊥.
func TestValidateCountsNothingAsBottom(t *testing.T) {
	p := sister(t)
	f := split(t, p, 2, 1)
	tested, err := Validate(context.Background(), p, f, 1, by(learner.Options{MaxSize: 1, Mode: learner.Exact}), nil)
	require.That(t, err == nil && len(tested) == 2, "%d folds, error %v", len(tested), err)
	for _, test := range tested {
		check.That(t, test.Fitting.Concept == nil && test.Test.TP+test.Test.FP == 0 && test.Fitting.Size == 0, "fold %d: %+v",
			test.Fold, test.Test)
	}
}

func TestStatistics(t *testing.T) {
	for _, test := range []struct {
		name string
		in   []float64
		want Statistic
	}{
		{"the sample's deviation", []float64{2, 4, 4, 4, 5, 5, 7, 9}, Statistic{8, 5, math.Sqrt(32.0 / 7)}},
		{"what has no meaning does not count", []float64{1, math.NaN(), 3}, Statistic{2, 2, math.Sqrt2}},
		{"one", []float64{3}, Statistic{1, 3, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := StatisticOf(test.in)
			check.That(t, got.N == test.want.N &&
				!(math.Abs(got.Mean-test.want.Mean)+math.Abs(got.Deviation-test.want.Deviation) > 1e-12),
				"got %v, want %v", got, test.want)
		})
	}
	got := StatisticOf([]float64{math.NaN()})
	check.That(t, got.N == 0 && math.IsNaN(got.Mean) && math.IsNaN(got.Deviation), "of nothing: %v", got)
	noPositives := Tested{Test: interp.Confusion{TN: 3, FP: 1}}
	s := Statistics([]Tested{noPositives, {Test: interp.Confusion{TP: 1, FN: 1, TN: 1, FP: 1}}})
	for i, want := range []struct {
		n    int
		mean float64
	}{{2, 0.625}, {1, 0.5}, {1, 0.5}, {1, 0.5}} {
		check.That(t, s[i].N == want.n && s[i].Mean == want.mean, "%s: %v over %d folds, want %v over %d", Measures[i].Name,
			s[i].Mean, s[i].N, want.mean, want.n)
	}
}
