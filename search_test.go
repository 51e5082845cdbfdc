package genus_test

import (
	"cmp"
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
	for name, refuse := range map[string]func(w http.ResponseWriter){
		"status": func(w http.ResponseWriter) {
			http.Error(w, "SERVICE is not supported", http.StatusBadRequest)
		},
		"in place of a row": func(w http.ResponseWriter) {
			_, _ = io.WriteString(w, `{"head":{"vars":["s","o"]},"results":{"bindings":[failed to lookup address`)
		},
	} {
		t.Run(name, func(t *testing.T) { checkFallsBack(t, refuse) })
	}
}

func checkFallsBack(t *testing.T, refuse func(http.ResponseWriter)) {
	var refused, exact int
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		query, _ := url.QueryUnescape(string(body))
		w.Header().Set("Content-Type", "application/sparql-results+json")
		switch {
		case strings.Contains(query, "SERVICE"):
			refused++
			refuse(w)
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
	first := 0 // refused requests of the first search
	for range 2 {
		found, err := s.Search(t.Context(), "lovelace", 5)
		if err != nil || len(found.Individuals) != 1 {
			t.Errorf("found %+v, %v", found, err)
		}
		first = cmp.Or(first, refused)
	}
	if first == 0 || refused != first || exact != 2 {
		t.Errorf("%d refused requests, %d of them first; %d searches of exact names, want 2", refused, first, exact)
	}
}
