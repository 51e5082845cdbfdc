package serve

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/syntax"
)

// document returns the description of the API, after checking it.
var document = sync.OnceValues(func() (*openapi3.T, error) {
	text, err := openAPIDocument()
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err == nil {
		err = doc.Validate(context.Background())
	}
	return doc, err
})

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
	c, err := config.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), Options{Config: c, Given: g, Version: "test", Token: token})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := document()
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	x := &tester{t: t, s: s, http: httptest.NewServer(s.Handler()), router: router, header: http.Header{"X-Genus": {"1"}, "Content-Type": {"application/json"}}}
	t.Cleanup(func() {
		s.jobs.cancelAll()
		s.stop()
		x.http.Close()
		s.Close()
	})
	return x
}

// do sends a request and checks the answer against the document.
func (x *tester) do(method, path string, body any, header http.Header) (int, []byte) {
	x.t.Helper()
	text, isText := body.(string)
	if !isText && body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			x.t.Fatal(err)
		}
		text = string(b)
	}
	req, err := http.NewRequestWithContext(x.t.Context(), method, x.http.URL+path, strings.NewReader(text))
	if err != nil {
		x.t.Fatal(err)
	}
	req.Header = x.header.Clone()
	for name, values := range header {
		if req.Header[name] = values; name == "Host" {
			req.Host = values[0]
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		x.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		x.t.Fatal(err)
	}
	x.check(req, res, answer)
	return res.StatusCode, answer
}

// check checks the answer against the document. The answer to a request without an
// operation must be a fault, too.
func (x *tester) check(req *http.Request, res *http.Response, answer []byte) {
	x.t.Helper()
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
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return
	}
	if err := openapi3filter.ValidateResponse(x.t.Context(), in); err != nil {
		x.t.Errorf("%s %s: status %d does not fit the document: %v\n%.1000s", req.Method, req.URL.Path, res.StatusCode, err, answer)
	}
}

// call sends a request and returns the answer, which must have the status.
func call[T any](x *tester, status int, method, path string, body any) T {
	x.t.Helper()
	var v T
	got, answer := x.do(method, path, body, nil)
	if got != status {
		x.t.Fatalf("%s %s: status %d, want %d: %.500s", method, path, got, status, answer)
	}
	if len(answer) > 0 {
		if err := json.Unmarshal(answer, &v); err != nil {
			x.t.Fatalf("%s %s: %v in %.500s", method, path, err, answer)
		}
	}
	return v
}

// heard is an event that was received.
type heard struct {
	id, name string
	data     json.RawMessage
}

