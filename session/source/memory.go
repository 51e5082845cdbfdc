package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask/memory"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// inMemory is what sources in memory share: files and databases.
type inMemory struct {
	*common
	data    *extract.Data
	indexed func() *graph.Memory // made once

	mu    sync.Mutex
	local extract.Client // of an endpoint inside the process that serves the facts; nil before
}

func newInMemory(s Use, c *common, d *extract.Data) inMemory {
	c.view.Store(&view{prefixes: UsablePrefixes(d.Prefixes()), shape: s.shapeOf(d)})
	return inMemory{common: c, data: d, indexed: sync.OnceValue(d.Graph)}
}

func (m *inMemory) Endpoint() extract.Client { return nil }
func (m *inMemory) URL() string              { return "" }
func (m *inMemory) Data() *extract.Data      { return m.data }
func (m *inMemory) Graph() *graph.Memory     { return m.indexed() }

func (m *inMemory) Slow() bool { return false }

// Runs knows that the engine inside the process compares every pair of rows in some joins, and that it knows
// SPARQL 1.1, so nothing about reifiers.
func (m *inMemory) Runs(c dl.Concept, most int) bool {
	return m.Graph().Size().Facts <= most && !dl.NamesReified(c)
}

// CheckIRI accepts blank nodes, too: the data has them under their labels.
func (m *inMemory) CheckIRI(iri string) error {
	if _, err := queries.IRI(iri); !errors.Is(err, queries.ErrBlankNode) {
		return err
	}
	return nil
}

func (m *inMemory) HasAround(extract.Examples) bool { return true }

func (m *inMemory) Describe() (Writing, bool) { return m.describe(m.data) }

func (m *inMemory) Names() (Names, bool) {
	return Names{m.data.ClassNames(), m.data.PropertyNames(), m.Graph().Individuals()}, true
}

// findDialect returns that of the engine inside the process, which is standard.
func (m *inMemory) findDialect(context.Context, Use) (queries.Dialect, error) { return 0, nil }

func (m *inMemory) graph(context.Context, Use) (graph.Graph, error) { return m.Graph(), nil }

func (m *inMemory) CheckExtraction(Use) error { return nil }

func (m *inMemory) ExtractAround(context.Context, Use, []string) error { return nil }

func (m *inMemory) bestLabels(_ context.Context, _ Use, iris []string) map[string]string {
	found := map[string]string{}
	for _, iri := range iris {
		if label := m.data.Labels()[iri]; label != "" {
			found[iri] = label
		}
	}
	return found
}

func (m *inMemory) Statements(_ context.Context, _ Use, iris []string) []extract.Statement {
	return m.data.StatedOf(iris...)
}

func (m *inMemory) namedGraphs(context.Context, Use, string) ([]string, bool) { return nil, false }

func (m *inMemory) isEmpty(context.Context) bool { return false }

// queryGraphs returns none: the facts of all graphs are one graph here.
func (m *inMemory) queryGraphs(config.Config) []string { return nil }

// Client starts an endpoint inside the process that serves the facts until Close. It serves files
// as they stand: what learning adds to them must be in the query.
func (m *inMemory) Client(ctx context.Context, s Use) (extract.Client, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.local != nil {
		return m.local, nil
	}
	var text bytes.Buffer
	if err := m.data.WriteStated(ctx, &text); err != nil {
		return nil, err
	}
	logger := s.Reporter.Logger()
	e, err := startEmbedded(ctx, &text, embedded.Options{Logger: logger})
	if err != nil {
		return nil, err
	}
	c, err := connector.New(connector.Options{URL: e.URL(), Version: s.Version, Logger: logger, HTTPClient: s.HTTPClient})
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	m.onClose(func() {
		c.Close()
		go func() { _ = e.Close() }() // it waits for queries, and the engine may not see that they are cancelled
	})
	m.local = c
	return c, nil
}

// startEmbedded starts an endpoint that lives as long as the source. ctx limits only the
// start: when it ends, startEmbedded returns and does not wait until the text is indexed.
func startEmbedded(ctx context.Context, text io.Reader, o embedded.Options) (*embedded.Endpoint, error) {
	type started struct {
		endpoint *embedded.Endpoint
		err      error
	}
	done := make(chan started, 1)
	go func() {
		e, err := embedded.StartNTriples(context.WithoutCancel(ctx), text, o)
		done <- started{e, err}
	}()
	select {
	case s := <-done:
		return s.endpoint, s.err
	case <-ctx.Done():
		go func() {
			if s := <-done; s.err == nil {
				_ = s.endpoint.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// executor answers questions about concepts by the evaluator.
func (m *inMemory) executor(s Use) *memory.Executor {
	return &memory.Executor{
		Data: m.data.Dataset,
		Load: func(ctx context.Context, c dl.Concept) (*interp.Structure, extract.Info, error) {
			p, err := Whole(ctx, s, c)
			if err != nil {
				return nil, extract.Info{}, err
			}
			return p.Structure, p.Info, nil
		},
	}
}
