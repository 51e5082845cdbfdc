package answer

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
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// prefer makes the most likely concept the result. The candidates of the ranking are
// joined by the concepts of the search. The ranking may take as long as the search; if it
// fails, that of the first answer stays.
func (r *Result) prefer(ctx context.Context, m *Meant) error {
	ctx, cancel := source.Within(ctx, m.timeout, "ranking what may be meant")
	defer cancel()
	f := &r.Fitting
	cs := searchCandidates(*f)
	ranking := m.shown
	isNew := func(c dl.Concept) bool { _, ranked := ranking.candidate(c); return !ranked }
	if ranking == nil || slices.ContainsFunc(cs, isNew) {
		m.Add(cs...)
		with, err := m.Rank(ctx)
		switch {
		case err == nil:
			ranking = with
		case ranking == nil:
			return source.NamingLimit(ctx, err)
		default:
			m.reporter.Note("note: the concepts of the search are not ranked: %v", source.NamingLimit(ctx, err))
		}
	}
	r.setRanking(ranking)
	before := *f
	if before.Concept != nil && ranking.Incomplete != nil && !ranking.isFirstCounted() {
		return nil // the order of concepts that were not counted is no reason to replace it
	}
	var replaced bool
	if *f, replaced = preferLikeliest(before, ranking.Ranking, r.Problem.Examples, r.Options); replaced {
		r.Err = nil
		r.recordReplaced(before)
	}
	return nil
}

// isFirstCounted reports whether an upper bound of the members of the first candidate is known.
// Concepts without one are taken for the largest, so that the first is rightly the first.
func (r *Ranking) isFirstCounted() bool {
	return len(r.Candidates) > 0 && r.Candidates[0].Members.Upper != intent.Unbounded.Upper
}

// searchCandidates returns the concepts of the search that are to be ranked: the chosen
// one, and the best concept of each size that is wrong about at most one of eight
// examples. Where an example is wrong, a smaller concept than the chosen one may be meant.
func searchCandidates(f learner.Fitting) []dl.Concept {
	var cs []dl.Concept
	add := func(c dl.Concept) {
		if c != nil && !slices.Contains(cs, c) {
			cs = append(cs, c)
		}
	}
	add(f.Concept)
	for _, s := range f.Stages {
		if n := s.Confusion.Total(); 8*(n-s.Confusion.Correct()) <= n {
			add(s.Concept)
		}
	}
	return cs
}

// recordReplaced records what the result gives up by replacing the concept of bounded
// fitting. Smallest keeps that concept, unless the result is as good and no larger, or
// better than every concept of the search.
func (r *Result) recordReplaced(before learner.Fitting) {
	f, score := &r.Fitting, r.Options.Score
	better := score.Compare(f.Confusion, before.Confusion)
	switch {
	case before.Concept == nil, better == 0 && f.Size <= before.Size:
	case better > 0 && !slices.ContainsFunc(f.Stages, func(s learner.Stage) bool { return score.Compare(s.Confusion, f.Confusion) >= 0 }):
	default:
		r.Smallest = &before.Solution
	}
	// The result names symbols that the search leaves out, so it may exceed the ceiling.
	if score.Compare(f.Confusion, f.Ceiling.Confusion) > 0 {
		f.Ceiling.Confusion = confusionOf(r.Problem.Examples, nil)
		f.Ceiling.Pairs = nil
		f.Reasons = nil
	}
}

// preferLikeliest replaces the concept of f by the most likely candidate, or by the most likely
// one that fits as well if none may fit worse. It returns false if f keeps its concept. The
// proof of optimality stays if the candidate is as small, fits as well and has no larger
// numbers than the proof covers.
func preferLikeliest(f learner.Fitting, r intent.Ranking, ex extract.Examples,
	o learner.Options) (learner.Fitting, bool) {
	candidates := r.Candidates
	mayFitWorse := f.Concept == nil || mayFitWorse(f, r, ex, o)
	i := slices.IndexFunc(candidates, func(c intent.Candidate) bool {
		if o.Mode == learner.Exact && len(c.Wrong) > 0 { // the result must fit all examples
			return false
		}
		return mayFitWorse || o.Score.Compare(confusionOf(ex, c.Wrong), f.Confusion) >= 0
	})
	if i < 0 || candidates[i].Concept == f.Concept {
		return f, false
	}
	c := candidates[i]
	confusion, size := confusionOf(ex, c.Wrong), dl.Size(c.Concept)
	exceeds := len(f.Stages) > 0 && dl.LargestNumber(c.Concept) > f.Stages[f.Chosen].MaxNumber
	asGood := f.Concept != nil && !exceeds && size <= f.Size && o.Score.Compare(confusion, f.Confusion) == 0
	f.Concept = c.Concept
	f.Size = size
	f.Depth = dl.Steps(c.Concept)
	f.Confusion = confusion
	f.Optimal = f.Optimal && asGood
	return f, true
}

// mayFitWorse reports whether a candidate may replace the concept of f although it fits
// worse. It may if, given that the examples are not chance, the concepts that fit worse have more
// than half of the probability. It may not if candidates may be missing. A result is never
// worse than a concept that the search started from.
func mayFitWorse(f learner.Fitting, r intent.Ranking, ex extract.Examples, o learner.Options) bool {
	worse := 0.0 // the probability of all candidates that fit worse
	for _, c := range r.Candidates {
		if o.Score.Compare(confusionOf(ex, c.Wrong), f.Confusion) < 0 {
			worse += c.Probability
		}
	}
	return len(o.Start) == 0 && r.Incomplete == nil && worse > 0.5*(1-r.Chance)
}

// confusionOf returns the confusion of a concept that is wrong about these examples.
func confusionOf(ex extract.Examples, wrong []string) interp.Confusion {
	var c interp.Confusion
	isWrong := make(map[string]bool, len(wrong))
	for _, iri := range wrong {
		isWrong[iri] = true
	}
	for i, iri := range ex.Pos {
		if isWrong[iri] {
			c.FN += weightOf(ex.PosWeights, i)
		} else {
			c.TP += weightOf(ex.PosWeights, i)
		}
	}
	for i, iri := range ex.Neg {
		if isWrong[iri] {
			c.FP += weightOf(ex.NegWeights, i)
		} else {
			c.TN += weightOf(ex.NegWeights, i)
		}
	}
	return c
}

func weightOf(weights []int, i int) int {
	if weights == nil {
		return 1
	}
	return weights[i]
}

// afterSearch limits the work after the search when the time limit has passed.
const afterSearch = 500 * time.Millisecond

// learnMeant learns for cross-validation. It returns what [Session.Prove] returns for a
// problem whose structure is the whole graph. It ranks before the search, for at most
// half of the time limit of the settings, and again with the concepts of the search.
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
	first, cancel := context.WithTimeout(ctx, c.Timeout/2)
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
	isHidden := func(name string) bool { // a quantity in one unit stays
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