// listen reads the events of a job after last, until the stream ends or stop returns true.
func (x *tester) listen(id, last string, stop func(heard) bool) []heard {
	x.t.Helper()
	req, err := http.NewRequestWithContext(x.t.Context(), http.MethodGet, x.http.URL+"/api/jobs/"+id+"/events", nil)
	if err != nil {
		x.t.Fatal(err)
	}
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		x.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var events []heard
	var e heard
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
			e = heard{}
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

// easy has options with which learning takes milliseconds.
var easy = map[string]any{"max_size": 2, "depth": 1}

func (x *tester) learn(source string, pos, neg []string, options map[string]any) jobJSON {
	x.t.Helper()
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs", map[string]any{"source": source, "pos": pos, "neg": neg, "options": options})
	x.listen(j.ID, "", nil)
	return call[jobJSON](x, http.StatusOK, "GET", "/api/jobs/"+j.ID, nil)
}

func (x *tester) builtin() sourceJSON {
	x.t.Helper()
	return call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources", map[string]any{"kind": "builtin"})
}

// endpoint opens an endpoint.
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

// TestMatchesLikeQuery checks that for a concept that only excludes, the matches are in
// the class that the positives share, as for its query.
func TestMatchesLikeQuery(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	matches := func(concept string) matchesJSON {
		return call[matchesJSON](x, http.StatusOK, "POST", "/api/matches", map[string]any{"source": "builtin", "concept": concept, "pos": []string{"zoo:Badhu"}, "limit": 100})
	}
	got, want := matches("not zoo:Giraffe"), matches("zoo:Male and not zoo:Giraffe")
	if *want.Total < 100 || *got.Total != *want.Total || !slices.Equal(got.Matches, want.Matches) {
		t.Errorf("%d matches, want %d", *got.Total, *want.Total)
	}
}

// TestLoop runs the whole loop on the built-in data: find, learn, evaluate, list matches,
// correct one, learn again.
func TestLoop(t *testing.T) {
	x := start(t, nil, "")
	src := x.builtin()
	if src.Individuals == 0 || src.Examples == nil || len(src.Examples.Pos) != len(elephants.Positives) {
		t.Fatalf("source %+v", src)
	}
	found := call[searchJSON](x, http.StatusOK, "GET", "/api/sources/builtin/search?q=cho", nil)
	if len(found.Results) == 0 || !strings.HasPrefix(found.Results[0].Label, "Cho") || len(found.Results[0].Classes) == 0 {
		t.Errorf("found %+v", found)
	}
	pos, neg := elephants.Positives, elephants.Negatives
	j := x.learn("builtin", pos, neg, easy)
	r := j.Result
	if j.State != done || r == nil || r.Concept == nil || !r.Optimal || r.Concept.Size != 1 && r.Concept.Size != 2 {
		t.Fatalf("job %+v", j)
	}
	if r.Endpoint == nil || !r.Endpoint.Confirmed || r.Pending {
		t.Errorf("endpoint %+v, pending %t", r.Endpoint, r.Pending)
	}
	for _, s := range r.Stages {
		if s.Concept == nil || s.Labelled == nil || s.SPARQL == "" || s.English == "" || s.Score.TP+s.Score.TN != s.Correct {
			t.Errorf("stage %+v", s)
		}
	}
	question := map[string]any{"source": "builtin", "concept": r.Concept.DL, "pos": pos, "neg": neg}
	rows := call[evaluationJSON](x, http.StatusOK, "POST", "/api/evaluate", question)
	if len(rows.Rows) != len(pos)+len(neg) || *rows.Score != *r.Score {
		t.Errorf("score %+v, learned with %+v", rows.Score, r.Score)
	}
	for _, row := range rows.Rows {
		if *row.Correct != (row.Member == *row.Positive) || len(row.Why) == 0 || row.Why[0].Text == "" {
			t.Errorf("row %+v", row)
		}
		for _, why := range row.Why {
			if !strings.Contains(why.Concept, "zoo:") || why.Labelled == "" || strings.Contains(why.Labelled, "zoo:") {
				t.Errorf("%s is %q with labels", why.Concept, why.Labelled)
			}
		}
	}
	if v := call[app.EndpointJSON](x, http.StatusOK, "POST", "/api/verify", question); !v.Confirmed {
		t.Errorf("not verified: %+v", v)
	}
	var all []string
	for offset := 0; ; offset += 7 {
		page := maps.Clone(question)
		page["limit"], page["offset"] = 7, offset
		m := call[matchesJSON](x, http.StatusOK, "POST", "/api/matches", page)
		for _, one := range m.Matches {
			all = append(all, one.IRI)
		}
		if !m.More {
			if m.Total == nil || *m.Total != len(all) {
				t.Errorf("total %v of %d", m.Total, len(all))
			}
			break
		}
	}
	seen := map[string]bool{}
	for _, iri := range append(append([]string(nil), pos...), neg...) {
		seen[iri] = true
	}
	for _, iri := range all {
		if seen[iri] {
			t.Errorf("%s comes twice, or is an example", iri)
		}
		seen[iri] = true
	}
	again := x.learn("builtin", pos, append(append([]string(nil), neg...), all[0]), easy)
	if again.State != done || again.Result.Examples.Negative != len(neg)+1 {
		t.Errorf("again: %+v", again)
	}
}

// TestQuestions checks the requests of a page besides learning.
func TestQuestions(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	concept := "zoo:Elephant ⊓ (zoo:weight ≥ 3000) ⊓ ≥2 zoo:childOf⁻.zoo:Female"
	tr := call[map[string]any](x, http.StatusOK, "POST", "/api/translate", map[string]any{"concept": concept, "source": "builtin", "to": forms, "labels": true})
	for _, form := range append([]string{"labelled"}, forms...) {
		if tr[form] == nil || tr[form] == "" || tr["errors"] != nil {
			t.Errorf("no %s: %v", form, tr)
		}
	}
	back := call[map[string]any](x, http.StatusOK, "POST", "/api/translate", map[string]any{"concept": tr["manchester"], "syntax": "manchester", "source": "builtin", "to": []string{"dl"}})
	if back["dl"] != tr["dl"] {
		t.Errorf("%s read back as %s", tr["dl"], back["dl"])
	}
	n := call[app.NeighbourhoodJSON](x, http.StatusOK, "GET", "/api/sources/builtin/neighbourhood?iri="+url.QueryEscape(elephants.Positives[0])+"&limit=3", nil)
	if len(n.Edges) != 3 || !n.Truncated || n.Label == "" || len(n.Values) == 0 || n.Edges[0].Role.Label == "" {
		t.Errorf("neighbourhood %+v", n)
	}
	l := call[struct{ Labels map[string]string }](x, http.StatusOK, "POST", "/api/sources/builtin/labels", map[string]any{"iris": []string{elephants.Namespace + "childOf", "nonsense"}})
	if len(l.Labels) != 1 || l.Labels[elephants.Namespace+"childOf"] != "child of" {
		t.Errorf("labels %v", l.Labels)
	}
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs", map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": []string{elephants.Prefix + ":Nobody"}, "options": easy})
	x.listen(j.ID, "", nil)
	if j = call[jobJSON](x, http.StatusOK, "GET", "/api/jobs/"+j.ID, nil); j.State != failed || j.Error == nil || j.Error.Type != faultType+"unknown-examples" || !slices.Equal(j.Error.IRIs, []string{elephants.Namespace + "Nobody"}) {
		t.Errorf("job %+v", j)
	}
	auto := x.learn("builtin", elephants.Positives, nil, map[string]any{"max_size": 2, "depth": 1, "negatives": "auto"})
	if auto.State != done || auto.Result.Negatives == nil || auto.Result.Examples.Negative == 0 {
		t.Errorf("negatives found: %+v", auto)
	}
}

