package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// TestGuard checks that requests from other pages, for other names, and without the
// required headers are refused.
func TestGuard(t *testing.T) {
	x := start(t, map[string][]string{"allow": {"host:genus.example.org"}}, "")
	for _, tt := range []struct {
		name, method, path string
		header             http.Header
		want               int
	}{
		{"plain", "GET", "/api/info", nil, 200},
		{"localhost", "GET", "/api/info", http.Header{"Host": {"localhost:1234"}}, 200},
		{"IPv6", "GET", "/api/info", http.Header{"Host": {"[::1]:8010"}}, 200},
		{"name allowed", "GET", "/api/info", http.Header{"Host": {"Genus.example.org"}}, 200},
		{"rebound name", "GET", "/api/info", http.Header{"Host": {"evil.example.org:8010"}}, 403},
		{"rebound name, page", "GET", "/", http.Header{"Host": {"evil.example.org"}}, 403},
		{"other address", "GET", "/api/info", http.Header{"Host": {"10.0.0.1:8010"}}, 403},
		{"other page reads", "GET", "/api/info", http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403},
		{"other port reads", "GET", "/api/info", http.Header{"Sec-Fetch-Site": {"same-site"}}, 403},
		{"other page writes", "POST", "/api/sources", http.Header{"Origin": {"https://evil.example.org"}}, 403},
		{"sandboxed page writes", "POST", "/api/sources", http.Header{"Origin": {"null"}}, 403},
		{"no X-Genus", "POST", "/api/sources", http.Header{"X-Genus": nil}, 403},
		{"a form", "POST", "/api/sources", http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, 415},
		{"delete without header", "DELETE", "/api/workspaces/a", http.Header{"X-Genus": nil}, 403},
		{"own page", "POST", "/api/sources", http.Header{"Origin": {"OWN"}, "Sec-Fetch-Site": {"same-origin"}}, 201},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.header.Get("Origin") == "OWN" {
				tt.header.Set("Origin", x.http.URL)
			}
			x.t = t
			x.status(tt.want, tt.method, tt.path, `{"kind":"builtin"}`, tt.header)
		})
	}
	x.t = t
	res, err := http.Get(x.http.URL + "/")
	require.NoError(t, err)
	_ = res.Body.Close()
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'self'",
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "no-referrer",
	} {
		check.Contains(t, res.Header.Get(name), want, "%s", name)
	}
	x.status(404, "GET", "/static/../../../../etc/passwd", nil, nil)
	x.status(405, "PATCH", "/api/info", nil, nil)
	x.status(413, "POST", "/api/jobs", `{"source":"`+strings.Repeat("x", maxBody)+`"}`, nil)
}

// TestToken checks that a server that other machines can reach needs the token for
// everything except the files of the page.
func TestToken(t *testing.T) {
	const token = "the-token-of-the-test"
	_, err := New(t.Context(), Options{Config: config.Config{ServerConfig: config.ServerConfig{Addr: "0.0.0.0:0"}}})
	check.That(t, err != nil, "served to all without a token")
	x := start(t, map[string][]string{"addr": {"0.0.0.0:0"}}, token)
	right, wrong := http.Header{"Authorization": {"Bearer " + token}},
		http.Header{"Authorization": {"Bearer " + token[1:]}}
	for path, found := range map[string]int{"/api/info": 200, "/api/workspaces": 200, "/api/jobs/x": 404} {
		answer := x.status(401, "GET", path, nil, nil)
		check.That(t, !strings.Contains(answer, token), "%s without a token: %s", path, answer)
		x.status(401, "GET", path, nil, wrong)
		x.status(found, "GET", path, nil, right)
	}
	x.status(200, "GET", "/", nil, nil)
	byAddress := right.Clone()
	byAddress.Set("Host", "192.168.1.5:8010")
	x.status(200, "GET", "/api/info", nil, byAddress)
	// Only allowed endpoints can be opened; services of this machine are no exception.
	for _, url := range []string{"http://127.0.0.1:1/sparql", "http://169.254.169.254/latest/meta-data",
		"https://query.wikidata.org/sparql"} {
		x.status(403, "POST", "/api/sources", map[string]any{"kind": "endpoint", "url": url}, right)
	}
}

