package answer

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
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
			return source.Load(ctx, s.Use, ex, nil, nil)
		}
		if s.Source.Complete() {
			return source.LoadAll(ctx, s.Use, ex)
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
		return source.Load(ctx, s.Use, ex, nil, qualified)
	})
}

// LearnFold learns from the training part of a fold, which chooses the properties whose
// statements it reads. With meant it returns the concept that was most likely meant, and
// otherwise that of bounded fitting.
func LearnFold(ctx context.Context, c config.Config, p interp.Problem, o learner.Options,
	meant bool) (learner.Fitting, error) {
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

// learnMeant learns for cross-validation. It returns what [Session.Prove] returns for a
// problem whose structure is the whole graph. It ranks before the search, for at most
// half of the time limit of the settings, less for a labelled set, and again with the concepts of the search.
// Where nothing is ranked it returns the result of [learner.Learn]. Candidates name
// values only if the settings ask for nominals: a value that few examples share says
// little about others.
func learnMeant(ctx context.Context, c config.Config, p interp.Problem, o learner.Options) (learner.Fitting, error) {
	if !canRank(c, len(p.Pos), len(p.Neg)) {
		return learner.Learn(ctx, p, o)
	}
	language := o.Language
	if o.Shared {
		language &^= dl.WithNominals
	}
	ex := examplesOf(p)
	m, err := rankedInMemory(c, p, ex, language)
	if err != nil {
		return learner.Fitting{}, err
	}
	share := c.Timeout / 2
	if isLabelled(ex) {
		share = c.Timeout / labelledShare
	}
	first, cancel := context.WithTimeout(ctx, share)
	defer cancel()
	ranking, err := m.RankQualified(first)
	if err = cmp.Or(err, ranking.Incomplete); err != nil {
		if first.Err() == nil {
			return learner.Fitting{}, err
		}
		ranking = intent.Ranking{}
	}
	f, err := learner.Learn(ctx, p, o)
	if err != nil && !errors.Is(err, learner.ErrNoFitting) && ctx.Err() == nil {
		return f, err
	}
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterSearch)
	defer cancel()
	m.Add(searchCandidates(f)...)
	again, failed := m.RankQualified(after)
	switch failed = cmp.Or(failed, again.Incomplete); {
	case failed == nil:
		ranking = again
	case after.Err() == nil:
		return f, failed
	}
	isHidden := func(name string) bool { // a quantity in one unit is not hidden
		return p.Statements.Is(name, dl.Claim) && slices.Contains(p.Hidden, name)
	}
	ranking.Candidates = slices.DeleteFunc(ranking.Candidates, func(c intent.Candidate) bool {
		_, isRemoved := source.RemovalOf(c.Concept, p.Removed, 0)
		return isRemoved || slices.ContainsFunc(syntax.IRIs(c.Concept), isHidden)
	})
	f, replaced := preferLikeliest(f, ranking, ex, o)
	if !replaced {
		return f, err
	}
	if !o.Midpoints {
		return f, nil
	}
	// Candidates have round thresholds, as a person chooses them. Midpoints generalise better.
	centred, err := learner.Centre(after, p, o, f.Concept)
	switch {
	case err == nil:
		f.Concept = centred
	case after.Err() == nil:
		return f, err
	}
	return f, nil
}

// rankedInMemory starts a ranking of the examples whose graph is the structure of the problem.
func rankedInMemory(c config.Config, p interp.Problem, ex extract.Examples, l dl.Language) (*intent.Session, error) {
	o := rankedOptions(c, l)
	o.Statements = p.Statements // the settings may not know them, without a preset
	return intent.New(intent.NewMemory(p.Structure, nil), ex.Pos, ex.Neg, o)
}

// examplesOf returns the examples of the problem.
func examplesOf(p interp.Problem) extract.Examples {
	return extract.Examples{
		Pos:        iris(p.Structure, p.Pos),
		Neg:        iris(p.Structure, p.Neg),
		PosWeights: p.PosWeights,
		NegWeights: p.NegWeights,
	}
}

func iris(s *interp.Structure, individuals []interp.Individual) []string {
	out := make([]string, len(individuals))
	for i, a := range individuals {
		out[i] = s.IRI(a)
	}
	return out
}
