package store

import (
	"reflect"
	"testing"
)

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
	if asked, err := s.AskedAbout(t.Context(), []string{"b", "c", "d"}, Out); err != nil || len(asked) != 2 {
		t.Errorf("%v, %v; want two", asked, err)
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
	if add(there, "f") {
		t.Error("alone, though another handle made the source")
	}
	if asked, err := s.AskedAbout(t.Context(), []string{"f"}, Out); err != nil || len(asked) != 1 {
		t.Errorf("%v, %v; want what the other handle wrote", asked, err)
	}
	if add(s, "g") {
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
