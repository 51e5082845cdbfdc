package search

// Limits of the search. They change what a search costs and never what it finds.
// Work is counted in words and rows of bit sets that are looked at: about a
// nanosecond each, ten where a table is made. ALGORITHM.md, section 9, shows what each
// is worth.
const (
	// Concepts of sizes up to scanSize are scanned at the examples instead of
	// branched on, as long as the Pareto front has at most scanEntries of them.
	defaultScanSize    = 3
	defaultScanEntries = 800 // entries
	// A new entry of a Pareto front is compared with so many others at most.
	defaultDominators = 2000 // entries
	// More contexts at one distance are merged into one, which is always right:
	// its set is larger, and so are its tables.
	defaultContexts = 200
	// A table that is not needed may take so much work before the first attempt
	// to do without it.
	defaultTableWork = 30_000 // words and rows
	// A table at the examples that takes so much work is always made.
	cheapTableWork = 100_000 // words and rows
	// A search with tables missing has a budget of budgetPerWork for each unit of
	// work in tables, and of leastBudget in any case.
	defaultBudgetPerWork = 10
	defaultLeastBudget   = 32_000_000 // words and rows
	// A short search, for what is much better, has one shortPart-th of that.
	defaultShortPart = 8
	// A scan of so much work is shared among the workers.
	defaultShareWork = 1 << 20 // words and rows
	// Where operands are listed, a goal-directed search for them may take
	// directedHalves halves of the work of the scan that it replaces.
	defaultDirectedHalves = 1
	// So few operands are scanned without a goal-directed search.
	defaultScanOutright = 1000 // entries
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

// limits are the limits as the tests vary them.
type limits struct {
	workers        int
	scanSize       int
	scanEntries    int
	dominators     int
	contexts       int
	tableWork      int
	budgetPerWork  int64
	leastBudget    int64
	shortPart      int64 // 0: there are no short searches
	shareWork      int64
	directedHalves int64
	scanOutright   int
	lowerBytes     int64 // of the table of lower bounds
}

// defaultLimits are the limits of a search with so many workers and so many bytes
// for lower bounds.
func defaultLimits(workers int, lowerBytes int64) limits {
	return limits{
		workers: workers, scanSize: defaultScanSize, scanEntries: defaultScanEntries, dominators: defaultDominators,
		contexts: defaultContexts, tableWork: defaultTableWork, budgetPerWork: defaultBudgetPerWork, leastBudget: defaultLeastBudget,
		shortPart: defaultShortPart, shareWork: defaultShareWork, directedHalves: defaultDirectedHalves,
		scanOutright: defaultScanOutright, lowerBytes: lowerBytes,
	}
}
