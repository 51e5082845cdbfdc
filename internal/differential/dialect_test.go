package differential

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/queries"
)

// probeDialect returns the dialect that the probes find for the endpoint.
func probeDialect(t *testing.T, e engines.Engine) queries.Dialect {
	t.Helper()
	c := e.Connect(t, connector.Options{Retries: -1})
	return queries.Probe(func(query string) (bool, error) { return c.Ask(context.Background(), query) })
}

// The probes find the dialect that has the name of the engine.
func TestEnginesProbes(t *testing.T) {
	for _, s := range engines.All() {
		t.Run(s.Name, func(t *testing.T) {
			want, err := queries.ParseDialect(s.Name)
			require.NoError(t, err)
			if got := probeDialect(t, s.Start(t, "")); got != want {
				t.Errorf("the probes find %s, want %s", got, want)
			}
		})
	}
}

func TestEmbeddedProbes(t *testing.T) {
	if got := probeDialect(t, engines.StartEmbedded(t, "")); got != 0 {
		t.Errorf("the probes find %s, want standard", got)
	}
}

// QLever cannot be installed here. This endpoint answers the probes as QLever 0.5.50 did.
func TestEmbeddedProbesOfQLever(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.FormValue("query")
		right := !strings.Contains(query, "dateTime") && !strings.Contains(query, "DATATYPE")
		answer := right && strings.Contains(query, "-INF")
		w.Header().Set("Content-Type", "application/sparql-results+json")
		_, _ = fmt.Fprintf(w, `{"head": {}, "boolean": %t}`, answer)
	}))
	defer server.Close()
	want, err := queries.ParseDialect("qlever")
	require.NoError(t, err)
	if got := probeDialect(t, engines.Engine{Endpoint: server.URL}); got != want ||
		got.String() != "local-instants,double-numbers" {
		t.Errorf("the probes find %s, want %s", got, want)
	}
}
