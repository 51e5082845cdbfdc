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

// space enters the source that the tests are about.
func space(t *testing.T, db *DB) *Space {
	t.Helper()
	s, err := db.Add(t.Context(), Source{Kind: Endpoint, Name: "http://e/sparql", Vocabulary: "{}", Exclusions: "{}"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(tx *Tx) {
	tx.AddPrefix("ex", "http://e/")
	tx.AddPrefix("ex", "http://other/")
	tx.AddIndividual("a")
	tx.AddIndividual("a")
	tx.AddClass("a", "C")
	tx.AddSubclass("C", "D")
	tx.AddRole("r", "a", "b")
	tx.AddRole("r", "a", "b")
	tx.AddValue("f", "a", "007", "xsd:int")
	tx.AddValue("f", "a", " x\n'\"\x00 ", "xsd:int")
	tx.Declare("C", Class)
	tx.AddLabel("C", "de", "Klasse")
	tx.AddAxiom("r", "domain", "D")
	tx.AddOccurrence("a", "r", Linked)
	tx.AddOccurrence("a", "r", Linked)
	tx.SetAsked(Out, "a")
	tx.SetTally(Tally{"a", In, "r", 4, Counted, ""})
	tx.SetTally(Tally{"a", In, "r", 5, Gone, "why"})
	run := Run{Depth: 2, Bounds: "{}", Examples: []string{"a"}}
	run.ID = tx.BeginRun(run)
	run.Cuts = []Cut{{"r", CutOut, "a", 12, "first"}, {"r", CutOut, "b", 13, "second"}}
	tx.FinishRun(run, nil)
	tx.Skip("a", Skipped{"f", "xsd:string", "no order", 2})
	tx.Skip("b", Skipped{"f", "xsd:string", "no order", 3})
	tx.Skip("", Skipped{Reason: "why", N: 1})
}

// contents is all that can be read.
func contents(t *testing.T, db *Space) map[string]any {
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
	s := space(t, db)
	if err := s.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	before := contents(t, s)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("%d files after Close; want 1", len(files))
	}
	for _, o := range []Options{{ReadOnly: true}, {}} {
		db := open(t, path, o)
		s, err := db.Space(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if after := contents(t, s); !reflect.DeepEqual(after, before) {
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
		"Prefixes":   map[string]string{"ex": "http://e/"},
		"AlwaysCut":  []Cut(nil),
		"Skipped":    []Skipped{{Reason: "why", N: 1}, {"f", "xsd:string", "no order", 5}},
		"Gaps":       []Gap{{id["a"], id["r"], In, 5, Gone, "why"}},
		"Labels":     []LabelText{{"C", "de", "Klasse"}},
		"Declared":   []Declared{{"C", Class}},
		"Count":      Count{Individuals: 1, Classes: 1, Subclasses: 1, Roles: 1, Values: 2},
		"RoleFacts":  []Tuple{{id["r"], id["a"], id["b"]}},
		"Subclasses": []Tuple{{id["C"], id["D"], 0}},
		"Axioms":     [][3]string{{"r", "domain", "D"}},

		"Occurrences": []Occurrence{{id["a"], id["r"], Linked}},

		"Values": []Value{{id["f"], id["a"], " x\n'\"\x00 ", id["xsd:int"]}, {id["f"], id["a"], "007", id["xsd:int"]}},
	} {
		if !reflect.DeepEqual(before[name], want) {
			t.Errorf("%s: %v; want %v", name, before[name], want)
		}
	}
	runs := before["Runs"].([]Run)
	if len(runs) != 1 || runs[0].Finished.IsZero() || runs[0].Depth != 2 || !reflect.DeepEqual(runs[0].Examples, []string{"a"}) ||
		!reflect.DeepEqual(runs[0].Cuts, []Cut{{"r", CutOut, "a", 12, "first"}}) {
		t.Errorf("runs %+v", runs)
	}
	if p := before["Present"].(map[ID]Presence)[id["a"]]; !p.Out || p.In || p.Oldest == 0 {
		t.Errorf("present %+v", p)
	}
}

func TestUpdateIsAllOrNothing(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"), Options{})
	s := space(t, db)
	boom := errors.New("boom")
	if err := s.Update(t.Context(), func(tx *Tx) error { write(tx); return boom }); !errors.Is(err, boom) {
		t.Fatalf("got %v", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = s.Update(t.Context(), func(tx *Tx) error { write(tx); panic("boom") })
	}()
	if terms, err := db.Terms(t.Context()); err != nil || len(terms) != 1 {
		t.Errorf("terms %v, %v; want none", terms, err)
	}
	if err := s.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Count(t.Context()); err != nil || n.Facts() != 5 {
		t.Errorf("%d facts, %v; want 5: the dictionary kept terms that were rolled back", n.Facts(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Update(ctx, func(*Tx) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := db.Terms(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestClear: the newest answer about a term replaces what was known, but not of
// properties that it did not bring whole.
func TestClear(t *testing.T) {
	for _, tt := range []struct {
		part Part
		term string
		want Count
	}{
		{Out, "a", Count{Roles: 3, Values: 1, Subclasses: 1}}, // q a b and s a b stay: counted, and cut
		{In, "b", Count{Roles: 3, Values: 2, Classes: 1, Subclasses: 1}},
		{Leaf, "a", Count{Roles: 4, Classes: 0, Subclasses: 1}},
		{Super, "C", Count{Roles: 4, Values: 2, Classes: 1}},
		{Out, "x", Count{Roles: 4, Values: 2, Classes: 1, Subclasses: 1}},
	} {
		db, err := OpenMemory(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s := space(t, db)
		err = s.Update(t.Context(), func(tx *Tx) error {
			tx.AddRole("r", "a", "b")
			tx.AddRole("q", "a", "b")
			tx.AddRole("s", "a", "b")
			tx.AddRole("r", "y", "z")
			tx.AddValue("f", "a", "1", "d")
			tx.AddValue("q", "a", "1", "d")
			tx.AddClass("a", "C")
			tx.AddSubclass("C", "D")
			tx.SetTally(Tally{"a", Out, "q", 1, Counted, ""})
			tx.SetTally(Tally{"a", Out, "s", 1, Gone, "why"})
			tx.SetTally(Tally{"a", Out, "r", 1, Here, ""})
			tx.SetTally(Tally{"b", In, "q", 1, Counted, ""})
			tx.SetTally(Tally{"b", In, "s", 1, Values, "why"})
			tx.SetTally(Tally{"b", In, "s", 1, Gone, "why"})
			tx.Clear([]string{tt.term}, tt.part)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.Count(t.Context()); err != nil || n != tt.want {
			t.Errorf("%s of %s: %+v, %v; want %+v", tt.part, tt.term, n, err, tt.want)
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
			Options{}, ErrVersion, fmt.Sprintf("schema 99 and this program knows those up to %d", Version)},
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
	s := space(t, db)
	add := func(n int) error {
		return s.Update(t.Context(), func(tx *Tx) error {
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
	if n, err := s.Count(t.Context()); err != nil || n.Facts() != 10 {
		t.Errorf("%d facts, %v; want those of before", n.Facts(), err)
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
	if err := space(t, db).Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	ro := open(t, path, Options{ReadOnly: true})
	s, err := ro.Space(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Update(t.Context(), func(tx *Tx) error { tx.AddIndividual("z"); return nil }); !errors.Is(err, ErrReadOnly) {
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

func TestClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	db := open(t, path, Options{})
	s := space(t, db)
	_ = db.Close()
	if err := s.Update(t.Context(), func(*Tx) error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v; want ErrClosed", err)
	}
	if _, err := s.Prefixes(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v; want ErrClosed", err)
	}
	if err := db.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

// The views are what a person sees with sqlite3.
func TestViews(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"), Options{})
	if err := space(t, db).Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	for view, want := range map[string]string{
		"classes": "1 a C", "superclasses": "1 C D", "roles": "1 a r b", "axioms": "1 r domain D", "occurrences": "1 a r linked",
		"cuts": "1 1 r out a 12 first", "tallies": "1 a in r 5 cut why",
		"features WHERE lexical = '007'": "1 a f 007 xsd:int", "not_used WHERE n = 5": "1 f xsd:string no order 5",
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

// TestKilledWithin: of a transaction in which a process was killed nothing is
// left, and everything before it is there.
func TestKilledWithin(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	db := open(t, path, Options{})
	s := space(t, db)
	if err := s.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	killed := filepath.Join(dir, "killed.db")
	_ = s.Update(t.Context(), func(tx *Tx) error {
		tx.exec("PRAGMA cache_size = 1") // so that pages go to the file early
		for i := range 5_000 {
			tx.AddIndividual(fmt.Sprintf("http://example.org/some/rather/long/name/%d", i))
		}
		for _, suffix := range []string{"", "-wal"} { // what a kill would leave now
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
	for _, o := range []Options{{ReadOnly: true}, {}} {
		db := open(t, killed, o)
		s, err := db.Space(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.Count(t.Context()); err != nil || n.Individuals != 1 || n.Facts() != 5 {
			t.Errorf("%+v: %+v, %v; want what was before", o, n, err)
		}
		_ = db.Close()
	}
	if left, _ := filepath.Glob(killed + "?*"); len(left) > 0 {
		t.Errorf("left beside the file: %v", left)
	}
}
