package serve

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// TestUploadGone checks that an uploaded file and its id are gone when the server ends.
func TestUploadGone(t *testing.T) {
	state := map[string][]string{"state": {filepath.Join(t.TempDir(), "state.db")}}
	x := start(t, state, "")
	src := x.upload("dogs.ttl", "<urn:a> a <urn:Dog> .")
	left, err := filepath.Glob(filepath.Join(x.s.dir, "*", "*"))
	check.That(t, err == nil && len(left) <= 0, "files after it was read: %q, %v", left, err)
	x.s.Close()
	check.ErrorIs(t, check.Error(os.Stat(x.s.dir)), fs.ErrNotExist, "the folder of the files")
	y := start(t, state, "")
	f := call[fault](y, http.StatusNotFound, "GET", "/api/sources/"+src.ID, nil)
	check.That(t, f.Type == faultType+"unknown-source", "fault %+v", f)
}

// TestDescriptions checks that fields that do not belong to the kind of a source are
// refused. Otherwise the built-in source could be opened many times.
func TestDescriptions(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	x.builtin()
	for _, more := range []map[string]any{
		{"url": "http://example.org/"}, {"preset": "wikidata"}, {"graph": []string{"urn:g"}}, {"path": "a"},
		{"kind": "endpoint", "url": "http://example.org/", "path": "a"},
		{"kind": "file", "path": "a.ttl", "url": "http://example.org/"},
		{"kind": "database", "path": "a.db", "graph": []string{"urn:g"}},
	} {
		d := map[string]any{"kind": "builtin"}
		maps.Copy(d, more)
		f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/sources", d)
		check.That(t, strings.Contains(f.Detail, "does not go with kind "+d["kind"].(string)), "%v: %s", d, f.Detail)
	}
	info := call[infoJSON](x, http.StatusOK, "GET", "/api/info", nil)
	check.That(t, len(info.Sources) == 1, "open: %+v", info.Sources)
}

// TestPieceOfWikidata opens the built-in piece of Wikidata, which is recognised, beside the elephants.
func TestPieceOfWikidata(t *testing.T) {
	x := start(t, nil, "")
	src := call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
		map[string]any{"kind": "builtin", "name": "wikidata"})
	check.That(t, src.ID == "builtin-wikidata" && src.Preset == "wikidata" && src.Individuals > 5000 &&
		src.Examples == nil,
		"source %+v", src)
	j := x.learn(src.ID, []string{"Alien", "Blade Runner", "Gladiator"}, nil, nil)
	check.That(t, j.Result != nil && j.Result.English == "films that have the director Ridley Scott", "job %+v", j.Result)
	check.That(t, x.builtin().ID == builtinID, "the elephants have another id")
	f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/sources",
		map[string]any{"kind": "builtin", "name": "dbpedia"})
	check.That(t, strings.Contains(f.Detail, "wikidata"), "fault %+v", f)
	f = call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/sources",
		map[string]any{"kind": "endpoint", "url": "http://example.org/", "name": "x"})
	check.That(t, strings.Contains(f.Detail, "name does not go with kind endpoint"), "fault %+v", f)
}

// TestUpload checks that an uploaded file is a source, and other files are refused.
func TestUpload(t *testing.T) {
	x := serve(t, Options{Config: config.Default(), Version: "test", MaxUpload: 1 << 20})
	x.header.Set("Content-Type", "application/octet-stream")
	src := x.upload("..%2F..%2Fdogs.ttl", "@prefix : <http://e/> . :a a :Dog ; :likes :b . :b a :Cat .")
	require.That(t, src.Name == "dogs.ttl" && src.Individuals == 2, "source %+v", src)
	x.header.Set("Content-Type", "application/json")
	j := x.learn(src.ID, []string{"http://e/a"}, []string{"http://e/b"}, nil)
	check.That(t, j.Result != nil && j.Result.Concept != nil, "job %+v", j)
	for body, want := range map[string]int{
		"no turtle":                http.StatusUnprocessableEntity,
		strings.Repeat("#", 2<<20): http.StatusRequestEntityTooLarge,
	} {
		x.status(want, "POST", "/api/sources/upload?name=a.ttl", body, nil)
	}
	if _, answer := x.do("POST", "/api/sources/upload?name=bad.ttl", "no turtle", nil); !strings.Contains(string(answer),
		"bad.ttl:1") || strings.Contains(string(answer), os.TempDir()) {
		t.Errorf("the file has another name: %s", answer)
	}
	for _, context := range []string{"c.jsonld", "a.jsonld", "file:///etc/passwd"} {
		_, answer := x.do("POST", "/api/sources/upload?name=a.jsonld", `{"@context": "`+context+`", "@id": "http://e/a"}`,
			nil)
		reason := "an upload has no folder"
		if strings.HasPrefix(context, "file:") {
			reason = "genus opens only what --allow names"
		}
		check.That(t, strings.Contains(string(answer), reason) && !strings.Contains(string(answer), os.TempDir()), "%s: %s",
			context, answer)
	}
	x.status(http.StatusUnprocessableEntity, "POST", "/api/sources/upload?name=a.exe", "x", nil)
	table := x.upload("my%2Ccars.csv&key=name", "name,origin\nx y,USA\nz,USA\n")
	check.That(t, table.Individuals == 3 && table.Name == "my,cars.csv" && table.Prefixes["my_car"] != "", "table %+v",
		table)
}

