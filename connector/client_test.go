package connector_test

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

func TestRequest(t *testing.T) {
	type sent struct {
		method, path, rawQuery, body string
		header                       http.Header
	}
	var last sent
	var mu sync.Mutex
	srv, _ := counting(t, nil)
	srv.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		last = sent{r.Method, r.URL.Path, r.URL.RawQuery, string(body), r.Header.Clone()}
		mu.Unlock()
		reply(200, mediaType, good)(w, r)
	})
	q := "SELECT ?x { ?x a <urn:é&=+> } # 100%"
	graphs := url.Values{"default-graph-uri": {"urn:g", "urn:h"}}
	full := url.Values{"query": {q}, "default-graph-uri": {"urn:g", "urn:h"}}
	for _, test := range []struct {
		method                                       connector.Method
		httpMethod, query, body, accept, contentType string
	}{
		{"", "POST", "a=b", full.Encode(), mediaType, "application/x-www-form-urlencoded"},
		{connector.PostForm, "POST", "a=b", full.Encode(), mediaType, "application/x-www-form-urlencoded"},
		{connector.Get, "GET", "a=b&" + full.Encode(), "", mediaType, ""},
		{connector.PostDirect, "POST", "a=b&" + graphs.Encode(), q, mediaType, "application/sparql-query"},
	} {
		c := client(t, connector.Options{
			URL:              srv.URL + "/sparql?a=b#frag",
			Method:           test.method,
			DefaultGraph:     graphs["default-graph-uri"],
			Version:          "1.2",
			UserAgentContact: "mailto:ada@example.org",
		})
		require.Value(c.Select(t.Context(), q))(t)
		check.That(t, last.method == test.httpMethod && last.path == "/sparql" && last.rawQuery == test.query &&
			last.body == test.body,
			"%q: sent %+v", test.method, last)
		h := last.header
		check.That(t, h.Get("Accept") == test.accept+", application/sparql-results+xml;q=0.5" &&
			h.Get("Content-Type") == test.contentType &&
			h.Get("Accept-Encoding") == "gzip" && h.Get("User-Agent") == "genus/1.2 (mailto:ada@example.org)" &&
			h.Get("Authorization") == "", "%q: headers %v", test.method, h)
	}
}

func TestMediaTypesAccepted(t *testing.T) {
	answers := map[string]http.HandlerFunc{"gzip": gzipped(good, 0)}
	for _, media := range []string{mediaTypeXML, "application/xml; charset=utf-8", "text/xml", ""} {
		answers["XML as "+media] = reply(200, media, goodXML)
	}
	for _, media := range []string{mediaType, mediaType + "; charset=utf-8", "application/json",
		"Application/SPARQL-Results+JSON;charset=UTF-8", ""} {
		answers[media] = reply(200, media, good)
	}
	for name, answer := range answers {
		srv, _ := counting(t, answer)
		table, err := client(t, connector.Options{URL: srv.URL}).Select(t.Context(), query)
		check.That(t, err == nil && len(table.Rows) == 1 && table.Rows[0][0].String() == "urn:e1", "%q: got %v, %v", name,
			table, err)
	}
}

func TestValidate(t *testing.T) {
	const ok = "http://localhost/sparql"
	for _, test := range []struct {
		name string
		o    connector.Options
		says string
	}{
		{"no URL", connector.Options{}, "no endpoint URL"},
		{"no scheme", connector.Options{URL: "graph.ttl"}, "not an http or https URL"},
		{"file", connector.Options{URL: "file:///etc/passwd"}, "not an http or https URL"},
		{"no host", connector.Options{URL: "http:///sparql"}, "not an http or https URL"},
		{"malformed", connector.Options{URL: "http://ada:s3cr3t+pass/word@host:x/%zz"}, "malformed"},
		{"user in the URL", connector.Options{URL: "http://ada:s3cr3t@host/sparql"}, "GENUS_ENDPOINT_PASSWORD"},
		{"method", connector.Options{URL: ok, Method: "put"}, "unknown method"},
		{"graph", connector.Options{URL: ok, DefaultGraph: []string{"a b"}}, `graph "a b"`},
		{"relative graph", connector.Options{URL: ok, DefaultGraph: []string{"g"}}, "absolute"},
		{"contact", connector.Options{URL: ok, UserAgentContact: "me\r\nX-Evil: 1"}, "printable ASCII"},
		{"timeout", connector.Options{URL: ok, Timeout: -1}, "negative"},
		{"body", connector.Options{URL: ok, MaxBody: -1}, "negative"},
		{"row cap", connector.Options{URL: ok, RowCaps: []int{0}}, "row cap"},
		{"credentials", connector.Options{URL: ok, Credentials: connector.Credentials{Password: password}}, "without a user"},
	} {
		_, err := connector.New(test.o)
		check.That(t, err != nil && strings.Contains(err.Error(), test.says) && !strings.Contains(err.Error(), "s3cr3t") &&
			!strings.ContainsAny(err.Error(), "\r\n"), "%s: got %v, want %q", test.name, err, test.says)
	}
}

