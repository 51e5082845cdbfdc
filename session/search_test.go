package session

import (
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/session/source"
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
			_, _ = io.WriteString(w,
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
		_, err := s.use.Source.Endpoint().Select(t.Context(), "SELECT ?s { ?s <http://e/crawl> ?o }")
		crawled <- err
	}()
	<-crawling
	found, err := s.Search(t.Context(), "ada", 5)
	close(release)
	check.That(t, err == nil && len(found.Individuals) == 1, "found %+v, %v", found, err)
	check.NoError(t, <-crawled)
}

// An endpoint without Wikidata's own search is searched for exact names, and then for
// parts of names. What it refused is not asked again.
func TestSearchFallsBack(t *testing.T) {
	for name, refuse := range map[string]func(w http.ResponseWriter){
		"status": func(w http.ResponseWriter) { http.Error(w, "SERVICE is not supported", http.StatusBadRequest) },
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
			_, _ = io.WriteString(w,
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
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Search, c.Retries = srv.URL, "wikidata", 0 })
	first := 0 // refused requests of the first search
	for range 2 {
		found, err := s.Search(t.Context(), "lovelace", 5)
		check.That(t, err == nil && len(found.Individuals) == 1, "found %+v, %v", found, err)
		first = cmp.Or(first, refused)
	}
	check.That(t, first != 0 && refused == first && exact == 2,
		"%d refused requests, %d of them first; %d searches of exact names, want 2", refused, first, exact)
}

const homonyms = `@prefix e: <http://e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
e:herbie a e:Person ; rdfs:label "Herbie Hancock"@en ; e:does e:pianist .
e:john a e:Person ; rdfs:label "John Hancock"@en ; e:does e:governor .
e:smith1 a e:Person ; rdfs:label "John Smith"@en ; e:bornIn e:paris ; e:does e:pianist ; e:born "1901-02-03"^^xsd:date .
e:smith2 a e:Person ; rdfs:label "John Smith"@en ; e:bornIn e:texas ; e:does e:pianist ; e:born "1901-02-03"^^xsd:date .
e:paris a e:City ; rdfs:label "Paris"@en ; e:in e:france .
e:paris2 a e:City ; rdfs:label "Paris"@en ; e:in e:texas .
e:france a e:Country ; rdfs:label "France"@en ; e:has e:paris .
e:texas a e:Country ; rdfs:label "Texas"@en, "Lone Star State"@en .
e:pianist a e:Work ; rdfs:label "pianist"@en .
e:governor a e:Work ; rdfs:label "governor"@en .
e:bornIn rdfs:label "place of birth"@en .
e:Person rdfs:label "human"@en .
`

// TestSearchWords checks what words find: those of a name, of its classes and of what is
// linked to it, and in files also misspelt ones.
func TestSearchWords(t *testing.T) {
	file := t.TempDir() + "/names.ttl"
	require.NoError(t, os.WriteFile(file, []byte(homonyms), 0o600))
	files := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	served := files
	served.use.Source = require.Value(files.use.OpenServed(t.Context()))(t)
	t.Cleanup(served.use.Source.Close)
	const misspelt, unknown = "Nothing is spelled like this: these names are similar.", "This endpoint finds no names with other letters."
	for _, tt := range []struct{ text, files, endpoint string }{
		{"hancock", "herbie john", "herbie john"},
		{"Hancock pianist", "herbie", "herbie"},
		{"pianist hancock", "herbie", "herbie"},
		{"Paris France", "paris france", "paris france"},
		{"Paris Texas", "paris2", "paris2"},
		{"Lone Star", "texas", "texas"},
		{"john human", "john smith1 smith2", "john smith1 smith2"},
		{"smith pianist paris", "smith1", "; " + unknown},
		{"pianist", "pianist", "pianist"},
		{"Hn-ck", "", "; " + unknown}, // one typed word
		{"Hancok", "herbie john; " + misspelt, "; " + unknown},
		{"hnacock pianits", "herbie; " + misspelt, "; " + unknown},
		{"Jon", "", "; " + unknown}, // a word of three letters
		{"Jonh", "john smith1 smith2; " + misspelt, "; " + unknown},
		{"Jnoh", "", "; " + unknown},
		{"Cuontry", "Country; " + misspelt, "; " + unknown},
	} {
		for name, s := range map[string]Session{"files": files, "endpoint": served} {
			found := require.Value(s.Search(t.Context(), tt.text, 5))(t)
			got := check.Map(found.Individuals, func(f source.Term) string { return strings.TrimPrefix(f.IRI, "http://e/") })
			for _, c := range found.Classes {
				got = append(got, strings.TrimPrefix(c.IRI, "http://e/"))
			}
			line := strings.Join(got, " ")
			if found.Note != "" {
				line += "; " + found.Note
			}
			want := map[string]string{"files": tt.files, "endpoint": tt.endpoint}[name]
			check.Equal(t, line, want, "%q in %s finds", tt.text, name)
		}
	}
}

// TestEvidenceTellsApart checks that individuals with the same label get the facts in which
// they differ.
func TestEvidenceTellsApart(t *testing.T) {
	file := t.TempDir() + "/names.ttl"
	require.NoError(t, os.WriteFile(file, []byte(homonyms), 0o600))
	s := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	list := require.Value(s.Evidence(t.Context(), []string{"http://e/smith1", "http://e/smith2", "http://e/john"}, nil))(t)
	var got []string
	for _, e := range list {
		for _, f := range e.Facts {
			got = append(got, e.Label+": "+f.Property.Label+" "+strings.Join(f.Values, ", "))
		}
	}
	// Of equally good labels, the first in the alphabet is shown.
	want := "John Smith: place of birth Paris\nJohn Smith: place of birth Lone Star State"
	check.Equal(t, strings.Join(got, "\n"), want, "got\n")
}