// TestContextBeside: the files of the settings may name what is beside them, and nothing elsewhere.
func TestContextBeside(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"in/context.jsonld": `{"@context": {"@vocab": "http://e/"}}`,
		"context.jsonld":    `{"@context": {"@vocab": "http://e/"}}`,
		"in/a.jsonld":       `{"@context": "context.jsonld", "@id": "http://e/a", "p": {"@id": "http://e/b"}}`,
		"in/b.jsonld":       `{"@context": "../context.jsonld", "@id": "http://e/a", "p": {"@id": "http://e/b"}}`,
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for name, want := range map[string]string{"in/a.jsonld": "", "in/b.jsonld": "genus opens only what --allow names"} {
		c := config.Default()
		c.Data = []string{filepath.Join(dir, name)}
		s, err := New(t.Context(), Options{Config: c, Version: "test"})
		if err == nil {
			s.Close()
		}
		check.That(t, want == "" && err == nil || want != "" && err != nil && strings.Contains(err.Error(), want), "%s: %v",
			name, err)
	}
}

// TestUploadUnpacked checks that a file that unpacks to a large one is refused before it
// is read, and that damage is reported.
func TestUploadUnpacked(t *testing.T) {
	x := serve(t, Options{Config: config.Default(), Version: "test", MaxUpload: 1 << 20})
	packed := func(lines int) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for range lines {
			require.Value(z.Write([]byte("<urn:a> <urn:p> <urn:b> .\n")))(t)
		}
		require.NoError(t, z.Close())
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
		answer := x.status(tt.status, "POST", "/api/sources/upload?name="+tt.name, tt.body, nil)
		check.Contains(t, answer, tt.says, "%s of %d bytes", tt.name, len(tt.body))
	}
}

// TestImportsAreAllowed checks that a catalog beside an allowed file cannot name one that is not allowed.
func TestImportsAreAllowed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"open/x.ttl":            `<urn:o> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#imports> <urn:near>, <urn:far> . <urn:a> a <urn:X> .`,
		"open/near.ttl":         `<urn:b> a <urn:Y> .`,
		"secret.ttl":            `<urn:c> a <urn:Z> .`,
		"open/catalog-v001.xml": `<catalog><uri name="urn:near" uri="near.ttl"/><uri name="urn:far" uri="../secret.ttl"/></catalog>`,
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	x := start(t, map[string][]string{"allow": {filepath.Join(dir, "open")}}, "")
	open := func() sourceJSON {
		return call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
			map[string]any{"kind": "file", "path": filepath.Join(dir, "open", "x.ttl")})
	}
	src := open()
	check.Equal(t, src.Classes, 2, "classes: those of the file and of its neighbour")
	check.Equal(t, open().ID, src.ID, "nothing has changed")

	// A change of an import, of the catalog or of who may read the file opens a new source.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "open/near.ttl"), []byte(`<urn:b> a <urn:Y>, <urn:W> .`), 0o600))
	changed := open()
	check.Equal(t, changed.Classes, 3, "classes with those of the changed import")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "open/catalog-v001.xml"), []byte("<catalog/>"), 0o600))
	without := open()
	check.Equal(t, without.Classes, 1, "classes without the import")
	require.NoError(t, os.Chmod(filepath.Join(dir, "open/x.ttl"), 0o640))
	check.That(t, open().ID != without.ID, "the permissions have changed")
}

