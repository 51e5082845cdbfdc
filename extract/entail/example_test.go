package entail_test

import (
	"fmt"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/learner/dl"
)

// List the roles that have every pair of hasMother.
func Example() {
	schema := entail.NewSchema([]entail.Axiom{
		{Property: "hasMother", Predicate: entail.SubPropertyOf, Object: "hasParent"},
		{Property: "hasParent", Predicate: entail.InverseOf, Object: "hasChild"},
	})
	for _, role := range schema.Above(dl.Role{IRI: "hasMother"}) {
		fmt.Println(role.IRI, role.Inverse)
	}
	// Output:
	// hasMother false
	// hasChild true
	// hasParent false
}
