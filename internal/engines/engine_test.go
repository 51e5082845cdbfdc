package engines

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// Each engine serves exactly the graph that it was started with, and then the one that
// was loaded.
func TestEnginesServeTheirGraph(t *testing.T) {
	const before = "<http://example.org/a> <http://example.org/p> <http://example.org/b> .\n"
	const after = "<http://example.org/c> <http://example.org/p> \"dé\" .\n"
	for _, engine := range All() {
		t.Run(engine.Name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			e := engine.Start(t, before)
			subjects := func() string {
				body := require.Value(e.Query(ctx, "SELECT DISTINCT ?s WHERE { ?s ?p ?o }"))(t)
				return string(body)
			}
			if got := subjects(); !strings.Contains(got, "example.org/a") || strings.Count(got, "example.org") != 1 {
				t.Errorf("started with a, serves %s", got)
			}
			require.NoError(t, e.Load(ctx, after))
			body, err := e.Query(ctx, `ASK { ?s ?p ?o . FILTER(STR(?o) = "dé") }`)
			check.That(t, err == nil && strings.Contains(string(body), "true"), "loaded with é: %s, %v", body, err)
			got := subjects()
			check.That(t, strings.Contains(got, "example.org/c") && strings.Count(got, "example.org") == 1,
				"loaded with c, serves %s", got)
			_, err = e.Query(ctx, "SELECT nonsense")
			check.That(t, err != nil, "a syntax error gives no error")
			err = e.Load(ctx, "no triples")
			check.That(t, err != nil, "broken data gives no error")
		})
	}
}

// Virtuoso loads large documents with its bulk loader. It must report the same faults.
func TestEnginesBulkLoader(t *testing.T) {
	const line = "<http://example.org/a> <http://example.org/p> <http://example.org/b> .\n"
	much := strings.Repeat(line, bulky/len(line)+1)
	e := StartVirtuoso(t, "")
	require.NoError(t, e.Load(t.Context(), much))
	body, err := e.Query(t.Context(), "ASK { <http://example.org/a> <http://example.org/p> <http://example.org/b> }")
	check.That(t, err == nil && strings.Contains(string(body), "true"), "%s, %v", body, err)
	err = e.Load(t.Context(), much+"no triples\n")
	check.That(t, err != nil, "broken data gives no error")
	if err := e.Load(t.Context(), much); err != nil { // the error must not remain
		t.Error(err)
	}
}
