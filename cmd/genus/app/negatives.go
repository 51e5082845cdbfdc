package app

import (
	"context"
	"errors"
	"strings"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
)

// The candidates that count for the probability that an individual belongs: at most
// mostTried, each of at least the probability leastTried.
const (
	mostTried  = 30
	leastTried = 0.002
)

// membershipProbability ranks the concepts that the positives may stand for. It returns a
// function that returns the probability that each of some individuals belongs. It returns
// nil where nothing is ranked: with many positives, for an estimate, and in a database,
// which knows only the examples completely.
func (s Ranker) membershipProbability(ctx context.Context, ex extract.Examples) (func(context.Context, []string) ([]float64, error), error) {
	if s.Config.DryRun || len(ex.Pos) == 0 || len(ex.Pos) > mostRankedAlone || s.Source.Data != nil && !s.Source.Data.FromFiles() {
		return nil, nil
	}
	m, err := s.Start(ctx, ex)
	if err != nil {
		return nil, err
	}
	r, err := m.Session.Rank(ctx)
	if err != nil {
		return nil, err
	}
	var cs []dl.Concept
	var p []float64
	sum := 0.0
	for i, c := range r.Candidates {
		if i == mostTried || c.Probability < leastTried {
			break
		}
		cs, p, sum = append(cs, c.Concept), append(p, c.Probability), sum+c.Probability
	}
	return func(ctx context.Context, individuals []string) ([]float64, error) {
		out := make([]float64, len(individuals))
		truths, err := m.graph.Holds(ctx, cs, individuals)
		if err != nil {
			return nil, err
		}
		for i := range cs {
			for j := range individuals {
				if truths[i][j] != intent.No {
					out[j] += p[i] / sum
				}
			}
		}
		return out, nil
	}, nil
}

// negativesShown is how many of the negatives that were found are listed.
const negativesShown = 10

// FindNegatives finds negatives in the source and lists them, if the settings ask for
// them and there are none. Otherwise it returns the examples as they are, and nil.
func (s Session) FindNegatives(ctx context.Context, ex extract.Examples) (extract.Examples, *extract.Siblings, error) {
	if s.Config.Negatives == "" || len(ex.Neg) > 0 {
		return ex, nil, nil
	}
	o, err := s.Config.FindNegatives()
	if err != nil {
		return ex, nil, Usage(err)
	}
	s.Reporter.Progress("looking for negatives", "")
	if o.Likely, err = s.Ranker().membershipProbability(ctx, ex); err != nil {
		return ex, nil, err
	}
	found, err := s.Source.siblings(ctx, ex.Pos, o)
	if errors.Is(err, extract.ErrNoSiblings) && o.Likely != nil {
		o.Likely = nil
		found, err = s.Source.siblings(ctx, ex.Pos, o)
		switch {
		case err != nil:
		case s.Config.Prefer == config.Meant: // a ranking needs no negatives
			s.Reporter.Note("note: no negatives: every sibling may well be one of the positives")
			return ex, nil, nil
		default:
			s.Reporter.Note("note: every sibling may well be one of the positives")
		}
	}
	if err != nil {
		return ex, nil, err
	}
	what := "those most like the positives"
	if o.Likely != nil {
		what = "which probably do not belong to what the positives stand for"
	}
	s.Reporter.Note("negatives: %s of %d of <%s>, %s (--seed %d)",
		Plural(len(found.IRIs), "sibling"), found.Pool, strings.Join(found.Classes, ">, <"), what, o.Seed)
	for i, iri := range found.IRIs {
		note := s.Reporter.Note
		if i >= negativesShown {
			note = s.Reporter.Detail
		}
		if i == negativesShown {
			s.Reporter.Note("and %d more negatives (-v lists them)", len(found.IRIs)-i)
		}
		note("negative: <%s>", iri)
	}
	ex, err = extract.NewWeighted(extract.List{IRIs: ex.Pos, Weights: ex.PosWeights}, extract.NewList(found.IRIs))
	return ex, &found, err
}

func (s *Source) siblings(ctx context.Context, positives []string, o extract.SiblingOptions) (extract.Siblings, error) {
	if s.Client != nil {
		return extract.FindSiblings(ctx, s.Client, positives, o)
	}
	return s.Data.Siblings(ctx, positives, o)
}
