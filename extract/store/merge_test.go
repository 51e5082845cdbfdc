package store_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// byTerm sorts answers, because the order of namespaces may differ between files.
func byTerm(answers []store.Answer) []store.Answer {
	slices.SortStableFunc(answers, func(a, b store.Answer) int {
		return slices.Compare([]string{a.Term, string(a.Kind)}, []string{b.Term, string(b.Kind)})
	})
	return answers
}

// TestMerge: a merged file has the same answers as a file in which all were put, and
// merging once more changes nothing.
func TestMerge(t *testing.T) {
	dir, n := t.TempDir(), 0
	testsize.Check(t, 20, func(rt *rapid.T) {
		n++
		one, two, both := memory(rt), open(rt, filepath.Join(dir, fmt.Sprint(n, ".db")), store.Options{}), memory(rt)
		if rapid.Bool().Draw(rt, "a source before it") { // so that numbers differ
			if _, err := two.Source(t.Context(), store.SourceKey{Kind: "endpoint", Name: "http://other/"}); err != nil {
				rt.Fatal(err)
			}
		}
		time := int64(0)
		for _, db := range []*store.DB{one, two, one} {
			for range rapid.IntRange(0, 5).Draw(rt, "answers") {
				time++
				a := store.Answer{Term: rapid.SampledFrom([]string{"http://a/x", "http://b/x", "x"}).Draw(rt, "term"), Kind: "k", Time: time}
				p := rapid.SampledFrom([]string{"http://p/p", "http://q/q"}).Draw(rt, "property")
				a.Rows = []store.Row{{Property: p, N: time}}
				if rapid.Bool().Draw(rt, "part") {
					a.Properties = []string{p}
				}
				put(rt, source(rt, db), a)
				put(rt, source(rt, both), a)
			}
		}
		run, err := source(rt, two).PutRun(t.Context(), store.Run{Depth: 3})
		require.NoError(rt, err)
		require.NoError(rt, two.Close())
		for range 2 {
			require.NoError(rt, one.Merge(t.Context(), two.Path()))
			if diff := cmp.Diff(byTerm(all(rt, source(rt, both))), byTerm(all(rt, source(rt, one))), equateEmpty); diff != "" {
				rt.Fatal(diff)
			}
			if runs, err := source(rt, one).Runs(t.Context()); err != nil || len(runs) != 1 || runs[0].ID != run.ID {
				rt.Fatal(runs, err)
			}
		}
		_, _ = one.Close(), both.Close()
	})
}

// TestMergeFiles: of two imports of the same file with different contents the later one
// counts.
func TestMergeFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, sum string) *store.DB {
		db := open(t, filepath.Join(dir, name), store.Options{})
		s, err := db.Source(t.Context(), store.SourceKey{Kind: "file", Name: "x.ttl", Files: []store.File{{Path: "x.ttl", SHA256: sum}}})
		require.NoError(t, err)
		put(t, s, store.Answer{Term: sum, Kind: "k", Time: 1})
		time.Sleep(2 * time.Millisecond) // so that the next one is later
		return db
	}
	older, newer := file("older.db", "a"), file("newer.db", "b")
	for _, db := range []*store.DB{older, newer} {
		for _, other := range []*store.DB{newer, older} {
			if other != db {
				require.NoError(t, db.Merge(t.Context(), other.Path()))
			}
		}
		s, err := db.SourceByID(t.Context(), len(must(db.Sources(t.Context()))))
		if err != nil {
			s, err = db.SourceByID(t.Context(), 2) // the first was replaced
		}
		require.NoError(t, err)
		if got := all(t, s); len(got) != 1 || got[0].Term != "b" {
			t.Errorf("%s: %v; want the newer one", db.Path(), got)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestOtherFiles: an import is removed when its files have changed.
func TestOtherFiles(t *testing.T) {
	db := memory(t)
	k := store.SourceKey{Kind: "file", Name: "x.ttl", Files: []store.File{{Path: "x.ttl", SHA256: "a"}}}
	old := must(db.Source(t.Context(), k))
	put(t, old, some...)
	if got := all(t, must(db.Source(t.Context(), k))); len(got) != len(some) {
		t.Errorf("%d answers of the same files; want %d", len(got), len(some))
	}
	k.Files[0].SHA256 = "b"
	if got := all(t, must(db.Source(t.Context(), k))); len(got) != 0 {
		t.Errorf("%v of other files", got)
	}
	if n := len(must(db.Sources(t.Context()))); n != 1 {
		t.Errorf("%d sources; want 1", n)
	}
	if err := old.Put(t.Context(), some); !errors.Is(err, store.ErrNoSource) {
		t.Errorf("writing to the source that is gone: %v; want ErrNoSource", err)
	}
}

func TestDrop(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	db := open(t, path, store.Options{})
	first, second := source(t, db), must(db.Source(t.Context(), store.SourceKey{Kind: "endpoint", Name: "http://other/"}))
	for i := range 2000 {
		put(t, first, store.Answer{Term: fmt.Sprint("http://e/", i%1000), Kind: "k", Properties: []string{fmt.Sprint("p", i/1000)}, Time: int64(1 + i)})
	}
	put(t, second, some...)
	files := must(db.Source(t.Context(), store.SourceKey{Kind: "file", Name: "x.ttl", Files: []store.File{{Path: "x.ttl"}}}))
	put(t, files, some...)
	must(first.PutRun(t.Context(), store.Run{}))
	before := must(db.Size(t.Context()))
	n, err := db.Drop(t.Context(), store.Old{Sources: []int{1}, Before: time.UnixMilli(1500)})
	if err != nil || n != 1499 {
		t.Errorf("%d dropped, %v; want 1499", n, err)
	}
	if got := all(t, first); len(got) != 501 || slices.ContainsFunc(got, func(a store.Answer) bool { return a.Time < 1500 }) {
		t.Errorf("%d answers are left; want 501", len(got))
	}
	if n, err = db.Drop(t.Context(), store.Old{Sources: []int{2}}); err != nil || n != len(some) {
		t.Errorf("%d dropped, %v; want %d", n, err, len(some))
	}
	if _, err := db.SourceByID(t.Context(), 2); !errors.Is(err, store.ErrNoSource) {
		t.Errorf("%v; want ErrNoSource", err)
	}
	if _, err := db.Drop(t.Context(), store.Old{Sources: []int{2}}); !errors.Is(err, store.ErrNoSource) {
		t.Errorf("%v; want ErrNoSource", err)
	}
	if _, err := db.Drop(t.Context(), store.Old{}); err == nil {
		t.Error("dropped what nobody named")
	}
	if n, err = db.Drop(t.Context(), store.Old{Before: time.UnixMilli(1500)}); err != nil || n != 0 || len(all(t, files)) != len(some) {
		t.Errorf("%d dropped, %v; want none: answers of files do not age", n, err)
	}
	if runs := must(first.Runs(t.Context())); len(runs) != 1 {
		t.Errorf("runs %v; want the one that is there", runs)
	}
	if _, err := db.Drop(t.Context(), store.Old{Before: time.Now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if runs := must(first.Runs(t.Context())); len(runs) != 0 {
		t.Errorf("runs %v are left whose answers are gone", runs)
	}
	require.NoError(t, db.Vacuum(t.Context()))
	if after := must(db.Size(t.Context())); after.Bytes >= before.Bytes || after.Free != 0 {
		t.Errorf("%+v before, %+v after", before, after)
	}
}
