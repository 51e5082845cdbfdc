package app

import (
	"context"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
)

// Candidates by which an individual probably belongs.
const (
	mostTried  = 30
	leastTried = 0.002
)

// likely ranks what the positives may stand for, and returns the probability that
// individuals belong to it. It is nil where nothing is ranked: with many positives,
// for an estimate, and in a database, of which only the examples are known wholly.
func (s Ranker) likely(ctx context.Context, ex extract.Examples) (func(context.Context, []string) ([]float64, error), error) {
	if s.Config.DryRun || len(ex.Pos) == 0 || len(ex.Pos) > mostRanked || s.Source.Data != nil && !s.Source.Data.FromFiles() {
		return nil, nil
	}
	m, err := s.Start(ctx, ex, nil)
	if err != nil {
		return nil, err
	}
	r, err := m.intent.Rank(ctx)
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
