package app

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// prefer makes the most likely concept the result. What bounded fitting found
// joins the candidates first. The ranking may take as long as the search.
func (r *Result) prefer(ctx context.Context, m *Meant) error {
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	f := &r.Fitting
	m.Add(proposed(*f)...)
	ranking, err := m.Rank(ctx)
	if err != nil {
		return err
	}
	r.ranked(ranking)
	before := *f
	var replaced bool
	if *f, replaced = preferred(before, ranking.Candidates, r.Problem.Examples, r.Options); replaced {
		r.Err = nil
		r.compareWith(before)
	}
	return nil
}

// proposed are the concepts of the search that join the candidates: the solutions, and of
// every size the best, if it is wrong about at most one of eight examples. A smaller one
// may be meant where an example is wrong.
func proposed(f learner.Fitting) []dl.Concept {
	var cs []dl.Concept
	add := func(c dl.Concept) {
		if c != nil && !slices.Contains(cs, c) {
			cs = append(cs, c)
		}
	}
	add(f.Concept)
	for _, s := range f.Solutions {
		add(s.Concept)
	}
	for _, s := range f.Stages {
		if n := s.Confusion.Total(); 8*(n-s.Confusion.Correct()) <= n {
			add(s.Concept)
		}
	}
	return cs
}

// compareWith says what a result that replaces that of bounded fitting is beside it.
func (r *Result) compareWith(before learner.Fitting) {
	f, score := &r.Fitting, r.Options.Score
	better := score.Compare(f.Confusion, before.Confusion)
	switch {
	case before.Concept == nil, better == 0 && f.Size <= before.Size:
	case better > 0 && !slices.ContainsFunc(f.Stages, func(s learner.Stage) bool { return score.Compare(s.Confusion, f.Confusion) >= 0 }):
		// Nothing that was searched is as good: the result names what the search does not.
		if score.Compare(f.Confusion, f.Ceiling.Confusion) > 0 {
			f.Ceiling.Confusion, f.Ceiling.Pairs, f.Reasons = confusionOf(r.Problem.Examples, nil), nil, nil
		}
	default:
		r.Smallest = &before.Solution
	}
}

// preferred returns the fitting with the candidate in place of its concept that is the
// most likely one; false if it keeps its concept. The proof stays if the
// candidate is as small and fits as well.
func preferred(f learner.Fitting, candidates []intent.Candidate, ex extract.Examples, o learner.Options) (learner.Fitting, bool) {
	c, ok := mostLikely(candidates, o)
	if !ok || c.Concept == f.Concept {
		return f, false
	}
	confusion, size := confusionOf(ex, c.Wrong), dl.Size(c.Concept)
	asGood := f.Concept != nil && size <= f.Size && o.Score.Compare(confusion, f.Confusion) == 0
	if f.Concept != nil && o.Score.Compare(confusion, f.Confusion) < 0 && !mayFitWorse(f, candidates, ex, o) {
		return f, false
	}
	f.Concept, f.Size, f.Depth, f.Confusion = c.Concept, size, dl.Depth(c.Concept), confusion
	f.Optimal = f.Optimal && asGood
	return f, true
}

// mostLikely returns the most likely candidate of the sizes and depths that the options
// allow, and of those without errors if the mode is exact.
func mostLikely(candidates []intent.Candidate, o learner.Options) (intent.Candidate, bool) {
	i := slices.IndexFunc(candidates, func(c intent.Candidate) bool {
		return dl.Size(c.Concept) <= cmp.Or(o.MaxSize, learner.DefaultMaxSize) &&
			(o.MaxDepth == 0 || dl.Depth(c.Concept) <= o.MaxDepth) && (o.Mode != learner.Exact || len(c.Wrong) == 0)
	})
	if i < 0 {
		return intent.Candidate{}, false
	}
	return candidates[i], true
}

// mayFitWorse reports whether a candidate may be returned though it fits worse than the
// best concept of the search: if what was meant more likely fits worse than not. A result
// is never worse than what the search started from.
func mayFitWorse(f learner.Fitting, candidates []intent.Candidate, ex extract.Examples, o learner.Options) bool {
	worse := 0.0 // the probability of all that do
	for _, c := range candidates {
		if o.Score.Compare(confusionOf(ex, c.Wrong), f.Confusion) < 0 {
			worse += c.Probability
		}
	}
	return len(o.Start) == 0 && worse > 0.5
}

