package extract

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// Types of the subpackages in the interface of this package.
type (
	Vocabulary = graph.Vocabulary
	Exclusions = graph.Exclusions
	Cause      = graph.Cause
	Client     = graph.Client
	Progress   = graph.Progress
	Budget     = graph.Budget
	Spent      = graph.Spent
	Bounds     = crawl.Bounds
	Dropped    = crawl.Dropped
	Skipped    = facts.Skipped
	Info       = dataset.Info
)

// Why Exclusions leave something out: see graph.Cause.
const (
	InDefaults   = graph.InDefaults
	InProperties = graph.InProperties
	InClasses    = graph.InClasses
	NotInOnly    = graph.NotInOnly
	OfKinds      = graph.OfKinds
)

// Malformed is the reason of a Skipped whose literals are not of their datatype.
const Malformed = graph.Malformed

// Defaults of Bounds and CrawlOptions.
const (
	DefaultDepth       = crawl.DefaultDepth
	DefaultSuccessors  = crawl.DefaultSuccessors
	DefaultIndividuals = crawl.DefaultIndividuals
	DefaultFacts       = crawl.DefaultFacts
	DefaultBatch       = 200
	DefaultRows        = 5000
	DefaultWorkers     = 2
)

// CrawlOptions configure Crawl. The zero value is usable.
type CrawlOptions struct {
	Bounds     Bounds
	Vocabulary Vocabulary
	Exclusions Exclusions
	// Graphs are the default graphs of the queries of the client. Answers about other
	// graphs are not used.
	Graphs []string
	// MaxAge is the largest age of an answer from the database: older answers are asked
	// for again. Zero means any age.
	MaxAge time.Duration
	// Refresh asks again for every answer that the crawl needs. A refresh that was
	// interrupted continues where it stopped.
	Refresh bool
	// Prefixes are stored in the database, for printing IRIs.
	Prefixes map[string]string
	// Batch is the largest number of IRIs in one request; zero means DefaultBatch. The
	// first requests have fewer. A request that fails because of its size is split, and
	// the following requests are smaller.
	Batch int
	// Rows is the largest number of rows that a request may expect, according to the
	// counts; zero means DefaultRows. It should be below the row cap of the endpoint.
	// A request whose result is cut is split, and the following requests are smaller.
	Rows int
	// Budget limits the requests of this run.
	Budget
	// Seen is what other requests have shown of the endpoint; may be nil.
	Seen *graph.Limits
	// Elsewhere names another place to look for examples that the source does not have,
	// for messages; may be empty.
	Elsewhere string
	// Workers is the number of requests at a time; zero means DefaultWorkers.
	Workers int
	// Progress is called after every batch, always from one goroutine; may be nil.
	Progress func(Progress)
	// Logger receives what is split and dropped; nil discards.
	Logger *slog.Logger
}

func (o CrawlOptions) withDefaults() CrawlOptions {
	o.Bounds = o.Bounds.WithDefaults()
	o.Vocabulary = o.Vocabulary.WithDefaults()
	o.Exclusions = o.Exclusions.WithDefaults()
	o.Batch = cmp.Or(o.Batch, DefaultBatch)
	o.Rows = cmp.Or(o.Rows, DefaultRows)
	o.Workers = cmp.Or(o.Workers, DefaultWorkers)
	return o
}

// Validate reports the first option that cannot be used.
func (o CrawlOptions) Validate() error {
	for _, validate := range []func() error{o.Bounds.Validate, o.Vocabulary.Validate, o.Exclusions.Validate} {
		if err := validate(); err != nil {
			return err
		}
	}
	if o.Vocabulary.OWLRL {
		return errors.New("OWL 2 RL reasons about RDF files only: for an endpoint use the reasoning rdfs")
	}
	if o.Vocabulary.EL {
		return errors.New("EL classifies the classes of RDF files only: for an endpoint use the reasoning rdfs")
	}
	for _, n := range []struct {
		name string
		n    int
	}{{"IRIs per request", o.Batch}, {"rows per request", o.Rows}, {"requests at a time", o.Workers},
		{"requests", o.MaxRequests}} {
		if n.n < 0 {
			return fmt.Errorf("%s: %d is negative", n.name, n.n)
		}
	}
	if o.MaxAge < 0 {
		return fmt.Errorf("largest age: %s is negative", o.MaxAge)
	}
	if o.MaxTime < 0 {
		return fmt.Errorf("time limit: %s is negative", o.MaxTime)
	}
	return nil
}

// endpoint returns the source that asks the client.
func (o CrawlOptions) endpoint(client Client) *graph.Endpoint {
	e := graph.NewEndpoint(client, graph.EndpointOptions{
		Vocabulary: o.Vocabulary, Exclusions: o.Exclusions,
		Batch: o.Batch, Rows: o.Rows, Workers: o.Workers, Budget: o.Budget,
		Progress: o.Progress, Logger: o.Logger,
	})
	if o.Seen != nil {
		e.ShareSeen(o.Seen)
	}
	return e
}

func (o CrawlOptions) crawl(client Client) crawl.Options {
	return crawl.Options{
		Bounds: o.Bounds, Vocabulary: o.Vocabulary, Exclusions: o.Exclusions,
		Name: client.URL(), Elsewhere: o.Elsewhere, Logger: o.Logger,
	}
}
