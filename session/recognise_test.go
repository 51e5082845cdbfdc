package session

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/session/source"
)

// An illEndpoint is an endpoint that fails in some way while it is ill.
type illEndpoint struct {
	*httptest.Server
	ill      atomic.Bool
	requests atomic.Int64
}

func startIll(t *testing.T, ntriples string, fail http.HandlerFunc) *illEndpoint {
	t.Helper()
	to := require.Value(url.Parse(engines.StartEmbedded(t, ntriples).Endpoint))(t)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL = to }}
	x := &illEndpoint{}
	x.ill.Store(true)
	x.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x.requests.Add(1)
		if x.ill.Load() {
			fail(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(x.Close)
	return x
}

// TestRecognisedLater: an endpoint that did not answer the first look is looked at again by the next operation,
// once, and until it answers, its session says that nothing is known of its vocabulary.
func TestRecognisedLater(t *testing.T) {
	nt := "<" + wd + "Q1> <" + wdt + "P31> <" + wd + "Q2> .\n<" + wd + "Q2> <" + wdt + "P279> <" + wd + "Q3> .\n"
	for name, fail := range map[string]http.HandlerFunc{
		"busy":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"broken": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"limits": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"page":   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>try later</html>")) },
	} {
		t.Run(name, func(t *testing.T) {
			x := startIll(t, nt, fail)
			c := config.Default()
			c.Endpoint, c.Retries = x.URL, 0
			s := require.Value(Open(t.Context(), c, Options{}))(t)
			defer s.Close()
			check.Equal(t, s.Use().Source.Preset(), "", "the preset of an endpoint that does not answer")
			check.That(t, strings.Contains(s.Use().Unrecognised(), "not known"), "unrecognised: %s", s.Use().Unrecognised())
			check.Equal(t, x.requests.Load(), 1, "requests after one that was not answered")

			began := time.Now()
			still := s.Recognised(t.Context())
			took := time.Since(began)
			check.That(t, still.Use().Unrecognised() != "", "it is still ill")
			check.That(t, x.requests.Load() <= 2, "%d requests: one look an operation", x.requests.Load())

			x.ill.Store(false)
			time.Sleep(took) // so long looking rests
			on := s.Recognised(t.Context())
			check.Equal(t, on.Use().Unrecognised(), "", "the endpoint is well")
			check.Equal(t, on.Use().Source.Preset(), "wikidata", "the preset")
			check.Equal(t, on.Settings().Type, wdt+"P31", "the vocabulary of the operation")
			check.Equal(t, on.Prefixes()["wdt"], wdt, "the prefixes")

			before := x.requests.Load()
			check.Equal(t, s.Recognised(t.Context()).Settings().Type, wdt+"P31", "the next operation")
			check.Equal(t, x.requests.Load(), before, "requests of the next operation")
		})
	}
}

// TestCancelledLook: who gives up opens nothing, and an operation that gives up hides nothing from the next.
func TestCancelledLook(t *testing.T) {
	nt := "<" + wd + "Q1> <" + wdt + "P31> <" + wd + "Q2> .\n"
	x := startIll(t, nt, func(w http.ResponseWriter, r *http.Request) {
		if r.ParseForm() == nil { // reads the body, so that the server sees that the client has left
			<-r.Context().Done()
		}
	})
	c := config.Default()
	c.Endpoint, c.RequestTimeout = x.URL, time.Second
	gone, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := Open(gone, c, Options{})
	check.ErrorIs(t, err, context.DeadlineExceeded, "the end of who opens")

	began := time.Now()
	s := require.Value(Open(t.Context(), c, Options{}))(t)
	defer s.Close()
	check.That(t, time.Since(began) < 2*time.Second, "an endpoint that hangs is asked one question: %s", time.Since(began))
	gone, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	check.That(t, s.Recognised(gone).Use().Unrecognised() != "", "the operation has ended before")
	x.ill.Store(false)
	time.Sleep(150 * time.Millisecond)
	check.Equal(t, s.Recognised(t.Context()).Use().Source.Preset(), "wikidata", "the preset")
}

// TestRefusedLook: an endpoint that refuses the question for good is not asked again.
func TestRefusedLook(t *testing.T) {
	x := startIll(t, "", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
	c := config.Default()
	c.Endpoint = x.URL
	s := require.Value(Open(t.Context(), c, Options{}))(t)
	defer s.Close()
	before := x.requests.Load()
	check.That(t, s.Recognised(t.Context()).Use().Unrecognised() != "", "nothing is known")
	check.Equal(t, x.requests.Load(), before, "requests")
}

// TestLabelsLater: what was extracted without its labels, because the endpoint failed, is completed for the next
// problem.
func TestLabelsLater(t *testing.T) {
	const label = "http://www.w3.org/2000/01/rdf-schema#label"
	to := require.Value(url.Parse(engines.StartEmbedded(t,
		"<urn:a> <urn:p> <urn:b> .\n<urn:a> <"+label+"> \"Ada\"@en .\n").Endpoint))(t)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL = to }}
	var ill atomic.Bool
	ill.Store(true)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := require.Value(io.ReadAll(r.Body))(t)
		if query, _ := url.ParseQuery(string(body)); ill.Load() && strings.Contains(query.Get("query"), "<"+label+">") {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Retries, c.Depth = srv.URL, 0, 1 })
	ex := require.Value(extract.NewExamples([]string{"urn:a"}, nil))(t)
	load := func() string {
		return require.Value(source.Load(t.Context(), s.use, ex, nil, nil))(t).Info.Labels["urn:a"]
	}
	check.Equal(t, load(), "", "the label while the endpoint fails")
	ill.Store(false)
	check.Equal(t, load(), "Ada", "the label of the next problem")
	check.That(t, s.use.Source.HasAround(ex), "what is complete is kept")
}

