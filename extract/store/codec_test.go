package store

import (
	"encoding/json"
	"errors"
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
