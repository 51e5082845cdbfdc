package source

import (
	"context"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/queries"
)

// graph returns the graph of the source. That of an endpoint is behind the cache that a
// ranking and the extraction fill.
func (s Use) Graph(ctx context.Context) (graph.Graph, error) {
	if g := s.Source.Graph(); g != nil {
		return g, nil
	}
	g, _, err := s.endpointGraph(ctx, queries.Axioms{})
	return g, err
}

// endpointGraph returns the endpoint behind a cache, which shares the database of the
// extraction, and the symbols of the endpoint.
func (s Use) endpointGraph(ctx context.Context, axioms queries.Axioms) (graph.Graph, *graph.Symbols, error) {
	o, err := s.CrawlOptions()
	if err != nil {
		return nil, nil, err
	}
	db, err := s.database(ctx)
	if err != nil {
		return nil, nil, err
	}
	answers, err := extract.Answers(ctx, db, s.Source.Client, o)
	if err != nil {
		return nil, nil, err
	}
	notBefore := s.notBefore()
	if o.Refresh {
		notBefore = time.Now().UnixMilli()
	}
	v, e := o.Vocabulary.WithDefaults(), o.Exclusions.WithDefaults()
	endpoint := graph.NewWholeGraph(s.Source.Client, v, o.Exclusions,
		queries.Options{Graphs: s.Config.Graph, Axioms: axioms})
	endpoint.FindDialectBy(s.Dialect)
	endpoint.ShareLimits(&s.Source.limits)
	endpoint.ReportTo(showProgress(s.Reporter))
	return graph.NewCache(answers, endpoint, v, notBefore), graph.NewSymbols(v, e), nil
}

// notBefore returns the time of the oldest answers that may be used, in milliseconds
// since 1970.
func (s Use) notBefore() int64 {
	if s.Config.MaxAge == config.AnyAge {
		return 0
	}
	return time.Now().Add(-s.Config.MaxAge).UnixMilli()
}
