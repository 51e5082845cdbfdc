package search

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// spaceSearch is the search of a space: its tables, and the solver for the last weights.
type spaceSearch struct {
	ts        *tables
	limits    limits
	solver    *solver
	weights   weights
	maxSize   int  // of a concept
	solved    int  // the largest size that the solver has solved
	allowance int  // the work allowed for a table that the search does not need
	extended  bool // whether the tables come from a task for smaller sizes
}

// outcome is the result of a search of a space.
type outcome struct {
	concept dl.Concept       // the best concept that beats the incumbent, or nil
	best    interp.Confusion // its classification, or that of the incumbent
	have    bool             // whether best is valid
	done    bool             // whether no concept can be better
}

// request asks for a concept that beats best, if have is set.
type request struct {
	interp.Task
	best interp.Confusion
	have bool
	// report is called with every solution that beats best.
	report func(dl.Concept, interp.Confusion) error
	err    error // of report or the evaluator
}

// extend prepares the search for concepts up to that size. It returns false if the tables
// cannot be extended.
func (s *spaceSearch) extend(ctx context.Context, size int) (ok bool, err error) {
	if s.maxSize >= size {
		return true, nil
	}
	if ok, err = s.ts.extend(ctx, size); !ok {
		return false, err
	}
	s.maxSize, s.extended = size, true
	if v := s.solver; v != nil {
		v.lower = append(v.lower, make([]int64, size+1-len(v.lower))...)
		v.memo.setSizes(size)
	}
	return true, nil
}

// search finds the best concept of size k that beats the run's best, after the smaller
// sizes have been searched.
func (s *spaceSearch) search(r *request, k int) outcome {
	o := outcome{best: r.best, have: r.have}
	for {
		bound := s.setSolver(r, &o)
		s.deepen(r, k-1)
		if bound <= 0 {
			o.done = true
			return o
		}
		s.solver.onImprovement = s.reporter(r, bound)
		v, x, proved := s.solveShort(k, bound)
		if !proved {
			v, x = s.solve(k, v, x)
		}
		s.solved = max(s.solved, k)
		if r.err != nil || s.ts.stopped() || x == nil || v >= bound {
			return o
		}
		if s.accept(r, &o, v, x); r.err != nil {
			return o
		}
		o.done = r.Exact || o.best.FN == 0 && o.best.FP == 0
		if o.done || r.Score != interp.F1 {
			return o
		}
	}
}

// setSolver makes the solver for what beats the best, and returns the cost to be beaten.
func (s *spaceSearch) setSolver(r *request, o *outcome) int64 {
	w, bound := weights{1, 1}, int64(infinite)
	switch {
	case r.Exact:
		bound = 1
	case o.have:
		w, bound = weightsToBeat(r.Score, o.best)
	case r.Score == interp.Balanced: // the weights do not depend on the classification
		pos, neg := r.Problem.TotalWeights()
		w, _ = weightsToBeat(r.Score, interp.Confusion{FN: pos, FP: neg})
	}
	if s.solver == nil || s.weights != w {
		if s.solver != nil {
			s.ts.memory.used.Add(-s.solver.bytes())
		}
		s.solver = newSolver(s.ts, w, s.maxSize, s.limits)
		s.weights = w
		s.solved = 0
	}
	if bound < infinite {
		bound -= s.solver.layout.base
	}
	return bound
}

// deepen solves for the sizes up to k, which have no better concept, for the sake of the
// lower bounds: they cost little and prune larger sizes.
func (s *spaceSearch) deepen(r *request, k int) {
	s.solver.onImprovement = func(int64, *solution) {}
	for ; s.solved < k && !s.ts.stopped(); s.solved++ {
		upper := s.solver.incumbent(s.solved + 1)
		if r.Exact {
			upper = 1
		}
		s.solve(s.solved+1, upper, nil)
	}
}

// judge returns the concept of a solution and the evaluator's classification by it. It fails
// the run if the cost differs from the solver's.
func (s *spaceSearch) judge(r *request, cost int64, x *solution) (dl.Concept, interp.Confusion) {
	c := s.solver.concept(x)
	confusion, err := s.ts.eval.Classify(r.Problem, c)
	if err != nil {
		s.fail(r, err)
		return c, confusion
	}
	if got := s.weights.cost(confusion) - s.solver.layout.base; got != cost {
		s.fail(r, fmt.Errorf("%w: cost %d claimed, %d by the evaluator, for %#v", ErrSearch, cost, got, c))
	}
	return c, confusion
}

// fail ends the run with an error.
func (s *spaceSearch) fail(r *request, err error) {
	if r.err == nil {
		r.err = err
	}
	s.ts.cancelled.Store(true)
}

// reporter returns a function that reports solutions that cost less than the bound.
func (s *spaceSearch) reporter(r *request, bound int64) func(int64, *solution) {
	return func(cost int64, x *solution) {
		if cost >= bound || r.err != nil {
			return
		}
		c, confusion := s.judge(r, cost, x)
		if r.err != nil {
			return
		}
		if err := r.report(c, confusion); err != nil {
			s.fail(r, err)
		}
	}
}

// accept makes a solution the incumbent of the outcome.
func (s *spaceSearch) accept(r *request, o *outcome, cost int64, x *solution) {
	c, confusion := s.judge(r, cost, x)
	if r.err == nil {
		o.concept = c
		o.best = confusion
		o.have = true
	}
}
