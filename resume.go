package genus

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/intent"
)

// resume starts a ranking of the examples that were picked, and repeats the answers in
// their order. It may take as long as the search.
func (s Session) resume(ctx context.Context, ex extract.Examples, asked []string) (*Meant, error) {
	answered := func(iri string) bool { return slices.Contains(asked, iri) }
	picked := ex
	picked.PosWeights, picked.NegWeights = nil, nil
	picked.Pos = slices.DeleteFunc(slices.Clone(ex.Pos), answered)
	picked.Neg = slices.DeleteFunc(slices.Clone(ex.Neg), answered)
	if len(picked.Pos) == 0 { // the answers are the only examples
		return s.Rank(ctx, ex)
	}
	m, err := s.Rank(ctx, picked)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Config.Timeout)
	defer cancel()
	if len(asked) > 0 {
		if _, err := s.looked(ctx, m, picked); err != nil {
			return nil, err
		}
	}
	for _, iri := range asked {
		is := intent.Unknown
		switch {
		case slices.Contains(ex.Pos, iri):
			is = intent.Yes
		case slices.Contains(ex.Neg, iri):
			is = intent.No
		}
		if is != intent.Unknown { // the ranking counts whether its first candidate predicts the answer
			if _, err := m.Session.Rank(ctx); err != nil {
				return nil, fmt.Errorf("ranking candidates: %w", err)
			}
		}
		if err := m.Answer(ctx, iri, is); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Problem returns the problem of the examples in the source. It extracts the
// neighbourhood of the examples from an endpoint, and does not repeat requests that it made
// before, for these examples or others. Problems with the same individuals as examples, on whichever side, share a structure.
//
// Examples of an endpoint that are a subset of earlier ones are taken from what was
// extracted for those: a role that was dropped for the others stays dropped.
func (s Session) Problem(ctx context.Context, ex extract.Examples) (*Problem, error) {
	return followRedirects(s, ex, func(ex extract.Examples) (*Problem, error) { return s.problem(ctx, ex, nil) })
}
