package answer

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// ProblemToSplit returns the problem of the examples for cross-validation. Of a Wikibase it has all
// statements that a training part may choose ([LearnFold]): those in files or in a database, and of an
// endpoint those of the properties that any part chooses. parts returns the training parts of a
// problem with these examples; its structure has nothing but them.
func (s Worker) ProblemToSplit(ctx context.Context, ex extract.Examples,
	parts func(interp.Problem) ([]interp.Problem, error)) (*source.Problem, error) {
	return source.FollowRedirects(ctx, s.Use, ex, func(ex extract.Examples) (*source.Problem, error) {
		if s.Config.Vocabulary().Statements == "" || s.Config.Depth == 0 {
			return s.Load(ctx, ex, nil, nil)
		}
		if s.Source.Complete() {
			return s.LoadAll(ctx, ex)
		}
		var b interp.Builder
		for _, iri := range ex.All() {
			b.Individual(iri)
		}
		bare, err := b.Build(ctx)
		if err != nil {
			return nil, err
		}
		trained, err := parts(source.ExamplesIn(interp.Problem{Structure: bare}, ex))
		if err != nil {
			return nil, err
		}
		var qualified []string
		for _, part := range trained {
			chosen, err := s.qualified(ctx, examplesOf(part), nil)
			if err != nil {
				return nil, err
			}
			qualified = append(qualified, chosen...)
		}
		return s.Load(ctx, ex, nil, qualified)
	})
}

// LearnFold learns from the training part of a fold, which chooses the properties whose
// statements it reads. With meant it returns the concept that was most likely meant, and
// otherwise that of bounded fitting.
func LearnFold(ctx context.Context, c config.Config, p interp.Problem, o learner.Options, meant bool) (learner.Fitting, error) {
	p, err := hideStatements(ctx, c, p)
	if err != nil {
		return learner.Fitting{}, err
	}
	if !meant {
		return learner.Learn(ctx, p, o)
	}
	return learnMeant(ctx, c, p, o)
}

// hideStatements returns the problem, for cross-validation, with the statements of a Wikibase hidden unless
// they are of the properties that its own examples choose, by a ranking in its structure. So a fold
// learns nothing from the examples that test it.
func hideStatements(ctx context.Context, c config.Config, p interp.Problem) (interp.Problem, error) {
	if p.Statements == "" {
		return p, nil
	}
	language, err := rankedLanguage(c)
	if err != nil {
		return p, err
	}
	m, err := rankedInMemory(c, p, sampleOf(examplesOf(p)), language)
	if err != nil {
		return p, err
	}
	if _, err := m.Rank(ctx); err != nil {
		return p, err
	}
	chosen, err := m.Qualified(ctx)
	if err != nil {
		return p, err
	}
	p.Hidden = slices.Clone(p.Hidden)
	sig := p.Structure.Signature()
	for r := range interp.RoleID(sig.NumRoles()) {
		part, name, ok := p.Statements.Split(sig.Role(r).IRI)
		if ok && part == dl.Claim && !slices.Contains(chosen, name) {
			p.Hidden = append(p.Hidden, sig.Role(r).IRI)
		}
	}
	return p, nil
}
