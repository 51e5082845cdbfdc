package learner

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// findSolutions finds the further concepts that Options.Solutions asks for. Each
// is the result of a new run of all stages that avoids the concepts before it. It
// ends without an error when there are no more or when the context ends; the
// solutions found so far stay valid.
func (l *run) findSolutions(ctx context.Context) {
	f := &l.fitting
	f.Solutions = []Solution{f.withMeasures()}
	avoid := []dl.Concept{f.Concept}
	bound := f.provedBest(l.bound)
	for len(f.Solutions) < l.o.Solutions {
		next := newRun(l.p, l.o)
		next.eval, next.scale, next.avoid = l.eval, l.scale, avoid
		// No remaining concept is better than the best proved so far.
		next.bound = bound
		base := interp.NewSpace(l.p, l.o.Language)
		if err := next.search(ctx, base); err != nil || next.fitting.Concept == nil {
			return
		}
		bound = next.fitting.provedBest(bound)
		found := slices.Clone(next.fitting.Stages)
		next.simplifyFitting()
		if err := next.chooser().choose(); err != nil {
			return
		}
		// Simplifying may drop symbols: ⊤ does not use the symbol of ¬⊥, so the
		// search would find ¬⊥ again.
		if raw := found[next.fitting.Chosen].Concept; !usesSymbols(raw, next.fitting.Concept) {
			avoid = append(avoid, raw)
		}
		if slices.ContainsFunc(f.Solutions, func(s Solution) bool { return usesSymbols(next.fitting.Concept, s.Concept) }) {
			continue
		}
		avoid = append(avoid, next.fitting.Concept)
		f.Solutions = append(f.Solutions, next.fitting.withMeasures())
	}
}

// provedBest returns the classification that is proved to be the best of all
// allowed sizes, or the earlier bound if none is proved.
func (f *Fitting) provedBest(before interp.Confusion) interp.Confusion {
	if len(f.Stages) == 0 || slices.ContainsFunc(f.Stages, func(s Stage) bool { return !s.Proved }) {
		return before
	}
	return f.Stages[len(f.Stages)-1].Confusion
}

// withMeasures returns the solution with its size and role depth.
func (s Solution) withMeasures() Solution {
	s.Size, s.Depth = dl.Size(s.Concept), dl.Depth(s.Concept)
	return s
}
