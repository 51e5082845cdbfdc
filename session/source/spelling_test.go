package source

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

func TestSpellings(t *testing.T) {
	for iri, want := range map[string]string{
		"http://e/caf%C3%A9":                 "http://e/café",
		"http://e/café":                      "http://e/caf%c3%a9",
		"https://e/x":                        "http://e/x",
		"http://e/x/":                        "http://e/x",
		"http://e/o\u00e9":                   "http://e/oe\u0301",
		"http://e/A_%28b%29":                 "http://e/A_(b)",
		"http://e/A_(b)":                     "http://e/A_%28b%29",
		"https://www.wikidata.org/wiki/Q42":  "http://www.wikidata.org/entity/Q42",
		"https://dbpedia.org/page/Thing_(x)": "http://dbpedia.org/resource/Thing_(x)",
	} {
		all := spellings(iri)
		check.That(t, slices.Contains(all, want) && !slices.Contains(all, iri), "%s: %q", iri, all)
	}
}

// TestNamedGraphs: where the default graph of an endpoint is empty, the error names the graphs.
func TestNamedGraphs(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/sparql-results+json")
		answer := `{"head":{"vars":["n"]},"results":{"bindings":[]}}`
		switch q := r.FormValue("query"); {
		case strings.Contains(q, "GRAPH ?g"):
			answer = `{"head":{"vars":["g"]},"results":{"bindings":[{"g":{"type":"uri","value":"http://g/2"}},{"g":{"type":"uri","value":"http://g/1"}}]}}`
		case strings.HasPrefix(strings.TrimSpace(q), "ASK"):
			answer = `{"head":{},"boolean":false}`
		}
		_, _ = w.Write([]byte(answer))
	}))
	defer srv.Close()
	c := config.Default()
	c.Endpoint, c.Dialect, c.Type, c.Subclass = srv.URL, "standard", "http://e/type", "http://e/sub"
	s := Use{Config: c, Reporter: Silent{}}
	s.Source = require.Value(s.Open(t.Context()))(t)
	defer s.Source.Close()
	const flags = "2 named graphs, which the endpoint leaves out of its default graph: add --graph 'http://g/1' --graph 'http://g/2'"
	_, err := FollowRedirects(t.Context(), s, extract.Examples{Pos: []string{"http://e/a"}}, func(extract.Examples) (int, error) {
		return 0, &extract.UnknownExamplesError{Source: srv.URL, IRIs: []string{"http://e/a"}}
	})
	check.That(t, errors.Is(err, extract.ErrUnknownExample) && strings.HasSuffix(err.Error(), ": <http://e/a> is in "+flags),
		"got %v", err)
	check.Equal(t, s.HintAtGraphs(context.Background()), "all data is in "+flags)
}

// Indexing a large file takes seconds. After Ctrl-C nobody waits for it.
func TestStartEmbeddedEndsWithTheContext(t *testing.T) {
	var text strings.Builder
	for n := range 100_000 {
		fmt.Fprintf(&text, "<http://example.org/%d> <http://example.org/p> <http://example.org/%d> .\n", n, n+1)
	}
	check.ErrorIs(t, check.Error(startEmbedded(check.Ended(), strings.NewReader(text.String()), embedded.Options{})), context.Canceled, "indexing")
}
