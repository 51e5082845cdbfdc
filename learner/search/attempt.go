package search

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// solve is the cheapest concept of size at most k that costs less than ub, or the
// best one known, which costs ub.
//
// It is found with small tables first. If that takes long, compared with what
// went into the tables, they may be larger for the next attempt: some problems
// have tables that hardly grow, others searches that bounds cut short. What an
// attempt does is the same for any number of workers, because it is counted.
func (r *runner) solve(s *solver, k int, ub int64, best *solution) (int64, *solution) {
	next := r.st.growTo(k, r.steps)
	for {
		v, x, tired := r.attempt(s, k, ub, r.rows(next), false)
		if x != nil {
			ub, best = v, x
		}
		if r.st.stopped.Load() {
			return ub, best
		}
		if !tired {
			if best != nil {
				return ub, best
			}
			return v, nil
		}
		for before := r.st.grown.Load(); !next.none() && r.st.grown.Load() <= 2*before && !r.st.halted(); {
			r.steps = next.steps
			next = r.st.growTo(k, r.steps)
		}
	}
}

// rows is how many rows, and words of them, an attempt may look at with these tables
// missing; 0 is any number. It takes a nanosecond or so to look at one, and a step of a
// table about ten, so that an attempt takes no longer than tables have or would.
func (r *runner) rows(next missing) int64 {
	if next.none() {
		return 0
	}
	return max(r.limits.rows*max(r.st.grown.Load(), int64(next.work)), r.limits.least)
}

// attempt is solve with the tables there are. It ends tired, and may miss what there
// is, if it would look at more rows than it may.
func (r *runner) attempt(s *solver, k int, ub, rows int64, short bool) (cost int64, x *solution, tired bool) {
	s.prepare(k)
	if r.st.halted() {
		return ub, nil, false
	}
	cost, x = s.best(k, ub, rows, short)
	return cost, x, r.st.tired.Swap(false)
}

// The less a concept may cost, the sooner the search for it ends, often by orders of
// magnitude: examples that no restriction tells apart, for instance, add up to a cost
// from which on bounds cut nothing. So before the cheapest concept is sought below the
// cost to be beaten, it is sought below less, in short attempts. One that ends with a
// concept has proved that nothing costs less.
//
// A task for several sizes begins with attempts at all of them together. If one finds
// a concept, nobody has to know the cheapest ones of the smaller sizes: that none of
// them costs as little is proved by then.

// attempts makes short attempts to find a concept of size at most k that costs less
// than the bound. proved says that it is a cheapest one, and of those a smallest;
// otherwise the result is what is to be beaten.
func (r *runner) attempts(s *solver, k int, bound int64) (cost int64, x *solution, proved bool) {
	if r.limits.short == 0 {
		return bound, nil, false
	}
	rows := r.rows(r.st.growTo(k, r.steps))
	if rows > 0 {
		rows = rows/r.limits.short + 1
	}
	// Without errors: however many rows that takes if all tables are there.
	if bound > 1 && s.layout.base == 0 && r.weights.missed > 0 && r.weights.wrong > 0 {
		if v, x, _ := r.attempt(s, k, 1, rows, true); x != nil {
			return v, x, true
		}
	}
	ub := bound - max(bound/8, 1)
	if ub <= 1 || bound >= infinite || rows == 0 || r.Score == interp.F1 || r.st.halted() {
		return bound, nil, false
	}
	v, x, tired := r.attempt(s, k, ub, rows, true)
	if x == nil {
		return bound, nil, false
	}
	return v, x, !tired && !r.st.halted()
}

// ahead looks for something better of all sizes up to k in short attempts. It sets
// concept, and Best to its classification, if it has found a best one.
func (r *runner) ahead(k int, best interp.Confusion) {
	r.begin(best, true)
	s, bound := r.aim()
	s.improved = r.below(s, bound)
	if v, x, proved := r.attempts(s, k, bound); proved && x != nil {
		r.settle(s, v, x)
		r.through = max(r.through, k)
	}
}

// ahead looks for something better of all sizes up to k in short attempts.
func (q *quest) ahead(ctx context.Context, k int) error {
	r, err := q.run(ctx, nil, false, func(r *runner) { r.ahead(k, q.best) })
	if err != nil || r.concept == nil || r.st.truncated.Load() {
		return err
	}
	f := found{r.concept, dl.Size(r.concept), dl.Symbols(r.concept), r.Best}
	q.known.found = append(q.known.found, f)
	q.known.refuted = append(q.known.refuted, refuted{size: k, best: f.confusion})
	return q.accept(&f)
}
