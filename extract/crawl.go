package extract

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// Client asks an endpoint; *connector.Client is one.
type Client interface {
	Select(ctx context.Context, query string) (*connector.Table, error)
	Ask(ctx context.Context, query string) (bool, error)
	// URL of the endpoint without credentials.
	URL() string
}

// Report tells what an extraction did.
type Report struct {
	Depth       int // edges from the examples
	Individuals int
	Facts       int // in the database, superclasses not filled in
	Requests    int // of this run
	Cuts        []store.Cut
	Skipped     []store.Skipped
	Warnings    []string
	Seconds     float64
}

// Keys of store's meta table.
const (
	metaStarted    = "started"
	metaFinished   = "finished"
	metaVocabulary = "vocabulary"
	metaExclusions = "exclusions"
	metaBounds     = "bounds"
)

// crawl is one run of Crawl.
type crawl struct {
	client   Client
	db       *store.DB
	o        CrawlOptions
	taste    *taste
	examples []string

	cuts    map[cutKey]bool
	fetched map[store.Part]map[string]bool
	// counted is what was counted and not pulled: part, term, property.
	counted map[store.Part]map[string]map[string]int
	// hubs are the individuals at which counting in one go failed.
	hubs map[store.Part]map[string]int // to their distance

	started  time.Time
	batch    *sizer // IRIs
	rowLimit *sizer // rows
	requests atomic.Int64
	whole    atomic.Int64 // rows of the largest result known to be whole
	doubtful time.Duration
	received int // facts
	warnings []string
}

type cutKey struct {
	property  string
	direction store.Direction
}

// Crawl fills the database with the surroundings of the examples (absolute
// IRIs), as the package comment describes. On a database that a Crawl of the
// same source began, it asks only for what is missing; the depth and the
// examples may be others then, the vocabulary, the exclusions and the bound on
// successors may not (ErrOtherSource). After an error or when ctx ends, what
// was stored stays, and the same call goes on from there.
func Crawl(ctx context.Context, client Client, db *store.DB, examples []string, o CrawlOptions) (Report, error) {
	start := time.Now()
	c, err := newCrawl(client, db, examples, o, start)
	if err != nil {
		return Report{}, err
	}
	err = c.run(ctx)
	report := Report{Depth: c.o.Bounds.Depth, Requests: int(c.requests.Load()), Warnings: c.warnings}
	if err == nil {
		err = report.fill(ctx, db)
	}
	report.Seconds = time.Since(start).Seconds()
	return report, err
}

// newCrawl checks the arguments of a crawl.
func newCrawl(client Client, db *store.DB, examples []string, o CrawlOptions, start time.Time) (*crawl, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if len(examples) == 0 {
		return nil, ErrNoExamples
	}
	for _, iri := range examples {
		if _, err := queries.IRI(iri); err != nil {
			return nil, fmt.Errorf("example: %w", err)
		}
	}
	examples = slices.Clone(examples)
	slices.Sort(examples)
	return &crawl{
		client: client, db: db, o: o, taste: newTaste(o.Vocabulary, o.Exclusions), examples: slices.Compact(examples),
		cuts: map[cutKey]bool{}, fetched: map[store.Part]map[string]bool{},
		counted: map[store.Part]map[string]map[string]int{}, hubs: map[store.Part]map[string]int{},
		started: start, batch: newSizer(firstBatch, o.Batch), rowLimit: newSizer(o.Rows, o.Rows), doubtful: doubtful,
	}, nil
}

func (r *Report) fill(ctx context.Context, db *store.DB) (err error) {
	if r.Individuals, err = db.NumIndividuals(ctx); err != nil {
		return err
	}
	if r.Facts, err = db.NumFacts(ctx); err != nil {
		return err
	}
	if r.Cuts, err = db.Cuts(ctx); err != nil {
		return err
	}
	r.Skipped, err = db.Skipped(ctx)
	return err
}

