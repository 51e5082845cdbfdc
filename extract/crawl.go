package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// Client asks an endpoint; *connector.Client is one. A crawl releases the tables that it
// gets ([connector.Table.Release]).
type Client interface {
	Select(ctx context.Context, query string) (*connector.Table, error)
	Ask(ctx context.Context, query string) (bool, error)
	// URL of the endpoint without credentials.
	URL() string
}

// Report tells what an extraction did.
type Report struct {
	Source      int // its number in the database
	Depth       int // edges from the examples
	Individuals int // within that distance; of files, all
	Facts       int // in the database, of this source, superclasses not filled in
	Requests    int // of this run
	Cuts        []store.Cut
	Skipped     []store.Skipped
	Warnings    []string
	Seconds     float64
}

// crawl is one run of Crawl.
type crawl struct {
	client   Client
	db       *store.Space
	o        CrawlOptions
	taste    *taste
	examples []string
	me       store.Run   // this run
	runs     []store.Run // those before it
	always   []store.Cut // that hold for every run of the source
	since    time.Time   // what was asked before is asked again, unless zero

	cuts    map[cutKey]bool
	cutList []store.Cut
	// fetched is when what was asked, of the terms looked at.
	fetched map[store.Part]map[string]int64
	// counted is what was counted at the individuals of this level, and all hubs.
	counted *tallies
	// wants and matterings are which properties a part needs, or may ever need, as far
	// as it was found out.
	wants, matterings answers
	// hubs are the individuals at which counting in one go failed.
	hubs map[store.Part]map[string]bool
	// another round is needed: a hub was asked something in this one, or another
	// process asked for the same and was faster.
	another bool
	// first: this is the first round.
	first  bool
	near   neighbourhood
	recent recent
	// kindKnown are the properties whose kinds were looked up.
	kindKnown map[string]bool
	facts     int // statements counted and wanted, so far

	asking   chan struct{} // has room for as many requests as may be on their way
	started  time.Time
	batch    *sizer // IRIs
	rowLimit *sizer // rows
	requests atomic.Int64
	whole    atomic.Int64 // rows of the largest result known to be whole
	doubtful time.Duration
	received int // facts
	warnings []string
	// warnedOfSilent: it was said which examples have no statements.
	warnedOfSilent bool
}

type cutKey struct {
	property  string
	direction store.Direction
}

// Crawl fills the database with the surroundings of the examples (absolute
// IRIs), as the package comment describes. It asks only for what the database
// does not have of this source: the endpoint with these default graphs, read with
// this vocabulary and these exclusions; what it has of other sources is kept
// apart. What is extracted does not depend on what was there before, but for what
// changed at the source. After an error or when ctx ends, what was stored stays,
// and the same call goes on from there. Other processes may use the file.
func Crawl(ctx context.Context, client Client, db *store.DB, examples []string, o CrawlOptions) (Report, error) {
	start := time.Now()
	c, err := newCrawl(client, examples, o, start)
	if err != nil {
		return Report{}, err
	}
	err = c.run(ctx, db)
	report := Report{Depth: c.o.Bounds.Depth, Requests: int(c.requests.Load()), Warnings: c.warnings}
	if err == nil {
		report.Source = c.db.Source().ID
		report.Individuals, report.Cuts = len(c.near.distance), c.cutList
		err = report.fill(ctx, c.db)
	}
	report.Seconds = time.Since(start).Seconds()
	return report, err
}

// newCrawl checks the arguments of a crawl.
func newCrawl(client Client, examples []string, o CrawlOptions, start time.Time) (*crawl, error) {
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
	c := &crawl{
		client: client, o: o, taste: newTaste(o.Vocabulary, o.Exclusions), examples: slices.Compact(examples),
		fetched: map[store.Part]map[string]int64{}, counted: newTallies(), kindKnown: map[string]bool{},
		asking: make(chan struct{}, o.Workers), started: start, batch: newSizer(firstBatch, o.Batch), rowLimit: newSizer(o.Rows, o.Rows), doubtful: doubtful,
	}
	c.reset()
	return c, nil
}

func (r *Report) fill(ctx context.Context, db *store.Space) error {
	n, err := db.Count(ctx)
	if err != nil {
		return err
	}
	r.Facts = n.Facts()
	r.Skipped, err = db.Skipped(ctx)
	return err
}

func (c *crawl) run(ctx context.Context, db *store.DB) (err error) {
	if err := c.begin(ctx, db); err != nil {
		return err
	}
	if c.examplesFirst() {
		if err := c.look(ctx, c.examples); err != nil {
			return err
		}
		if err := c.findExamples(ctx); err != nil {
			return err
		}
	}
	if err := c.axioms(ctx); err != nil {
		return err
	}
	// A property that turns up late has to be asked at the hubs met before, and
	// may lead from there to new individuals at a small distance, as a statement
	// may that was added at the source meanwhile: hence a loop.
	if c.recent.whole, err = c.db.Alone(); err != nil {
		return err
	}
	c.first = true
	for whole := false; !whole; c.first = false {
		c.recent.again = !c.first
		c.reset()
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
		if err := c.measure(ctx, c.o.Bounds.Depth); err != nil {
			return err
		}
		if whole, err = c.nothingMissing(ctx); err != nil {
			return err
		}
	}
	if err := c.occurrences(ctx); err != nil {
		return err
	}
	classes, err := c.classes(ctx)
	if err != nil {
		return err
	}
	if err := c.superclasses(ctx, classes); err != nil {
		return err
	}
	if err := c.labels(ctx, classes); err != nil {
		return err
	}
	return c.finish(ctx)
}

