package source

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
)

// A crawlCache holds what an endpoint keeps from one problem for the next.
type crawlCache struct {
	crawling *semaphore.Weighted // held by who crawls
	opening  *semaphore.Weighted // held by who opens the database, which may wait for another process

	mu      sync.Mutex
	db      *store.DB // the answers of the endpoint
	data    *extract.Data
	covers  map[string]bool // the examples that data was extracted for
	options extract.CrawlOptions
	key     string // of the options that the data depends on
}

func newCrawlCache() crawlCache {
	return crawlCache{crawling: semaphore.NewWeighted(1), opening: semaphore.NewWeighted(1)}
}

// forget closes the database of answers. If it is a file, it stays, and the next problem opens it
// again.
func (k *crawlCache) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.db != nil {
		_ = k.db.Close()
	}
	k.db, k.data, k.covers = nil, nil, nil
}

// latest returns the data of the latest extraction; nil if there was none.
func (k *crawlCache) latest() *extract.Data {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.data
}

// optionsAbout returns the options of the last extraction, or else o, with a depth that is
// enough for the concept.
func (k *crawlCache) optionsAbout(c dl.Concept, o extract.CrawlOptions) extract.CrawlOptions {
	o.Bounds.Depth = 0
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.data != nil {
		o.Bounds = k.options.Bounds
		o.Vocabulary = k.options.Vocabulary
		o.Exclusions = k.options.Exclusions
		o.Graphs = k.options.Graphs
	}
	if o.Bounds.Depth = max(o.Bounds.Depth, o.Vocabulary.Statements.Depth(c)); o.Bounds.Depth == 0 {
		o.Bounds.Depth = -1 // 0 means the default there
	}
	o.Vocabulary.Strings = o.Vocabulary.Strings || dl.LanguageOf(c).Has(dl.WithStrings)
	return o
}

// crawlAround returns data of the endpoint with the neighbourhood of the examples.
// Extractions of one source take turns, because they write to one database.
func (e *endpoint) crawlAround(ctx context.Context, s Use, ex extract.Examples,
	o extract.CrawlOptions) (*extract.Data, error) {
	k := &e.crawled
	key := fmt.Sprint(o.Bounds, o.Vocabulary, o.Exclusions, o.Graphs)
	if d := k.dataAround(ex, key, o); d != nil {
		return d, nil
	}
	if err := k.crawling.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer k.crawling.Release(1)
	if d := k.dataAround(ex, key, o); d != nil { // another problem has extracted it in the meantime
		return d, nil
	}
	db, err := e.database(ctx, s)
	if err != nil {
		return nil, err
	}
	o.Seen = &e.limits
	d, err := s.crawl(ctx, db, e.cache, ex, o)
	if err == nil {
		k.keepData(d, ex, o, key)
	}
	return d, err
}

// database returns the database of the endpoint's answers. It opens it if necessary.
func (e *endpoint) database(ctx context.Context, s Use) (*store.DB, error) {
	k := &e.crawled
	if err := k.opening.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer k.opening.Release(1)
	k.mu.Lock()
	db := k.db
	k.mu.Unlock()
	if db != nil {
		return db, nil
	}
	db, err := OpenDatabase(ctx, s, e.cache)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.db = db
	return db, nil
}

// dataAround returns the data that was extracted with these options for these examples,
// and maybe for others. It returns nil if there is none, or if the options ask for new
// answers.
func (k *crawlCache) dataAround(ex extract.Examples, key string, o extract.CrawlOptions) *extract.Data {
	k.mu.Lock()
	defer k.mu.Unlock()
	if o.Refresh || o.MaxAge > 0 || k.key != key || !k.hasAll(ex) {
		return nil
	}
	return k.data
}

func (k *crawlCache) hasAll(ex extract.Examples) bool {
	return !slices.ContainsFunc(ex.All(), func(iri string) bool { return !k.covers[iri] })
}

func (k *crawlCache) keepData(d *extract.Data, ex extract.Examples, o extract.CrawlOptions, key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	o.Progress, o.Logger = nil, nil // they belong to the problem before
	k.data = d
	k.options = o
	k.key = key
	k.covers = map[string]bool{}
	if d.Coverage.Passing { // the next problem extracts again, which asks only for what is missing
		return
	}
	for _, iri := range ex.All() {
		k.covers[iri] = true
	}
}
