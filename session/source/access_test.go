package source

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

func TestAccessEndpoint(t *testing.T) {
	a := require.Value(
		NewAccess([]string{"https://example.org/sparql", "http://[::1]:3030/ds", "http://localhost:9"}, nil))(t)
	for _, tt := range []struct {
		url       string
		forbidden bool // else, with bad unset, allowed
		bad       bool // no URL of an endpoint
	}{
		{url: "https://example.org/sparql"},
		{url: "https://EXAMPLE.org:443/sparql"},
		{url: "http://[::1]:3030/ds"},
		{url: "http://localhost:9/"},
		{url: "http://example.org/sparql", forbidden: true},
		{url: "https://example.org:8443/sparql", forbidden: true},
		{url: "https://example.org/sparql/../admin", forbidden: true},
		{url: "https://example.org/sparql?query=x", forbidden: true},
		{url: "https://example.org.evil.test/sparql", forbidden: true},
		{url: "http://169.254.169.254/latest/meta-data", forbidden: true},
		{url: "https://example.org@evil.test/sparql", bad: true},
		{url: "https://user:secret@example.org/sparql", bad: true},
		{url: "file:///etc/passwd", bad: true},
		{url: "//example.org/sparql", bad: true},
		{url: "https://example.org/sparql#x", bad: true},
		{url: "https://example.org/sparql/", forbidden: true},
		{url: "https://example.org/%73parql", forbidden: true},
		{url: "http://%zz", bad: true},
		{url: "", bad: true},
	} {
		t.Run(tt.url, func(t *testing.T) {
			err := a.Endpoint(tt.url)
			check.That(t, errors.Is(err, ErrForbidden) == tt.forbidden && IsUsage(err) == tt.bad &&
				(err == nil) != (tt.forbidden || tt.bad), "got %v", err)
			err = (Access{AnyEndpoint: true}).Endpoint(tt.url)
			check.That(t, (err != nil) == tt.bad, "with any endpoint allowed: %v", err)
		})
	}
	_, err := NewAccess([]string{"example.org"}, nil)
	check.That(t, IsUsage(err), "an allowed endpoint that is not a URL: %v", err)
	_, err = NewAccess(nil, []string{filepath.Join(t.TempDir(), "nothing")})
	check.That(t, IsUsage(err), "an allowed path that is not there: %v", err)
}

func TestAccessRedirect(t *testing.T) {
	a := require.Value(
		NewAccess([]string{"https://example.org/sparql", "http://localhost:9/ds?default-graph-uri=urn:g"}, nil))(t)
	for _, tt := range []struct {
		from, to string
		forbids  bool
	}{
		{from: "http://dbpedia.org/sparql", to: "https://dbpedia.org/sparql"},
		{from: "https://dbpedia.org/sparql", to: "https://DBpedia.org:443/sparql/?query=x"},
		{from: "https://dbpedia.org/sparql", to: "https://example.org/sparql?query=x"},
		{from: "https://dbpedia.org/sparql", to: "http://localhost:9/ds?query=x"},
		{from: "https://dbpedia.org/sparql", to: "http://dbpedia.org/sparql", forbids: true},
		{from: "https://dbpedia.org/sparql", to: "https://dbpedia.org:8443/sparql", forbids: true},
		{from: "http://dbpedia.org:8080/sparql", to: "https://dbpedia.org/sparql", forbids: true},
		{from: "https://dbpedia.org/sparql", to: "https://example.org/admin", forbids: true},
		{from: "https://dbpedia.org/sparql", to: "http://169.254.169.254/latest/meta-data", forbids: true},
		{from: "http://localhost:9/ds", to: "http://localhost:10/", forbids: true},
	} {
		t.Run(tt.from+" to "+tt.to, func(t *testing.T) {
			to := require.Value(url.Parse(tt.to))(t)
			err := a.Redirect(tt.from, to)
			check.That(t, errors.Is(err, ErrForbidden) == tt.forbids && (err != nil) == tt.forbids, "got %v", err)
			check.NoError(t, (Access{AnyEndpoint: true}).Redirect(tt.from, to), "with any endpoint allowed")
		})
	}
}