// reset goes back to the examples. Every round takes its decisions anew, from
// what is counted, and so does every run.
func (c *crawl) reset() {
	c.another, c.facts, c.near = false, 0, neighbourhood{}
	c.counted.clear()
	c.hubs = map[store.Part]map[string]bool{}
	c.cuts, c.cutList, c.wants = map[cutKey]bool{}, nil, nil
	for _, cut := range c.always {
		c.cut(cut)
	}
}

// level makes everything complete at the individuals at that distance.
func (c *crawl) level(ctx context.Context, level int) error {
	at, err := c.atDistance(ctx, level)
	if err != nil {
		return err
	}
	if err := c.look(ctx, at); err != nil {
		return err
	}
	if err := c.complete(ctx, []store.Part{store.Out, store.In}, at, level); err != nil {
		return err
	}
	if err := c.widen(ctx, at); err != nil {
		return err
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
	if err := c.look(ctx, at); err != nil {
		return err
	}
	at = slices.DeleteFunc(at, c.hasLeaf)
	return c.complete(ctx, []store.Part{store.Leaf}, at, d)
}

// hasLeaf reports whether classes and values are among what is here already, and
// surely within the bound.
func (c *crawl) hasLeaf(s string) bool {
	if c.fetched[store.Out][s] == 0 || c.fetched[store.Out.Hub()][s] != 0 {
		return false
	}
	for _, t := range c.counted.of[store.Out][s] {
		state := c.counted.state(t)
		if state == store.Counted || state == store.Gone || t.n > c.o.Bounds.Successors && c.taste.uses(c.counted.names[t.property]) {
			return false
		}
	}
	return true
}

// complete counts, cuts and pulls the parts of individuals at one distance, which
// were looked at.
func (c *crawl) complete(ctx context.Context, parts []store.Part, at []string, distance int) error {
	if err := c.countAll(ctx, parts, at, distance); err != nil {
		return err
	}
	return c.pullAll(ctx, parts, at, distance)
}

// countAll counts the parts, and cuts what is over a bound.
func (c *crawl) countAll(ctx context.Context, parts []store.Part, at []string, distance int) error {
	for _, part := range parts {
		if err := c.count(ctx, part, c.missing(at, part.Count()), distance); err != nil {
			return err
		}
		if distance == 0 && part == store.Out {
			if err := c.findExamples(ctx); err != nil {
				return err
			}
		}
	}
	if err := c.kinds(ctx, parts, at); err != nil {
		return err
	}
	if distance == 0 {
		c.warnOfSilent(parts[0], at)
	}
	return c.enforce(parts, at, distance)
}

// pullAll pulls the parts, which were counted.
func (c *crawl) pullAll(ctx context.Context, parts []store.Part, at []string, distance int) error {
	for _, part := range parts {
		terms := c.unpulled(at, part)
		if part == store.In {
			var err error
			if terms, err = c.unknown(ctx, at, terms); err != nil {
				return err
			}
		}
		if err := c.pull(ctx, part, terms, distance); err != nil {
			return err
		}
		c.cutFlawed(part, at)
	}
	for _, part := range []store.Part{store.Out, store.In, store.Leaf} {
		counted, hubs := c.counted.of[part], c.fetched[part.Hub()]
		for _, s := range at {
			if hubs[s] != 0 && slices.Contains(parts, part) {
				c.addHub(part.Hub(), s)
			}
			delete(counted, s) // to save memory
		}
	}
	return nil
}

// nothingMissing reports whether everything is here that the distances, which
// were measured after this round, ask for.
func (c *crawl) nothingMissing(ctx context.Context) (bool, error) {
	if c.another {
		return false, nil
	}
	var ids []store.ID
	for id := range c.near.distance {
		if !c.near.complete[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	iris, err := c.db.IRIs(ctx, ids)
	if err != nil {
		return false, err
	}
	for id, iri := range iris {
		distance := c.near.distance[id]
		out := c.fetched[store.Out][iri] != 0 && c.fetched[store.Out.Hub()][iri] == 0
		if distance < c.o.Bounds.Depth || !out && c.fetched[store.Leaf][iri] == 0 {
			return false, nil
		}
	}
	return true, nil
}

// missing are the terms whose part was not asked for yet.
func (c *crawl) missing(terms []string, part store.Part) []string {
	var out []string
	for _, t := range terms {
		if c.fetched[part][t] == 0 {
			out = append(out, t)
		}
	}
	return out
}

// unpulled are the terms of whose part not everything that is wanted is here.
func (c *crawl) unpulled(terms []string, part store.Part) []string {
	var out []string
	for _, s := range terms {
		if c.fetched[part][s] == 0 || slices.ContainsFunc(c.counted.of[part][s], func(t tallied) bool { return c.pulls(part, t) }) {
			out = append(out, s)
		}
	}
	return out
}

// toPull are the numbers of what was counted and is wanted, not to be changed.
func (c *crawl) toPull(part store.Part, s string) []tallied {
	all := c.counted.of[part][s]
	if !slices.ContainsFunc(all, func(t tallied) bool { return !c.pulls(part, t) }) { // as mostly
		return all
	}
	wanted := make([]tallied, 0, len(all))
	for _, t := range all {
		if c.pulls(part, t) {
			wanted = append(wanted, t)
		}
	}
	return wanted
}

func (c *crawl) pulls(part store.Part, t tallied) bool {
	return t.n > 0 && c.counted.state(t) == store.Counted && c.wanting(part, t.property)
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
