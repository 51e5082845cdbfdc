package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

const genus = "PRAGMA application_id = 0x67656e75"

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	sqlite := func(name string, statements ...string) string {
		path := filepath.Join(dir, name)
		_ = raw(t, path, statements...).Close()
		return path
	}
	good := filepath.Join(dir, "good.db")
	require.NoError(t, open(t, good, store.Options{}).Close())
	whole := require.Value(os.ReadFile(good))(t)
	damaged := bytes.Clone(whole)
	for i := 100; i < 4096; i++ {
		damaged[i] = 0xff
	}
	more := func(name string, statements ...string) string {
		return sqlite(filepath.Base(file(name, string(whole))), statements...)
	}
	for _, tt := range []struct {
		name, path string
		o          store.Options
		want       error
		text       string
	}{
		{"absent", filepath.Join(dir, "absent.db"), store.Options{ReadOnly: true}, fs.ErrNotExist, "genus extract"},
		{"no folder", filepath.Join(dir, "none", "x.db"), store.Options{}, nil, "no folder"},
		{"folder", dir, store.Options{}, store.ErrNotSQLite, "folder"},
		{"text", file("text.db", "hello, world: a text of some length"), store.Options{}, store.ErrNotSQLite, "name a file"},
		{"short", file("short.db", "hello"), store.Options{ReadOnly: true}, store.ErrNotSQLite, "name a file"},
		{"empty", file("empty.db", ""), store.Options{ReadOnly: true}, store.ErrNotGenus, "empty"},
		{"other program", sqlite("other.db", "CREATE TABLE t(x)"), store.Options{}, store.ErrNotGenus, "another program"},
		{"newer version", sqlite("newer.db", "CREATE TABLE t(x)", genus, "PRAGMA user_version = 99"), store.Options{},
			store.ErrVersion, "the file has schema 99 and this program has 5"},
		{"older version", sqlite("older.db", "CREATE TABLE t(x)", genus, "PRAGMA user_version = 4"),
			store.Options{ReadOnly: true}, store.ErrVersion, "the file has schema 4 and this program has 5"},
		{"negative version", sqlite("negative.db", "CREATE TABLE t(x)", genus, "PRAGMA user_version = -5"), store.Options{},
			store.ErrVersion, "schema -5"},
		{"no version", sqlite("zero.db", "CREATE TABLE t(x)", genus), store.Options{}, store.ErrVersion, "schema 0"},
		{"other tables", sqlite("tables.db", "CREATE TABLE t(x)", genus, "PRAGMA user_version = 5"), store.Options{},
			store.ErrCorrupt, "tables are not those of genus"},
		{"a trigger", more("trigger.db", "CREATE TRIGGER t AFTER INSERT ON answer BEGIN DELETE FROM answer; END"),
			store.Options{}, store.ErrCorrupt, "tables are not those of genus"},
		{"endless sources", more("endless.db", "DROP TABLE source",
			"CREATE VIEW source AS WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r) SELECT id, '{}' AS key, "+
				"0 AS \"check\", 0 AS answers, 0 AS sum FROM r"), store.Options{ReadOnly: true}, store.ErrCorrupt,
			"tables are not those of genus"},
		{"damaged", file("damaged.db", string(damaged)), store.Options{}, store.ErrCorrupt, "extract again"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, _ := os.ReadFile(tt.path)
			db, err := store.Open(t.Context(), tt.path, tt.o)
			if err == nil {
				_ = db.Close()
				t.Fatal("opened")
			}
			check.That(t, tt.want == nil || errors.Is(err, tt.want), "got %v; want %v", err, tt.want)
			check.That(t, strings.Contains(err.Error(), tt.text) && strings.Contains(err.Error(), tt.path) &&
				!strings.Contains(err.Error(), "\n"), "error %q: want path, %q, one line", err, tt.text)
			after, _ := os.ReadFile(tt.path)
			check.That(t, bytes.Equal(before, after), "the file was changed")
		})
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*-*"))
	check.That(t, len(left) <= 0, "left beside the files: %v", left)
}

