package answer

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// evaluated returns the members of the concept in a file or database, within the class of the anchor if
// it is not empty, in the order of their IRIs.
func (s Worker) Evaluated(ctx context.Context, c dl.Concept, anchor string) (*source.Problem, []interp.Individual, error) {
	p, err := s.Whole(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	if anchor != "" {
		c = dl.And{L: dl.Name{IRI: anchor}, R: c}
	}
	x, err := interp.NewEvaluator(p.Structure).Members(c)
	if err != nil {
		return nil, nil, err
	}
	return p, interp.Members(x), ctx.Err()
}