// TestFlagsOfTheSource checks that flags about the server's source, such as --type and
// --cache, do not apply to the sources of requests.
func TestFlagsOfTheSource(t *testing.T) {
	dir := t.TempDir()
	file, cache := filepath.Join(dir, "given.ttl"), filepath.Join(dir, "cache.db")
	require.NoError(t, os.WriteFile(file, []byte("<urn:a> <urn:is> <urn:A> . <urn:b> <urn:is> <urn:B> ."), 0o600))
	t.Setenv("GENUS_CACHE", cache)
	x := start(t, map[string][]string{"data": {file}, "type": {"urn:is"}, "label": {"urn:name"}}, "")
	given := call[sourceJSON](x, http.StatusOK, "GET", "/api/sources/given", nil)
	check.That(t, given.Classes == 2, "the source of the flags: %+v", given)
	src := x.builtin()
	check.That(t, src.Classes != 0 && src.Examples.Pos[0].Label != "",
		"the built-in source has %d classes, and its first example the label %q", src.Classes, src.Examples.Pos[0].Label)
	other := x.endpoint(serveUndated(t))
	j := x.learn(other.ID, elephants.SisterPositives, elephants.SisterNegatives, easyOptions)
	check.That(t, j.State == done, "%s: %+v", j.State, j.Error)
	check.ErrorIs(t, check.Error(os.Stat(cache)), fs.ErrNotExist, "the cache of the user")
}

// TestOwnCredentials checks that only the server's own endpoint gets its credentials.
func TestOwnCredentials(t *testing.T) {
	var headers []string
	sparql := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers = append(headers, r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/sparql-results+json")
		if strings.Contains(r.FormValue("query"), "ASK") {
			_, _ = w.Write([]byte(`{"head":{},"boolean":true}`))
			return
		}
		_, _ = w.Write([]byte(`{"head":{"vars":["s","p","o"]},"results":{"bindings":[]}}`))
	}))
	defer sparql.Close()
	t.Setenv("GENUS_ENDPOINT_TOKEN", "secret-of-another")
	x := start(t, nil, "")
	x.do("GET", "/api/sources/"+x.endpoint(sparql.URL+"/").ID+"/neighbourhood?iri=urn:a", nil, nil)
	check.That(t, len(headers) != 0 && strings.Join(headers, "") == "", "credentials sent: %q", headers)
}

// TestCredentials checks that the credentials of a request go to its endpoint only, and that
// nobody who names the endpoint without them gets its answers, or reads them.
func TestCredentials(t *testing.T) {
	const secret = "open-sesame"
	var mu sync.Mutex
	var strays []string // users that another endpoint was told
	graph := serveElephants(t)
	closed := engines.Guard(t, graph, "ali", secret, nil)
	other := engines.Guard(t, graph, "", "", func(user string) {
		mu.Lock()
		defer mu.Unlock()
		strays = append(strays, user)
	})
	x := start(t, nil, "")
	look := func(want int, at string, credentials map[string]any) string {
		t.Helper()
		body := map[string]any{"kind": "endpoint", "url": at, "preset": "none"}
		if credentials != nil {
			body["credentials"] = credentials
		}
		answer := x.status(http.StatusCreated, "POST", "/api/sources", body, nil)
		check.That(t, !strings.Contains(answer, secret), "the secret is in %s", answer)
		var src sourceJSON
		require.NoError(t, json.Unmarshal([]byte(answer), &src))
		_, info := x.do("GET", "/api/info", nil, nil)
		check.Equal(t, strings.Contains(string(info), src.ID), credentials == nil, "the list has the source of %v",
			credentials)
		return x.status(want, "GET", "/api/sources/"+src.ID+"/neighbourhood?iri="+url.QueryEscape(elephants.Positives[0]),
			nil, nil)
	}
	right := map[string]any{"user": "ali", "password": secret}
	look(http.StatusOK, closed, right)
	check.Contains(t, look(http.StatusBadGateway, closed, nil), "it wants credentials")
	wrong := look(http.StatusBadGateway, closed, map[string]any{"user": "ali", "password": "guess"})
	check.That(t, strings.Contains(wrong, "it refuses these credentials") && !strings.Contains(wrong, "guess"),
		"refused by %s", wrong)
	look(http.StatusOK, other, nil)
	check.That(t, len(strays) != 0 && strings.Join(strays, "") == "", "another endpoint got the users %q", strays)
	for _, body := range []map[string]any{
		{"kind": "builtin", "credentials": right},
		{"kind": "endpoint", "url": closed, "credentials": map[string]any{"password": secret}},
		{"kind": "endpoint", "url": closed, "credentials": map[string]any{"user": "a", "password": secret, "token": secret}},
	} {
		answer := x.status(http.StatusUnprocessableEntity, "POST", "/api/sources", body, nil)
		check.That(t, !strings.Contains(answer, secret), "%v: %s", body, answer)
	}
}

