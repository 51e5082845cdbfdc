package interp_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Build a structure from facts, and compute the extension of a concept.
func Example() {
	var b interp.Builder
	b.AddName("Elephant", "kala")
	b.AddName("Elephant", "dumbo")
	b.AddRole("childOf", "dumbo", "kala")
	b.AddValue("weight", "kala", dl.Int(2900))
	s, err := b.Build(context.Background())
	if err != nil {
		log.Fatal(err)
	}

	parents := dl.Exists{Role: dl.Role{IRI: "childOf", Inverse: true}, C: dl.Name{IRI: "Elephant"}}
	extension, err := interp.NewEvaluator(s).Extension(parents)
	if err != nil {
		log.Fatal(err)
	}
	for individual := range extension.EachSet() {
		fmt.Println(s.IRI(interp.Individual(individual)))
	}
	// Output: kala
}
