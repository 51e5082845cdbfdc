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
		err := l.runStage(ctx, k, minSize, space)
		if err == nil && l.takeLargerNumber(&space) {
			err = l.runStage(ctx, k, 1, space)
		}
		if err != nil {
			return errors.Join(l.takeRest(k), err) // no larger stage follows
		}
		before = space
		if l.isBestPossible() { // no later stage can do better
			l.fitting.Optimal = l.proved
			return nil
		}
		if l.isImpatient() && k < l.o.MaxSize {
			err := l.takeRest(k)
			l.fitting.Optimal = l.proved
			return err
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

// isImpatient reports whether the last stages have found nothing better, as many as the options allow.
func (l *run) isImpatient() bool {
	return l.o.Patience > 0 && l.o.Mode == Approx && l.idle >= l.o.Patience
}

// countIdle counts a stage that has found nothing better than what was known, with its classification, before it.
func (l *run) countIdle(known bool, before interp.Confusion) {
	l.idle++
	if !known || l.o.Score.Compare(l.fitting.Confusion, before) > 0 {
		l.idle = 0
	}
}

// takeLargerNumber reports whether the last stage must be run again in a larger space. In a
// stage with numbers up to 3, ≥4 r.C is found as ¬≤3 r.C, which is larger, and a concept to
// start from may have any number. The space gets its number, so that the proof covers it.
func (l *run) takeLargerNumber(space *interp.Space) bool {
	f := &l.fitting
	if f.Concept == nil || l.o.MaxNumber > 0 {
		return false
	}
	c := l.simplifyConcept(f.Concept)
	n := dl.LargestNumber(c)
	if n <= space.MaxNumber {
		return false
	}
	f.Concept, space.MaxNumber = c, n
	f.Stages = f.Stages[:len(f.Stages)-1]
	return true
}

// runStage runs stage k on sizes from minSize. Smaller ones have been searched in the same
// space.
func (l *run) runStage(ctx context.Context, k, minSize int, space interp.Space) error {
	start := time.Now()
	stage := Stage{K: k, Engine: l.o.Engine.Name(), MaxNumber: space.MaxNumber}
	for _, values := range space.Thresholds {
		stage.Thresholds = max(stage.Thresholds, len(values))
	}
	stage.AllThresholds = l.scale.isComplete(k)
	have := l.fitting
	if err := l.takeStart(k, space); err != nil {
		return err
	}
	task := Task{
		Problem: l.p, Space: space, MinSize: minSize, MaxSize: k,
		Exact: l.o.Mode == Exact, Score: l.o.Score, Bound: l.bound,
		Found: func(c dl.Concept) (interp.Confusion, error) { return l.judgeFound(k, c) },
		Describe: func(reached, individuals, names int) {
			stage.Reached = reached
			stage.Individuals = individuals
			stage.Names = names
		},
		Answered: func(engine string) { stage.Engine = engine },
	}
	var err error
	proved, known, taken := true, l.fitting.Concept != nil, l.fitting.Confusion
	if known && minSize < k {
		again := task // a smaller concept of this space may be as good
		again.MaxSize = dl.Size(l.fitting.Concept) - 1
		if have.Concept == nil || l.o.Score.Compare(l.fitting.Confusion, have.Confusion) > 0 {
			again.MaxSize++ // the engine chooses better among equals than what took the concept did
		}
		again.Best, again.Have = slightlyWorse(l.fitting.Confusion)
		task.MinSize = again.MaxSize + 1
		if again.MinSize <= again.MaxSize {
			proved, err = l.runTask(ctx, again)
		}
	}
	onlyLarger := l.isBestPossible() && (task.Exact || dl.Size(l.fitting.Concept) < task.MinSize)
	if err == nil && task.MinSize <= k && !onlyLarger {
		task.Best, task.Have = l.fitting.Confusion, known
		var larger bool
		larger, err = l.runTask(ctx, task)
		proved = proved && larger
	}
	if err != nil {
		proved = false
	}
	l.countIdle(known, taken)
	if failed := l.centreFitting(); failed != nil && err == nil {
		err = failed
	}
	stage.Elapsed = time.Since(start)
	stage.Concept = l.fitting.Concept
	stage.Confusion = l.fitting.Confusion
	stage.Proved = proved
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

// runTask runs the engine, keeps its result, and returns what it proves.
func (l *run) runTask(ctx context.Context, t Task) (proved bool, err error) {
	c, proved, err := l.o.Engine.Search(ctx, t)
	if err == nil && c != nil {
		err = l.acceptResult(c, t.Best)
	}
	return proved, err
}

// acceptResult replaces the best concept so far by c, the engine's result, if c is as
// good. It ignores a worse c that is better than beaten, the classification that the
// engine had to beat. A c that is not even better than that is an error.
func (l *run) acceptResult(c dl.Concept, beaten interp.Confusion) error {
	confusion, err := l.eval.Classify(l.p, c)
	if err != nil {
		return err
	}
	if l.fitting.Concept != nil && l.o.Score.Compare(confusion, l.fitting.Confusion) < 0 &&
		l.o.Score.Compare(confusion, beaten) > 0 {
		return nil
	}
	if l.fitting.Concept == nil || l.o.Score.Compare(confusion, l.fitting.Confusion) < 0 {
		return fmt.Errorf("engine %s returned %#v, which is worse than a concept that it reported", l.o.Engine.Name(), c)
	}
	l.fitting.Concept, l.fitting.Confusion = c, confusion
	return nil
}
