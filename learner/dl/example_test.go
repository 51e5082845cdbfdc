package dl_test

import (
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
)

// A concept is a value: construct, compare, measure and walk it.
func Example() {
	childOf := dl.Role{IRI: "urn:childOf"}
	mother := dl.Conj(dl.Name{IRI: "urn:Female"}, dl.Exists{Role: dl.Role{IRI: "urn:childOf", Inverse: true}, C: dl.Top{}})
	heavy := dl.Compare{Feature: "urn:weight", Op: dl.GreaterEq, Value: dl.Int(3000)}
	c := dl.Disj(mother, dl.AtLeast{N: 2, Role: childOf, C: heavy})

	fmt.Println("size", dl.Size(c), "role depth", dl.Depth(c), "language", dl.SmallestLanguage(c))
	fmt.Println("the same:", c == dl.Disj(mother, dl.AtLeast{N: 2, Role: childOf, C: heavy}))
	dl.Walk(c, func(part dl.Concept) bool {
		if name, ok := part.(dl.Name); ok {
			fmt.Println("names", name.IRI)
		}
		return true
	})
	// Output:
	// size 7 role depth 1 language alcqif
	// the same: true
	// names urn:Female
}
