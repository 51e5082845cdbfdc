package normal_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
)

var (
	a, b   = dl.Name{IRI: "A"}, dl.Name{IRI: "B"}
	some   = dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Top{}}
	one    = dl.AtLeast{N: 1, Role: dl.Role{IRI: "r"}, C: dl.Top{}}
	two    = dl.AtLeast{N: 2, Role: dl.Role{IRI: "r"}, C: dl.Top{}}
	female = dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Name{IRI: "Female"}}
)

// TestDifference: what the first concept says is left out of the second, and what it says in other words, too.
func TestDifference(t *testing.T) {
	for _, tt := range []struct {
		c, d, want dl.Concept // want is nil if nobody is in the difference
	}{
		{a, b, dl.And{L: a, R: dl.Not{C: b}}},
		{a, dl.And{L: a, R: b}, dl.And{L: a, R: dl.Not{C: b}}},
		{dl.And{L: a, R: two}, dl.And{L: some, R: b}, dl.And{L: dl.And{L: a, R: two}, R: dl.Not{C: b}}},
		{dl.And{L: a, R: b}, b, nil},
		{two, some, nil},
		{some, two, dl.And{L: some, R: dl.Not{C: two}}},
		{a, dl.Not{C: b}, dl.And{L: a, R: b}},
	} {
		got, ok := normal.Difference(tt.c, tt.d)
		check.That(t, ok == (tt.want != nil) && got == tt.want, "%v without %v: %v, want %v", tt.c, tt.d, got, tt.want)
	}
}

// TestConjoin: parts are sorted, and those that another one implies are left out.
func TestConjoin(t *testing.T) {
	for _, tt := range []struct {
		cs   []dl.Concept
		want dl.Concept
	}{
		{[]dl.Concept{b, a, b}, dl.And{L: a, R: b}},
		{[]dl.Concept{some, two, a}, dl.And{L: a, R: two}},
		{[]dl.Concept{female, some}, female},
		{[]dl.Concept{female, two}, dl.And{L: two, R: female}},
		{[]dl.Concept{some, one}, one}, // which imply each other
		{[]dl.Concept{dl.Not{C: a}, b}, dl.And{L: b, R: dl.Not{C: a}}},
	} {
		check.Equal[dl.Concept](t, normal.Conjoin(tt.cs), tt.want, "the conjunction of %v", tt.cs)
	}
}
