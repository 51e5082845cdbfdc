package source

import (
	"context"
	"fmt"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	askendpoint "github.com/genus-kg/genus/extract/ask/endpoint"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Graph returns the graph of the source. That of an endpoint is behind the cache that a
// ranking and the extraction fill.
func Graph(ctx context.Context, s Use) (graph.Graph, error) { return s.Source.graph(ctx, s) }

// NeedsExtraction reports whether the whole graph begins with an extraction from the endpoint.
func NeedsExtraction(s Use) bool { return s.Source.Slow() && s.Config.Reasons() }

// Port returns who answers questions about concepts. Queries are written by what is known of the problem or, if p
// is nil, of the source.
func Port(ctx context.Context, s Use, p *Problem) (ask.Port, error) { return s.Source.port(ctx, s, p) }

// PortOver returns who answers questions by the queries that genus writes, with these options.
func PortOver(s Use, client extract.Client, o queries.Options) *askendpoint.Executor {
	return &askendpoint.Executor{
		Client: client,
		RowCap: s.Config.RowCap,
		Kept:   askendpoint.NewKept(),
		Options: func(c dl.Concept) queries.Options {
			o.Prefixes = s.Source.PrefixesOf(c)
			return o
		},
	}
}

// extracted returns what was extracted around the examples of the problem.
func extracted(p *Problem) *graph.Extracted {
	return &graph.Extracted{
		Structure: p.Structure,
		Labels:    p.Info.Labels,
		Examples:  p.Examples.All(),
		Covers:    func(c dl.Concept) bool { return p.CheckCoverage(c) == nil },
	}
}

// notBefore returns the time of the oldest answers that may be used, in milliseconds
// since 1970.
func (s Use) notBefore() int64 {
	if s.Config.MaxAge == config.AnyAge {
		return 0
	}
	return time.Now().Add(-s.Config.MaxAge).UnixMilli()
}

// Dialect returns the dialect of the settings. If they leave it open, it probes the
// endpoint of the source, once. Without an endpoint or a source the engine inside the
// process is meant, which is standard.
func Dialect(ctx context.Context, s Use) (queries.Dialect, error) {
	if s.Config.Dialect != config.Auto {
		d, err := queries.ParseDialect(s.Config.Dialect)
		if err != nil {
			return 0, Usage(fmt.Errorf("--dialect: %w", err))
		}
		return d, nil
	}
	if s.Source == nil { // the query is for the public endpoint of the preset
		d, _ := queries.DialectOfHost(config.PresetEndpoint(s.Config.Preset))
		return d, nil
	}
	return s.Source.findDialect(ctx, s)
}