// TestPrefixes checks that examples may have prefixes of the source.
func TestPrefixes(t *testing.T) {
	x := start(t, nil, "")
	src := x.builtin()
	if src.Prefixes[elephants.Prefix] != elephants.Namespace {
		t.Fatalf("prefixes %v", src.Prefixes)
	}
	short := func(iris []string) (names []string) {
		for _, iri := range iris {
			names = append(names, elephants.Prefix+":"+strings.TrimPrefix(iri, elephants.Namespace))
		}
		return names
	}
	pos, neg := short(elephants.Positives), short(elephants.Negatives)
	j := x.learn("builtin", pos, neg, easy)
	whole := x.learn("builtin", elephants.Positives, elephants.Negatives, easy)
	if j.Result == nil || j.Result.Concept.DL != whole.Result.Concept.DL || *j.Result.Score != *whole.Result.Score {
		t.Errorf("learned %+v, with whole IRIs %+v", j.Result, whole.Result)
	}
	question := map[string]any{"source": "builtin", "concept": whole.Result.Concept.DL, "pos": pos, "neg": neg}
	if rows := call[evaluationJSON](x, http.StatusOK, "POST", "/api/evaluate", question); rows.Rows[0].IRI != elephants.Positives[0] {
		t.Errorf("evaluated %+v", rows.Rows[0])
	}
	if n := call[app.NeighbourhoodJSON](x, http.StatusOK, "GET", "/api/sources/builtin/neighbourhood?iri="+pos[0], nil); n.IRI != elephants.Positives[0] {
		t.Errorf("neighbourhood of %s", n.IRI)
	}
	if f := call[fault](x, http.StatusUnprocessableEntity, "GET", "/api/sources/builtin/neighbourhood?iri=nowhere:x", nil); !strings.Contains(f.Detail, `prefix "nowhere" is not known`) {
		t.Errorf("fault %+v", f)
	}
}

