package dltest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Families returns a structure of 240 persons, p000 to p239, and the concept of an aunt, by
// blood or by marriage. There are 80 couples; some persons have children and siblings.
func Families() (*interp.Structure, dl.Concept) {
	person := func(i int) string { return fmt.Sprintf("p%03d", i) }
	var b interp.Builder
	for i := range 240 {
		b.AddName([]string{"Male", "Female"}[i%2], person(i))
	}
	for i := range 160 {
		b.AddRole("married", person(i), person(i^1))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 70 {
		i, j := rng.IntN(160), rng.IntN(160)
		b.AddRole("sibling", person(i), person(j))
		b.AddRole("sibling", person(j), person(i))
	}
	for i := range 50 {
		couple := rng.IntN(80)
		b.AddRole("child", person(2*couple), person(160+i))
		b.AddRole("child", person(2*couple+1), person(160+i))
	}
	s, err := b.Build(context.Background())
	if err != nil {
		panic(err) // only a context can end it
	}
	nephews := dl.Exists{Role: dl.Role{IRI: "sibling"}, C: dl.Exists{Role: dl.Role{IRI: "child"}, C: dl.Top{}}}
	return s, dl.And{
		L: dl.Name{IRI: "Female"},
		R: dl.Or{L: nephews, R: dl.Exists{Role: dl.Role{IRI: "married"}, C: nephews}},
	}
}
