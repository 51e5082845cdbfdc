package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

var key = store.SourceKey{Kind: "endpoint", Name: "http://e/sparql", Settings: `{"types":["http://e/type"]}`}

type tester interface {
	Helper()
	Fatal(...any)
	Context() context.Context
	Cleanup(func())
}

func open(t tester, path string, o store.Options) *store.DB {
	t.Helper()
	db := require.Value(store.Open(t.Context(), path, o))(t)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func memory(t tester) *store.DB {
	t.Helper()
	db := require.Value(store.OpenMemory(t.Context()))(t)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func source(t tester, db *store.DB) *store.Source {
	t.Helper()
	s := require.Value(db.Source(t.Context(), key))(t)
	return s
}

func put(t tester, s *store.Source, answers ...store.Answer) {
	t.Helper()
	require.NoError(t, s.Put(t.Context(), answers))
}

func all(t tester, s *store.Source) (answers []store.Answer) {
	t.Helper()
	for a, err := range s.All(t.Context()) {
		require.NoError(t, err)
		answers = append(answers, a)
	}
	return answers
}

// some are answers of every form.
var some = []store.Answer{
	{Term: "http://e/a", Kind: "classes", Time: 10, Rows: []store.Row{{Value: "http://e/C"}, {Value: "http://e/D#x"}}},
	{Term: "http://e/a", Kind: "values", Time: 11, Rows: []store.Row{
		{Property: "http://e/f", Value: "007", Datatype: "http://www.w3.org/2001/XMLSchema#int"},
		{Property: "http://e/f", Value: " x\n'\"\x00\xff ", Datatype: "http://www.w3.org/2001/XMLSchema#int"},
		{Property: "http://e/g", Value: "http://e/no IRI", Lang: "de"},
		{}, {N: -3}, {},
	}},
	{Term: "_:b1", Kind: "values", Time: 12, Incomplete: "too many"},
	{Term: "no IRI", Kind: "counts-out", Properties: []string{"http://e/p", "q"},
		Rows: []store.Row{{Property: "q", N: 1 << 60}}, Time: -5},
	{Term: "", Kind: "classes", Time: 1},
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd name?#%.db")
	db := open(t, path, store.Options{})
	s := source(t, db)
	put(t, s, some...)
	run, err := s.PutRun(t.Context(), store.Run{Examples: []string{"http://e/a"}, Depth: 2, Bounds: "{}"})
	require.That(t, err == nil && run.ID != "" && !run.Started.IsZero(), "%v %v", run, err)
	run.Finished = run.Started.Add(time.Second)
	run.Dropped = []store.Dropped{{Property: "http://e/p", Direction: "in", Reason: "too many"}}
	require.Value(s.PutRun(t.Context(), run))(t)
	require.NoError(t, db.Close())
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	check.That(t, len(files) == 1, "files after Close: %v; want 1", files)
	want := slices.Clone(some)
	less := func(a, b store.Answer) int {
		return slices.Compare([]string{string(a.Kind), a.Term}, []string{string(b.Kind), b.Term})
	}
	slices.SortFunc(want, less)
	for _, o := range []store.Options{{ReadOnly: true}, {}} {
		db := open(t, path, o)
		s := source(t, db)
		got := all(t, s)
		slices.SortFunc(got, less)
		check.Equal(t, cmp.Diff(want, got, equateEmpty), "")
		for _, a := range some {
			got, err := s.Get(t.Context(), a.Kind, []string{a.Term, "http://e/absent", "http://absent/", "absent"}, -5)
			diff := cmp.Diff(map[string][]store.Answer{a.Term: {a}}, got, equateEmpty)
			check.That(t, diff == "" && err == nil, "%v %v", diff, err)
			got, err = s.Get(t.Context(), a.Kind, []string{a.Term}, a.Time+1)
			check.That(t, len(got) == 0 && err == nil, "%v, %v; want nothing that is so old", got, err)
		}
		runs, err := s.Runs(t.Context())
		check.That(t, err == nil && len(runs) == 1 && runs[0].ID == run.ID && runs[0].Finished.Equal(run.Finished) &&
			slices.Equal(runs[0].Dropped, run.Dropped), "runs %+v, %v", runs, err)
		check.NoError(t, db.Close())
	}
}

var equateEmpty = cmp.FilterValues(func(a, b []store.Row) bool { return len(a) == 0 && len(b) == 0 },
	cmp.Comparer(func(_, _ []store.Row) bool { return true }))

// TestReplaceAgainstModel: in whatever order answers are put, each property has the rows
// and the completeness of the newest answer that covers it.
func TestReplaceAgainstModel(t *testing.T) {
	properties := []string{"p", "q", "r"}
	testsize.Check(t, 20, func(t *rapid.T) {
		db := memory(t)
		defer func() { _ = db.Close() }()
		s := source(t, db)
		var history []store.Answer
		n := rapid.IntRange(1, 8).Draw(t, "answers")
		for i := range n {
			a := store.Answer{Term: "http://e/a", Kind: "k", Time: rapid.Int64Range(1, 4).Draw(t, "time")}
			if rapid.Bool().Draw(t, "part") {
				a.Properties = rapid.SliceOfNDistinct(rapid.SampledFrom(properties), 1, 2, rapid.ID).Draw(t, "properties")
			}
			if rapid.Bool().Draw(t, "incomplete") {
				a.Incomplete = fmt.Sprint("why ", i)
			}
			for _, p := range properties {
				if (a.Properties == nil || slices.Contains(a.Properties, p)) && rapid.Bool().Draw(t, p) {
					a.Rows = append(a.Rows, store.Row{Property: p, N: int64(i)})
				}
			}
			history = append(history, a)
			if rapid.Bool().Draw(t, "alone") || i == n-1 {
				put(t, s, history...)
				history = append([]store.Answer(nil), history...)
			}
		}
		got := require.Value(s.Get(t.Context(), "k", []string{"http://e/a"}, 0))(t)
		checkNewest(t, properties, history, got["http://e/a"])
		diff := cmp.Diff(got["http://e/a"], all(t, s), equateEmpty)
		require.That(t, diff == "", "%v", diff)
	})
}

// checkNewest compares answers with the newest of all that were put.
func checkNewest(t tester, properties []string, history, got []store.Answer) {
	t.Helper()
	for _, p := range properties {
		var want store.Answer
		for _, a := range history {
			if (a.Properties == nil || slices.Contains(a.Properties, p)) && a.Time >= want.Time {
				want = a
			}
		}
		covering, ok := store.FindCovering(got, p)
		require.That(t, ok == (want.Time > 0) && covering.Time == want.Time && covering.Incomplete == want.Incomplete,
			"%v %v %v", p, got, want)
		var rows, wanted []store.Row
		for _, a := range got {
			rows = append(rows, a.Rows...)
		}
		other := func(r store.Row) bool { return r.Property != p }
		rows, wanted = slices.DeleteFunc(rows, other), slices.DeleteFunc(slices.Clone(want.Rows), other)
		require.That(t, slices.Equal(rows, wanted), "%v %v %v", p, rows, wanted)
	}
}

func TestPutIsAllOrNothing(t *testing.T) {
	db := memory(t)
	s := source(t, db)
	put(t, s, some[0])
	for _, bad := range []store.Answer{
		{Term: "http://e/a"},
		{Term: "http://e/a", Kind: "genus:run"},
		{Term: "http://e/a", Kind: "k", Properties: []string{}},
		{Term: "http://e/a", Kind: "k", Properties: []string{"p"}, Rows: []store.Row{{Property: "q"}}},
		{Term: "http://e/a", Kind: "k", Properties: []string{"p", "r"}, Rows: []store.Row{{Property: "q"}}},
		{Term: "http://e/a", Kind: "k", Incomplete: string(make([]byte, 20<<20))},
	} {
		err := s.Put(t.Context(), []store.Answer{{Term: "http://new/b", Kind: "classes"}, bad})
		check.That(t, err != nil, "%.100v was put", bad)
	}
	// a namespace takes the number of one rolled back
	put(t, s, store.Answer{Term: "http://newer/c", Kind: "classes", Time: 1})
	got := all(t, s)
	check.That(t, len(got) == 2 && got[1].Term == "http://newer/c", "got %v", got)
	ctx := check.Ended()
	check.ErrorIs(t, s.Put(ctx, some), context.Canceled, "cancelled")
	check.ErrorIs(t, check.Error(s.Get(ctx, "classes", []string{"a"}, 0)), context.Canceled, "cancelled")
}
