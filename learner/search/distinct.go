package search

import (
	"context"

	"github.com/genus-kg/genus/learner/interp"
)

// Distinct counts how many ways to classify the examples the space's concepts of
// at most 1, 2, … nodes have, up to maxSize, as far as tables of about that many
// steps (words and rows) a size go. It is what "the number of hypotheses" is for
// the examples: concepts of equal extension on them count once.
func Distinct(ctx context.Context, p *interp.Problem, space interp.Space, maxSize, steps int) ([]int, error) {
	st, err := newStage(ctx, &interp.Task{Problem: p, Space: space, MaxSize: maxSize}, interp.NewEvaluator(p.Structure), nil, DefaultMaxMemory, mostPlaces)
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { st.stopped.Store(true) })()
	var counts []int
	for s := 1; s <= maxSize; s++ {
		for d := len(st.layers) - 1; d >= 0; d-- {
			for _, at := range st.layers[d] {
				st.growSome(at, s-d, steps)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if st.root.sizes() < s {
			break
		}
		counts = append(counts, st.root.len())
	}
	return counts, nil
}
