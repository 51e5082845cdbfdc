package queries

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector/embedded"
)

// endpoint answers queries with SPARQL results in JSON.
type endpoint func(ctx context.Context, query string) ([]byte, error)

// serveEmbedded serves N-Triples by the embedded engine over HTTP until the test ends.
func serveEmbedded(t testing.TB, ntriples string) endpoint {
	t.Helper()
	e, err := embedded.StartNTriples(context.Background(), strings.NewReader(ntriples), embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return func(ctx context.Context, query string) ([]byte, error) {
		form := strings.NewReader(url.Values{"query": {query}}.Encode())
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL(), form)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept", "application/sparql-results+json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		defer res.Body.Close()
		var body bytes.Buffer
		if _, err := body.ReadFrom(res.Body); err != nil {
			return nil, err
		}
		if res.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("%s: %s", res.Status, body.String())
		}
		return body.Bytes(), nil
	}
}

// answer is a document of SPARQL results in JSON.
type answer struct {
	Boolean bool `json:"boolean"`
	Results struct {
		Bindings []map[string]struct{ Type, Value string }
	}
}

func (e endpoint) ask(t testing.TB, query string) answer {
	t.Helper()
	body, err := e(context.Background(), query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		t.Fatalf("%v in %s\n%s", err, body, query)
	}
	return a
}

// answers are the values of ?x, sorted.
func (e endpoint) answers(t testing.TB, query string) []string {
	t.Helper()
	var out []string
	for _, b := range e.ask(t, query).Results.Bindings {
		out = append(out, b["x"].Value)
	}
	slices.Sort(out)
	return out
}
