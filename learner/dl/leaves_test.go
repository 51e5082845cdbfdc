package dl_test

import (
	"fmt"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
)

// TestMapLeaves checks that the identity changes nothing, and that numbering the leaves
// keeps the size of the concept and goes from left to right.
func TestMapLeaves(t *testing.T) {
	for seed := range uint64(300) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{Individuals: 5, Names: 2, Roles: 2})
		c := dltest.Concept(rng, s, dl.ALCQIF, 1+rng.IntN(9), 3)
		if c == nil {
			continue
		}
		if got := dl.MapLeaves(c, func(leaf dl.Concept) dl.Concept { return leaf }); got != c {
			t.Fatalf("seed %d: %#v became %#v", seed, c, got)
		}
		n := 0
		numbered := dl.MapLeaves(c, func(dl.Concept) dl.Concept {
			n++
			return dl.Name{IRI: fmt.Sprint(n)}
		})
		next := 0
		dl.Walk(numbered, func(d dl.Concept) bool {
			if name, ok := d.(dl.Name); ok {
				if next++; name.IRI != fmt.Sprint(next) {
					t.Errorf("seed %d: leaf %d of %#v is %s", seed, next, c, name.IRI)
				}
			}
			return true
		})
		if next != n || dl.Size(numbered) != dl.Size(c) {
			t.Errorf("seed %d: %#v became %#v", seed, c, numbered)
		}
	}
}