// TestRecognised checks that statements as in Wikidata are recognised without a preset, and
// that none switches this off.
func TestRecognised(t *testing.T) {
	const wd, wdt = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
	nt := "<" + wd + "Q1> <" + wdt + "P31> <" + wd + "Q2> .\n<" + wd + "Q2> <" + wdt + "P279> <" + wd + "Q3> .\n"
	url := engines.StartEmbedded(t, nt).Endpoint
	file := testfiles.Write(t, "a.nt", nt)
	x := start(t, map[string][]string{"allow": {filepath.Dir(file), url}}, "")
	for _, tt := range []struct{ preset, want, role string }{{"", "wikidata", ""}, {"none", "none", wdt + "P31"}} {
		for _, d := range []map[string]any{{"kind": "file", "path": file}, {"kind": "endpoint", "url": url}} {
			d["preset"] = tt.preset
			src := call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources", d)
			check.Equal(t, src.Preset, tt.want, "%v: preset", d)
			near := call[genus.Neighbourhood](x, http.StatusOK, "GET", "/api/sources/"+src.ID+"/neighbourhood?iri="+wd+"Q1", nil)
			role := ""
			for _, e := range near.Edges {
				role = e.Role.IRI
			}
			check.That(t, role == tt.role && (len(near.Classes) == 1) == (role == ""), "%v: classes %v, edges %v", d,
				near.Classes, near.Edges)
		}
	}
}

// TestWorkspaces checks that workspaces survive a restart, and that secrets are refused.
func TestWorkspaces(t *testing.T) {
	state := map[string][]string{"state": {filepath.Join(t.TempDir(), "deep", "state.db")}}
	x := start(t, state, "")
	call[workspaceJSON](x, http.StatusOK, "PUT", "/api/workspaces/my%20work%2F1",
		map[string]any{"state": map[string]any{"pos": []string{"urn:a"}, "about": "things like a"}})
	for _, bad := range []any{map[string]any{},
		map[string]any{"state": map[string]any{"source": map[string]any{"url": "https://me:secret@example.org/"}}},
		map[string]any{"state": map[string]any{"Token": "x"}}} {
		call[fault](x, http.StatusUnprocessableEntity, "PUT", "/api/workspaces/bad", bad)
	}
	y := start(t, state, "")
	list := call[struct{ Workspaces []workspaceJSON }](y, http.StatusOK, "GET", "/api/workspaces", nil)
	require.That(t, len(list.Workspaces) == 1 && list.Workspaces[0].Name == "my work/1" &&
		list.Workspaces[0].About == "things like a",
		"list %+v", list)
	got := call[workspaceJSON](y, http.StatusOK, "GET", "/api/workspaces/my%20work%2F1", nil)
	check.That(t, bytes.Contains(got.State, []byte(`"urn:a"`)), "state %s", got.State)
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
		info, err := os.Stat(file)
		check.That(t, err == nil && info.Mode().Perm() == 0o600, "%s: %v, %v", filepath.Base(file), info.Mode(), err)
	}
}

// TestIllEndpoint: an endpoint that hangs when it is opened has its preset as soon as it is well again. While it
// hangs, what is known of it is told at once, and nobody waits for the question of another one longer than for an
// own one.
func TestIllEndpoint(t *testing.T) {
	const wd, wdt = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
	to := require.Value(url.Parse(engines.StartEmbedded(t,
		"<"+wd+"Q1> <"+wdt+"P31> <"+wd+"Q2> .\n<"+wd+"Q2> <"+wdt+"P279> <"+wd+"Q3> .\n").Endpoint))(t)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL = to }}
	var ill atomic.Bool
	ill.Store(true)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ill.Load() && r.ParseForm() == nil {
			<-r.Context().Done()
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	x := start(t, map[string][]string{"allow": {srv.URL}, "request-timeout": {"1s"}}, "")
	began := time.Now()
	src := call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
		map[string]any{"kind": "endpoint", "url": srv.URL})
	check.That(t, time.Since(began) < 3*time.Second, "it is opened after %s", time.Since(began))
	check.That(t, src.Preset == "" && strings.Contains(src.Note, "not known"), "preset %q, note %q", src.Preset, src.Note)

	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			began := time.Now()
			_, _ = x.do("GET", "/api/sources/"+src.ID+"/classes", nil, nil)
			check.That(t, time.Since(began) < 4*time.Second, "classes after %s", time.Since(began))
		})
	}
	time.Sleep(100 * time.Millisecond)
	began = time.Now()
	call[sourceJSON](x, http.StatusOK, "GET", "/api/sources/"+src.ID, nil)
	call[infoJSON](x, http.StatusOK, "GET", "/api/info", nil)
	check.That(t, time.Since(began) < time.Second/2, "what is known is told after %s", time.Since(began))
	all.Wait()

	ill.Store(false)
	time.Sleep(time.Second) // so long looking rests
	near := call[genus.Neighbourhood](x, http.StatusOK, "GET", "/api/sources/"+src.ID+"/neighbourhood?iri="+wd+"Q1", nil)
	check.That(t, len(near.Classes) == 1, "classes by the preset: %v", near.Classes)
	src = call[sourceJSON](x, http.StatusOK, "GET", "/api/sources/"+src.ID, nil)
	check.That(t, src.Preset == "wikidata" && src.Note == "", "preset %q, note %q", src.Preset, src.Note)
}
