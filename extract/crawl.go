package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/source"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// Report tells what an extraction did.
type Report struct {
	Source      int // its number in the database
	Depth       int // edges from the examples
	Individuals int // within that distance; of files, all
	Facts       int // around these, inherited classes not filled in
	Requests    int // of this run
	Dropped     []Dropped
	Skipped     []Skipped
	Warnings    []string
	Seconds     float64
}

// Crawl extracts the neighbourhood of the examples (absolute IRIs), as package crawl
// describes. It asks only for what the database does not have of this source: the
// endpoint with these default graphs, read with this vocabulary and these
// exclusions; what the database has of other sources is kept apart. What is
// extracted does not depend on what was there before, but for what changed at the
// source. After an error or when ctx ends, what was answered stays, and the same
// call goes on from there. Other processes may use the file.
func Crawl(ctx context.Context, client Client, db *store.DB, examples []string, o CrawlOptions) (*Data, Report, error) {
	began := time.Now()
	if err := checkCrawl(examples, o); err != nil {
		return nil, Report{}, err
	}
	o = o.withDefaults()
	stored, err := db.Source(ctx, endpointKey(client, o))
	if err != nil {
		return nil, Report{}, err
	}
	r, err := beginRun(ctx, stored, examples, o)
	if err != nil {
		return nil, Report{}, err
	}
	endpoint := o.endpoint(client)
	options := o.crawl(client)
	options.Named = func(ctx context.Context, result crawl.Result) ([]string, error) {
		return nominals(ctx, result, examples, o.Bounds.Depth)
	}
	result, err := crawl.Crawl(ctx, source.NewCache(stored, endpoint, o.Vocabulary, r.notBefore), examples, options)
	if err == nil {
		err = r.finish(ctx, result, o)
	}
	report := Report{
		Depth: o.Bounds.Depth, Requests: endpoint.Requests(), Warnings: result.Warnings, Source: stored.Info().ID, Seconds: time.Since(began).Seconds(),
	}
	if err != nil {
		return nil, report, explain(err, client.URL(), o.Elsewhere)
	}
	f := result.Facts
	f.Prefixes = o.Prefixes
	report.Individuals, report.Facts = len(f.Individuals), len(f.Classes)+len(f.Superclasses)+len(f.Roles)+len(f.Values)
	report.Dropped, report.Skipped = result.Dropped, slices.Clone(f.Skipped)
	covered := &dataset.Coverage{Examples: slices.Clone(examples), Depth: o.Bounds.Depth, Dropped: result.Dropped}
	return &Data{Dataset: dataset.New(f, stored.Info(), o.Vocabulary, o.Exclusions, result.Symbols, covered)}, report, nil
}

func checkCrawl(examples []string, o CrawlOptions) error {
	if err := o.Validate(); err != nil {
		return err
	}
	if len(examples) == 0 {
		return ErrNoExamples
	}
	for _, iri := range examples {
		if _, err := queries.IRI(iri); err != nil {
			return fmt.Errorf("example: %w", err)
		}
	}
	return nil
}

// explain names unknown examples with their source.
func explain(err error, name, hint string) error {
	var unknown *crawl.UnknownError
	if errors.As(err, &unknown) {
		return &UnknownExamplesError{Source: name, IRIs: unknown.IRIs, Hint: hint}
	}
	return err
}

// EstimateCrawl says what Crawl would cost with these arguments, see
// crawl.EstimateCrawl. What the database file held has of it is taken off: it is
// read into memory, and not changed. Empty, or the name of no file yet: nothing is
// held.
func EstimateCrawl(ctx context.Context, client Client, held string, examples []string, o CrawlOptions) (Estimate, error) {
	if err := checkCrawl(examples, o); err != nil {
		return Estimate{}, err
	}
	o = o.withDefaults()
	db, err := copyOf(ctx, held)
	if err != nil {
		return Estimate{}, err
	}
	defer func() { _ = db.Close() }()
	stored, err := db.Source(ctx, endpointKey(client, o))
	if err != nil {
		return Estimate{}, err
	}
	r, err := beginRun(ctx, stored, examples, o)
	if err != nil {
		return Estimate{}, err
	}
	endpoint := o.endpoint(client)
	missing := crawl.NewRecorder(endpoint)
	options := o.crawl(client)
	e, err := crawl.EstimateCrawl(ctx, source.NewCache(stored, missing, o.Vocabulary, r.notBefore), missing, examples, options, o.Batch, o.Rows)
	e.Asked = endpoint.Requests()
	return e, explain(err, client.URL(), o.Elsewhere)
}