// TestRedirectedEndpoint checks that an allowed endpoint cannot redirect requests to one
// that is not allowed.
func TestRedirectedEndpoint(t *testing.T) {
	var arrived atomic.Int64
	private := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived.Add(1)
		w.Header().Set("Content-Type", "application/sparql-results+json")
		switch query := r.FormValue("query"); {
		case strings.Contains(query, "ASK"):
			_, _ = w.Write([]byte(`{"head":{},"boolean":true}`))
			return
		case strings.Contains(query, "wikidata.org"): // it is no Wikidata
			_, _ = w.Write([]byte(`{"head":{"vars":["s","o"]},"results":{"bindings":[]}}`))
			return
		}
		_, _ = w.Write([]byte(`{"head":{"vars":["s","p","o","n"]},"results":{"bindings":[
{"n":{"type":"literal","value":"1","datatype":"http://www.w3.org/2001/XMLSchema#integer"}},
{"s":{"type":"uri","value":"urn:a"},"p":{"type":"uri","value":"urn:p"},"o":{"type":"uri","value":"urn:o"}}]}}`))
	}))
	defer private.Close()
	allowed := httptest.NewServer(http.RedirectHandler(private.URL+"/", http.StatusTemporaryRedirect))
	defer allowed.Close()
	look := func(x *tester) int {
		src := x.endpoint(allowed.URL)
		status, answer := x.do("GET", "/api/sources/"+src.ID+"/neighbourhood?iri=urn:a", nil, nil)
		check.That(t, status != http.StatusForbidden || strings.Contains(string(answer), "--allow "+private.URL),
			"the answer does not say what to do: %s", answer)
		return status
	}
	if status := look(start(t, map[string][]string{"allow": {allowed.URL}}, "")); status != http.StatusForbidden ||
		arrived.Load() != 0 {
		t.Errorf("status %d, %d requests arrived", status, arrived.Load())
	}
	status := look(start(t, map[string][]string{"allow": {allowed.URL, private.URL}}, ""))
	check.That(t, status == http.StatusOK && arrived.Load() != 0, "both allowed: status %d, %d requests arrived", status,
		arrived.Load())
}

// TestAllowedPaths checks that requests open only allowed files (genus.TestAccessPath tests
// ways around that).
func TestAllowedPaths(t *testing.T) {
	dir := t.TempDir()
	allowed, other := filepath.Join(dir, "allowed"), filepath.Join(dir, "allowed-not")
	for _, path := range []string{filepath.Join(allowed, "a.ttl"), filepath.Join(allowed, "deep", "b.ttl"),
		filepath.Join(other, "secret.ttl")} {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("@prefix : <http://e/> . :a a :A ."), 0o600))
	}
	x := start(t, map[string][]string{"allow": {allowed}}, "")
	for path, want := range map[string]int{"a.ttl": 201, "../allowed-not/secret.ttl": 403, "deep": 422} {
		x.status(want, "POST", "/api/sources", map[string]any{"kind": "file", "path": allowed + "/" + path}, nil)
	}
	for _, kind := range []string{"file", "database"} {
		x.status(403, "POST", "/api/sources", map[string]any{"kind": kind, "path": "a\x00b"}, nil)
	}
	list := listFiles(x.s.sources.access, ".ttl")
	check.That(t, len(list) == 2, "files named: %v", list)
	// A file that was changed is read again; uploads cannot be named.
	open := func() sourceJSON {
		return call[sourceJSON](x, 201, "POST", "/api/sources",
			map[string]any{"kind": "file", "path": filepath.Join(allowed, "a.ttl")})
	}
	before := open()
	again := open()
	check.That(t, again.ID == before.ID, "opened twice: %s and %s", before.ID, again.ID)
	require.NoError(t,
		os.WriteFile(filepath.Join(allowed, "a.ttl"), []byte("@prefix : <http://e/> . :a a :A . :b a :B ."), 0o600))
	require.NoError(t, os.Chtimes(filepath.Join(allowed, "a.ttl"), time.Now(), time.Now().Add(time.Hour)))
	after := open()
	check.That(t, after.ID != before.ID && after.Individuals == 2, "not read again: %+v", after)
	for _, kind := range []string{"upload", "given", ""} {
		x.status(422, "POST", "/api/sources", map[string]any{"kind": kind}, nil)
	}
	// Settings of the environment do not apply to the sources of requests.
	t.Setenv("GENUS_DATA", filepath.Join(other, "secret.ttl"))
	src := x.builtin()
	check.That(t, src.Individuals >= 100, "built in: %+v", src)
}

