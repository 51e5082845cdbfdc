package learner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Learn fits a concept to the examples of the problem. Scores and the ceiling
// count examples by their weights; exact fitting ignores weights, and counts each example once.
//
// When the context ends or Options.Memory is reached, Learn returns the best
// concept so far, with Optimal false and no error. If it has no concept yet, it
// returns the context's error or [ErrMemory]. Exact fitting returns
// [ErrNoFitting], with the Fitting filled in as far as possible, if no concept of
// the allowed sizes fits. It does so at once if a positive and a negative example
// are bisimilar.
//
// Learn does not change its arguments and may be called concurrently.
func Learn(ctx context.Context, p interp.Problem, o Options) (Fitting, error) {
	start := time.Now()
	if err := o.Validate(); err != nil {
		return Fitting{}, err
	}
	if err := p.Validate(); err != nil {
		return Fitting{}, err
	}
	o = o.withDefaults()
	if o.Mode == Exact {
		p.PosWeights, p.NegWeights = nil, nil
	}
	if o.MaxDepth > 0 && (p.MaxDepth == 0 || o.MaxDepth < p.MaxDepth) {
		p.MaxDepth = o.MaxDepth
	}
	ctx, stop := WithinMemory(ctx, o.Memory)
	defer stop()
	p, err := withValues(ctx, p, o)
	if err != nil && ctx.Err() == nil { // otherwise p may still have a concept to start from
		return Fitting{}, err
	}
	if o.Shared && !slices.ContainsFunc(slices.Concat(p.Structure.Signature().Atoms(), o.Start), usesNominals) {
		o.Language &^= dl.WithNominals
	}
	if keeper, ok := o.Engine.(Keeper); ok {
		o.Engine = keeper.Session(o.Memory)
	}
	if err := checkStart(&p, o); err != nil {
		return Fitting{}, err
	}
	p, given, err := withStart(p, o.Start)
	if err != nil {
		return Fitting{}, err
	}
	l := newRun(&p, o)
	l.countValues(given)
	l.fitting.Language = o.Language
	l.fitting.Removed = slices.Clone(p.Removed)
	err = l.fitWithin(ctx)
	l.fitting.Refuted = l.refutedSize()
	f := l.fitting
	f.Elapsed = time.Since(start)
	if f.Concept != nil {
		f.Solution = f.withMeasures()
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, ErrMemory) {
			err = nil
		}
	}
	return f, err
}

// fitWithin runs fitAndChoose. Its error is [ErrMemory] if the context ended for lack of
// memory before a concept was found.
func (l *run) fitWithin(ctx context.Context) error {
	err := l.fitAndChoose(ctx)
	if cause := context.Cause(ctx); errors.Is(cause, ErrMemory) {
		if err != nil {
			err = cause
		}
		if l.fitting.End == EndInterrupted {
			l.fitting.End = EndMemory
		}
	}
	return err
}

// fitAndChoose runs the stages, chooses one and simplifies its concept. After an
// interruption it returns what it has found.
func (l *run) fitAndChoose(ctx context.Context) error {
	err := l.runStages(ctx)
	if l.fitting.End = endOf(err, l.isBestPossible()); l.fitting.End == EndMaxSize && l.isImpatient() {
		l.fitting.End = EndPatience
	}
	l.fitting.Chosen = max(len(l.fitting.Stages)-1, 0)
	if l.fitting.Concept == nil {
		return err
	}
	l.simplifyFitting()
	if failed := l.chooser(ctx).choose(); failed != nil {
		return failed
	}
	l.fitting.Optimal = l.fitting.Optimal && l.isInScope()
	if err == nil && !l.o.Optimal {
		err = l.makePlainer(ctx)
	}
	return cmp.Or(err, l.snapTimes())
}

// isInScope reports whether the chosen stage has the numbers of the concept. A concept of
// Options.Start may exceed Options.MaxNumber.
func (l *run) isInScope() bool {
	f := &l.fitting
	return l.o.Optimal || dl.LargestNumber(f.Concept) <= f.Stages[f.Chosen].MaxNumber
}

// runStages computes the thresholds and the ceiling, and then the optimal fitting or the
// stages.
func (l *run) runStages(ctx context.Context) error {
	base := interp.NewSpace(l.p, l.o.Language)
	var err error
	if l.scale, err = newScale(ctx, l.p, l.o, base.Roles); err == nil {
		l.fitting.Outdegree = l.scale.outdegree
		for _, f := range l.scale.features {
			l.fitting.FeatureValues = max(l.fitting.FeatureValues, len(f.Values))
		}
		err = l.computeCeiling(ctx, base)
	}
	if err != nil {
		return errors.Join(l.takeRest(0), err)
	}
	if l.o.Mode == Exact && len(l.fitting.Ceiling.Pairs) > 0 {
		pair := l.fitting.Ceiling.Pairs[0]
		return fmt.Errorf("%w: no concept of %s distinguishes %s from %s, which have opposite labels",
			errInseparable, l.fitting.Scope(), l.p.Structure.IRI(pair[0]), l.p.Structure.IRI(pair[1]))
	}
	if l.o.Optimal {
		return l.fitOptimal(ctx, base)
	}
	return l.search(ctx, base)
}
