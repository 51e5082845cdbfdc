package learner

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/search"
)

// Search is the engine of package search: no SAT, the same claims, and as a
// rule orders of magnitude faster. Further solutions, which have to avoid what
// others speak of, it leaves to SAT.
type Search struct {
	Workers int // 0 means 1
	// Memory bounds its tables and caches, in bytes; 0 means
	// search.DefaultMaxMemory. A stage that reaches it is not proved.
	Memory uint64
}

// Name implements [Engine].
func (Search) Name() string { return "search" }

// Search implements [Engine].
func (e Search) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	if len(t.Avoid) > 0 {
		return SAT{Workers: e.Workers}.Search(ctx, t)
	}
	return search.Run(ctx, search.Task{
		Problem: t.Problem, Space: t.Space, MinSize: t.MinSize, MaxSize: t.MaxSize,
		Exact: t.Mode == Exact, Score: t.Score, Best: t.Best, Have: t.Have, Found: t.Found, Describe: t.Describe,
	}, search.Options{Workers: e.Workers, MaxMemory: e.Memory})
}
