package search

// Budgeted search. Some problems have tables that hardly grow, others have searches that
// bounds prune well, and only a trial shows which. So a search with small tables gets a
// budget in proportion to the work in the tables. If it exhausts the budget, the tables
// may take twice the work, and so on. The total work is a small multiple of that of the
// better way. Work is counted, so the search is the same for any number of workers.

// solve finds the cheapest concept of size at most k that costs less than upper. If there
// is none, it returns best, which costs upper; a nil best means that no concept is known,
// and the cost is then a lower bound.
func (s *spaceSearch) solve(k int, upper int64, best *solution) (int64, *solution) {
	next := s.ts.enumerateTo(k, s.allowance)
	for {
		v, x, proved := s.solver.solve(s.solver.goalForAll(k, upper), &budget{limit: s.budget(next)})
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

// budget returns the work that a search may do before next is listed, in proportion to the
// work that the tables have taken or the next one would take. A word or row takes about a
// nanosecond in a search, and about ten in a table.
func (s *spaceSearch) budget(next nextTable) int64 {
	if next.none() {
		return unlimited
	}
	return max(s.limits.budgetPerWork*max(s.ts.enumerated.Load(), int64(next.work)), s.limits.leastBudget)
}

// solveShort makes a short search for a concept of size at most k that costs much less
// than the bound. The lower the incumbent, the sooner the search ends, often by orders of
// magnitude: for instance, the unavoidable cost of indistinguishable examples alone may
// reach it. If proved is true, the result is a smallest one of the cheapest concepts;
// otherwise it is the incumbent for the next search.
func (s *spaceSearch) solveShort(k int, bound int64) (cost int64, x *solution, proved bool) {
	work := s.budget(s.ts.enumerateTo(k, s.allowance))
	upper := bound - max(bound/8, 1)
	if upper < 1 || bound >= infinite || work == unlimited || s.limits.shortPart == 0 || s.ts.stopped() {
		return bound, nil, false
	}
	v, x, proved := s.solver.solve(s.solver.goalForAll(k, upper), &budget{limit: work/s.limits.shortPart + 1})
	if x == nil {
		return bound, nil, false
	}
	return v, x, proved
}