// TestNegativesGiven checks that negatives of a request are used although the server finds
// some for requests without.
func TestNegativesGiven(t *testing.T) {
	x := start(t, map[string][]string{"negatives": {"auto:3"}}, "")
	x.builtin()
	for given, want := range map[int]int{0: 3, 5: 5} {
		j := x.learn("builtin", elephants.Positives, elephants.Negatives[:given], easy)
		if j.State != done || j.Result.Examples.Negative != want {
			t.Errorf("%d negatives given: %s, %+v", given, j.State, j.Error)
		}
	}
	both := map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives, "options": map[string]any{"negatives": "auto"}}
	if f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/jobs", both); !strings.Contains(f.Detail, "leave one out") {
		t.Errorf("fault %+v", f)
	}
}

// TestWorkspaces checks that workspaces survive a restart, and that secrets are refused.
func TestWorkspaces(t *testing.T) {
	state := map[string][]string{"state": {filepath.Join(t.TempDir(), "deep", "state.db")}}
	x := start(t, state, "")
	call[workspaceJSON](x, http.StatusOK, "PUT", "/api/workspaces/my%20work%2F1", map[string]any{"state": map[string]any{"pos": []string{"urn:a"}, "about": "things like a"}})
	for _, bad := range []any{map[string]any{}, map[string]any{"state": map[string]any{"source": map[string]any{"url": "https://me:secret@example.org/"}}}, map[string]any{"state": map[string]any{"Token": "x"}}} {
		call[fault](x, http.StatusUnprocessableEntity, "PUT", "/api/workspaces/bad", bad)
	}
	y := start(t, state, "")
	list := call[struct{ Workspaces []workspaceJSON }](y, http.StatusOK, "GET", "/api/workspaces", nil)
	if len(list.Workspaces) != 1 || list.Workspaces[0].Name != "my work/1" || list.Workspaces[0].About != "things like a" {
		t.Fatalf("list %+v", list)
	}
	got := call[workspaceJSON](y, http.StatusOK, "GET", "/api/workspaces/my%20work%2F1", nil)
	if !bytes.Contains(got.State, []byte(`"urn:a"`)) {
		t.Errorf("state %s", got.State)
	}
	call[any](y, http.StatusNoContent, "DELETE", "/api/workspaces/my%20work%2F1", nil)
	call[fault](y, http.StatusNotFound, "DELETE", "/api/workspaces/my%20work%2F1", nil)
}

// TestStateRights checks that other users of the machine cannot read the workspaces.
func TestStateRights(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skipf("%s: files have other rights there", t.Name())
	}
	dir := t.TempDir()
	x := start(t, map[string][]string{"state": {filepath.Join(dir, "state.db")}}, "")
	call[workspaceJSON](x, http.StatusOK, "PUT", "/api/workspaces/a", map[string]any{"state": map[string]any{}})
	files, err := filepath.Glob(filepath.Join(dir, "state.db*"))
	if err != nil || len(files) < 2 { // SQLite has files beside it
		t.Fatalf("files %q, %v", files, err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", filepath.Base(file), info.Mode(), err)
		}
	}
}

