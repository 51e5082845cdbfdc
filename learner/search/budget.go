package search

import (
	"math"
	"sync/atomic"
)

// budget bounds the work of a search on one goroutine. Work is counted in words and rows,
// not timed, so results depend neither on the machine nor on the number of workers.
type budget struct {
	work  int64 // done so far
	limit int64
}

// unlimited is the budget limit of an unbounded search.
const unlimited = math.MaxInt64

func (b *budget) exhausted() bool { return b.work > b.limit }

// memory counts the bytes in the tables and Pareto fronts of a space.
type memory struct {
	limit    int64
	used     atomic.Int64
	obsolete int64 // of these, in tables of contexts that were replaced (extend.go)
	// overflowed reports whether some table did not fit. truncated reports whether the
	// search needs a table that is incomplete, so that it proves nothing.
	overflowed atomic.Bool
	truncated  atomic.Bool
}

func (m *memory) charge(bytes int64) bool { return m.used.Add(bytes) > m.limit }

// limits change the cost of a search and never its result; the tests vary them. Work is
// the number of words and rows of bit sets that are visited: about a nanosecond each, and
// about ten where a table is made. ALGORITHM.md, section 9, has measurements.
type limits struct {
	workers int
	// Concepts of sizes up to scanSize are scanned at the examples instead of
	// branched on, as long as the Pareto front has at most scanEntries of them.
	scanSize, scanEntries int
	// dominators is the largest number of entries that a new entry of a Pareto front is
	// compared with.
	dominators int
	// contexts is the largest number of contexts at one distance. If there are more,
	// they are merged into one, which is correct but has larger tables.
	contexts int
	// tableWork is the initial work allowed for a table that the search does not need.
	tableWork int
	// A search without all tables has a budget of budgetPerWork for each unit of work in
	// tables, but at least leastBudget.
	budgetPerWork, leastBudget int64
	// A short search gets 1/shortPart of the budget; 0 means no short searches.
	shortPart int64
	// shareWork is the least work of a scan that workers share.
	shareWork int64
	// lowerBytes bounds the size of the lower-bound table.
	lowerBytes int64
}

func defaultLimits(workers int, lowerBytes int64) limits {
	return limits{
		workers: workers, lowerBytes: lowerBytes, scanSize: 3, scanEntries: 800, dominators: 2000, contexts: 200,
		tableWork: 30_000, budgetPerWork: 10, leastBudget: 32_000_000, shortPart: 8, shareWork: 1 << 20,
	}
}

const (
	// cheapTableWork is the largest work of a table at the examples that is always made.
	cheapTableWork = 100_000 // words and rows
	// blockWork is the approximate work between two checks of the budget in a scan.
	blockWork = 1 << 22 // words and rows
	// failureWords bounds the size of a failure cache.
	failureWords = 1 << 18 // words
	// neighbourhoodBytes bounds the tables of an Improver, and its lower bounds.
	neighbourhoodBytes = 256 << 20
	// maxUnary is the largest degree for which a role step keeps its sources by degree.
	maxUnary = 4 // successors
)

// workByDistance are the factors by which a table may take more work, by distance from the
// examples minus one. More restrictions lead to contexts farther away, so their tables
// replace more searches.
var workByDistance = []int{1, 4, 16, 64}
