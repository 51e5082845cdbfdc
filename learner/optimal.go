package learner

import (
	"context"
	"fmt"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/optimal"
)

// fitOptimal runs the polynomial-time fitting of Theorem 2 instead of the stages.
// Its concept reaches the ceiling and is usually large. It is reported as one
// stage of its size, which proves nothing about size.
func (l *run) fitOptimal(ctx context.Context, base interp.Space) error {
	start := time.Now()
	sp := l.unbounded(base)
	c, err := optimal.Fit(ctx, *l.p, sp, l.o.Score)
	if err != nil {
		return err
	}
	confusion, err := l.eval.Classify(l.p, c)
	if err != nil {
		return err
	}
	f := &l.fitting
	f.Concept, f.Confusion = c, confusion
	if l.o.Score.Compare(f.Confusion, f.Ceiling.Confusion) != 0 {
		return fmt.Errorf("the optimal fitting classifies as %+v, the ceiling is %+v", f.Confusion, f.Ceiling.Confusion)
	}
	stage := Stage{
		K:             dl.Size(c),
		Engine:        "optimal",
		AllThresholds: true,
		Elapsed:       time.Since(start),
		Concept:       c,
		Confusion:     f.Confusion,
	}
	for _, values := range sp.Thresholds {
		stage.Thresholds = max(stage.Thresholds, len(values))
	}
	f.Stages = append(f.Stages, stage)
	l.o.Progress(Progress{K: stage.K, Done: true, Best: c, Confusion: f.Confusion})
	return nil
}
