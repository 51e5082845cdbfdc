package answer

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/source"
)

// resume starts a ranking of the examples that were picked, and repeats the answers in
// their order. It may take as long as the search.
func (s Worker) resume(ctx context.Context, ex extract.Examples, asked []string) (*Meant, error) {
	answered := func(iri string) bool { return slices.Contains(asked, iri) }
	picked := ex
	picked.PosWeights, picked.NegWeights = nil, nil
	picked.Pos = slices.DeleteFunc(slices.Clone(ex.Pos), answered)
	picked.Neg = slices.DeleteFunc(slices.Clone(ex.Neg), answered)
	if len(picked.Pos) == 0 { // the answers are the only examples
		return s.Rank(ctx, ex)
	}
	start := s.Start
	s.Start = nil // a later concept would change the rankings before, and ask the endpoint for more
	m, err := s.Rank(ctx, picked)
	if err != nil {
		return nil, err
	}
	ctx, cancel := source.Within(ctx, s.Config.Timeout, "ranking what may be meant")
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
	m.Add(start...)
	return m, nil
}

// Problem returns the problem of the examples in the source. It extracts the
// neighbourhood of the examples from an endpoint, and does not repeat requests that it made
// before, for these examples or others. Problems with the same individuals as examples, on whichever side, share a structure.
//
// Examples of an endpoint that are a subset of earlier ones are taken from what was
// extracted for those: a role that was dropped for the others stays dropped.
func (s Worker) Problem(ctx context.Context, ex extract.Examples) (*source.Problem, error) {
	return s.problemWith(ctx, ex, nil)
}

// problemWith returns the problem of the examples with the statements of the properties that the
// ranking finds promising. m may be nil.
func (s Worker) problemWith(ctx context.Context, ex extract.Examples, m *Meant) (*source.Problem, error) {
	return source.FollowRedirects(ctx, s.Use, ex, func(ex extract.Examples) (*source.Problem, error) {
		qualified, err := s.qualified(ctx, ex, m)
		if err != nil {
			return nil, err
		}
		return s.Load(ctx, ex, nil, qualified)
	})
}

// qualified returns the names of the properties of a Wikibase whose statements have qualifiers that
// nearly all positives share, or of many positives nearly all of a sample. These qualifiers are in
// the language of the search, which needs the statements of all examples. A database has the
// statements that were extracted.
func (s Worker) qualified(ctx context.Context, ex extract.Examples, m *Meant) ([]string, error) {
	of := s.Config.Vocabulary().Statements
	switch {
	case of == "" || s.Config.Depth == 0 || len(ex.Pos) == 0 || !s.Source.ReadsStatements():
		return nil, nil
	case s.NeedsExtraction():
		// A ranking with reasoning needs an extraction, and that needs the properties. What follows
		// from axioms does not change what the statements say.
		s.Config.Reasoning, m = config.None, nil
		fallthrough
	case m == nil:
		ex = sampleOf(ex)
		var err error
		if m, err = s.Rank(ctx, ex); err != nil {
			return nil, err
		}
		if _, err = s.looked(ctx, m, ex); err != nil {
			return nil, err
		}
	}
	return m.Qualified(ctx)
}

// sampleOf returns examples that are few enough for a ranking.
func sampleOf(ex extract.Examples) extract.Examples {
	return extract.Examples{Pos: sample(ex.Pos, mostRankedAlone), Neg: sample(ex.Neg, mostRankedAlone)}
}

// sample returns at most n elements of the list, at equal distances.
func sample(list []string, n int) []string {
	if len(list) <= n {
		return list
	}
	out := make([]string, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}
