package engines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
)

// An Engine is a running SPARQL engine with one graph.
type Engine struct {
	// Name is the engine's name, such as "virtuoso".
	Name string

	// Endpoint is the URL of its SPARQL endpoint.
	Endpoint string

	// Graph is the IRI of the graph with the data; empty if the data is in the unnamed
	// graph and queries need not name it. If it is set, pass it as default-graph-uri
	// (SPARQL 1.1 Protocol, section 2.1.4): the default graph of such an engine has more
	// than the data.
	Graph string

	pid  int
	load func(ctx context.Context, ntriples io.Reader) error

	// loadQuads replaces everything by N-Quads.
	loadQuads func(ctx context.Context, nquads io.Reader) error

	// nextGraph, if set, returns the graph of the next load.
	nextGraph func() string
}

// A Starter starts an engine with N-Triples. The engine runs until the test ends. If it
// is not installed, the test ends.
type Starter struct {
	Name  string
	Start func(t testing.TB, ntriples string) Engine
}

// Limits are what an operator allows a query; zero stands for the default of the engine's
// starter.
type Limits struct {
	// Rows is the largest number of rows of a result.
	Rows int
	// Execution is the longest time of a query.
	Execution time.Duration
	// Estimate is the longest estimated time of a query (Virtuoso).
	Estimate time.Duration
}

// DBpedia are the limits of the public endpoint
// (https://wiki.dbpedia.org/public-sparql-endpoint).
var DBpedia = Limits{Rows: 10_000, Execution: 120 * time.Second, Estimate: 1500 * time.Second}

// required is the value of GENUS_ENGINES that enables all engines.
const required = "required"

// requireEngine skips the test unless GENUS_ENGINES asks for the engine: it is "required",
// or names engines, separated by commas. An engine that happens to be installed does not
// slow everyday tests.
func requireEngine(t testing.TB, name string) {
	t.Helper()
	if asked := os.Getenv("GENUS_ENGINES"); asked != required && !slices.Contains(strings.Split(asked, ","), name) {
		t.Skipf("%s: engine %s runs only with GENUS_ENGINES=required or its name, which .ci/engines sets", t.Name(), name)
	}
}

// failMissing fails the test because the engine is not installed.
func failMissing(t testing.TB, name, how string) {
	t.Helper()
	t.Fatalf("engine %s is not installed: %s (or run .ci/engines)", name, how)
}

// Load replaces the graph of the engine by the N-Triples. Graph may change.
func (e *Engine) Load(ctx context.Context, ntriples string) error {
	return e.LoadFrom(ctx, strings.NewReader(ntriples))
}

// LoadFrom is Load for a document of any size.
func (e *Engine) LoadFrom(ctx context.Context, ntriples io.Reader) error {
	if e.nextGraph != nil {
		e.Graph = e.nextGraph()
	}
	if err := e.load(ctx, ntriples); err != nil {
		return fmt.Errorf("loading %s: %w", e.Name, err)
	}
	return nil
}

// LoadQuads replaces everything in the engine by the N-Quads, so that the data is in their graphs
// only. It is for engines whose starters have a function for it.
func (e *Engine) LoadQuads(ctx context.Context, nquads string) error {
	e.Graph = ""
	if err := e.loadQuads(ctx, strings.NewReader(nquads)); err != nil {
		return fmt.Errorf("loading %s: %w", e.Name, err)
	}
	return nil
}

// Query posts a SELECT or ASK query over the graph of the engine and returns the JSON
// results. A status other than 2xx is an error with the start of the body.
func (e Engine) Query(ctx context.Context, query string) ([]byte, error) {
	form := url.Values{"query": {query}}
	if e.Graph != "" {
		form.Set("default-graph-uri", e.Graph)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.Endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/sparql-results+json")
	return send(req)
}

// Connect returns a client for the engine, which is closed when the test or the check
// ends.
func (e Engine) Connect(t TB, o connector.Options) *connector.Client {
	t.Helper()
	o.URL = e.Endpoint
	if e.Graph != "" {
		o.DefaultGraph = []string{e.Graph}
	}
	c, err := connector.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// Work returns the processor time that the engine has used so far. Other programs on the
// machine change it little. It is only known on Linux.
func (e Engine) Work() (time.Duration, error) { return ProcessorTime(e.pid) }

const (
	triplesType = "application/n-triples"
	quadsType   = "application/n-quads"
)

// putTo returns a function that loads a document of the type by PUT.
func putTo(url, mediaType string) func(context.Context, io.Reader) error {
	return func(ctx context.Context, document io.Reader) error {
		return put(ctx, http.MethodPut, url, mediaType, document)
	}
}

// put sends a document to the graph of the engine.
func put(ctx context.Context, method, url, mediaType string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", mediaType)
	_, err = send(req)
	return err
}

func send(req *http.Request) ([]byte, error) {
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode/100 != 2 {
		return nil, fmt.Errorf("%s: %s", res.Status, body[:min(len(body), 500)])
	}
	return body, nil
}

// checkReady returns an error unless the endpoint answers a trivial query.
func checkReady(endpoint string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	body, err := Engine{Endpoint: endpoint}.Query(ctx, "ASK {}")
	if err != nil {
		return err
	}
	if !bytes.Contains(body, []byte("boolean")) {
		return errors.New("no boolean in the answer to ASK {}")
	}
	return nil
}
