package source

import (
	"context"
	"errors"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/queries"
)

// wholeGraph returns the graph of everything in the source, and the problem that its facts
// come from, nil if it asks an endpoint for them. It reads files from memory, also if they
// are served. It asks an endpoint. Of a database it uses the endpoint's answers, and asks the
// endpoint for the rest. With reasoning it extracts from an endpoint first, because the
// candidates must have what follows from the axioms, and the statements of the qualified properties.
func (s Use) WholeGraph(ctx context.Context, ex extract.Examples, qualified []string) (intent.Graph, *Problem, error) {
	if files := s.Source.local.files; files != nil {
		s.Source = files
	}
	switch {
	case s.Source.IsEndpoint() && s.Config.Reasoning == config.None:
		g, symbols, err := s.endpointGraph(ctx, queries.Axioms{})
		if err != nil {
			return nil, nil, err
		}
		return graph.NewWhole(g, symbols, nil), nil, nil
	case s.Source.IsEndpoint():
		return s.reasonedGraph(ctx, ex, qualified)
	case s.Source.IsDatabase():
		return s.databaseGraph(ctx, ex)
	}
	p, info, err := s.Source.Load(ctx, s.Source.Data, ex,
		extract.LoadOptions{MaxAge: s.Config.OldestLoaded(), Exclusions: s.Config.Exclusions(), Statements: true})
	if err != nil {
		return nil, nil, err
	}
	return intent.NewMemory(p.Structure, info.Labels), &Problem{Problem: p, Info: info}, nil
}

// needsExtraction reports whether the whole graph begins with an extraction from the endpoint.
func (s Use) NeedsExtraction() bool {
	return s.Source.IsEndpoint() && s.Config.Reasoning != config.None
}

// reasonedGraph asks the endpoint for numbers. It takes candidates from what was
// extracted, with statements, and follows from the axioms.
func (s Use) reasonedGraph(ctx context.Context, ex extract.Examples, qualified []string) (intent.Graph, *Problem, error) {
	p, err := s.Load(ctx, ex, nil, qualified)
	if err != nil {
		return nil, nil, err
	}
	g, symbols, err := s.endpointGraph(ctx, p.Info.Axioms)
	if err != nil {
		return nil, nil, err
	}
	return graph.NewWhole(g, symbols, extracted(p)), p, nil
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

// databaseGraph returns the graph of what was extracted from an endpoint around the
// examples. It uses the answers about concepts in the file, and asks the endpoint for
// others.
func (s Use) databaseGraph(ctx context.Context, ex extract.Examples) (intent.Graph, *Problem, error) {
	p, err := s.Load(ctx, ex, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	data := s.Source.Data
	g := graph.NewCache(data.Answers(), nil, data.Vocabulary, s.notBefore())
	g.AskLater(s.originEndpoint)
	return graph.NewWhole(g, data.Symbols, extracted(p)), p, nil
}

// firstAnswerTimeout limits how long the endpoint of a database may take for its first
// answer.
const firstAnswerTimeout = 10 * time.Second

// originEndpoint returns the endpoint that the database was extracted from; nil if it
// does not answer or may not be asked. Its answers are kept if the file can be written.
func (s Use) originEndpoint(ctx context.Context) (graph.Graph, error) {
	info := s.Source.Data.Source
	if s.Access != nil && s.Access.Endpoint(info.Name) != nil {
		return nil, nil
	}
	there := s
	there.Config.Endpoint = info.Name
	there.Config.Graph = info.Graphs
	there.Anonymous, there.Credentials = true, connector.Credentials{}
	once := there
	once.Config.Retries = 0
	if c, err := once.connect(); err != nil {
		return nil, nil // the stored answers need no valid URL
	} else {
		_, err := c.Ask(connector.Within(ctx, firstAnswerTimeout), "ASK { ?s ?p ?o }")
		c.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			s.Reporter.Note("note: %s does not answer: numbers of members are lower bounds, from what was extracted", info.Name)
			return nil, nil
		}
	}
	client, err := there.connect()
	if err != nil {
		return nil, err
	}
	s.Source.onClose(client.Close)
	s.Reporter.Note("note: asking %s for numbers of members that %s does not have", info.Name, s.Config.DB)
	dialect := graph.FindDialect(ctx, client)
	g := graph.NewWholeGraph(client, s.Source.Data.Vocabulary, s.Source.Data.Exclusions,
		queries.Options{Dialect: dialect, Graphs: info.Graphs, Axioms: s.Source.Data.Axioms()})
	g.ReportTo(showProgress(s.Reporter))
	db, err := s.OpenDatabase(ctx, s.Config.DB)
	if err != nil {
		s.Reporter.Note("note: the answers are not kept: %v", err)
		return g, nil
	}
	s.Source.onClose(func() { _ = db.Close() })
	answers, err := db.Source(ctx, info.SourceKey)
	if err != nil {
		if errors.Is(err, store.ErrNoSource) {
			return g, nil
		}
		return nil, err
	}
	return graph.NewCache(answers, g, s.Source.Data.Vocabulary, s.notBefore()), nil
}
