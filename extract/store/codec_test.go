package store

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestCodec: what is written is read again, and is JSON.
func TestCodec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.Map(rapid.Int64Range(1, 300), func(n int64) ID { return ID(n) })
		facts := rapid.SliceOf(rapid.Custom(func(t *rapid.T) fact { return fact{id.Draw(t, "property"), id.Draw(t, "object")} })).Draw(t, "facts")
		slices.SortFunc(facts, compareFacts)
		text := string(appendFacts(nil, facts))
		if got, err := readFacts(nil, text); err != nil || !slices.Equal(got, facts) || !json.Valid([]byte(text)) {
			t.Fatalf("%s: %v, %v; want %v", text, got, err, facts)
		}

		literals := rapid.SliceOf(rapid.Custom(func(t *rapid.T) literal {
			return literal{id.Draw(t, "property"), rapid.String().Draw(t, "lexical"), id.Draw(t, "datatype")}
		})).Draw(t, "literals")
		slices.SortFunc(literals, compareLiterals)
		text = string(appendLiterals(nil, literals))
		if got, err := readLiterals(nil, text); err != nil || !slices.Equal(got, literals) || !json.Valid([]byte(text)) {
			t.Fatalf("%s: %v, %v; want %v", text, got, err, literals)
		}
		var members map[ID][][2]any
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, l := range literals {
			if !slices.ContainsFunc(members[l.property], func(m [2]any) bool { return m[0] == l.lexical && m[1] == float64(l.datatype) }) {
				t.Fatalf("%s: no %v for others", text, l)
			}
		}
		for _, m := range members {
			n += len(m)
		}
		if n != len(literals) {
			t.Fatalf("%s: %d for others; want %d", text, n, len(literals))
		}

		state := rapid.SampledFrom([]State{Here, Counted, Values, Gone})
		entries := rapid.SliceOf(rapid.Custom(func(t *rapid.T) entry {
			return entry{id.Draw(t, "property"), rapid.IntRange(0, 1e9).Draw(t, "n"), state.Draw(t, "state"), ""}
		})).Draw(t, "entries")
		for i, e := range entries {
			if e.state == Values || e.state == Gone {
				entries[i].reason = rapid.String().Draw(t, "reason")
			}
		}
		most := rapid.SampledFrom([]State{Here, Counted}).Draw(t, "most")
		text = string(appendEntries(nil, entries, most))
		if got, err := readEntries(text, most); err != nil || !slices.Equal(got, entries) || !json.Valid([]byte(text)) {
			t.Fatalf("%s: %v, %v; want %v", text, got, err, entries)
		}
	})
}

// TestUnreadable: what was damaged is an error, whatever it is.
func TestUnreadable(t *testing.T) {
	facts, literals := `{"1":[2,3],"4":[5]}`, `{"1":[["a\"b\u0000",2]]}`
	entries := `[[1,2],[3,4,"counted"],[5,6,"cut","why"]]`
	for _, tt := range []struct {
		text string
		read func(string) error
	}{
		{facts, func(s string) error { _, err := readFacts(nil, s); return err }},
		{literals, func(s string) error { _, err := readLiterals(nil, s); return err }},
		{entries, func(s string) error { _, err := readEntries(s, Here); return err }},
	} {
		if err := tt.read(tt.text); err != nil {
			t.Errorf("%s: %v", tt.text, err)
		}
		for i := range tt.text {
			if err := tt.read(tt.text[:i]); !errors.Is(err, errUnreadable) {
				t.Errorf("%s: %v; want errUnreadable", tt.text[:i], err)
			}
			if err := tt.read(tt.text[:i] + "?" + tt.text[i:]); !errors.Is(err, errUnreadable) && !json.Valid([]byte(tt.text[:i]+"?"+tt.text[i:])) {
				t.Errorf("%s?%s: %v; want errUnreadable", tt.text[:i], tt.text[i:], err)
			}
		}
	}
	if _, err := readEntries(`[[1,2,"elsewhere"]]`, Here); !errors.Is(err, errUnreadable) {
		t.Errorf("an unknown state: %v", err)
	}
	db, err := OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	s := space(t, db)
	if err := s.Update(t.Context(), func(tx *Tx) error { write(tx); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := db.exec("UPDATE role_fact SET facts = '{'; UPDATE feature_fact SET facts = '['; UPDATE tally SET counts = '[['"); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() error{
		"RoleFacts": func() error { _, err := s.RoleFacts(t.Context()); return err },
		"Values":    func() error { _, err := s.Values(t.Context()); return err },
		"Gaps":      func() error { _, err := s.Gaps(t.Context()); return err },
		"Update": func() error {
			return s.Update(t.Context(), func(tx *Tx) error { tx.AddRole("r", "a", "c"); return nil })
		},
	} {
		if err := read(); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v; want ErrCorrupt", name, err)
		}
	}
}

// TestNotAlone: what a handle remembers of a new source does not hold any more when
// another one has written, of this process or of another.
func TestNotAlone(t *testing.T) {
	path := t.TempDir() + "/x.db"
	db := open(t, path, Options{})
	s := space(t, db)
	add := func(s *Space, object string) (alone bool) {
		if err := s.Update(t.Context(), func(tx *Tx) error {
			alone = tx.Alone()
			tx.AddRole("r", "a", object)
			tx.SetAsked(Out, object)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return alone
	}
	if !add(s, "b") || !add(s, "c") {
		t.Error("not alone at first")
	}
	again, err := db.Space(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if add(again, "d") || add(s, "e") {
		t.Error("alone, though two write through the same handle")
	}
	other := open(t, path, Options{})
	there, err := other.Space(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if add(there, "f") || add(s, "g") {
		t.Error("alone, though there are two handles")
	}
	asked, err := s.AskedAbout(t.Context(), []string{"b", "c", "d", "e", "f", "g", "h"}, "")
	if err != nil || len(asked) != 6 {
		t.Errorf("%v, %v; want six", asked, err)
	}
	facts, err := s.RoleFacts(t.Context())
	if err != nil || len(facts) != 6 {
		t.Errorf("%v, %v; want six", facts, err)
	}
	id, err := s.IDs(t.Context(), []string{"a", "f"})
	if err != nil {
		t.Fatal(err)
	}
	around, err := s.Around(t.Context(), []ID{id["f"]})
	if want := []Tuple{{facts[0][0], id["a"], id["f"]}}; err != nil || !reflect.DeepEqual(around, want) {
		t.Errorf("around f: %v, %v; want %v", around, err, want)
	}
}
