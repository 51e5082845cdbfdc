package source

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// firstOf returns the first entries of a list, at most limit; more reports whether there
// are others.
func FirstOf[T any](list []T, limit int) (first []T, more bool) {
	return list[:min(limit, len(list))], len(list) > limit
}

// A Term is an IRI with its label, empty if it has none.
type Term struct {
	IRI   string `json:"iri"`
	Label string `json:"label"`
}

// Properties returns the roles and features of the concept, sorted.
func Properties(c dl.Concept) []string {
	var iris []string
	dl.Walk(c, func(c dl.Concept) bool {
		for _, role := range dl.Roles(c) {
			iris = append(iris, role.IRI)
		}
		if compare, ok := c.(dl.Compare); ok {
			iris = append(iris, compare.Feature)
		}
		return true
	})
	slices.Sort(iris)
	return slices.Compact(iris)
}
