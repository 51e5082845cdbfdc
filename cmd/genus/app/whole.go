package app

import (
	"context"
	"errors"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/counts"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/queries"
)

// wholeGraph answers for everything in the source: files from memory, also where they are
// served, an endpoint by asking it, and a database by what it holds of an endpoint's answers
// and by asking the endpoint for the rest. With axioms an endpoint is extracted from
// first: by its statements alone no candidate has what follows from them.
func (s Ranker) wholeGraph(ctx context.Context, ex extract.Examples) (intent.Graph, error) {
	if files := s.Source.inside.files; files != nil {
		s.Source = files
	}
	switch {
	case s.Source.Client != nil && s.Config.Reasoning == config.None:
		g, _, err := s.countingEndpoint(ctx, queries.Axioms{})
		return g, err
	case s.Source.Client != nil:
		return s.reasonedGraph(ctx, ex)
	case !s.Source.Data.FromFiles():
		return s.databaseGraph(ctx, ex)
	}
	p, info, err := s.Source.load(ctx, s.Source.Data, ex, extract.LoadOptions{MaxAge: s.Config.MaxAge, Exclusions: s.Config.Exclusions()})
	if err != nil {
		return nil, err
	}
	return intent.NewMemory(p.Structure, info.Labels), nil
}

// reasonedGraph asks the endpoint for numbers, and takes candidates from what was
// extracted and follows from it.
func (s Ranker) reasonedGraph(ctx context.Context, ex extract.Examples) (intent.Graph, error) {
	o, err := s.Extraction().Options()
	if err != nil {
		return nil, err
	}
	p, err := s.problem(ctx, ex, o)
	if err != nil {
		return nil, err
	}
	g, answers, err := s.countingEndpoint(ctx, p.Info.Axioms)
	if err != nil {
		return nil, err
	}
	return storedGraph(p, answers, s.notBefore(), func(context.Context) (*counts.Endpoint, error) { return g, nil }), nil
}

// storedGraph is what was extracted around the examples of the problem.
func storedGraph(p *Problem, answers *store.Source, notBefore int64, online func(context.Context) (*counts.Endpoint, error)) intent.Graph {
	return counts.NewStored(counts.StoredOptions{
		Structure: p.Structure, Labels: p.Info.Labels, Examples: p.Examples.All(), Covers: func(c dl.Concept) bool { return p.CheckCoverage(c) == nil },
		Answers: answers, NotBefore: notBefore, Online: online,
	})
}

// countingEndpoint keeps the endpoint's answers in the database of the extraction.
func (s Ranker) countingEndpoint(ctx context.Context, axioms queries.Axioms) (*counts.Endpoint, *store.Source, error) {
	dialect, err := s.Dialect(ctx)
	if err != nil {
		return nil, nil, err
	}
	o, err := s.Extraction().Options()
	if err != nil {
		return nil, nil, err
	}
	db, err := s.Extraction().database(ctx)
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
	g := counts.New(s.Source.Client, s.Config.Vocabulary(), s.Config.Exclusions(), queries.Options{Dialect: dialect, Graphs: s.Config.Graph, Axioms: axioms})
	g.Keep(answers, notBefore)
	if !o.Refresh && s.Config.MaxAge == 0 { // after an answer all is ranked again
		g.Remember(s.Source.kept.memory(o))
	}
	return g, answers, nil
}

// notBefore is the time of the oldest answers that count, in milliseconds since 1970.
func (s Ranker) notBefore() int64 {
	if s.Config.MaxAge == 0 {
		return 0
	}
	return time.Now().Add(-s.Config.MaxAge).UnixMilli()
}

// databaseGraph is what was extracted of an endpoint around the examples, with the
// answers about concepts that are in the file, and the endpoint behind it.
func (s Ranker) databaseGraph(ctx context.Context, ex extract.Examples) (intent.Graph, error) {
	p, err := s.problem(ctx, ex, extract.CrawlOptions{})
	if err != nil {
		return nil, err
	}
	return storedGraph(p, s.Source.Data.Answers(), s.notBefore(), s.behindDatabase), nil
}

// firstAnswer is how long an endpoint behind a database may take to say that it is
// there.
const firstAnswer = 10 * time.Second

// behindDatabase is the endpoint that the database was extracted from; nil if it does
// not answer or may not be asked. Its answers are kept if the file can be written.
func (s Ranker) behindDatabase(ctx context.Context) (*counts.Endpoint, error) {
	info := s.Source.Data.Source
	if s.Access != nil && s.Access.Endpoint(info.Name) != nil {
		return nil, nil
	}
	there := s.Session
	there.Config.Endpoint, there.Config.Graph, there.Anonymous = info.Name, info.Graphs, true
	once := there
	once.Config.Retries = 0
	if c, err := once.connect(); err != nil {
		return nil, nil //nolint:nilerr // what is stored needs no valid URL
	} else {
		_, err := c.Ask(connector.Within(ctx, firstAnswer), "ASK { ?s ?p ?o }")
		c.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			s.Reporter.Note("note: %s does not answer: numbers of members are lower bounds, by what was extracted", info.Name)
			return nil, nil
		}
	}
	client, err := there.connect()
	if err != nil {
		return nil, err
	}
	s.Source.onClose(client.Close)
	s.Reporter.Note("note: asking %s for numbers of members that %s does not have", info.Name, s.Config.DB)
	dialect := queries.Probe(func(query string) (bool, error) { return client.Ask(ctx, query) })
	g := counts.New(client, s.Source.Data.Vocabulary, s.Source.Data.Exclusions, queries.Options{Dialect: dialect, Graphs: info.Graphs, Axioms: s.Source.Data.Axioms()})
	db, err := s.Extraction().Database(ctx, s.Config.DB)
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
	g.Keep(answers, s.notBefore())
	return g, nil
}
