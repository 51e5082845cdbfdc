package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/intent"
)

// RankedProblem is Problem with what ranks the concepts, if they are ranked. asked
// are the individuals that questions were about so far: those among the examples are
// answers, which nobody picked as examples, and of the others the user does not know
// whether they belong. ask, if it is not nil, asks the user more before the source is
// read.
func (s Session) RankedProblem(ctx context.Context, ex extract.Examples, asked []string, ask func(*Meant) error) (*Problem, error) {
	var m *Meant
	if s.CanRank(ex) {
		var err error
		if m, err = s.Ranker().resume(ctx, ex, extract.NewList(asked).IRIs); err != nil {
			return nil, err
		}
		if ask != nil {
			if err = ask(m); err == nil {
				ex, err = extract.NewExamples(m.Examples())
			}
			if err != nil {
				return nil, err
			}
		}
	}
	p, err := s.Problem(ctx, ex)
	if err != nil {
		return nil, err
	}
	p.Meant = m
	return p, nil
}

// resume starts a ranking by the examples that were picked, and gives the answers
// again in their order, which may take as long as the search.
func (s Ranker) resume(ctx context.Context, ex extract.Examples, asked []string) (*Meant, error) {
	answered := func(iri string) bool { return slices.Contains(asked, iri) }
	picked := ex
	picked.PosWeights, picked.NegWeights = nil, nil
	picked.Pos = slices.DeleteFunc(slices.Clone(ex.Pos), answered)
	picked.Neg = slices.DeleteFunc(slices.Clone(ex.Neg), answered)
	if len(picked.Pos) == 0 { // then the answers are all that there is to go by
		return s.Start(ctx, ex, nil)
	}
	m, err := s.Start(ctx, picked, nil)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Config.Timeout)
	defer cancel()
	for _, iri := range asked {
		is := intent.Unknown
		switch {
		case slices.Contains(ex.Pos, iri):
			is = intent.Yes
		case slices.Contains(ex.Neg, iri):
			is = intent.No
		}
		if is != intent.Unknown { // whether the first candidate foretold the answer counts
			if _, err := m.Session.Rank(ctx); err != nil {
				return nil, fmt.Errorf("ranking what may be meant: %w", err)
			}
		}
		if err := m.Answer(ctx, iri, is); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Problem puts the examples into the source, and finds negatives if the settings
// say so. It asks an endpoint for what surrounds the examples; what was asked
// before, for these examples and others, it does not ask again. Problems with the
// same individuals as examples, on whichever side, share a structure.
//
// Examples of an endpoint that are a part of those before are taken from what was
// extracted for those: a role that was dropped for the others stays dropped.
func (s Session) Problem(ctx context.Context, ex extract.Examples) (*Problem, error) {
	ex, siblings, err := s.FindNegatives(ctx, ex)
	if err != nil {
		return nil, err
	}
	var o extract.CrawlOptions
	if s.Source.Client != nil {
		if o, err = s.Extraction().Options(); err != nil {
			return nil, err
		}
	}
	p, err := s.problem(ctx, ex, o)
	if err != nil {
		return nil, err
	}
	p.Siblings = siblings
	return p, nil
}
