package search

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

// budget is the work that a search may do with these tables missing: as long as the
// tables have taken or the next one would take. Looking at a word or row takes about a
// nanosecond, and a unit of work in a table ten.
func (s *subspace) budget(next nextTable) int64 {
	if next.none() {
		return unlimited
	}
	return max(s.limits.budgetPerWork*max(s.ts.enumerated.Load(), int64(next.work)), s.limits.leastBudget)
}

// solveShort makes a short search for a concept of size at most k that costs much less
// than the bound. The less a concept may cost, the sooner the search for it ends, often
// by orders of magnitude: examples that no restriction tells apart, for instance, add
// up to a cost from which on nothing is left. proved says that the result is a cheapest
// concept, and of those a smallest; otherwise it is what is to be beaten.
func (s *subspace) solveShort(k int, bound int64) (cost int64, x *solution, proved bool) {
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