// TestClosed checks that a closed server starts no jobs and opens no sources.
func TestClosed(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	x.s.Close()
	body := map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives,
		"detail": true, "options": easyOptions}
	call[fault](x, http.StatusNotFound, "POST", "/api/jobs", body) // its sources are closed
	err := x.s.jobs.enter(&job{})
	check.That(t, errors.Is(err, context.Canceled), "a job was accepted: %v", err)
	_, err = x.s.sources.openSource(t.Context(), description{Kind: "builtin"})
	check.That(t, err != nil, "a source was opened")
}

// TestStop checks that the server ends within a second while a job runs.
func TestStop(t *testing.T) {
	x := start(t, nil, "")
	listener := require.Value(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- x.s.Run(ctx, listener) }()
	x.http.URL = "http://" + listener.Addr().String()
	src := x.builtin()
	var pos, neg []string
	for i := range src.Examples.Pos {
		pos, neg = append(pos, src.Examples.Pos[i].IRI), append(neg, src.Examples.Neg[i].IRI)
	}
	j := call[jobJSON](x, 202, "POST", "/api/jobs",
		map[string]any{"source": "builtin", "pos": pos, "neg": neg,
			"detail": true, "options": map[string]any{"max_size": 30, "depth": 5}},
	)
	events, open := make(chan []receivedEvent, 1), make(chan struct{})
	var first sync.Once
	go func() {
		defer close(events)
		events <- x.listen(j.ID, "", func(receivedEvent) bool {
			first.Do(func() { close(open) })
			return false
		})
	}()
	select {
	case <-open: // now the server does not refuse the connection when it ends
	case list := <-events:
		t.Fatalf("the stream ended at once: %+v", list)
	}
	for call[jobJSON](x, 200, "GET", "/api/jobs/"+j.ID, nil).State == queued {
		time.Sleep(5 * time.Millisecond)
	}
	before := time.Now()
	stop()
	check.NoError(t, <-over)
	x.s.Close()
	testsize.Prompt(t, time.Since(before), time.Second)
	list := <-events
	require.That(t, len(list) != 0, "no events")
	// On a busy machine the stream may be cut before the last event.
	last := list[len(list)-1]
	check.That(t, last.name != "state" || !strings.Contains(string(last.data), done), "the last event is %s %s", last.name,
		last.data)
}

// TestCloseDoesNotWait checks that the server ends although some of its work does not.
func TestCloseDoesNotWait(t *testing.T) {
	x := start(t, nil, "")
	never := make(chan struct{})
	defer close(never)
	x.s.work.Go(func() { <-never })
	x.builtin()
	x.s.jobs.work.Add(1) // a job that does not end
	defer x.s.jobs.work.Done()
	x.s.Close() // the test hangs if this does
	check.ErrorIs(t, check.Error(os.Stat(x.s.dir)), fs.ErrNotExist, "the temporary files are left")
}

// TestLongValues checks that values of a million digits are left out.
func TestLongValues(t *testing.T) {
	x := start(t, nil, "")
	var text strings.Builder
	for i := range 3 {
		fmt.Fprintf(&text, "<urn:a%d> <urn:v> %d%s .\n<urn:a%[1]d> <urn:v> %[1]d .\n", i, i+1, strings.Repeat("7", 1_000_000))
	}
	src := x.upload("a.ttl", text.String())
	check.That(t, src.Facts == 3, "%d facts, want 3", src.Facts)
	j := x.learn(src.ID, []string{"urn:a2"}, []string{"urn:a0", "urn:a1"}, nil)
	check.That(t, j.Result != nil && j.Result.Concept.DL == "(<urn:v> ≥ 2)", "learned %+v", j)
}
