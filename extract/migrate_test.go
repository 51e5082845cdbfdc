package extract

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract/store"
)

// versions are the folders of testdata with databases of the older versions of the
// schema.
var versions = []string{"v1", "v2", "v3"}

// unpacked is a copy of a database that an older version of the schema was the last
// to write: the herd crawled with herdOptions, and a file imported.
func unpacked(t *testing.T, version, name string) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", version, name+".gz"))
	must(err)
	defer f.Close()
	zip, err := gzip.NewReader(f)
	must(err)
	b, err := io.ReadAll(zip)
	must(err)
	path := filepath.Join(t.TempDir(), name)
	must(os.WriteFile(path, b, 0o600))
	return path
}

// TestMigrate: what an older version held is there, whether the file may be changed
// or not, and a crawl goes on with it.
// oldLabels is how many requests fetch the labels that older versions did not keep.
const oldLabels = 6

func TestMigrate(t *testing.T) {
	for i, version := range versions {
		t.Run(version, func(t *testing.T) { migrate(t, i+1, version) })
	}
}

func migrate(t *testing.T, number int, version string) {
	text, err := os.ReadFile(filepath.Join("testdata", version, "herd.txt")) // exported by that version
	must(err)
	w, examples := herd()
	fresh := memory(t)
	c := &moved{Client: w.serve(t)}
	path := unpacked(t, version, "herd.db")
	first, err := os.ReadFile(path)
	must(err)
	for _, readOnly := range []bool{true, false, true} {
		before, err := os.ReadFile(path)
		must(err)
		db, err := store.Open(t.Context(), path, store.Options{ReadOnly: readOnly})
		if err != nil {
			t.Fatal(err)
		}
		if readOnly && string(before) == string(first) && db.SchemaVersion() != number {
			t.Errorf("schema %d; want %d", db.SchemaVersion(), number)
		}
		d := read(t, db)
		c.url = d.Source().Name
		var nt strings.Builder
		if err := d.WriteNTriples(t.Context(), &nt); err != nil {
			t.Fatal(err)
		}
		got, want := triples(nt.String()), triples(string(text))
		if !slices.Equal(got, want) {
			t.Errorf("read-only %v: it holds\n%s\nwant\n%s", readOnly, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		p, info, err := d.Problem(t.Context(), examples, LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if info.Depth != 2 || len(p.Removed) != 2 {
			t.Errorf("depth %d, removed %v; want 2, growsOn and livesIn⁻", info.Depth, p.Removed)
		}
		must(db.Close())
		if after, _ := os.ReadFile(path); readOnly && string(after) != string(before) {
			t.Error("it was changed, though opened read-only")
		}
	}
	db, err := store.Open(t.Context(), path, store.Options{})
	must(err)
	defer func() { _ = db.Close() }()
	report, err := Crawl(t.Context(), c, db, examples.All(), herdOptions)
	if err != nil || report.Source != 1 || report.Requests > oldLabels {
		t.Errorf("going on: source %d, %d requests, %v; want nothing asked but labels", report.Source, report.Requests, err)
	}
	more := Examples{Pos: examples.Pos, Neg: []string{ex + "cow4"}}
	whole, err := Crawl(t.Context(), c, fresh, more.All(), herdOptions)
	must(err)
	if report, err = Crawl(t.Context(), c, db, more.All(), herdOptions); err != nil || report.Requests >= whole.Requests {
		t.Errorf("another example: %d requests, %v; afresh %d", report.Requests, err, whole.Requests)
	}
	p, _, err := Load(t.Context(), db, more, LoadOptions{})
	if err != nil || len(p.Removed) < 2 {
		t.Errorf("removed %v, %v; want what version 1 cut, and deleted, to stay cut, and what version 2 counted", p.Removed, err)
	}
	o := herdOptions
	o.Refresh = true
	if _, err := Crawl(t.Context(), c, db, more.All(), o); err != nil {
		t.Fatal(err)
	}
	if got, want := picture(t, db, more, 2), picture(t, fresh, more, 2); got != want {
		t.Errorf("refreshed\n%s\nfresh\n%s", got, want)
	}
}

// triples are the lines but for comments, sorted.
func triples(nt string) []string {
	lines := slices.DeleteFunc(strings.Split(nt, "\n"), func(l string) bool { return !strings.HasSuffix(l, " .") })
	slices.Sort(lines)
	return lines
}

// TestMigrateHalf: a crawl that an older version began goes on.
func TestMigrateHalf(t *testing.T) {
	w, examples := herd()
	fresh := memory(t)
	c := &moved{Client: w.serve(t)}
	db, err := store.Open(t.Context(), unpacked(t, "v3", "half.db"), store.Options{})
	must(err)
	defer func() { _ = db.Close() }()
	c.url = read(t, db).Source().Name
	whole, err := Crawl(t.Context(), c, fresh, examples.All(), herdOptions)
	must(err)
	report, err := Crawl(t.Context(), c, db, examples.All(), herdOptions)
	if err != nil || report.Requests >= whole.Requests {
		t.Errorf("going on: %d requests, %v; afresh %d", report.Requests, err, whole.Requests)
	}
	if got, want := picture(t, db, examples, 2), picture(t, fresh, examples, 2); got != want {
		t.Errorf("gone on with\n%s\nfresh\n%s", got, want)
	}
}

func TestMigrateFiles(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) { migrateFiles(t, version) })
	}
}

func migrateFiles(t *testing.T, version string) {
	db, err := store.Open(t.Context(), unpacked(t, version, "files.db"), store.Options{})
	must(err)
	defer func() { _ = db.Close() }()
	d := read(t, db)
	if s := d.Source(); s.Kind != store.FileSource || len(s.Files) != 1 || s.Files[0].Path != "fam.ttl" || len(s.Files[0].SHA256) != 64 {
		t.Errorf("source %+v", s)
	}
	const family = ex + "family#"
	p, info, err := d.Problem(t.Context(), Examples{Pos: []string{family + "ann"}, Neg: []string{family + "dan"}}, LoadOptions{})
	if err != nil || info.Depth != -1 || p.Structure.Len() != 4 || p.Structure.NumFacts() != 10 {
		t.Errorf("depth %d, %d individuals, %d facts, %v; want -1, 4 and 10", info.Depth, p.Structure.Len(), p.Structure.NumFacts(), err)
	}
}