// TestUploadGone checks that an uploaded file and its id are gone when the server ends.
func TestUploadGone(t *testing.T) {
	state := map[string][]string{"state": {filepath.Join(t.TempDir(), "state.db")}}
	x := start(t, state, "")
	src := x.upload("dogs.ttl", "<urn:a> a <urn:Dog> .")
	left, err := filepath.Glob(filepath.Join(x.s.dir, "*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("files after it was read: %q, %v", left, err)
	}
	x.s.Close()
	if _, err := os.Stat(x.s.dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of the files: %v", err)
	}
	y := start(t, state, "")
	if f := call[fault](y, http.StatusNotFound, "GET", "/api/sources/"+src.ID, nil); f.Type != faultType+"unknown-source" {
		t.Errorf("fault %+v", f)
	}
}

// TestDescriptions checks that fields that do not belong to the kind of a source are
// refused. Otherwise the built-in source could be opened many times.
func TestDescriptions(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	x.builtin()
	for _, more := range []map[string]any{
		{"url": "http://example.org/"}, {"preset": "wikidata"}, {"graph": []string{"urn:g"}}, {"path": "a"}, {"from": "b"},
		{"kind": "endpoint", "url": "http://example.org/", "path": "a"}, {"kind": "endpoint", "url": "http://example.org/", "from": "a"},
		{"kind": "file", "path": "a.ttl", "url": "http://example.org/"}, {"kind": "file", "path": "a.ttl", "from": "b"}, {"kind": "database", "path": "a.db", "graph": []string{"urn:g"}},
	} {
		d := map[string]any{"kind": "builtin"}
		maps.Copy(d, more)
		if f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/sources", d); !strings.Contains(f.Detail, "does not go with kind "+d["kind"].(string)) {
			t.Errorf("%v: %s", d, f.Detail)
		}
	}
	if info := call[infoJSON](x, http.StatusOK, "GET", "/api/info", nil); len(info.Sources) != 1 {
		t.Errorf("open: %+v", info.Sources)
	}
}

// TestUpload checks that an uploaded RDF file is a source, and other files are refused.
func TestUpload(t *testing.T) {
	x := start(t, map[string][]string{"max-upload": {"1"}}, "")
	x.header.Set("Content-Type", "application/octet-stream")
	src := x.upload("..%2F..%2Fdogs.ttl", "@prefix : <http://e/> . :a a :Dog ; :likes :b . :b a :Cat .")
	if src.Name != "dogs.ttl" || src.Individuals != 2 {
		t.Fatalf("source %+v", src)
	}
	x.header.Set("Content-Type", "application/json")
	if j := x.learn(src.ID, []string{"http://e/a"}, []string{"http://e/b"}, nil); j.Result == nil || j.Result.Concept == nil {
		t.Errorf("job %+v", j)
	}
	for body, want := range map[string]int{"no turtle": http.StatusUnprocessableEntity, strings.Repeat("#", 2<<20): http.StatusRequestEntityTooLarge} {
		if status, answer := x.do("POST", "/api/sources/upload?name=a.ttl", body, nil); status != want {
			t.Errorf("%.20s: status %d: %s", body, status, answer)
		}
	}
	if _, answer := x.do("POST", "/api/sources/upload?name=bad.ttl", "no turtle", nil); !strings.Contains(string(answer), "bad.ttl:1") || strings.Contains(string(answer), os.TempDir()) {
		t.Errorf("the file has another name: %s", answer)
	}
	if status, _ := x.do("POST", "/api/sources/upload?name=a.exe", "x", nil); status != http.StatusUnprocessableEntity {
		t.Errorf("a program: status %d", status)
	}
}

