package extract

import (
	"fmt"
	"log/slog"
	"time"
)

// Defaults of Bounds and CrawlOptions.
const (
	DefaultDepth       = 2
	DefaultSuccessors  = 1000
	DefaultIndividuals = 100_000
	DefaultFacts       = 2_000_000
	DefaultBatch       = 200
	DefaultRows        = 5000
	DefaultWorkers     = 2
)

// Bounds limit what is pulled from a source. Whatever passes one of them takes
// a role, in one direction, out of the language; nothing is cut silently.
type Bounds struct {
	// Depth is how many edges the crawl goes from the examples: what is learned
	// may have that role depth. Zero means DefaultDepth; a negative number means
	// classes and features of the examples only.
	Depth int `json:"depth"`
	// Successors is the largest number of successors by one role (or values of
	// one feature) that an individual may have. Zero means DefaultSuccessors.
	Successors int `json:"successors"`
	// Individuals is the largest size of the domain. Zero means DefaultIndividuals.
	Individuals int `json:"individuals"`
	// Facts is the largest number of facts. Zero means DefaultFacts.
	Facts int `json:"facts"`
}

func (b Bounds) withDefaults() Bounds {
	def := func(n *int, or int) {
		if *n == 0 {
			*n = or
		}
	}
	def(&b.Depth, DefaultDepth)
	def(&b.Successors, DefaultSuccessors)
	def(&b.Individuals, DefaultIndividuals)
	def(&b.Facts, DefaultFacts)
	b.Depth = max(b.Depth, 0)
	return b
}

// Validate reports the first bound that cannot be used.
func (b Bounds) Validate() error {
	for _, n := range []struct {
		name string
		n    int
	}{{"successors", b.Successors}, {"individuals", b.Individuals}, {"facts", b.Facts}} {
		if n.n < 0 {
			return fmt.Errorf("bound on %s: %d is negative", n.name, n.n)
		}
	}
	return nil
}

// CrawlOptions tell Crawl what to fetch and how. The zero value is usable.
type CrawlOptions struct {
	Bounds     Bounds
	Vocabulary Vocabulary
	Exclusions Exclusions
	// Graphs are the default graphs that the client asks about: what was asked
	// about others is kept apart.
	Graphs []string
	// MaxAge is how long what was asked holds: what is older is asked again. Zero
	// means for ever.
	MaxAge time.Duration
	// Refresh: what was asked before this is asked again, as far as it is needed.
	// A refresh that was interrupted goes on where it was.
	Refresh bool
	// Prefixes are kept in the database for whoever prints IRIs.
	Prefixes map[string]string
	// Batch is the largest number of IRIs asked about in one request; zero means
	// DefaultBatch. The first requests ask about fewer, and a request that fails for
	// its size is split, and the following ones are smaller.
	Batch int
	// Rows is the largest number of rows a request may expect, by the counts that
	// came first; zero means DefaultRows. It should be below the row caps of the
	// endpoint: requests whose answer is cut are split, and the following ones are
	// smaller.
	Rows int
	// MaxRequests is the largest number of queries that this run may send (repeats of
	// one that failed do not count); zero means no limit.
	MaxRequests int
	// MaxTime is the time after which this run sends nothing more; zero means no
	// limit. Where one of both ends the run the error is ErrBudget.
	MaxTime time.Duration
	// Elsewhere says where else there is what the source may not have, for the
	// message about examples without statements; empty if nothing is to be said.
	Elsewhere string
	// Workers is the number of requests at a time; zero means DefaultWorkers.
	Workers int
	// Progress is called after every batch, always from one goroutine; may be nil.
	Progress func(Progress)
	// Logger receives what is split and cut; nil discards.
	Logger *slog.Logger
}

func (o CrawlOptions) withDefaults() CrawlOptions {
	o.Bounds = o.Bounds.withDefaults()
	o.Vocabulary = o.Vocabulary.WithDefaults()
	o.Exclusions = o.Exclusions.withDefaults()
	if o.Batch == 0 {
		o.Batch = DefaultBatch
	}
	if o.Rows == 0 {
		o.Rows = DefaultRows
	}
	if o.Workers == 0 {
		o.Workers = DefaultWorkers
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Validate reports the first option that cannot be used.
func (o CrawlOptions) Validate() error {
	if err := o.Bounds.Validate(); err != nil {
		return err
	}
	if err := o.Vocabulary.Validate(); err != nil {
		return err
	}
	if err := o.Exclusions.Validate(); err != nil {
		return err
	}
	if o.MaxAge < 0 {
		return fmt.Errorf("largest age: %s is negative", o.MaxAge)
	}
	for _, n := range []struct {
		name string
		n    int
	}{{"IRIs per request", o.Batch}, {"rows per request", o.Rows}, {"requests at a time", o.Workers}, {"requests", o.MaxRequests}} {
		if n.n < 0 {
			return fmt.Errorf("%s: %d is negative", n.name, n.n)
		}
	}
	if o.MaxTime < 0 {
		return fmt.Errorf("longest time: %s is negative", o.MaxTime)
	}
	return nil
}

// Progress tells how far an extraction is.
type Progress struct {
	// Phase is what is being done, such as "counting, distance 1".
	Phase string
	// Done of Total terms of this phase.
	Done, Total int
	// Requests sent and facts received by this run; some that were received of one
	// individual are not asked for again of the other.
	Requests, Facts int
}
