package search

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// subspace is the search of the space without some symbols: the tables, and the solver
// for the weights used last.
type subspace struct {
	facts   *facts // about the whole space
	removed symbols

	ts        *tables
	limits    limits
	solver    *solver
	weights   weights
	maxSize   int  // of a concept
	solved    int  // the size that the solver has solved for
	allowance int  // work that a table that is not needed may take
	extended  bool // from a task for smaller sizes
}

// outcome is what a search of a subspace ends with.
type outcome struct {
	concept dl.Concept       // the best one that beats what there was, or nil
	best    interp.Confusion // its classification, or what had to be beaten
	have    bool
	done    bool // nothing can be better
}

// request is what a run asks of a subspace: what beats best, if there is one.
type request struct {
	interp.Task
	best interp.Confusion
	have bool
	// report is told of every solution that beats best.
	report func(dl.Concept, interp.Confusion) error
	err    error // of report or the evaluator
}

// extend prepares the search for concepts up to that size, if its tables can be.
func (s *subspace) extend(ctx context.Context, size int) (ok bool, err error) {
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

// search finds the best concept of size k that is better than what the run has, the
// smaller sizes having been searched.
func (s *subspace) search(r *request, k int) outcome {
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
func (s *subspace) setSolver(r *request, o *outcome) int64 {
	w, bound := weights{1, 1}, int64(infinite)
	switch {
	case r.Exact:
		bound = 1
	case o.have:
		w, bound = weightsToBeat(r.Score, o.best)
	case r.Score == interp.Balanced: // the weights are the same for all
		pos, neg := r.Problem.TotalWeights()
		w, _ = weightsToBeat(r.Score, interp.Confusion{FN: pos, FP: neg})
	}
	if s.solver == nil || s.weights != w {
		if s.solver != nil {
			s.ts.memory.used.Add(-s.solver.bytes())
		}
		s.solver, s.weights, s.solved = newSolver(s.ts, w, s.maxSize, s.limits), w, 0
	}
	if bound < infinite {
		bound -= s.solver.layout.base
	}
	return bound
}

// deepen solves for the sizes up to k, where nothing better is, for the sake of the
// lower bounds: they prune larger sizes, and cost little.
func (s *subspace) deepen(r *request, k int) {
	s.solver.onImprovement = func(int64, *solution) {}
	for ; s.solved < k && !s.ts.stopped(); s.solved++ {
		upper := s.solver.incumbent(s.solved + 1)
		if r.Exact {
			upper = 1
		}
		s.solve(s.solved+1, upper, nil)
	}
}

// judge asks the evaluator how the examples are classified by a solution, which must
// cost what the solver says.
func (s *subspace) judge(r *request, cost int64, x *solution) (dl.Concept, interp.Confusion) {
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
func (s *subspace) fail(r *request, err error) {
	if r.err == nil {
		r.err = err
	}
	s.ts.cancelled.Store(true)
}

// reporter reports solutions that cost less than the bound.
func (s *subspace) reporter(r *request, bound int64) func(int64, *solution) {
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
func (s *subspace) accept(r *request, o *outcome, cost int64, x *solution) {
	c, confusion := s.judge(r, cost, x)
	if r.err == nil {
		o.concept, o.best, o.have = c, confusion, true
	}
}
