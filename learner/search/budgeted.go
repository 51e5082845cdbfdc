package search

import "github.com/genus-kg/genus/learner/interp"

// Budgeted search. Some problems have tables that hardly grow, others searches that
// bounds cut short; which is which shows only by trying. So a search with small tables
// gets a budget as large as the work in the tables, and if it exhausts it, the tables
// may take twice the work, and so on: the whole takes a small multiple of the better
// way. What a search does is the same for any number of workers, because work is
// counted.

// solve finds the cheapest concept of size at most k that costs less than upper, or
// the best one known, which costs upper.
func (s *subspace) solve(k int, upper int64, best *solution) (int64, *solution) {
	next := s.ts.enumerateTo(k, s.allowance)
	for {
		v, x, proved := s.solver.solve(s.solver.goalForAll(k, upper), s.budget(next), false)
		if x != nil {
			upper, best = v, x
		}
		if s.ts.stopped() {
			return upper, best
		}
		if proved {
			if best != nil {
				return upper, best
			}
			return v, nil
		}
		for before := s.ts.enumerated.Load(); !next.none() && s.ts.enumerated.Load() <= 2*before && !s.ts.stopped(); {
			s.allowance = next.allowance
			next = s.ts.enumerateTo(k, s.allowance)
		}
	}
}

// budget is the work that a search may do with these tables missing: as long as the
// tables have taken or the next one would take. Looking at a word or row takes about a
// nanosecond, and a unit of work in a table ten.
func (s *subspace) budget(next missing) int64 {
	if next.none() {
		return unlimited
	}
	return max(s.limits.budgetPerWork*max(s.ts.enumerated.Load(), int64(next.work)), s.limits.leastBudget)
}

// solveShort makes short searches for a concept of size at most k that costs much less
// than the bound. The less a concept may cost, the sooner the search for it ends, often
// by orders of magnitude: examples that no restriction tells apart, for instance, add
// up to a cost from which on nothing is left. proved says that the result is a cheapest
// concept, and of those a smallest; otherwise it is what is to be beaten.
func (s *subspace) solveShort(r *request, k int, bound int64) (cost int64, x *solution, proved bool) {
	if s.limits.shortPart == 0 {
		return bound, nil, false
	}
	work := s.budget(s.ts.enumerateTo(k, s.allowance))
	complete := work == unlimited
	if !complete {
		work = work/s.limits.shortPart + 1
	}
	// Without errors: however much work that takes if all tables are there.
	if bound > 1 && s.solver.layout.base == 0 && s.weights.missed > 0 && s.weights.wrong > 0 {
		if v, x, _ := s.solver.solve(s.solver.goalForAll(k, 1), work, true); x != nil {
			return v, x, true
		}
	}
	upper := bound - max(bound/8, 1)
	if upper <= 1 || bound >= infinite || complete || r.Score == interp.F1 || s.ts.stopped() {
		return bound, nil, false
	}
	v, x, proved := s.solver.solve(s.solver.goalForAll(k, upper), work, true)
	if x == nil {
		return bound, nil, false
	}
	return v, x, proved
}