// confusionOf returns how a concept classifies the examples that is wrong about some.
func confusionOf(ex extract.Examples, wrong []string) interp.Confusion {
	var c interp.Confusion
	for i, iri := range ex.Pos {
		if slices.Contains(wrong, iri) {
			c.FN += weightOf(ex.PosWeights, i)
		} else {
			c.TP += weightOf(ex.PosWeights, i)
		}
	}
	for i, iri := range ex.Neg {
		if slices.Contains(wrong, iri) {
			c.FP += weightOf(ex.NegWeights, i)
		} else {
			c.TN += weightOf(ex.NegWeights, i)
		}
	}
	return c
}

// weightOf is the weight of example i; nil weights are all 1.
func weightOf(weights []int, i int) int {
	if weights == nil {
		return 1
	}
	return weights[i]
}

// afterSearch is how long what follows the search may take when its time is up.
const afterSearch = 500 * time.Millisecond

// LearnMeant returns what [Session.Learn] returns for a problem whose structure is the
// whole graph: for cross-validation. Ranking comes before the search and takes at most
// half of the time limit of the settings. Where nothing is ranked the result is that of
// [learner.Learn]. Candidates have values only if the settings ask for them: of few examples,
// which value they share says little about others.
func LearnMeant(ctx context.Context, c config.Config, p interp.Problem, o learner.Options) (learner.Fitting, error) {
	if !canRank(c, len(p.Pos), len(p.Neg)) {
		return learner.Learn(ctx, p, o)
	}
	language := o.Language
	if o.Shared {
		language &^= dl.WithNominals
	}
	ex := extract.Examples{Pos: iris(p.Structure, p.Pos), Neg: iris(p.Structure, p.Neg), PosWeights: p.PosWeights, NegWeights: p.NegWeights}
	m, err := intent.New(intent.NewMemory(p.Structure, nil), ex.Pos, ex.Neg, intent.Options{Language: language})
	if err != nil {
		return learner.Fitting{}, err
	}
	first, cancel := context.WithTimeout(ctx, c.Timeout/2)
	defer cancel()
	ranking, err := m.Rank(first)
	if err != nil && first.Err() == nil {
		return learner.Fitting{}, err
	}
	f, err := learner.Learn(ctx, p, o)
	if err != nil && !errors.Is(err, learner.ErrNoFitting) && ctx.Err() == nil {
		return f, err
	}
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterSearch)
	defer cancel()
	m.Add(proposed(f)...)
	switch r, failed := m.Rank(after); {
	case failed == nil:
		ranking = r
	case after.Err() == nil:
		return f, failed
	}
	candidates := slices.DeleteFunc(ranking.Candidates, func(c intent.Candidate) bool { return usesRemoved(c.Concept, p.Removed) })
	f, replaced := preferred(f, candidates, ex, o)
	if !replaced {
		return f, err
	}
	if !o.Midpoints {
		return f, nil
	}
	// A person means round thresholds. Those in the middle are right about more examples.
	centred, err := learner.Centre(after, p, o, f.Concept)
	switch {
	case err == nil:
		f.Concept = centred
	case after.Err() == nil:
		return f, err
	}
	return f, nil
}

// usesRemoved reports whether the concept has a role or a feature that is left out.
func usesRemoved(c dl.Concept, removed []interp.Removal) bool {
	for symbol := range dl.Symbols(c) {
		role, isRole := dl.RoleOf(symbol)
		compare, isCompare := symbol.(dl.Compare)
		if slices.ContainsFunc(removed, func(r interp.Removal) bool {
			return isRole && r.Role == role || isCompare && r.Feature == compare.Feature
		}) {
			return true
		}
	}
	return false
}

// iris returns the IRIs of the individuals.
func iris(s *interp.Structure, individuals []interp.Individual) []string {
	out := make([]string, len(individuals))
	for i, a := range individuals {
		out[i] = s.IRI(a)
	}
	return out
}