// refusing is a client of an endpoint that does not answer about subclasses.
type refusing struct{ extract.Client }

func (c refusing) Select(ctx context.Context, query string) (*connector.Table, error) {
	if strings.Contains(query, "subClassOf") {
		return nil, &connector.StatusError{Status: http.StatusServiceUnavailable}
	}
	return c.Client.Select(ctx, query)
}

// TestUnknownSubclasses: a reading says what it assumes of subclasses that the endpoint does not tell.
func TestUnknownSubclasses(t *testing.T) {
	e := engines.StartEmbedded(t, "<urn:a> <"+isA+"> <urn:C> .\n")
	for _, refuses := range []bool{false, true} {
		s := openSession(t, func(c *config.Config) { c.Endpoint = e.Endpoint })
		if refuses {
			source.WrapClient(s.use.Source, func(c extract.Client) extract.Client { return refusing{c} })
		}
		_, r := require.Values(s.Names().ReadConcept(t.Context(), "SELECT ?x WHERE { ?x a <urn:C> }", "", nil))(t)
		check.Equal(t, len(r.Assumes) > 0, refuses, "the reading assumes %v", r.Assumes)
	}
}

// TestGraphsFoundLater: an endpoint that has all in a named graph is asked over that graph also when the first
// look was not answered.
func TestGraphsFoundLater(t *testing.T) {
	x := &illEndpoint{}
	x.ill.Store(true)
	x.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		query := r.Form.Get("query")
		w.Header().Set("Content-Type", "application/sparql-results+json")
		switch {
		case x.ill.Load():
			w.WriteHeader(http.StatusServiceUnavailable)
		case strings.Contains(query, "SELECT DISTINCT ?g"):
			_, _ = w.Write([]byte(`{"head":{"vars":["g"]},"results":{"bindings":[{"g":{"type":"uri","value":"urn:g"}}]}}`))
		case strings.HasPrefix(query, "ASK"), strings.Contains(query, "FROM <urn:g>"):
			_, _ = w.Write([]byte(`{"head":{},"boolean":true}`))
		default:
			_, _ = w.Write([]byte(`{"head":{"vars":["s","o","use"]},"results":{"bindings":[]}}`))
		}
	}))
	t.Cleanup(x.Close)
	c := config.Default()
	c.Endpoint, c.Retries = x.URL, 0
	s := require.Value(Open(t.Context(), c, Options{}))(t)
	defer s.Close()
	check.Equal(t, len(s.Settings().Graph), 0, "graphs of an endpoint that does not answer")
	x.ill.Store(false)
	on := s.Recognised(t.Context())
	check.Equal(t, strings.Join(on.Settings().Graph, " "), "urn:g", "graphs")
}
