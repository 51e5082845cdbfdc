package extract

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
)

// Report is the result of an extraction in numbers.
type Report struct {
	Individuals int // within the depth; of files, all
	Facts       int // about these, without inherited classes
	Requests    int // of this run
	Dropped     []Dropped
	Skipped     []Skipped
	Warnings    []string
	Notes       []string // how tables are read
	Seconds     float64
}

// count adds the numbers of facts to the report.
func (r *Report) count(f *facts.Facts) {
	r.Individuals, r.Facts = len(f.Individuals), len(f.Classes)+len(f.Superclasses)+len(f.Roles)+len(f.Values)
	r.Skipped = slices.Clone(f.Skipped)
}

// Crawl extracts the neighbourhood of the examples (absolute IRIs), as package crawl
// describes. It asks only for answers that the database does not have of this source. A
// source is an endpoint with these default graphs, this vocabulary and these exclusions;
// answers of other sources are not used. Unless the source has changed, the result does
// not depend on what the database held before. After an error or when ctx ends, the
// answers received so far stay in the database, and the same call continues from there.
// Other processes may use the file at the same time.
func Crawl(ctx context.Context, client Client, db *store.DB, examples []string, o CrawlOptions) (*Data, Report, error) {
	began := time.Now()
	r, o, err := beginRun(ctx, client, db, examples, o)
	if err != nil {
		return nil, Report{}, err
	}
	endpoint := o.endpoint(client)
	options := o.crawl(client)
	options.Named = func(ctx context.Context, result crawl.Result) ([]string, error) {
		return nominals(ctx, result, examples, o.Bounds.Depth)
	}
	result, err := crawl.Crawl(ctx, graph.NewCache(r.stored, endpoint, o.Vocabulary, r.notBefore), examples, options)
	var redirects *RedirectError
	var unknown *crawl.UnknownError
	switch {
	case err == nil:
		err = r.finish(ctx, result, o)
	case errors.As(err, &redirects): // the same run goes on with the IRIs that take their place
		err = errors.Join(err, r.replaceExamples(ctx, redirects.To))
	case errors.As(err, &unknown) && r.Finished.IsZero(): // there is nothing to go on with
		err = errors.Join(err, r.stored.RemoveRun(ctx, r.ID))
	}
	report := Report{
		Requests: endpoint.Requests(),
		Dropped:  result.Dropped,
		Warnings: result.Warnings,
		Seconds:  time.Since(began).Seconds(),
	}
	if err != nil {
		return nil, report, explain(err, client.URL(), o.Elsewhere)
	}
	result.Facts.Prefixes = o.Prefixes
	report.count(result.Facts)
	covered := &dataset.Coverage{
		Examples: slices.Clone(examples), Depth: o.Bounds.Depth, Dropped: result.Dropped, Passing: result.Passing,
	}
	d := dataset.New(result.Facts, r.stored.Info(), o.Vocabulary, o.Exclusions, result.Symbols, covered)
	return &Data{Dataset: d.WithCrawledStatements(o.Bounds)}, report, nil
}

// CheckKnown returns an *UnknownExamplesError if the graph does not know all of the examples
// (absolute IRIs), and a *RedirectError if some are redirects. name and hint are for the
// message.
func CheckKnown(ctx context.Context, g graph.Graph, examples []string, name, hint string) error {
	return explain(crawl.CheckKnown(ctx, g, examples), name, hint)
}

// explain adds the name of the source and a hint to an error about unknown examples.
func explain(err error, name, hint string) error {
	if unknown, ok := errors.AsType[*crawl.UnknownError](err); ok {
		return &UnknownExamplesError{Source: name, IRIs: unknown.IRIs, Hint: hint}
	}
	return err
}
