package store

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// states are what the readers say of the tallies and of what was asked: of a handle
// that may write, of one that may not, and of the views.
func states(t *testing.T, path string, s *Space) string {
	t.Helper()
	db := open(t, path, Options{ReadOnly: true})
	defer func() { _ = db.Close() }()
	reader, err := db.Space(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, s := range []*Space{s, reader} {
		var lines []string
		tallies, err := s.Tallies(t.Context(), []string{"a", "b", "c"})
		if err != nil {
			t.Fatal(err)
		}
		for _, y := range tallies {
			lines = append(lines, fmt.Sprintf("%s %s %s %d %s", y.Term, y.Part, y.Property, y.N, y.State))
		}
		asked, err := s.AskedAbout(t.Context(), []string{"a", "b", "c"}, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range asked {
			lines = append(lines, fmt.Sprintf("%s %s asked", a.Term, a.Part))
		}
		slices.Sort(lines)
		texts = append(texts, strings.Join(lines, "\n"))

		present, err := s.Present(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ids, err := s.IDs(t.Context(), []string{"a", "b", "c"})
		if err != nil {
			t.Fatal(err)
		}
		for term, id := range ids {
			if p := present[id]; p.Out != strings.Contains(texts[0], term+" out asked") {
				t.Errorf("%s is %+v, but\n%s", term, p, texts[0])
			}
		}
		gaps, err := s.Gaps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(texts[0], "counted") + strings.Count(texts[0], "cut"); len(gaps) != n {
			t.Errorf("%d gaps, %v, but\n%s", len(gaps), gaps, texts[0])
		}
	}
	var lines []string
	err = db.rows(t.Context(), "SELECT term || ' ' || part || ' ' || property || ' ' || n || ' ' || state FROM tallies UNION ALL SELECT term || ' ' || part || ' asked' FROM questions",
		func(get func(...any) error) error {
			lines = append(lines, "")
			return get(&lines[len(lines)-1])
		})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	texts = append(texts, strings.Join(lines, "\n"))
	if texts[0] != texts[1] || texts[0] != texts[2] {
		t.Errorf("who may write reads\n%s\nwho may not\n%s\nthe views say\n%s", texts[0], texts[1], texts[2])
	}
	return texts[0]
}

// TestCounts: what was counted is here as soon as it was asked for, unless somebody
// says otherwise, whether it was entered by then or not; and what is taken back is not.
func TestCounts(t *testing.T) {
	for _, settled := range []bool{false, true} {
		path := t.TempDir() + "/x.db"
		s := space(t, open(t, path, Options{}))
		do := func(f func(tx *Tx)) {
			t.Helper()
			err := s.Update(t.Context(), func(tx *Tx) error {
				f(tx)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if settled {
				if err := s.Settle(t.Context(), []string{"a", "b", "c"}); err != nil {
					t.Fatal(err)
				}
			}
		}
		counts := func(string) []Tally { return []Tally{{Property: "p", N: 2}, {Property: "q", N: 1}} }
		check := func(want string) {
			t.Helper()
			if got := states(t, path, s); got != want {
				t.Errorf("settled %v: got\n%s\nwant\n%s", settled, got, want)
			}
		}
		do(func(tx *Tx) {
			tx.SetCounts(Out, []string{"a", "b"}, counts)
			tx.SetAsked(Out.Count(), "a", "b")
		})
		check("a count-out asked\na out p 2 counted\na out q 1 counted\nb count-out asked\nb out p 2 counted\nb out q 1 counted")
		do(func(tx *Tx) {
			tx.SetTallies(Out, []string{"b"}, func(string) []Tally {
				return []Tally{{Property: "p", N: 2, State: Here}, {Property: "q", N: 1, State: Counted}}
			})
			tx.SetAsked(Out, "a", "b")
		})
		const pulled = "a count-out asked\na out asked\na out p 2 here\na out q 1 here\nb count-out asked\nb out asked\nb out p 2 here\nb out q 1 counted"
		check(pulled)
		do(func(tx *Tx) { tx.SetTally(Tally{"a", Out, "q", 1, Gone, "why"}) })
		check(strings.Replace(pulled, "a out q 1 here", "a out q 1 cut", 1))
		do(func(tx *Tx) {
			tx.Forget([]string{"a"}, Out)
			tx.SetCounts(Out, []string{"a"}, counts)
		})
		check("a count-out asked\na out p 2 counted\na out q 1 counted\nb count-out asked\nb out asked\nb out p 2 here\nb out q 1 counted")
		do(func(tx *Tx) { tx.SetAsked(Out, "a") })
		check(pulled)
	}
}

// TestCountsAreCleared: an answer replaces what was known of the properties that were
// counted, and of no others.
func TestCountsAreCleared(t *testing.T) {
	path := t.TempDir() + "/x.db"
	space(t, open(t, path, Options{}))
	s := space(t, open(t, path, Options{})) // to whom the source is not new
	err := s.Update(t.Context(), func(tx *Tx) error {
		for _, p := range []string{"p", "q", "r"} {
			tx.AddRole(p, "a", "b")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), func(tx *Tx) error {
		tx.SetTallies(Out, []string{"a"}, func(string) []Tally {
			return []Tally{{Property: "p", N: 1, State: Here}, {Property: "q", N: 1, State: Counted}}
		})
		tx.SetAsked(Out, "a")
		tx.Clear([]string{"a"}, Out)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	facts, err := s.RoleFacts(t.Context())
	ids, err2 := s.IDs(t.Context(), []string{"a", "b", "q"})
	if want := []Tuple{{ids["q"], ids["a"], ids["b"]}}; err != nil || err2 != nil || !reflect.DeepEqual(facts, want) {
		t.Errorf("%v, %v, %v; want %v", facts, err, err2, want)
	}
}

// TestMergeCounts: what another file only counted is counted only, and what it asked
// for is here.
func TestMergeCounts(t *testing.T) {
	dir := t.TempDir()
	fill := func(name string, f func(tx *Tx)) *DB {
		db := open(t, dir+"/"+name, Options{})
		if err := space(t, db).Update(t.Context(), func(tx *Tx) error { f(tx); return nil }); err != nil {
			t.Fatal(err)
		}
		return db
	}
	counts := func(string) []Tally { return []Tally{{Property: "p", N: 1}} }
	other := fill("other.db", func(tx *Tx) {
		tx.SetCounts(Out, []string{"a", "b"}, counts)
		tx.SetAsked(Out.Count(), "a", "b")
		tx.SetAsked(Out, "a")
		tx.AddRole("p", "a", "c")
	})
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	db := fill("main.db", func(tx *Tx) { tx.SetAsked(Known, "b") })
	if err := db.Merge(t.Context(), dir+"/other.db"); err != nil {
		t.Fatal(err)
	}
	s := space(t, db)
	const merged = "a count-out asked\na out asked\na out p 1 here\nb count-out asked\nb known asked\nb out p 1 counted"
	if got := states(t, dir+"/main.db", s); got != merged {
		t.Errorf("got\n%s\nwant\n%s", got, merged)
	}
	if err := s.Update(t.Context(), func(tx *Tx) error { tx.SetAsked(Out, "b"); return nil }); err != nil {
		t.Fatal(err)
	}
	want := "a count-out asked\na out asked\na out p 1 here\nb count-out asked\nb known asked\nb out asked\nb out p 1 here"
	if got := states(t, dir+"/main.db", s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestCheckpoint: what was committed goes into the file while it is open, and a
// transaction goes on.
func TestCheckpoint(t *testing.T) {
	path := t.TempDir() + "/x.db"
	db := open(t, path, Options{})
	s := space(t, db)
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	fill := func(from string) {
		err := s.Update(t.Context(), func(tx *Tx) error {
			for i := range 5000 {
				tx.AddIndividual(fmt.Sprintf("%s%d", from, i))
			}
			db.Checkpoint(t.Context())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	fill("a")
	before := size()
	fill("b") // which takes what the first transaction wrote
	if after := size(); after < before+100_000 {
		t.Errorf("the file has %d bytes, before it had %d", after, before)
	}
	if ids, err := s.Individuals(t.Context()); err != nil || len(ids) != 10_000 {
		t.Errorf("%d individuals, %v", len(ids), err)
	}
}
