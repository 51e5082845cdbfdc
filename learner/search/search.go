package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrSearch says that the search contradicts the evaluator: a defect.
var ErrSearch = errors.New("search contradicts the evaluator")

// Options are for [Run]; the zero value is the default.
type Options struct {
	// Workers is how many goroutines search; 0 means 1. The concept found does
	// not depend on it.
	Workers int
	// MaxMemory bounds, in bytes, the tables and caches; 0 means
	// DefaultMaxMemory. A search that reaches it goes on with what it has,
	// and proves nothing.
	MaxMemory uint64
}

// DefaultMaxMemory is 4 GiB.
const DefaultMaxMemory = 4 << 30

// Validate checks the options.
func (o Options) Validate() error {
	if o.Workers < 0 {
		return fmt.Errorf("workers is %d, but must not be negative", o.Workers)
	}
	return nil
}

// limits are bounds inside the search. They change what it costs, never what
// it finds.
type limits struct {
	workers    int
	scan       int   // the largest size that is looked through entry by entry
	scanned    int   // entries that are looked through so, at most
	dominators int   // of a front, that an entry is compared with
	places     int   // at one distance
	steps      int   // that a table of what is not needed may take at first: words and rows
	rows       int64 // and words that an attempt may look at, per step of the tables made or of the next one
	least      int64 // that it may look at in any case
	short      int64 // how many times less a short attempt may look at; 0: there is none
	share      int64 // work from which on a scan of such a table is shared among workers
	looks      int64 // halves of the work of such a scan that looking instead may take
	entries    int   // of a table inside, that are looked through one by one
	bounds     int64 // bytes of the cache of bounds
}

// Run searches the task's space. It returns the best concept, nil if none is
// better than Best; of concepts of equal score one of the smallest, the same
// for any number of workers. proved says that no concept of at most MaxSize
// nodes is better and none smaller as good; it is false if memory ran out.
//
// When the context ends it returns the context's error soon, and what was
// reported to Found stays valid.
func Run(ctx context.Context, t interp.Task, o Options) (c dl.Concept, proved bool, err error) {
	return new(Session).Run(ctx, t, o)
}

func run(ctx context.Context, t interp.Task, memory int64, l limits) (dl.Concept, bool, error) {
	return new(Session).run(ctx, t, memory, l)
}

// runner searches the concepts of one space, size by size.
type runner struct {
	interp.Task
	st     *stage
	limits limits

	solver  *solver
	weights weights
	through int                   // the size that the solver has been through
	concept dl.Concept            // the best that was found
	shown   *interp.Confusion     // the best that was reported
	allowed func(dl.Concept) bool // what may be reported
	eval    *interp.Evaluator
	steps   int   // that a table of what is not needed may take
	all     bool  // it may use all the memory there is
	kept    bool  // from a task for smaller sizes
	done    bool  // nothing can be better
	err     error // of Found or judge
}

// search looks for concepts of size k that are better than best, if there is
// one, those of smaller size having been searched. It sets concept, and Best to
// the concept's classification, if there are.
func (r *runner) search(k int, best interp.Confusion, have bool) {
	r.begin(best, have)
	r.size(k)
}

// begin sets what has to be beaten.
func (r *runner) begin(best interp.Confusion, have bool) {
	r.Best, r.Have, r.concept, r.done = best, have, nil, false
}

// bytes is about what the search keeps.
func (r *runner) bytes() int64 {
	n := r.st.used.Load() + r.st.bytes()
	if r.solver != nil {
		n += r.solver.bounds.bytes()
	}
	return n
}

// alone reports whether all the memory serves what the search is at.
func (r *runner) alone() bool { return r.all && !r.kept }

// size searches concepts of size k.
func (r *runner) size(k int) {
	for {
		s, bound := r.aim()
		r.deepen(k - 1)
		if bound <= 0 {
			r.done = true
			return
		}
		s.improved = r.below(s, bound)
		v, x, proved := r.attempts(s, k, bound)
		if !proved {
			v, x = r.solve(s, k, v, x)
		}
		r.through = max(r.through, k)
		if r.err != nil || r.st.halted() || x == nil || v >= bound {
			return
		}
		if r.settle(s, v, x); r.err != nil {
			return
		}
		r.done = r.Exact || r.Best.FN == 0 && r.Best.FP == 0
		if r.done || r.Score != interp.F1 {
			return
		}
	}
}

// aim is the solver for what beats the best, and the cost to be beaten.
func (r *runner) aim() (*solver, int64) {
	w, bound := weights{1, 1}, int64(infinite)
	switch {
	case r.Exact:
		bound = 1
	case r.Have:
		w, bound = better(r.Score, r.Best)
	case r.Score == interp.Balanced: // the weights are the same for all
		pos, neg := r.Problem.TotalWeights()
		w, _ = better(r.Score, interp.Confusion{FN: pos, FP: neg})
	}
	if r.solver == nil || r.weights != w {
		if r.solver != nil {
			r.st.used.Add(-r.solver.bytes())
		}
		r.solver, r.weights, r.through = newSolver(r.st, w, r.MaxSize, r.limits), w, 0
	}
	if bound < infinite {
		bound -= r.solver.layout.base
	}
	return r.solver, bound
}

// below reports solutions that cost less than the bound.
func (r *runner) below(s *solver, bound int64) func(int64, *solution) {
	return func(cost int64, x *solution) {
		if cost < bound {
			r.report(s, cost, x)
		}
	}
}

// deepen solves for the sizes up to k, where nothing better is, for the sake of
// the bounds: they cut larger sizes, and cost little.
func (r *runner) deepen(k int) {
	s := r.solver
	s.improved = func(int64, *solution) {}
	for ; r.through < k && !r.st.halted(); r.through++ {
		ub := s.known(r.through + 1)
		if r.Exact {
			ub = 1
		}
		r.solve(s, r.through+1, ub, nil)
	}
}

// judge is how the evaluator classifies the examples by a solution, which must
// cost what the solver says.
func (r *runner) judge(s *solver, cost int64, x *solution) (dl.Concept, interp.Confusion) {
	c := s.concept(x)
	ext, err := r.eval.Extension(c)
	if err != nil {
		r.fail(err)
		return c, interp.Confusion{}
	}
	confusion := r.Problem.Classify(ext)
	if got := r.weights.cost(confusion) - s.layout.base; got != cost {
		r.fail(fmt.Errorf("%w: cost %d claimed, %d by the evaluator, for %#v", ErrSearch, cost, got, c))
	}
	return c, confusion
}

func (r *runner) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.st.stopped.Store(true)
}

// report shows a solution to the caller if it is better than what it has seen.
func (r *runner) report(s *solver, cost int64, x *solution) {
	if r.err != nil {
		return
	}
	c, confusion := r.judge(s, cost, x)
	if r.err != nil || r.shown != nil && r.Score.Compare(confusion, *r.shown) <= 0 || !r.allowed(c) {
		return
	}
	r.shown = &confusion
	if r.Found == nil {
		return
	}
	seen, err := r.Found(c)
	if err == nil && seen != confusion {
		err = fmt.Errorf("%w: %+v claimed, %+v found, for %#v", ErrSearch, confusion, seen, c)
	}
	if err != nil {
		r.fail(err)
	}
}

// settle makes a solution the one to be beaten.
func (r *runner) settle(s *solver, cost int64, x *solution) {
	c, confusion := r.judge(s, cost, x)
	if r.err == nil {
		r.concept, r.Best, r.Have = c, confusion, true
	}
}