// TestCrafted: crafted files are refused, and allocate no more memory than they have
// bytes.
func TestCrafted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	for _, statement := range []string{"UPDATE answer SET data = zeroblob(20000000)", "UPDATE answer SET data = x''",
		"UPDATE answer SET data = x'00000000'", "UPDATE answer SET data = 7",
		"UPDATE answer SET data = x'ffffffffffffffffff7f' || data", "UPDATE answer SET space = -1",
		"UPDATE answer SET space = 99", "UPDATE answer SET kind = x'00'", "UPDATE answer SET name = 'b'",
		"UPDATE answer SET source = 2", "DELETE FROM answer", "DELETE FROM source",
		"UPDATE source SET key = replace(key, 'endpoint', 'file')", "UPDATE source SET key = '[['",
		"UPDATE source SET answers = 4611686018427387904", "UPDATE namespace SET iri = x''",
		"UPDATE namespace SET id = 4611686018427387904", "DELETE FROM namespace"} {
		_ = os.Remove(path)
		db := open(t, path, store.Options{})
		put(t, source(t, db), store.Answer{Term: "http://e/a", Kind: "classes", Time: 10,
			Rows: []store.Row{{Value: "http://e/C"}}})
		require.NoError(t, db.Close())
		_ = raw(t, path, statement).Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, db, err := read(t.Context(), path)
		runtime.ReadMemStats(&after)
		check.That(t, errors.Is(err, store.ErrCorrupt) && strings.Contains(err.Error(), path),
			"%s: %v; want ErrCorrupt", statement, err)
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 100<<20 { // the driver copies what is there
			t.Errorf("%s: allocated %d MB", statement, bytes>>20)
		}
		if db != nil {
			_ = db.Close()
		}
	}
}

func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full.db")
	db := open(t, path, store.Options{})
	s := source(t, db)
	add := func(n int) error {
		var answers []store.Answer
		for i := range n {
			answers = append(answers, store.Answer{Term: fmt.Sprint("http://e/", i), Kind: "classes", Time: 1,
				Rows: []store.Row{{Value: fmt.Sprint("http://e/", i)}}})
		}
		return s.Put(t.Context(), answers)
	}
	require.NoError(t, add(10))
	require.NoError(t, store.LimitPages(db, 8))
	err := add(10_000)
	require.That(t, errors.Is(err, store.ErrFull) &&
		strings.Contains(err.Error(), "run the same command again to continue"),
		"got %v; want ErrFull", err)
	check.Equal(t, len(all(t, s)), 10, "answers; want those of before")
	require.NoError(t, store.LimitPages(db, 100_000))
	check.NoError(t, add(10_000), "after room was made")
}

func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	db := open(t, path, store.Options{})
	put(t, source(t, db), some...)
	_ = db.Close()
	ro := open(t, path, store.Options{ReadOnly: true})
	check.ErrorIs(t, source(t, ro).Put(t.Context(), some), store.ErrReadOnly, "writing")
	check.ErrorIs(t, check.Error(ro.Source(t.Context(), store.SourceKey{Kind: "file", Name: "y"})), store.ErrNoSource,
		"a source that is not there")
	_ = ro.Close()
	if os.Getuid() == 0 {
		t.Log("the superuser may write everywhere: folders without permission are not tried")
		return
	}
	require.NoError(t, errors.Join(os.Chmod(path, 0o400), os.Chmod(dir, 0o500)))
	defer func() { _ = os.Chmod(dir, 0o700) }()
	check.ErrorIs(t, check.Error(store.Open(t.Context(), path, store.Options{})), store.ErrReadOnly, "opening")
	check.ErrorIs(t, check.Error(store.Open(t.Context(), filepath.Join(dir, "new.db"), store.Options{})),
		store.ErrReadOnly, "making")
	ro = open(t, path, store.Options{ReadOnly: true})
	n := len(all(t, source(t, ro)))
	check.That(t, n == len(some), "%d answers without permission; want %d", n, len(some))
	_ = ro.Close()
}

func TestClosed(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"), store.Options{})
	s := source(t, db)
	_ = db.Close()
	check.ErrorIs(t, s.Put(t.Context(), some), store.ErrClosed, "Put")
	check.ErrorIs(t, check.Error(s.Get(t.Context(), "classes", []string{"a"}, 0)), store.ErrClosed, "Get")
	check.ErrorIs(t, check.Error(s.Runs(t.Context())), store.ErrClosed, "Runs")
	check.NoError(t, db.Close(), "second Close")
}

// TestView: sqlite3 shows the terms in the view.
func TestView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	db := open(t, path, store.Options{})
	put(t, source(t, db), some...)
	_ = db.Close()
	rows := require.Value(raw(t, path).Query("SELECT kind || ' ' || term FROM terms ORDER BY 1"))(t)
	defer rows.Close()
	var got []string
	for rows.Next() {
		var s sql.NullString
		require.NoError(t, rows.Scan(&s))
		got = append(got, s.String)
	}
	check.Diff(t, got, []string{"classes ", "classes http://e/a", "counts-out no IRI", "values _:b1", "values http://e/a"})
}
