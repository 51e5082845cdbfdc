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

	session *search.Session
	memory  uint64 // for tables and caches; 0: the default of package search
}

// Name implements [Engine].
func (Search) Name() string { return "search" }

// Session implements [Keeper]: a stage reuses the tables and bounds of the one
// before. Tables and caches take at most a third of the memory. When
// they are full the search goes on without new ones, but such a stage is not proved.
func (e Search) Session(memory uint64) Engine {
	e.session, e.memory = new(search.Session), memory/3
	return e
}

// Search implements [Engine].
func (e Search) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	session := e.session
	if session == nil {
		session = new(search.Session)
	}
	return session.Run(ctx, t, search.Options{Workers: e.Workers, MaxMemory: e.memory})
}
