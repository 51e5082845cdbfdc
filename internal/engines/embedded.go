package engines

import (
	"context"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract/rdffile"
)

// NTriples returns the RDF file as N-Triples.
func NTriples(t testing.TB, path string) string {
	t.Helper()
	var b strings.Builder
	if _, err := rdffile.Read(t.Context(), path, func(x rdf.Triple) error {
		b.WriteString(x.Serialize(rdf.NTriples))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// StartEmbedded serves N-Triples in the process of the test until it ends.
func StartEmbedded(t TB, ntriples string) Engine {
	t.Helper()
	e, err := embedded.StartNTriples(t.Context(), strings.NewReader(ntriples), embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return Engine{Name: "embedded", Endpoint: e.URL()}
}

// TB is a *testing.T or a *rapid.T. The cleanups of a *rapid.T run after every check.
type TB interface {
	Helper()
	Cleanup(func())
	Context() context.Context
	Fatal(...any)
}

// Serve serves triples in the process of the test until it ends.
func Serve(t TB, triples []rdf.Triple) *connector.Client {
	t.Helper()
	e, err := embedded.Start(context.Background(), triples, embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return Engine{Endpoint: e.URL()}.Connect(t, connector.Options{Retries: -1})
}

// ServeFile calls Serve for an RDF file.
func ServeFile(t TB, path string) *connector.Client {
	t.Helper()
	triples, _, err := rdffile.ReadAll(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return Serve(t, triples)
}
