package search

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Options are for [Session.Run]; the zero value is the default.
type Options struct {
	// Workers is how many goroutines search; less than 1 means 1. The concept found does
	// not depend on it.
	Workers int
	// MaxMemory bounds, in bytes, the tables and caches; 0 means
	// DefaultMaxMemory, less what a large structure takes beside them. A search that
	// reaches it goes on with what it has, and proves nothing.
	MaxMemory uint64
}

// DefaultMaxMemory is 2 GiB, because garbage may take as much again and a laptop has
// other work, too. A default is less by 1 KiB for each individual of the structure, but
// not below leastMemory.
const DefaultMaxMemory = 2 << 30

// leastMemory is 1 GiB.
const leastMemory = 1 << 30

// defaultMemory is the default for a structure of so many individuals.
func defaultMemory(individuals int) uint64 {
	return uint64(max(DefaultMaxMemory-int64(individuals)<<10, leastMemory))
}

// Session searches one problem, task after task, and keeps what it has found out
// for the next: of every space, which concepts were found and what is proved,
// and the tables and lower bounds of the last search. The zero value is ready.
// It is for one goroutine at a time.
type Session struct{ archive }

// Run searches the task's space. It returns the best concept, nil if none is
// better than the task's Best; of concepts of equal score one of the smallest, the
// same for any number of workers. proved says that no concept of at most MaxSize
// nodes is better and none smaller as good; it is false if memory ran out.
//
// Which of several concepts of one score and size it returns depends on the tasks
// before, too: on the tables that there are.
//
// When the context ends it returns the context's error soon, and what was
// reported to the task's Found stays valid.
func (s *Session) Run(ctx context.Context, t interp.Task, o Options) (c dl.Concept, proved bool, err error) {
	if o.MaxMemory == 0 {
		o.MaxMemory = defaultMemory(t.Problem.Structure.Len())
	}
	return s.run(ctx, t, int64(o.MaxMemory/4*3), defaultLimits(max(o.Workers, 1), int64(o.MaxMemory/4)))
}

// run is Run with so many bytes for tables.
func (s *Session) run(ctx context.Context, t interp.Task, memory int64, l limits) (dl.Concept, bool, error) {
	if t.MaxSize < 1 {
		return nil, true, nil
	}
	if now := (settings{t.Problem, t.Exact, t.Score, memory, l}); s.settings != now {
		s.archive = archive{settings: now, eval: interp.NewEvaluator(t.Problem.Structure)}
	}
	r := newRun(t, &s.archive)
	defer s.dropIncomplete()
	if err := r.search(ctx); err != nil {
		return nil, false, err
	}
	return r.result(), r.proved, nil
}
