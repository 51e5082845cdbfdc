package learner

import (
	"context"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// explainedPairs is the largest number of pairs of the ceiling that get reasons.
const explainedPairs = 5

// computeCeiling computes the best classification that any concept of the language
// can have, of any size and with any numbers and thresholds.
func (l *run) computeCeiling(ctx context.Context, sp interp.Space) error {
	sp = l.unbounded(sp)
	depth := bisim.Unbounded
	if sp.MaxDepth > 0 {
		depth = sp.MaxDepth
	}
	levels, err := bisim.Compute(ctx, l.p.Structure, sp, depth, bisim.Unbounded, nil)
	if err != nil {
		return err
	}
	class := func(a interp.Individual) uint32 { return levels.Class(levels.Depth(), a) }
	l.fitting.Ceiling = bisim.CeilingOf(l.p, class, l.o.Score)
	l.bound = l.fitting.Ceiling.Confusion
	pairs := l.fitting.Ceiling.Pairs
	if len(pairs) == 0 {
		return nil
	}
	p, sp, err := l.withAllValues(ctx, sp)
	if err != nil {
		return err
	}
	l.fitting.Reasons, err = bisim.Explain(ctx, p, sp, pairs[:min(explainedPairs, len(pairs))])
	return err
}

// withAllValues returns the problem with all candidate nominals and strings as
// atomic concepts, even if the language has none, and the space over it.
func (l *run) withAllValues(ctx context.Context, sp interp.Space) (*interp.Problem, interp.Space, error) {
	o := l.o
	o.Language, o.Shared = o.Language|dl.Values, false
	p, err := withValues(ctx, *l.p, o)
	if err != nil {
		return nil, sp, err
	}
	p.Removed = l.p.Removed
	sig := p.Structure.Signature()
	atoms := make([]interp.ConceptID, len(sp.Atoms))
	for i, id := range sp.Atoms {
		atoms[i], _ = sig.Atom(l.p.Structure.Signature().Atoms()[id]) // new atoms change the ids
	}
	sp.Atoms = atoms
	return &p, sp, nil
}

// unbounded returns the space with every value of a feature as a threshold, and with
// all numbers.
func (l *run) unbounded(base interp.Space) interp.Space {
	base.MaxNumber, base.Thresholds = bisim.Unbounded, make([][]dl.Value, len(l.scale.features))
	for f, feature := range l.scale.features {
		base.Thresholds[f] = feature.Values
	}
	return base
}
