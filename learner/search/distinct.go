package search

import (
	"context"

	"github.com/genus-kg/genus/learner/interp"
)

// Distinct counts how many ways to classify the examples the space's concepts of
// at most 1, 2, … nodes have, up to maxSize, as far as tables of about that much work
// (in words and rows) a size go. It is what "the number of hypotheses" is for
// the examples: concepts of equal extension on them count once.
func Distinct(ctx context.Context, p *interp.Problem, space interp.Space, maxSize, work int) ([]int, error) {
	ts, err := newTables(ctx, &interp.Task{Problem: p, Space: space, MaxSize: maxSize}, interp.NewEvaluator(p.Structure), nil, DefaultMaxMemory, defaultContexts)
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { ts.cancelled.Store(true) })()
	var counts []int
	for s := 1; s <= maxSize; s++ {
		for d := len(ts.layers) - 1; d >= 0; d-- {
			for _, c := range ts.layers[d] {
				ts.enumerateAllowed(c, s-d, work)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if ts.root.sizes() < s {
			break
		}
		counts = append(counts, ts.root.len())
	}
	return counts, nil
}
