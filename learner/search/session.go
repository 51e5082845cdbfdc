package search

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Options are for [Session.Run]; the zero value is the default.
type Options struct {
	// Workers is the number of goroutines; less than 1 means 1. The concept found does not
	// depend on it.
	Workers int
	// MaxMemory bounds the tables and caches, in bytes. It is DefaultMaxMemory minus the
	// memory of a large structure if it is 0 or larger than that. A search that reaches the
	// bound continues with the tables that it has, and proves nothing.
	MaxMemory uint64
}

// DefaultMaxMemory is 2 GiB, because garbage may take as much again and a laptop also runs
// other programs. The default is smaller by 1 KiB for each individual of the structure, but
// at least leastMemory.
const DefaultMaxMemory = 2 << 30

// leastMemory is 1 GiB.
const leastMemory = 1 << 30

func defaultMemory(individuals int) uint64 {
	return uint64(max(DefaultMaxMemory-int64(individuals)<<10, leastMemory))
}

// Session runs the tasks of one problem, one after the other. For later tasks of the same
// space it keeps the tables and lower bounds of the last search. The zero value is ready to
// use. It is not safe for concurrent use.
type Session struct {
	settings settings
	eval     *interp.Evaluator
	kept     *spaceSearch // the last search
	space    interp.Space // of kept
	work     int64        // of all searches, in words and rows
}

// settings are the parameters that everything in a session depends on.
type settings struct {
	problem *interp.Problem
	exact   bool
	score   interp.Score
	memory  int64
	limits  limits
}

// Run searches the task's space. It returns the best concept, nil if none is better than
// the task's Best; among concepts of equal score, a smallest one, the same for any number
// of workers. proved reports whether it is proved that no concept of at most MaxSize nodes
// is better, and no smaller one as good; it is false if memory ran out.
//
// If several concepts have the same score and size, the one returned also depends on the
// earlier tasks of the session, because it depends on the tables.
//
// When the context ends, Run returns the context's error within a second. The concepts
// reported to the task's Found stay valid.
func (s *Session) Run(ctx context.Context, t interp.Task, o Options) (c dl.Concept, proved bool, err error) {
	memory := defaultMemory(t.Problem.Structure.Len())
	if o.MaxMemory > 0 {
		memory = min(memory, o.MaxMemory)
	}
	return s.run(ctx, t, int64(memory/4*3), defaultLimits(max(o.Workers, 1), int64(memory/4)))
}

// run is Run with that many bytes for tables.
func (s *Session) run(ctx context.Context, t interp.Task, memory int64, l limits) (dl.Concept, bool, error) {
	if t.MaxSize < 1 {
		return nil, true, nil
	}
	if now := (settings{t.Problem, t.Exact, t.Score, memory, l}); s.settings != now {
		*s = Session{settings: now, eval: interp.NewEvaluator(t.Problem.Structure)}
	}
	r := newRun(t, s)
	defer s.dropIncomplete()
	if err := r.search(ctx); err != nil {
		return nil, false, err
	}
	return r.result(), r.proved, nil
}

// dropIncomplete drops the kept search if its tables are incomplete, because the context
// ended or the memory was full.
func (s *Session) dropIncomplete() {
	if last := s.kept; last != nil && (last.ts.stopped() || last.ts.memory.truncated.Load()) {
		s.kept = nil
	}
}
