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
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// ValidateOptions control cross-validation.
type ValidateOptions struct {
	// Time limits the learning of each fold; 0 means no limit.
	Time time.Duration
	// Parallel is how many folds are learned at a time; 0 means 1. Times are only
	// meaningful with 1.
	Parallel int
	// Processor: Time, and the times that are measured, are processor time, not time on
	// the clock. Parallel must be 1. It does not apply to an External.
	Processor bool
	// Learn learns from the training part; nil means [learner.Learn].
	Learn func(context.Context, interp.Problem, learner.Options) (learner.Fitting, error)
	// External, if set, is the learner.
	External *External
	// Progress, if set, receives the progress of a fold, from any goroutine.
	Progress func(fold int, p learner.Progress)
	// Done, if set, receives each fold that has ended, from any goroutine.
	Done func(Tested)
}

// Validate cross-validates: it learns from all folds but one and tests on that one, for
// each fold. It returns the folds in order. If a fold fails, the others go on, and
// Validate returns those that have ended with the error of the first that failed. When
// the context ends, the error is that of the context.
func Validate(ctx context.Context, p interp.Problem, f folds.Folds, o learner.Options,
	v ValidateOptions) ([]Tested, error) {
	if err := f.Validate(p); err != nil {
		return nil, err
	}
	all, errs := make([]*Tested, f.N), make([]error, f.N)
	var group errgroup.Group
	group.SetLimit(max(v.Parallel, 1))
	for i := range f.N {
		group.Go(func() error {
			if ctx.Err() != nil {
				return nil
			}
			t, err := validateFold(ctx, p, f, i, o, v)
			switch {
			case ctx.Err() != nil:
			case err != nil:
				errs[i] = err
			default:
				all[i] = &t
				if v.Done != nil {
					v.Done(t)
				}
			}
			return nil
		})
	}
	_ = group.Wait() // the errors are in errs
	var done []Tested
	for _, t := range all {
		if t != nil {
			done = append(done, *t)
		}
	}
	if ctx.Err() != nil {
		return done, ctx.Err()
	}
	return done, firstError(errs)
}

func firstError(errs []error) error {
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	if len(errs) < 2 {
		return errors.Join(errs...)
	}
	return fmt.Errorf("%w (and %d more folds failed)", errs[0], len(errs)-1)
}

func validateFold(ctx context.Context, p interp.Problem, f folds.Folds, i int, o learner.Options,
	v ValidateOptions) (Tested, error) {
	train, test := f.Split(p, i)
	if v.External != nil {
		t, err := v.External.test(ctx, i+1, train, test, v.Time)
		t.Fold = i + 1
		if err != nil {
			err = fmt.Errorf("fold %d: %w", i+1, err)
		}
		return t, err
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	switch {
	case v.Time > 0 && v.Processor:
		limited, cancel = withProcessorTime(ctx, v.Time)
	case v.Time > 0:
		limited, cancel = context.WithTimeout(ctx, v.Time)
	}
	defer cancel()
	if v.Progress != nil {
		o.Progress = func(pr learner.Progress) { v.Progress(i+1, pr) }
	}
	t := Tested{Fold: i + 1}
	start, worked := time.Now(), processorTime()
	learn := v.Learn
	if learn == nil {
		learn = learner.Learn
	}
	var err error
	t.Fitting, err = learn(limited, train, o)
	t.Elapsed, t.TimeUp = time.Since(start), limited.Err() != nil
	if v.Processor {
		t.Elapsed = processorTime() - worked
	}
	if err != nil && !errors.Is(err, learner.ErrNoFitting) && limited.Err() == nil {
		return t, fmt.Errorf("fold %d: %w", i+1, err)
	}
	t.Test, err = classify(interp.NewEvaluator(p.Structure), test, t.Fitting.Concept)
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
	{"size", Tested.Size},
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
