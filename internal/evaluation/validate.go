package evaluation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// A Tested fold is what was learned from all other folds, and how it classifies this one.
type Tested struct {
	Fold    int // from 1
	Fitting learner.Fitting
	Elapsed time.Duration
	TimeUp  bool // the search did not end
	// Test is the confusion of the concept on the test part, or of ⊥ if none was found.
	Test interp.Confusion
}

// LastProved returns the last stage k such that all stages up to k are proved; 0 if there
// is none.
func LastProved(f learner.Fitting) int {
	k := 0
	for _, s := range f.Stages {
		if !s.Proved {
			break
		}
		k = s.K
	}
	return k
}

// A Learner learns from the training part of a fold, counted from 1, and classifies the test part.
type Learner func(ctx context.Context, fold int, train, test interp.Problem) (Tested, error)

// Validate cross-validates: it learns from all folds but one and tests on that one, for
// each fold, this many at a time. It returns the folds in order. If a fold fails, the others
// go on, and Validate returns those that have ended with the error of the first that failed.
// When the context ends, the error is that of the context. Done, if set, receives each fold
// that has ended, from any goroutine.
func Validate(ctx context.Context, p interp.Problem, f folds.Folds, parallel int, learn Learner,
	done func(Tested)) ([]Tested, error) {
	if err := f.Validate(p); err != nil {
		return nil, err
	}
	all, errs := make([]*Tested, f.N), make([]error, f.N)
	var group errgroup.Group
	group.SetLimit(max(parallel, 1))
	for i := range f.N {
		group.Go(func() error {
			if ctx.Err() != nil {
				return nil
			}
			train, test := f.Split(p, i)
			t, err := learn(ctx, i+1, train, test)
			switch {
			case ctx.Err() != nil:
			case err != nil:
				errs[i] = fmt.Errorf("fold %d: %w", i+1, err)
			default:
				t.Fold = i + 1
				all[i] = &t
				if done != nil {
					done(t)
				}
			}
			return nil
		})
	}
	_ = group.Wait() // the errors are in errs
	var ended []Tested
	for _, t := range all {
		if t != nil {
			ended = append(ended, *t)
		}
	}
	if ctx.Err() != nil {
		return ended, ctx.Err()
	}
	return ended, firstError(errs)
}

func firstError(errs []error) error {
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	if len(errs) < 2 {
		return errors.Join(errs...)
	}
	return fmt.Errorf("%w (and %d more folds failed)", errs[0], len(errs)-1)
}

// Fit learns from the training part, and classifies the test part by the concept. When the
// limited context ends, it takes the best concept so far.
func Fit(limited context.Context, train, test interp.Problem,
	learn func(context.Context, interp.Problem) (learner.Fitting, error)) (t Tested, err error) {
	start := time.Now()
	t.Fitting, err = learn(limited, train)
	t.Elapsed, t.TimeUp = time.Since(start), limited.Err() != nil
	if err != nil && !errors.Is(err, learner.ErrNoFitting) && limited.Err() == nil {
		return t, err
	}
	c := t.Fitting.Concept
	if c == nil {
		c = dl.Bottom{}
	}
	t.Test, err = interp.NewEvaluator(test.Structure).Classify(&test, c)
	return t, err
}

// A Statistic is the mean and the sample deviation (n-1) of a measure over folds.
type Statistic struct {
	N    int // the number of folds that have the measure
	Mean float64
	// Deviation is 0 if N is 1. If N is 0, Mean and Deviation are NaN.
	Deviation float64
}

// StatisticOf returns the statistic of the numbers that are not NaN.
func StatisticOf(xs []float64) Statistic {
	xs = slices.DeleteFunc(slices.Clone(xs), math.IsNaN)
	s := Statistic{len(xs), math.NaN(), math.NaN()}
	if s.N == 0 {
		return s
	}
	sum, squares := 0.0, 0.0
	for _, x := range xs {
		sum += x
	}
	s.Mean = sum / float64(s.N)
	for _, x := range xs {
		squares += (x - s.Mean) * (x - s.Mean)
	}
	s.Deviation = math.Sqrt(squares / float64(max(s.N-1, 1)))
	return s
}

// A Measure is a measure of a fold. It is NaN where it is undefined: precision, recall
// and F1 of a part without positives.
type Measure struct {
	Name string
	Of   func(Tested) float64
}

// Measures are the measures of cross-validation.
var Measures = []Measure{
	{"accuracy", func(t Tested) float64 { return t.Test.Accuracy() }},
	{"f1", func(t Tested) float64 { return nanWithoutPositives(t.Test, t.Test.F1()) }},
	{"precision", func(t Tested) float64 { return nanWithoutPositives(t.Test, t.Test.Precision()) }},
	{"recall", func(t Tested) float64 { return nanWithoutPositives(t.Test, t.Test.Recall()) }},
	{"size", func(t Tested) float64 { return float64(t.Fitting.Size) }},
	{"seconds", func(t Tested) float64 { return t.Elapsed.Seconds() }},
}

func nanWithoutPositives(c interp.Confusion, x float64) float64 {
	if c.TP+c.FN == 0 {
		return math.NaN()
	}
	return x
}

// Statistics returns the statistics of [Measures] over the folds.
func Statistics(ts []Tested) []Statistic {
	var out []Statistic
	for _, m := range Measures {
		xs := make([]float64, len(ts))
		for i, t := range ts {
			xs[i] = m.Of(t)
		}
		out = append(out, StatisticOf(xs))
	}
	return out
}

// PooledConfusion returns the sum of the confusions of all test parts.
func PooledConfusion(ts []Tested) interp.Confusion {
	var all interp.Confusion
	for _, t := range ts {
		all.TP += t.Test.TP
		all.FN += t.Test.FN
		all.TN += t.Test.TN
		all.FP += t.Test.FP
	}
	return all
}
