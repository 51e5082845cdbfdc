package store_test

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

var everyBit = flag.Bool("everybit", false, "TestBitFlips flips every bit of the file and not one of some bytes")

// raw opens a file with SQLite directly, and runs statements.
func raw(t *testing.T, path string, statements ...string) *sql.DB {
	t.Helper()
	pool := require.Value(sql.Open("sqlite", path))(t)
	t.Cleanup(func() { _ = pool.Close() })
	pool.SetMaxOpenConns(1)
	for _, q := range statements {
		require.Value(pool.Exec(q))(t)
	}
	return pool
}

// contents is all that can be read of a file.
type contents struct {
	sources []store.SourceInfo
	answers [][]store.Answer
	runs    [][]store.Run
}

func read(ctx context.Context, path string) (c contents, db *store.DB, err error) {
	if db, err = store.Open(ctx, path, store.Options{ReadOnly: true}); err != nil {
		return c, nil, err
	}
	if c.sources, err = db.Sources(ctx); err != nil {
		return c, db, err
	}
	for _, info := range c.sources {
		s, err := db.SourceByID(ctx, info.ID)
		if err != nil {
			return c, db, err
		}
		var answers []store.Answer
		for a, err := range s.All(ctx) {
			if err != nil {
				return c, db, err
			}
			answers = append(answers, a)
		}
		runs, err := s.Runs(ctx)
		if err != nil {
			return c, db, err
		}
		c.answers, c.runs = append(c.answers, answers), append(c.runs, runs)
	}
	return c, db, nil
}

// TestBitFlips flips single bits of a small file: everything read from it without an error
// is what was written. Get and Runs may miss an answer, which is then asked for again, but
// All may not.
func TestBitFlips(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	raw(t, path, "PRAGMA page_size = 512", "CREATE TABLE t (x)", "DROP TABLE t") // small pages have few unused bytes
	db := open(t, path, store.Options{})
	for i, k := range []store.SourceKey{key, {Kind: "endpoint", Name: key.Name, Settings: "{}"}} {
		s := require.Value(db.Source(t.Context(), k))(t)
		put(t, s, some...)
		for j := range 12 - 9*i {
			put(t, s, store.Answer{
				Term: fmt.Sprintf("http://e/t%d", j),
				Kind: "classes",
				Time: int64(j),
				Rows: []store.Row{{Value: fmt.Sprintf("http://e/C%d", j%3)}},
			})
		}
		require.Value(s.PutRun(t.Context(), store.Run{ID: fmt.Sprint("run", i), Examples: []string{"http://e/a"}}))(t)
	}
	require.NoError(t, db.Close())
	raw(t, path, "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")
	whole := require.Value(os.ReadFile(path))(t)
	want, db := require.Values(read(t.Context(), path))(t)
	_ = db.Close()
	found, same := 0, 0
	for i := range whole {
		for bit := range 8 {
			if !*everyBit && (i%testsize.Choose(101, 11) != 0 || bit != i%8) {
				continue
			}
			whole[i] ^= 1 << bit
			require.NoError(t, os.WriteFile(path, whole, 0o600))
			whole[i] ^= 1 << bit
			if flipped(t, path, fmt.Sprintf("byte %d bit %d", i, bit), want) {
				found++
			} else {
				same++
			}
		}
	}
	t.Logf("%d bytes: %d flips gave an error, %d the same data", len(whole), found, same)
}

// flipped reports whether an error was found.
func flipped(t *testing.T, path, flip string, want contents) bool {
	got, db, err := read(t.Context(), path)
	if db != nil {
		defer func() { _ = db.Close() }()
	}
	switch {
	case err == nil && !(reflect.DeepEqual(got.sources, want.sources) && reflect.DeepEqual(got.answers, want.answers)):
		t.Fatalf("%s: wrong data: %s", flip, cmp.Diff(fmt.Sprint(want), fmt.Sprint(got)))
	case err != nil && (!strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n")):
		t.Fatalf("%s: error %q: want the path, one line", flip, err)
	}
	for i, runs := range got.runs {
		require.That(t, len(runs) <= 0 || reflect.DeepEqual(runs, want.runs[i]), "%s: wrong run: %s", flip,
			cmp.Diff(fmt.Sprint(want.runs[i]), fmt.Sprint(runs)))
	}
	if db == nil {
		return true
	}
	for i, info := range want.sources {
		s, err := db.Source(t.Context(), info.SourceKey)
		if err != nil {
			continue
		}
		for _, a := range want.answers[i] {
			got, err := s.Get(t.Context(), a.Kind, []string{a.Term}, -100)
			require.That(t, err != nil || len(got[a.Term]) <= 0 || reflect.DeepEqual(got[a.Term], []store.Answer{a}),
				"%s: wrong answer %v; want %v", flip, got, a)
		}
	}
	return err != nil
}

// TestUnfinishedTransaction: a process that was killed in a transaction outside the
// write-ahead log leaves a journal. A reader then sees the answers from before.
func TestUnfinishedTransaction(t *testing.T) {
	dir := t.TempDir()
	path, killed := filepath.Join(dir, "x.db"), filepath.Join(dir, "killed.db")
	db := open(t, path, store.Options{})
	put(t, source(t, db), some...)
	require.NoError(t, db.Close())
	// With a small cache SQLite writes pages to the file before the transaction ends.
	writer := raw(t, path, "PRAGMA cache_size = 1", "BEGIN EXCLUSIVE", "UPDATE answer SET data = zeroblob(100000)")
	for _, end := range []string{"", "-journal"} {
		require.NoError(t, os.WriteFile(killed+end, require.Value(os.ReadFile(path+end))(t), 0o600))
	}
	require.Value(writer.Exec("ROLLBACK"))(t)
	got := all(t, source(t, open(t, killed, store.Options{ReadOnly: true})))
	check.That(t, len(got) == len(some), "%d answers; want %d", len(got), len(some))
}
