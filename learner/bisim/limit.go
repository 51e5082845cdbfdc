package bisim

import "github.com/genus-kg/genus/learner/dl"

// Unbounded as a depth means to refine until nothing changes, and as a largest
// number to count all successors.
const Unbounded = -1

// Counted is how far the restrictions of a language with numbers up to
// maxNumber can count successors: with a limit of n, n successors of a kind
// look like n+1. ∃ and ∀ count to 1; ≥n counts to its largest number and ≤n one
// further, because ¬≤n is ≥n+1. Unbounded has no limit; 0 means that there are
// no restrictions at all.
func Counted(l dl.Language, maxNumber int) int {
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

// capped is n as far as the limit sees it.
func capped(n uint32, limit int) uint32 {
	if limit != Unbounded && int64(n) > int64(limit) {
		return uint32(limit)
	}
	return n
}
