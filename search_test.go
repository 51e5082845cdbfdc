package genus_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
)

// While a slow request of a crawl occupies the only slot, a search by name is answered.
func TestSearchDoesNotWaitForCrawl(t *testing.T) {
	crawling, release := make(chan struct{}), make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		query, _ := url.QueryUnescape(string(body))
		w.Header().Set("Content-Type", "application/sparql-results+json")
		switch {
		case strings.Contains(query, "crawl"):
			close(crawling)
			<-release
			_, _ = io.WriteString(w, `{"head":{"vars":["s"]},"results":{"bindings":[]}}`)
		case strings.Contains(query, "ada"):
			_, _ = io.WriteString(
				w,
				`{"head":{"vars":["s","o"]},"results":{"bindings":[{"s":{"type":"uri","value":"http://e/Ada"},"o":{"type":"literal","value":"Ada"}}]}}`,
			)
		default:
			_, _ = io.WriteString(w, `{"head":{"vars":["s","use"]},"results":{"bindings":[]}}`)
		}
	}))
	t.Cleanup(srv.Close)
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Requests, c.RequestTimeout = srv.URL, 1, 3*time.Second })
	crawled := make(chan error, 1)
	go func() {
		_, err := s.Source.Client.Select(t.Context(), "SELECT ?s { ?s <http://e/crawl> ?o }")
		crawled <- err
	}()
	<-crawling
	found, err := s.Search(t.Context(), "ada", 5)
	close(release)
	if err != nil || len(found.Individuals) != 1 {
		t.Errorf("found %+v, %v", found, err)
	}
	if err := <-crawled; err != nil {
		t.Error(err)
	}
}

// An endpoint without Wikidata's own search is searched for exact names, and then for
// parts of names. What it refused is not asked again.
func TestSearchFallsBack(t *testing.T) {
	var refused, exact int
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		query, _ := url.QueryUnescape(string(body))
		w.Header().Set("Content-Type", "application/sparql-results+json")
		switch {
		case strings.Contains(query, "SERVICE"):
			refused++
			http.Error(w, "SERVICE is not supported", http.StatusBadRequest)
		case strings.Contains(query, "CONTAINS"):
			_, _ = io.WriteString(
				w,
				`{"head":{"vars":["s","o"]},"results":{"bindings":[{"s":{"type":"uri","value":"http://e/Ada"},"o":{"type":"literal","value":"Ada Lovelace"}}]}}`,
			)
		case strings.Contains(query, "VALUES ?o"):
			exact++
			fallthrough
		default:
			_, _ = io.WriteString(w, `{"head":{"vars":["s","o","use"]},"results":{"bindings":[]}}`)
		}
	}))
	t.Cleanup(srv.Close)
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Search = srv.URL, "wikidata" })
	for range 2 {
		found, err := s.Search(t.Context(), "lovelace", 5)
		if err != nil || len(found.Individuals) != 1 {
			t.Errorf("found %+v, %v", found, err)
		}
	}
	if refused != 1 || exact != 2 {
		t.Errorf("%d refused searches and %d of exact names, want 1 and 2", refused, exact)
	}
}
