package answer

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
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
	case better > 0 && !slices.ContainsFunc(f.Stages,
		func(s learner.Stage) bool { return score.Compare(s.Confusion, f.Confusion) >= 0 }):
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
// one that fits as well if none may fit worse. A concept to start from does not make the result worse than
// it is without it. preferLikeliest returns false if f keeps its concept. The
// proof of optimality stays if the candidate is as small, fits as well and has no larger
// numbers than the proof covers.
func preferLikeliest(f learner.Fitting, r intent.Ranking, ex extract.Examples,
	o learner.Options) (learner.Fitting, bool) {
	i := preferred(f, r, ex, o)
	if i < 0 || r.Candidates[i].Concept == f.Concept {
		return f, false
	}
	c := r.Candidates[i]
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

// preferred returns the number of the candidate that may replace the concept of f; -1 for none.
func preferred(f learner.Fitting, r intent.Ranking, ex extract.Examples, o learner.Options) int {
	candidates := r.Candidates
	mayFitWorse := f.Concept == nil || mayFitWorse(f, r, ex, o)
	compare := func(c intent.Candidate, with interp.Confusion) int {
		return o.Score.Compare(confusionOf(ex, c.Wrong), with)
	}
	// the likeliest candidate, and the best of the concepts to start from that the ranking has not found
	i, start := -1, -1
	for at, c := range candidates {
		switch isStart := c.Added && slices.Contains(o.Start, c.Concept); {
		case o.Mode == learner.Exact && len(c.Wrong) > 0: // the result must fit all examples
		case !mayFitWorse && compare(c, f.Confusion) < 0:
		case isStart && (start < 0 || compare(c, confusionOf(ex, candidates[start].Wrong)) > 0):
			start = at
		case !isStart && i < 0:
			i = at
		}
	}
	isBetter := i < 0
	if start >= 0 && i >= 0 {
		more := compare(candidates[start], confusionOf(ex, candidates[i].Wrong))
		isBetter = more > 0 || more == 0 && start < i
	}
	if start >= 0 && isBetter {
		return start
	}
	return i
}

// mayFitWorse reports whether a candidate may replace the concept of f although it fits
// worse. It may if, given that the examples are not chance, the concepts that fit worse have more
// than half of the probability. It may not if candidates may be missing, or if the examples are a labelled
// set of which the first candidate has less than half of the probability. A result is never
// worse than a concept that the search started from.
func mayFitWorse(f learner.Fitting, r intent.Ranking, ex extract.Examples, o learner.Options) bool {
	if isLabelled(ex) && len(r.Candidates) > 0 && r.Candidates[0].Probability < 0.5 {
		return false
	}
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
