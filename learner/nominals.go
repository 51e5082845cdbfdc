package learner

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// support is the least number of examples that must reach a nominal or string before a
// concept may use it.
const support = 2

// sharedValues is the largest number of nominals with Options.Shared.
const sharedValues = 20

func usesNominals(c dl.Concept) bool { return c != nil && dl.LanguageOf(c).Any(dl.WithNominals) }

// withValues returns the problem with the nominals and strings that the language
// may use added to the atomic concepts.
func withValues(ctx context.Context, p interp.Problem, o Options) (interp.Problem, error) {
	limits := interp.Limits{Support: support, Values: o.Values}
	if o.Shared {
		limits.Shared = sharedValues
	}
	values, removed, err := interp.Candidates(ctx, &p, o.Language, limits)
	if err != nil || len(values) == 0 {
		return p, err
	}
	s, err := p.Structure.WithAtoms(values)
	if err != nil {
		return p, err
	}
	p.Structure, p.Removed = s, slices.Concat(p.Removed, removed)
	return p, nil
}

// countValues counts the nominals and strings that the language uses.
func (l *run) countValues() {
	for _, c := range l.p.Structure.Signature().Atoms() {
		switch used := dl.LanguageOf(c) & l.o.Language; {
		case used.Has(dl.WithNominals):
			l.fitting.Nominals++
		case used.Has(dl.WithStrings):
			l.fitting.Strings++
		}
	}
}
