package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func open(t *testing.T, path string, o Options) *DB {
	t.Helper()
	db, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func write(tx *Tx) {
	tx.SetMeta("k", "old")
	tx.SetMeta("k", "new")
	tx.AddSource(Source{Name: "http://e/sparql", Kind: Endpoint})
	tx.AddSource(Source{Name: "a.nt", Kind: File, Size: 3, SHA256: "abc"})
	tx.AddPrefix("ex", "http://e/")
	tx.AddPrefix("ex", "http://other/")
	tx.AddIndividual("a")
	tx.AddIndividual("a")
	tx.SetExample("a", -1)
	tx.SetExample("a", 2)
	tx.AddClass("a", "C")
	tx.AddSubclass("C", "D")
	tx.AddRole("r", "a", "b")
	tx.AddRole("r", "a", "b")
	tx.AddValue("f", "a", "007", "xsd:int")
	tx.AddValue("f", "a", " x\n'\"\x00 ", "xsd:int")
	tx.Declare("C", Class)
	tx.AddLabel("C", "de", "Klasse")
	tx.SetFetched("a", Out, 0)
	tx.SetFanOut("a", In, "r", 5)
	tx.AddCut(Cut{"r", CutOut, "a", 12, "first"})
	tx.AddCut(Cut{"r", CutOut, "b", 13, "second"})
	tx.Skip(Skipped{"f", "xsd:string", "no order", 2})
	tx.Skip(Skipped{"f", "xsd:string", "no order", 3})
	tx.Skip(Skipped{Reason: "why", N: 1})
}

// contents is all that can be read.
func contents(t *testing.T, db *DB) map[string]any {
	t.Helper()
	m := map[string]any{}
	v := reflect.ValueOf(db)
	for i := range v.NumMethod() {
		method := v.Type().Method(i)
		if mt := v.Method(i).Type(); mt.NumIn() == 1 && mt.NumOut() == 2 {
			out := v.Method(i).Call([]reflect.Value{reflect.ValueOf(t.Context())})
			if err, _ := out[1].Interface().(error); err != nil {
				t.Fatalf("%s: %v", method.Name, err)
			}
			m[method.Name] = out[0].Interface()
		}
	}
	return m
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd name?#%.db")
	db := open(t, path, Options{})
	if err := db.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	before := contents(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("%d files after Close; want 1", len(files))
	}
	for _, o := range []Options{{ReadOnly: true}, {}} {
		db := open(t, path, o)
		if after := contents(t, db); !reflect.DeepEqual(after, before) {
			t.Errorf("%+v:\n got %v\nwant %v", o, after, before)
		}
		_ = db.Close()
	}
	terms := before["Terms"].([]string)
	id := map[string]ID{}
	for i, iri := range terms {
		id[iri] = ID(i)
	}
	for name, want := range map[string]any{
		"Meta":     map[string]string{"k": "new"},
		"Prefixes": map[string]string{"ex": "http://e/"},
		"Sources":  []Source{{"a.nt", File, 3, "abc"}, {Name: "http://e/sparql", Kind: Endpoint}},
		"Examples": []Example{{"a", 2}},
		"Cuts":     []Cut{{"r", CutOut, "a", 12, "first"}},
		"Skipped":  []Skipped{{Reason: "why", N: 1}, {"f", "xsd:string", "no order", 5}},
		"FanOuts":  []FanOut{{"a", In, "r", 5}},
		"Fetched":  []Fetched{{"a", Out, 0}},
		"Labels":   []LabelText{{"C", "de", "Klasse"}},
		"Declared": []Declared{{"C", Class}},
		"NumFacts": 5, "NumIndividuals": 1,
		"RoleFacts":  []Tuple{{id["r"], id["a"], id["b"]}},
		"Subclasses": []Tuple{{id["C"], id["D"], 0}},
		"Values":     []Value{{id["f"], id["a"], " x\n'\"\x00 ", id["xsd:int"]}, {id["f"], id["a"], "007", id["xsd:int"]}},
		"Classes":    []string{"C", "D"},
		"Properties": []string{"f", "r"},
	} {
		if !reflect.DeepEqual(before[name], want) {
			t.Errorf("%s: %v; want %v", name, before[name], want)
		}
	}
}

func TestUpdateIsAllOrNothing(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"), Options{})
	boom := errors.New("boom")
	if err := db.Update(t.Context(), func(tx *Tx) error { write(tx); return boom }); !errors.Is(err, boom) {
		t.Fatalf("got %v", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = db.Update(t.Context(), func(tx *Tx) error { write(tx); panic("boom") })
	}()
	if terms, err := db.Terms(t.Context()); err != nil || len(terms) != 1 {
		t.Errorf("terms %v, %v; want none", terms, err)
	}
	if err := db.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	if n, err := db.NumFacts(t.Context()); err != nil || n != 5 {
		t.Errorf("%d facts, %v; want 5: the dictionary kept terms that were rolled back", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.Update(ctx, func(*Tx) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := db.Terms(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestDropRoleFacts(t *testing.T) {
	for _, tt := range []struct {
		name    string
		out, in bool
		want    int
	}{{"nothing", false, false, 3}, {"out", true, false, 1}, {"in", false, true, 2}, {"both", true, true, 0}} {
		db, err := OpenMemory(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(t.Context(), func(tx *Tx) error {
			tx.AddRole("r", "a", "b")
			tx.AddRole("r", "a", "c")
			tx.AddRole("r", "x", "y")
			tx.SetFetched("a", Out, 0)
			tx.SetFetched("b", In, 1)
			tx.DropRoleFacts("r", tt.out, tt.in)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if facts, err := db.RoleFacts(t.Context()); err != nil || len(facts) != tt.want {
			t.Errorf("%s: %d facts, %v; want %d", tt.name, len(facts), err, tt.want)
		}
		_ = db.Close()
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sqlite := func(name, statements string) string {
		path := filepath.Join(dir, name)
		pool, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		if _, err := pool.Exec(statements); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := filepath.Join(dir, "good.db")
	if err := open(t, good, Options{}).Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(whole)
	for i := 100; i < 4096; i++ {
		damaged[i] = 0xff
	}
	tests := []struct {
		name, path string
		o          Options
		want       error
		text       string
	}{
		{"absent", filepath.Join(dir, "absent.db"), Options{ReadOnly: true}, fs.ErrNotExist, "genus extract"},
		{"no folder", filepath.Join(dir, "none", "x.db"), Options{}, nil, "no folder"},
		{"folder", dir, Options{}, ErrNotSQLite, "folder"},
		{"text", file("text.db", "hello, world: a text of some length"), Options{}, ErrNotSQLite, "name a file"},
		{"short", file("short.db", "hello"), Options{ReadOnly: true}, ErrNotSQLite, "name a file"},
		{"empty", file("empty.db", ""), Options{ReadOnly: true}, ErrNotGenus, "empty"},
		{"other program", sqlite("other.db", "CREATE TABLE t(x)"), Options{}, ErrNotGenus, "another program"},
		{"other version", sqlite("version.db", fmt.Sprintf("CREATE TABLE t(x); PRAGMA application_id = %d; PRAGMA user_version = 99", applicationID)),
			Options{}, ErrVersion, "schema 99 and this program knows 1"},
		{"damaged", file("damaged.db", string(damaged)), Options{}, ErrCorrupt, "extract again"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, _ := os.ReadFile(tt.path)
			db, err := Open(t.Context(), tt.path, tt.o)
			if err == nil {
				_ = db.Close()
				t.Fatal("opened")
			}
			if tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("got %v; want %v", err, tt.want)
			}
			if !strings.Contains(err.Error(), tt.text) || !strings.Contains(err.Error(), tt.path) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q: want path, %q, one line", err, tt.text)
			}
			if after, _ := os.ReadFile(tt.path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full.db")
	db := open(t, path, Options{})
	add := func(n int) error {
		return db.Update(t.Context(), func(tx *Tx) error {
			for i := range n {
				tx.AddRole("r", fmt.Sprint("a", i), fmt.Sprint("b", i))
			}
			return nil
		})
	}
	if err := add(10); err != nil {
		t.Fatal(err)
	}
	var pages int
	if err := db.conn.QueryRowContext(t.Context(), "PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := db.conn.ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages+1)); err != nil {
		t.Fatal(err)
	}
	if err := add(10_000); !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "goes on where it was") {
		t.Fatalf("got %v; want ErrFull", err)
	}
	if n, err := db.NumFacts(t.Context()); err != nil || n != 10 {
		t.Errorf("%d facts, %v; want those of before", n, err)
	}
	if _, err := db.conn.ExecContext(t.Context(), "PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if err := add(10_000); err != nil {
		t.Errorf("after room was made: %v", err)
	}
}

func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	db := open(t, path, Options{})
	if err := db.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	ro := open(t, path, Options{ReadOnly: true})
	if err := ro.Update(t.Context(), func(tx *Tx) error { tx.AddIndividual("z"); return nil }); !errors.Is(err, ErrReadOnly) {
		t.Errorf("writing: %v; want ErrReadOnly", err)
	}
	_ = ro.Close()
	if os.Getuid() == 0 {
		t.Log("the superuser may write everywhere: folders without permission are not tried")
		return
	}
	if err := errors.Join(os.Chmod(path, 0o400), os.Chmod(dir, 0o500)); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod(dir, 0o700) }()
	if _, err := Open(t.Context(), path, Options{}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("opening: %v; want ErrReadOnly", err)
	}
	if _, err := Open(t.Context(), filepath.Join(dir, "new.db"), Options{}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("making: %v; want ErrReadOnly", err)
	}
	_ = open(t, path, Options{ReadOnly: true}).Close()
}

func TestOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	db := open(t, path, Options{})
	if _, err := Open(t.Context(), path, Options{}); !errors.Is(err, ErrBusy) {
		t.Errorf("second writer: %v; want ErrBusy", err)
	}
	_ = db.Close()
	_ = open(t, path, Options{}).Close()
	if err := db.Update(t.Context(), func(*Tx) error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v; want ErrClosed", err)
	}
	if _, err := db.Meta(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v; want ErrClosed", err)
	}
	if err := db.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

// The views are what a person sees with sqlite3.
func TestViews(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"), Options{})
	if err := db.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	for view, want := range map[string]string{
		"classes": "a C", "superclasses": "C D", "roles": "a r b", "examples": "a 2", "cuts": "r out a 12 first",
		"features WHERE lexical = '007'": "a f 007 xsd:int", "not_used WHERE n = 5": "f xsd:string no order 5",
	} {
		rows, err := db.conn.QueryContext(t.Context(), "SELECT * FROM "+view)
		if err != nil {
			t.Fatal(err)
		}
		cols, _ := rows.Columns()
		var got []string
		for rows.Next() {
			vals := make([]any, len(cols))
			for i := range vals {
				vals[i] = new(string)
			}
			if err := rows.Scan(vals...); err != nil {
				t.Fatal(err)
			}
			for _, v := range vals {
				got = append(got, *v.(*string))
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q; want %q", view, s, want)
		}
	}
}

// A process killed within a transaction leaves a hot journal. Whoever may write
// rolls it back; whoever may not is told.
func TestHotJournal(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	db := open(t, path, Options{})
	if err := db.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	killed := filepath.Join(dir, "killed.db")
	_ = db.Update(t.Context(), func(tx *Tx) error {
		tx.exec("PRAGMA cache_size = 1") // so that pages go to the file early
		for i := range 5_000 {
			tx.AddIndividual(fmt.Sprintf("http://example.org/some/rather/long/name/%d", i))
		}
		for _, suffix := range []string{"", "-journal"} { // what a kill would leave now
			b, err := os.ReadFile(path + suffix)
			if err != nil {
				t.Error(err)
			}
			if err := os.WriteFile(killed+suffix, b, 0o600); err != nil {
				t.Error(err)
			}
		}
		return boom
	})
	ro, err := Open(t.Context(), killed, Options{ReadOnly: true})
	if err == nil {
		_ = ro.Close()
		t.Error("opened read-only in the middle of a batch")
	} else if !errors.Is(err, ErrReadOnly) || !strings.Contains(err.Error(), "run genus extract again") {
		t.Errorf("got %v", err)
	}
	rw := open(t, killed, Options{})
	if n, err := rw.NumIndividuals(t.Context()); err != nil || n != 1 {
		t.Errorf("%d individuals, %v; want the 1 of before", n, err)
	}
}