// TestDefaultClientUntouched: a client does not change the default client of the process.
func TestDefaultClientUntouched(t *testing.T) {
	transport := http.DefaultTransport
	srv, _ := counting(t, reply(200, mediaType, good))
	c := client(t, connector.Options{URL: srv.URL, Timeout: time.Second,
		Credentials: connector.Credentials{User: user, Password: password, Digest: true}})
	require.Value(c.Select(t.Context(), query))(t)
	d := http.DefaultClient
	check.That(t, d.Transport == nil && d.Timeout == 0 && d.CheckRedirect == nil && http.DefaultTransport == transport,
		"the default client was changed")
}

func TestNoGoroutineLeft(t *testing.T) {
	testsize.EndGoroutines(t)
	e := require.Value(embedded.StartNTriples(context.Background(),
		strings.NewReader("<urn:e1> <urn:p> \"01\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"), embedded.Options{}))(t)
	c := client(t, connector.Options{URL: e.URL(), Retries: -1})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if i%2 == 0 {
				time.AfterFunc(time.Duration(i)*time.Millisecond, cancel)
			}
			table, err := c.Select(ctx, "SELECT * { ?s ?p ?o }")
			check.That(t, i%2 != 1 || err == nil && len(table.Rows) == 1 && table.Rows[0][0].String() == "01",
				"got %v, %v", table, err)
		})
	}
	wg.Wait()
	_, err := c.Select(context.Background(), "SELEKT")
	check.That(t, status(400)(err), "a syntax error: %v", err)
	check.NoError(t, e.Close())
	_, err = c.Select(context.Background(), query)
	check.That(t, err != nil, "a closed endpoint answered")
}

func TestServer(t *testing.T) {
	const name = "Virtuoso/07.20.3217 (Linux) x86_64"
	srv, _ := counting(t, reply(200, mediaType, `{"head":{},"boolean":true}`, "Server", name))
	c := client(t, connector.Options{URL: srv.URL})
	before := c.Server()
	_, err := c.Ask(t.Context(), "ASK {}")
	check.That(t, err == nil && before == "" && c.Server() == name, "%q, then %q, %v; want %q", before, c.Server(), err,
		name)
}

var quiet = log.New(io.Discard, "", 0)

func client(t *testing.T, o connector.Options) *connector.Client {
	t.Helper()
	c := require.Value(connector.New(o))(t)
	t.Cleanup(c.Close)
	return c
}

func counting(t *testing.T, h http.HandlerFunc) (*httptest.Server, func() int) {
	t.Helper()
	var n atomic.Int64
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		// A server that has not read the request does not notice that the client left.
		_, _ = io.Copy(io.Discard, r.Body)
		h(w, r)
	}))
	srv.Config.ErrorLog = quiet
	srv.Start()
	t.Cleanup(srv.Close)
	return srv, func() int { return int(n.Load()) }
}

func withoutKeepAlive(t *testing.T) *http.Client {
	tr := &http.Transport{DisableKeepAlives: true}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr}
}

// checkLine checks that the error is one printable line that names the endpoint and
// contains says.
func checkLine(t *testing.T, err error, url, says string) {
	t.Helper()
	msg := err.Error()
	check.That(t, strings.HasPrefix(msg, "endpoint "+url+": "), "does not name the endpoint %s: %s", url, msg)
	check.That(t, strings.Contains(msg, says), "does not say %q: %s", says, msg)
	check.That(t, !strings.ContainsFunc(msg, func(r rune) bool { return !unicode.IsPrint(r) }) && utf8.ValidString(msg),
		"not one printable line: %q", msg)
	check.That(t, utf8.RuneCountInString(msg) <= 700, "too long (%d): %s", utf8.RuneCountInString(msg), msg)
}
