package extract

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
)

// Types of the subpackages that callers meet.
type (
	// Vocabulary says which properties of a source mean "is a", "is below" and "is
	// called".
	Vocabulary = source.Vocabulary
	// Exclusions says which properties and classes are not worth learning with.
	Exclusions = source.Exclusions
	// Client asks an endpoint; *connector.Client is one.
	Client = source.Client
	// Progress tells how far an extraction is.
	Progress = source.Progress
	// Bounds limit what is extracted from an endpoint.
	Bounds = crawl.Bounds
	// Dropped is a property that is not complete in one direction, and the reason.
	Dropped = crawl.Dropped
	// Skipped counts what was received and not used.
	Skipped = facts.Skipped
	// Info is what a Problem does not say about its data.
	Info = dataset.Info
	// Graph is the data to look around in.
	Graph = dataset.Graph
	// Edge is a statement between individuals, seen from one of them.
	Edge = dataset.Edge
	// FeatureValue is a value of a feature as it was read.
	FeatureValue = dataset.FeatureValue
	// Estimate is what a crawl would cost, level by level.
	Estimate = crawl.Estimate
	// Level is what a crawl would find at one distance.
	Level = crawl.Level
)

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

// CrawlOptions tell Crawl what to fetch and how. The zero value is usable.
type CrawlOptions struct {
	Bounds     Bounds
	Vocabulary Vocabulary
	Exclusions Exclusions
	// Graphs are the default graphs that the client asks about: what was asked
	// about others is kept apart.
	Graphs []string
	// MaxAge is how long an answer holds: what is older is asked again. Zero means
	// for ever.
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
	// Logger receives what is split and dropped; nil discards.
	Logger *slog.Logger
}

func (o CrawlOptions) withDefaults() CrawlOptions {
	o.Bounds = o.Bounds.WithDefaults()
	o.Vocabulary = o.Vocabulary.WithDefaults()
	o.Exclusions = o.Exclusions.WithDefaults()
	for _, d := range []struct {
		n  *int
		or int
	}{{&o.Batch, DefaultBatch}, {&o.Rows, DefaultRows}, {&o.Workers, DefaultWorkers}} {
		if *d.n == 0 {
			*d.n = d.or
		}
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
	for _, validate := range []func() error{o.Bounds.Validate, o.Vocabulary.Validate, o.Exclusions.Validate} {
		if err := validate(); err != nil {
			return err
		}
	}
	if o.Vocabulary.OWLRL {
		return errors.New("OWL 2 RL reasons about RDF files: for an endpoint take the reasoning rdfs")
	}
	for _, n := range []struct {
		name string
		n    int
	}{{"IRIs per request", o.Batch}, {"rows per request", o.Rows}, {"requests at a time", o.Workers}, {"requests", o.MaxRequests}} {
		if n.n < 0 {
			return fmt.Errorf("%s: %d is negative", n.name, n.n)
		}
	}
	if o.MaxAge < 0 {
		return fmt.Errorf("largest age: %s is negative", o.MaxAge)
	}
	if o.MaxTime < 0 {
		return fmt.Errorf("longest time: %s is negative", o.MaxTime)
	}
	return nil
}

// endpoint is the source that asks the client.
func (o CrawlOptions) endpoint(client Client) *source.Endpoint {
	return source.NewEndpoint(client, source.EndpointOptions{
		Vocabulary: o.Vocabulary, Kind: o.Exclusions.Kind, Via: o.Exclusions.Via,
		Batch: o.Batch, Rows: o.Rows, Workers: o.Workers, MaxRequests: o.MaxRequests, MaxTime: o.MaxTime,
		Progress: o.Progress, Logger: o.Logger,
	})
}

// crawl are the options of a crawl of the client's endpoint.
func (o CrawlOptions) crawl(client Client) crawl.Options {
	return crawl.Options{
		Bounds: o.Bounds, Vocabulary: o.Vocabulary, Exclusions: o.Exclusions,
		Name: client.URL(), Elsewhere: o.Elsewhere, Logger: o.Logger,
	}
}
