package bisim

import "github.com/genus-kg/genus/learner/dl"

// Unbounded is the depth at which nothing changes any more, and the largest number with
// which all successors are counted.
const Unbounded = -1

// CountLimit returns the number up to which the restrictions of a language with numbers up
// to maxNumber count successors: they cannot tell n successors of a kind from n+1 if it
// is n. ∃ and ∀ count to 1, ≥n to n, and ≤n to n+1, because ¬≤n is ≥n+1. CountLimit
// returns Unbounded if there is no limit, and 0 if the language has no restrictions.
func CountLimit(l dl.Language, maxNumber int) int {
	limit := 0
	if l.Any(dl.WithExists | dl.WithForAll) {
		limit = 1
	}
	switch {
	case !l.Any(dl.WithAtLeast | dl.WithAtMost):
	case maxNumber == Unbounded:
		return Unbounded
	case l.Has(dl.WithAtMost):
		limit = max(limit, maxNumber+1)
	default:
		limit = max(limit, maxNumber)
	}
	return limit
}

func capAt(n uint32, limit int) uint32 {
	if limit != Unbounded && int64(n) > int64(limit) {
		return uint32(limit)
	}
	return n
}
