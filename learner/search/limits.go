package search

// limits change what a search costs and never what it finds; the tests vary them. Work
// is counted in words and rows of bit sets that are looked at: about a nanosecond each,
// ten where a table is made. ALGORITHM.md, section 9, shows what they are worth.
type limits struct {
	workers int
	// Concepts of sizes up to scanSize are scanned at the examples instead of
	// branched on, as long as the Pareto front has at most scanEntries of them.
	scanSize, scanEntries int
	// A new entry of a Pareto front is compared with so many others at most.
	dominators int
	// More contexts at one distance are merged into one, which is always right:
	// its set is larger, and so are its tables.
	contexts int
	// A table that is not needed may take so much work before the first attempt
	// to do without it.
	tableWork int
	// A search with tables missing has a budget of budgetPerWork for each unit of
	// work in tables, and of leastBudget in any case.
	budgetPerWork, leastBudget int64
	// A short search, for what is much better, has one shortPart-th of that; 0: there
	// are none.
	shortPart int64
	// A scan of so much work is shared among the workers.
	shareWork int64
	// lowerBytes bounds the table of lower bounds.
	lowerBytes int64
}

// defaultLimits are the limits of a search with so many workers and so many bytes
// for lower bounds.
func defaultLimits(workers int, lowerBytes int64) limits {
	return limits{
		workers: workers, lowerBytes: lowerBytes, scanSize: 3, scanEntries: 800, dominators: 2000, contexts: 200,
		tableWork: 30_000, budgetPerWork: 10, leastBudget: 32_000_000, shortPart: 8, shareWork: 1 << 20,
	}
}

const (
	// A table at the examples that takes so much work is always made.
	cheapTableWork = 100_000 // words and rows
	// blockWork is about the work of the entries between two looks at the budget.
	blockWork = 1 << 22 // words and rows
	// failureWords bounds a failure cache.
	failureWords = 1 << 18 // words
	// neighbourhoodBytes bounds the tables of an Improver, and its lower bounds.
	neighbourhoodBytes = 256 << 20
	// maxUnary is the largest degree for which a role step keeps its sources by
	// degree.
	maxUnary = 4 // successors
)

// workByDistance is how many times more work a table may take, by distance from
// the examples less one: the farther away, the more restrictions lead there for
// which its entries would have to be searched for.
var workByDistance = []int{1, 4, 16, 64}
