package search

import "math"

// budget bounds the work of a search on one goroutine. Work is counted in words and rows,
// not timed, so results depend neither on the machine nor on the number of workers.
type budget struct {
	work  int64 // done so far
	limit int64
}

// unlimited is the budget limit of an unbounded search.
const unlimited = math.MaxInt64

// exhausted reports whether the work has exceeded the limit.
func (b *budget) exhausted() bool { return b.work > b.limit }
