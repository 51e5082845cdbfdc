package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/sheet"
)

// A tester is a server under test. It checks every answer against the document.
type tester struct {
	t      *testing.T
	s      *Server
	http   *httptest.Server
	router routers.Router
	header http.Header
}

// start starts a server; flags are those of the command line.
func start(t *testing.T, flags map[string][]string, token string) *tester {
	t.Helper()
	given := map[string][]string{"state": {filepath.Join(t.TempDir(), "state.db")}, "timeout": {"60s"}}
	maps.Copy(given, flags)
	g := config.Given{Flags: given, Dir: t.TempDir()}
	c := require.Value(genusyaml.Load(g))(t)
	return serve(t, Options{Config: c, Given: g, Version: "test", Token: token})
}

// serve starts a server with these options.
func serve(t *testing.T, o Options) *tester {
	t.Helper()
	s := require.Value(New(t.Context(), o))(t)
	x := &tester{t: t, s: s, http: httptest.NewServer(s.Handler()),
		header: http.Header{"X-Genus": {"1"}, "Content-Type": {"application/json"}}}
	x.router = require.Value(gorillamux.NewRouter(require.Value(x.document())(t)))(t)
	t.Cleanup(func() {
		s.jobs.cancelAll()
		s.stop()
		x.http.Close()
		s.Close()
	})
	return x
}

// document returns the description of the API, after checking it.
func (x *tester) document() (*openapi3.T, error) {
	text := require.Value(json.Marshal(x.s.document))(x.t)
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err == nil {
		err = doc.Validate(context.Background())
	}
	return doc, err
}

// do sends a request and checks the answer against the document.
func (x *tester) do(method, path string, body any, header http.Header) (int, []byte) {
	x.t.Helper()
	text, isText := body.(string)
	if !isText && body != nil {
		b := require.Value(json.Marshal(body))(x.t)
		text = string(b)
	}
	req := require.Value(http.NewRequestWithContext(x.t.Context(), method, x.http.URL+path, strings.NewReader(text)))(x.t)
	req.Header = x.header.Clone()
	for name, values := range header {
		if req.Header[name] = values; name == "Host" {
			req.Host = values[0]
		}
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(x.t, err)
	defer func() { _ = res.Body.Close() }()
	answer := require.Value(io.ReadAll(res.Body))(x.t)
	x.check(req, res, answer)
	return res.StatusCode, answer
}

// status sends a request and checks the status of the answer, which it returns.
func (x *tester) status(want int, method, path string, body any, header http.Header) string {
	x.t.Helper()
	got, answer := x.do(method, path, body, header)
	check.That(x.t, got == want, "%s %.100s: status %d, want %d: %.300s", method, path, got, want, answer)
	return string(answer)
}

// check checks the answer against the document. The answer to a request without an
// operation must be a fault, too.
func (x *tester) check(req *http.Request, res *http.Response, answer []byte) {
	x.t.Helper()
	if res.StatusCode == http.StatusTooManyRequests && res.Header.Get("Retry-After") == "" {
		x.t.Error("429 without Retry-After")
	}
	route, params, err := x.router.FindRoute(req)
	if err != nil {
		var f fault
		if strings.HasPrefix(req.URL.Path, "/api/") && (json.Unmarshal(answer, &f) != nil || f.Status != res.StatusCode) {
			x.t.Errorf("%s %s: status %d with no fault: %.200s", req.Method, req.URL.Path, res.StatusCode, answer)
		}
		return
	}
	in := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route},
		Status:                 res.StatusCode, Header: res.Header,
	}
	in.SetBodyBytes(answer)
	if kind := res.Header.Get("Content-Type"); strings.HasPrefix(kind, "text/") || kind == sheet.MediaType("xlsx") {
		return
	}
	check.NoError(x.t, openapi3filter.ValidateResponse(x.t.Context(), in),
		"%s %s: status %d does not fit the document %.1000s", req.Method, req.URL.Path, res.StatusCode, answer)
}

// call sends a request and returns the answer, which must have the status.
func call[T any](x *tester, status int, method, path string, body any) T {
	x.t.Helper()
	var v T
	got, answer := x.do(method, path, body, nil)
	require.That(x.t, got == status, "%s %s: status %d, want %d: %.500s", method, path, got, status, answer)
	if len(answer) > 0 {
		require.NoError(x.t, json.Unmarshal(answer, &v), "%s %s in %.500s", method, path, answer)
	}
	return v
}

type receivedEvent struct {
	id, name string
	data     json.RawMessage
}

// listen reads the events of a job after last, until the stream ends or stop returns true.
func (x *tester) listen(id, last string, stop func(receivedEvent) bool) []receivedEvent {
	x.t.Helper()
	req := require.Value(
		http.NewRequestWithContext(x.t.Context(), http.MethodGet, x.http.URL+"/api/jobs/"+id+"/events", nil))(x.t)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(x.t, err)
	defer func() { _ = res.Body.Close() }()
	var events []receivedEvent
	var e receivedEvent
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case lines.Text() == "" && e.name != "":
			events = append(events, e)
			if stop != nil && stop(e) {
				return events
			}
			e = receivedEvent{}
		case name == "id":
			e.id = value
		case name == "event":
			e.name = value
		case name == "data":
			e.data = json.RawMessage(value)
		}
	}
	if err := lines.Err(); err != nil && x.s.ctx.Err() == nil { // a server that ends may cut the stream
		x.t.Error(err)
	}
	return events
}

// easyOptions has options with which learning takes milliseconds.
var easyOptions = map[string]any{"max_size": 2, "depth": 1}

func (x *tester) learn(source string, pos, neg []string, options map[string]any) jobJSON {
	x.t.Helper()
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs",
		map[string]any{"source": source, "pos": pos, "neg": neg, "detail": true, "options": options})
	x.listen(j.ID, "", nil)
	return call[jobJSON](x, http.StatusOK, "GET", "/api/jobs/"+j.ID, nil)
}

func (x *tester) builtin() sourceJSON {
	x.t.Helper()
	return call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources", map[string]any{"kind": "builtin"})
}

func (x *tester) endpoint(url string) sourceJSON {
	x.t.Helper()
	return call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources", map[string]any{"kind": "endpoint", "url": url})
}

// upload opens a file.
func (x *tester) upload(name, text string) (src sourceJSON) {
	x.t.Helper()
	status, answer := x.do("POST", "/api/sources/upload?name="+name, text, nil)
	if err := json.Unmarshal(answer, &src); err != nil || status != http.StatusCreated {
		x.t.Fatalf("status %d: %.300s", status, answer)
	}
	return src
}
