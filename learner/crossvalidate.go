package learner

import (
	"context"
	"time"

	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// innerFolds is the number of folds of the cross-validation within the examples.
const innerFolds = 5

// crossValidate returns, for each stage, 1 minus the score of the concepts of its
// size on all inner test parts together. It returns nil if there are too few
// examples.
func (l chooser) crossValidate(ctx context.Context) ([]float64, error) {
	n := min(innerFolds, len(l.p.Pos)+len(l.p.Neg))
	split, err := folds.Stratified(*l.p, n, 1)
	if err != nil {
		return nil, nil //nolint:nilerr // too few examples to select by
	}
	stages := l.Stages
	pooled := make([]interp.Confusion, len(stages))
	for i := range n {
		train, test := split.Split(*l.p, i)
		o := l.o
		o.Select, o.Solutions, o.MaxSize, o.Progress = SelectScore, 1, stages[len(stages)-1].K, nil
		o.Start = nil // they may come from the examples that are left out
		within, cancel := withTimeShare(ctx, n-i)
		f, err := Learn(within, train, o)
		cancel()
		if f.Concept == nil { // not even the first stage
			return nil, err
		}
		tested := interp.Confusion{}
		for k := range stages {
			if k < len(f.Stages) && f.Stages[k].Concept != nil {
				x, err := l.eval.Extension(f.Stages[k].Concept)
				if err != nil {
					return nil, err
				}
				tested = test.Classify(x)
			}
			pooled[k].TP += tested.TP
			pooled[k].FN += tested.FN
			pooled[k].TN += tested.TN
			pooled[k].FP += tested.FP
		}
	}
	costs := make([]float64, len(stages))
	for k := range stages {
		costs[k] = 1 - l.o.Score.Of(pooled[k])
	}
	return costs, nil
}

// withTimeShare returns the context with an equal part of the time that is left.
func withTimeShare(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(parts))
}