func (c *crawl) run(ctx context.Context) error {
	if err := c.begin(ctx); err != nil {
		return err
	}
	if err := c.findExamples(ctx); err != nil {
		return err
	}
	// A property that turns up late has to be asked at the hubs met before, and
	// may lead from there to new individuals at a small distance, as a statement
	// may that was added at the source meanwhile: hence a loop.
	for complete := false; !complete; {
		for level := range c.o.Bounds.Depth {
			if err := c.level(ctx, level); err != nil {
				return err
			}
		}
		if err := c.leaves(ctx); err != nil {
			return err
		}
		if err := c.visitHubs(ctx); err != nil {
			return err
		}
		var err error
		if complete, err = c.complete(ctx); err != nil {
			return err
		}
	}
	if err := c.superclasses(ctx); err != nil {
		return err
	}
	if err := c.labels(ctx); err != nil {
		return err
	}
	return c.finish(ctx)
}

// level makes everything complete at the individuals at that distance.
func (c *crawl) level(ctx context.Context, level int) error {
	parts := []store.Part{store.Out, store.In}
	at, err := c.atDistance(ctx, level)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err := c.count(ctx, part, c.missing(at, part), level); err != nil {
			return err
		}
	}
	if err := c.enforce(ctx, parts, at, level); err != nil {
		return err
	}
	for _, part := range parts {
		if err := c.pull(ctx, part, c.missing(at, part), level); err != nil {
			return err
		}
	}
	if err := c.visitHubs(ctx); err != nil {
		return err
	}
	return c.enforceIndividuals(ctx, level+1)
}

// leaves gets classes and values of the individuals at distance d.
func (c *crawl) leaves(ctx context.Context) error {
	d := c.o.Bounds.Depth
	at, err := c.atDistance(ctx, d)
	if err != nil {
		return err
	}
	at = c.missing(at, store.Out) // those have them already
	parts := []store.Part{store.Leaf}
	if err := c.count(ctx, store.Leaf, c.missing(at, store.Leaf), d); err != nil {
		return err
	}
	if err := c.enforce(ctx, parts, at, d); err != nil {
		return err
	}
	return c.pull(ctx, store.Leaf, c.missing(at, store.Leaf), d)
}

// complete reports whether everything is here that the distances, as they are
// now, ask for.
func (c *crawl) complete(ctx context.Context) (bool, error) {
	d := c.o.Bounds.Depth
	r, err := c.reach(ctx, d)
	if err != nil {
		return false, err
	}
	for id, distance := range r.distance {
		iri := r.terms[id]
		out := c.fetched[store.Out][iri]
		if distance < d && !(out && c.fetched[store.In][iri]) || distance == d && !out && !c.fetched[store.Leaf][iri] {
			return false, nil
		}
	}
	return true, nil
}

// missing are the terms whose part is not here yet.
func (c *crawl) missing(terms []string, part store.Part) []string {
	var out []string
	for _, t := range terms {
		if !c.fetched[part][t] {
			out = append(out, t)
		}
	}
	return out
}

// finish says in the database what is complete, and forgets individuals that
// only cut roles lead to.
func (c *crawl) finish(ctx context.Context) error {
	reach, err := c.reach(ctx, c.o.Bounds.Depth)
	if err != nil {
		return err
	}
	return c.db.Update(ctx, func(tx *store.Tx) error {
		tx.RemoveIndividuals(slices.Sorted(maps.Keys(reach.distance)))
		for _, iri := range c.examples {
			tx.SetExample(iri, c.o.Bounds.Depth)
		}
		tx.SetMeta(metaFinished, time.Now().UTC().Format(time.RFC3339))
		return nil
	})
}

// canSplit reports whether asking for less may help.
func canSplit(err error) bool {
	for _, kind := range []error{connector.ErrTimeout, connector.ErrTruncated, connector.ErrQueryTooLarge, connector.ErrTooLarge} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
