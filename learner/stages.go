package learner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// search runs the stages. Stage k uses the symbols of base and its own numbers
// and thresholds.
func (l *run) search(ctx context.Context, base interp.Space) error {
	l.proved = true
	before := base
	if err := l.lookAhead(ctx, base); err != nil {
		return errors.Join(l.takeRest(0), err)
	}
	for k := 1; k <= l.o.MaxSize; k++ {
		space := base
		space.MaxNumber = l.o.number(k)
		space.Thresholds = l.scale.thresholds(k)
		// Concepts below size k are searched again only if this stage has new
		// numbers or thresholds.
		minSize := 1
		if k > 1 && space.Equal(before, l.p.Structure) {
			minSize = k
		}
		before = space
		if err := l.runStage(ctx, k, minSize, space); err != nil {
			return errors.Join(l.takeRest(k), err) // no larger stage follows
		}
		if l.isBestPossible() { // no later stage can do better
			l.fitting.Optimal = l.proved
			return nil
		}
	}
	if err := l.takeRest(l.o.MaxSize); err != nil {
		return err
	}
	if l.fitting.Concept == nil || l.o.Mode == Exact {
		return fmt.Errorf("%w of size up to %d in %s", ErrNoFitting, l.o.MaxSize, l.o.Language)
	}
	l.fitting.Optimal = l.proved
	return nil
}

// runStage runs stage k on sizes from minSize.
func (l *run) runStage(ctx context.Context, k, minSize int, space interp.Space) error {
	start := time.Now()
	stage := Stage{K: k, Engine: l.o.Engine.Name(), MaxNumber: space.MaxNumber}
	for _, values := range space.Thresholds {
		stage.Thresholds += len(values)
	}
	stage.AllThresholds = l.scale.isComplete(k)
	have := l.fitting
	if err := l.takeStart(k, space); err != nil {
		return err
	}
	best, known := l.fitting.Confusion, l.fitting.Concept != nil
	if minSize < k && known && (have.Concept == nil || l.o.Score.Compare(best, have.Confusion) > 0) {
		best, known = slightlyWorse(best) // a smaller concept of this space may be as good
	}
	c, proved, err := l.o.Engine.Search(ctx, Task{
		Problem: l.p, Space: space, MinSize: minSize, MaxSize: k, Exact: l.o.Mode == Exact, Score: l.o.Score,
		Best: best, Have: known, Bound: l.bound,
		Found: func(c dl.Concept) (interp.Confusion, error) { return l.judgeFound(k, c) },
		Describe: func(reached, individuals, names int) {
			stage.Reached, stage.Individuals, stage.Names = reached, individuals, names
		},
		Answered: func(engine string) { stage.Engine = engine },
	})
	if err == nil && c != nil {
		err = l.acceptResult(c, best)
	}
	if failed := l.centreFitting(); failed != nil && err == nil {
		err = failed
	}
	stage.Elapsed = time.Since(start)
	stage.Concept, stage.Confusion, stage.Proved = l.fitting.Concept, l.fitting.Confusion, proved
	l.proved = l.proved && proved
	l.fitting.Stages = append(l.fitting.Stages, stage)
	l.o.Logger.Debug("stage", "k", k, "from", minSize, "number", space.MaxNumber, "thresholds", stage.Thresholds,
		"individuals", stage.Individuals, "names", stage.Names, "elapsed", stage.Elapsed, "proved", proved)
	l.show(candidate{l.fitting.Concept, l.fitting.Confusion}, Progress{K: k, Done: true, Proved: proved})
	if err != nil {
		return fmt.Errorf("stage %d: %w", k, err)
	}
	return nil
}

// acceptResult replaces the best concept so far by c, the engine's result, if c is as
// good. It ignores a worse c that is better than beaten, the classification that the
// engine had to beat. A c that is not even better than that is an error.
func (l *run) acceptResult(c dl.Concept, beaten interp.Confusion) error {
	confusion, err := l.eval.Classify(l.p, c)
	if err != nil {
		return err
	}
	if l.fitting.Concept != nil && l.o.Score.Compare(confusion, l.fitting.Confusion) < 0 && l.o.Score.Compare(confusion, beaten) > 0 {
		return nil
	}
	if l.fitting.Concept == nil || l.o.Score.Compare(confusion, l.fitting.Confusion) < 0 {
		return fmt.Errorf("engine %s returned %#v, which is worse than a concept that it reported", l.o.Engine.Name(), c)
	}
	l.fitting.Concept, l.fitting.Confusion = c, confusion
	return nil
}
