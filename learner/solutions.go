package learner

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// findSolutions looks for the further concepts that Options.Solutions asks for:
// each is the result of all stages over again, with the ones before it
// avoided. It ends without an error when there are no more or time is up; the
// solutions so far stay valid.
func (l *run) findSolutions(ctx context.Context) {
	f := &l.fitting
	f.Solutions = []Solution{solutionOf(*f)}
	var known []interp.Set // extensions of the solutions
	if x, err := l.eval.Extension(f.Concept); err == nil {
		known = append(known, x)
	}
	avoid := []dl.Concept{f.Concept}
	bound := f.provedBest(l.bound)
	for len(f.Solutions) < l.o.Solutions {
		next := &run{p: l.p, o: l.o, eval: l.eval, values: l.values, avoid: avoid}
		// Nothing that is left can be better than what was proved to be the best
		// when it was left over.
		next.bound = bound
		base := interp.NewSpace(l.p, l.o.Language)
		if err := next.search(ctx, base); err != nil || next.fitting.Concept == nil {
			return
		}
		bound = next.fitting.provedBest(bound)
		found := slices.Clone(next.fitting.Stages)
		next.simplifyFitting()
		if err := next.chooseStage(ctx); err != nil {
			return
		}
		// ⊤ does not use the symbol of ¬⊥, which would be found again.
		if raw := found[next.fitting.Chosen].Concept; !usesSymbols(raw, next.fitting.Concept) {
			avoid = append(avoid, raw)
		}
		if slices.ContainsFunc(f.Solutions, func(s Solution) bool { return usesSymbols(next.fitting.Concept, s.Concept) }) {
			continue
		}
		avoid = append(avoid, next.fitting.Concept)
		x, err := l.eval.Extension(next.fitting.Concept)
		if err != nil {
			return
		}
		if l.o.Differ == ByExtension && contains(known, x) {
			continue
		}
		known = append(known, x)
		f.Solutions = append(f.Solutions, solutionOf(next.fitting))
	}
}

// provedBest is the classification that is proved to be the best of all sizes
// allowed, or what was known before if that is not proved.
func (f *Fitting) provedBest(before interp.Confusion) interp.Confusion {
	if len(f.Stages) == 0 || slices.ContainsFunc(f.Stages, func(s Stage) bool { return !s.Proved }) {
		return before
	}
	return f.Stages[len(f.Stages)-1].Confusion
}

// usesSymbols reports whether c uses all symbols of d.
func usesSymbols(c, d dl.Concept) bool {
	used := dl.Symbols(c)
	for symbol := range dl.Symbols(d) {
		if !used[symbol] {
			return false
		}
	}
	return true
}

func contains(sets []interp.Set, x interp.Set) bool {
	for _, y := range sets {
		if y.Equal(x) {
			return true
		}
	}
	return false
}

func solutionOf(f Fitting) Solution {
	return Solution{f.Concept, dl.Size(f.Concept), dl.Depth(f.Concept), f.Confusion, f.Optimal}
}