func TestAccessPath(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, d := range []string{"open", "open/deep", "shut"} {
		require.NoError(t, os.Mkdir(in(d), 0o755))
	}
	for _, f := range []string{"open/a.ttl", "open/deep/b.ttl", "shut/c.ttl", "single.ttl", "single.ttl.bak"} {
		require.NoError(t, os.WriteFile(in(f), nil, 0o600))
	}
	for link, target := range map[string]string{
		"open/out.ttl": in("shut/c.ttl"),
		"open/up":      dir,
		"linked":       in("open"),
		"open/in.ttl":  "a.ttl",
	} {
		if err := os.Symlink(target, in(link)); err != nil {
			t.Skipf("%s: no links here: %v", t.Name(), err)
		}
	}
	a := require.Value(NewAccess(nil, []string{in("open"), in("single.ttl"), in("linked")}))(t)
	for _, tt := range []struct {
		path, want string // want empty: forbidden, or a folder
		folder     bool
	}{
		{path: "open/a.ttl", want: "open/a.ttl"},
		{path: "open/deep/b.ttl", want: "open/deep/b.ttl"},
		{path: "open/deep/../a.ttl", want: "open/a.ttl"},
		{path: "open/in.ttl", want: "open/a.ttl"},
		{path: "linked/a.ttl", want: "open/a.ttl"},
		{path: "single.ttl", want: "single.ttl"},
		{path: "single.ttl.bak"},
		{path: "open/out.ttl"},
		{path: "open/up/shut/c.ttl"},
		{path: "open/../shut/c.ttl"},
		{path: "shut/c.ttl"},
		{path: "shut/nothing.ttl"}, // the same error as for a file that exists
		{path: "open/nothing.ttl"}, // nor here
		{path: "open/deep", folder: true},
	} {
		t.Run(tt.path, func(t *testing.T) {
			got, err := a.Path(dir + "/" + tt.path)
			switch {
			case tt.want != "":
				want, e := filepath.EvalSymlinks(in(tt.want))
				check.That(t, err == nil && e == nil && got == want, "got %q, %v", got, err)
			case errors.Is(err, ErrForbidden) == tt.folder || IsUsage(err) != tt.folder:
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	check.ErrorIs(t, check.Error((Access{}).Path(in("open/a.ttl"))), ErrForbidden, "nothing is allowed")
}

// closing counts how often it is closed.
type closing struct{ closed int }

func (c *closing) Close() { c.closed++ }

// What several requests ask for is opened once. A value in use stays open. The least
// recently used one makes room.
func TestPool(t *testing.T) {
	p := Pool[*closing]{Room: 2}
	opened := 0
	use := func(key string) (*closing, func()) {
		t.Helper()
		one, release := require.Values(p.Use(t.Context(), key, func() (*closing, error) {
			opened++
			time.Sleep(time.Millisecond)
			return &closing{}, nil
		}))(t)
		return one, release
	}
	var all sync.WaitGroup
	for range 9 {
		all.Go(func() { _, release := use("a"); release() })
	}
	all.Wait()
	a, release := use("a")
	b, releaseB := use("b")
	_, _, err := p.Use(t.Context(), "c", nil)
	check.That(t, errors.Is(err, ErrNoRoom) && opened == 2, "%d were opened, and then %v", opened, err)
	releaseB()
	c, releaseC := use("c")
	_, _, ok := p.Find("b")
	check.That(t, !ok && b.closed == 1 && a.closed == 0, "b was closed %d times, a %d times", b.closed, a.closed)
	release()
	p.Sweep(time.Hour)
	check.That(t, a.closed == 0, "a was used just now")
	p.Sweep(0)
	check.That(t, a.closed == 1 && c.closed == 0, "a was closed %d times, c %d times", a.closed, c.closed)
	releaseC()
	p.Close()
	_, _, err = p.Use(t.Context(), "d", func() (*closing, error) { return &closing{}, nil })
	check.That(t, errors.Is(err, context.Canceled) && c.closed == 1, "after Close: %v; c was closed %d times", err,
		c.closed)
}

// A value that is being opened takes room.
func TestPoolOpening(t *testing.T) {
	p := Pool[*closing]{Room: 1}
	_, release := require.Values(p.Use(t.Context(), "a", func() (*closing, error) {
		_, _, err := p.Use(t.Context(), "b", func() (*closing, error) { return &closing{}, nil })
		check.That(t, errors.Is(err, ErrNoRoom), "beside the first, the second: %v", err)
		return &closing{}, nil
	}))(t)
	release()
	_, _, err := p.Use(t.Context(), "b", func() (*closing, error) { return &closing{}, nil })
	check.That(t, err == nil, "after the first: %v", err)
}

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

// TestNamedGraphs: where the graph of the settings is empty, the error names the graphs.
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
	c.Graph = []string{"http://g/none"}
	s := Use{Config: c, Options: Options{Reporter: Silent{}}}
	s.Source = require.Value(Open(t.Context(), s))(t)
	defer s.Source.Close()
	const flags = "2 named graphs, which the endpoint leaves out of its default graph: add --graph 'http://g/1' " +
		"--graph 'http://g/2'"
	_, err := FollowRedirects(t.Context(), s, extract.Examples{Pos: []string{"http://e/a"}},
		func(extract.Examples) (int, error) {
			return 0, &extract.UnknownExamplesError{Source: srv.URL, IRIs: []string{"http://e/a"}}
		})
	check.That(t, errors.Is(err, extract.ErrUnknownExample) &&
		strings.HasSuffix(err.Error(), ": <http://e/a> is in "+flags),
		"got %v", err)
	check.Equal(t, HintAtGraphs(context.Background(), s), "all data is in "+flags)
}

// Indexing a large file takes seconds. After Ctrl-C nobody waits for it.
func TestStartEmbeddedEndsWithTheContext(t *testing.T) {
	var text strings.Builder
	for n := range 100_000 {
		fmt.Fprintf(&text, "<http://example.org/%d> <http://example.org/p> <http://example.org/%d> .\n", n, n+1)
	}
	check.ErrorIs(t, check.Error(startEmbedded(check.Ended(), strings.NewReader(text.String()), embedded.Options{})),
		context.Canceled, "indexing")
}
