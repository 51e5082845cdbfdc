package learner

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/search"
)

// Search is the engine of package search. It proves the same as [SAT] and is
// usually orders of magnitude faster.
type Search struct {
	Workers int // 0 means 1
	// Memory bounds the tables and caches, in bytes; 0 means
	// search.DefaultMaxMemory. A stage that reaches the bound is not proved.
	Memory uint64

	session *search.Session
}

// Name implements [Engine].
func (Search) Name() string { return "search" }

// Session implements [Keeper]: a stage reuses the tables and bounds of the one
// before.
func (e Search) Session() Engine {
	e.session = new(search.Session)
	return e
}

// Search implements [Engine].
func (e Search) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	session := e.session
	if session == nil {
		session = new(search.Session)
	}
	return session.Run(ctx, t, search.Options{Workers: e.Workers, MaxMemory: e.Memory})
}