// TestUploadUnpacked checks that a file that unpacks to a large one is refused before it
// is read, and that damage is reported.
func TestUploadUnpacked(t *testing.T) {
	x := start(t, map[string][]string{"max-upload": {"1"}}, "")
	packed := func(lines int) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for range lines {
			if _, err := z.Write([]byte("<urn:a> <urn:p> <urn:b> .\n")); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	small := packed(1000)
	for _, tt := range []struct {
		name, body, says string
		status           int
	}{
		{"a.nt.gz", small, "", http.StatusCreated},
		{"ontology.of.2026-11-21.with.dots.NT.gz", small, "", http.StatusCreated},
		{"a.nt", small, "", http.StatusCreated}, // recognised by content
		{"a.nt.gz", "<urn:a> <urn:p> <urn:b> .", "", http.StatusCreated},
		{"a.nt.gz", packed(700_000), "a.nt.gz has more than 16 MiB when it is unpacked", http.StatusRequestEntityTooLarge},
		{"a.nt.gz", small[:len(small)-4], "a.nt.gz", http.StatusUnprocessableEntity},
	} {
		status, answer := x.do("POST", "/api/sources/upload?name="+tt.name, tt.body, nil)
		if status != tt.status || !strings.Contains(string(answer), tt.says) {
			t.Errorf("%s of %d bytes: status %d, want %d: %.300s", tt.name, len(tt.body), status, tt.status, answer)
		}
	}
}

// TestEventsResume checks that a client that reconnects receives the events it has missed.
func TestEventsResume(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs", map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives, "options": easy})
	first := x.listen(j.ID, "", func(e heard) bool { return e.name == "progress" })
	rest := x.listen(j.ID, first[len(first)-1].id, nil)
	all := x.listen(j.ID, "", nil)
	if len(first)+len(rest) != len(all) || all[len(all)-1].name != "state" || !strings.Contains(string(all[len(all)-1].data), done) {
		t.Errorf("%d and %d events of %d, the last %s %s", len(first), len(rest), len(all), all[len(all)-1].name, all[len(all)-1].data)
	}
	if status, _ := x.do("GET", "/api/jobs/"+j.ID+"/events", nil, http.Header{"Last-Event-Id": {"x"}}); status != http.StatusBadRequest {
		t.Errorf("a wrong Last-Event-ID: status %d", status)
	}
}

// TestCancel checks that a cancelled job ends within a second with its best concept.
func TestCancel(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs", map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives[1:],
		"options": map[string]any{"max_size": 30, "language": "alcqif", "score": "accuracy", "select": "score", "depth": 5, "solutions": 5}})
	x.listen(j.ID, "", func(e heard) bool { return e.name == "progress" && !strings.Contains(string(e.data), `"best":null`) })
	before := time.Now()
	call[jobJSON](x, http.StatusAccepted, "DELETE", "/api/jobs/"+j.ID, nil)
	x.listen(j.ID, "", nil)
	testsize.Prompt(t, time.Since(before), time.Second)
	j = call[jobJSON](x, http.StatusOK, "GET", "/api/jobs/"+j.ID, nil)
	if j.State != cancelled || j.Result == nil || j.Result.Concept == nil || !j.Result.Interrupted || j.Result.Optimal {
		t.Errorf("job %s: %+v", j.State, j.Result)
	}
}

// TestStart checks that the result is never worse than the start concept, even without
// time, and that bad start concepts are refused.
func TestStart(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	target := syntax.Print(elephants.Target, syntax.Options{})
	j := x.learn("builtin", elephants.Positives, elephants.Negatives[1:], map[string]any{"start": []string{target}, "timeout": 0.001, "confirm": false})
	if j.Result == nil || j.Result.Score.FN+j.Result.Score.FP > 0 {
		t.Errorf("job %s: %+v %+v", j.State, j.Result, j.Error)
	}
	for _, wrong := range [][]string{{"A and"}, slices.Repeat([]string{target}, maxStart+1), {strings.Repeat("A", maxConcept+1)}} {
		body := map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives, "options": map[string]any{"start": wrong}}
		if status, answer := x.do("POST", "/api/jobs", body, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("start %.20s: status %d: %.200s", wrong, status, answer)
		}
	}
}
