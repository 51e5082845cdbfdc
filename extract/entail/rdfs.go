package entail

import (
	"context"

	"github.com/knakk/rdf"
)

// RDFS returns the triples that follow from the given ones and are not among
// them, in the order in which they are found. Those with an anonymous property
// lead on to others and are left out, for they cannot be stated. So are the
// members of superclasses, and axioms that follow from axioms of the same kind,
// such as one subproperty from two.
func RDFS(ctx context.Context, given []rdf.Triple) ([]rdf.Triple, error) {
	e := &engine{triples: newTriples(given, false), rdfs: true}
	return e.closed(ctx)
}

// Chain is everything to which one step or more lead from a: a itself only if there is
// a cycle.
func Chain[T comparable](a T, next map[T][]T) []T {
	var found []T
	seen := map[T]bool{}
	for i, at := -1, a; ; at = found[i] {
		for _, b := range next[at] {
			if !seen[b] {
				seen[b] = true
				found = append(found, b)
			}
		}
		if i++; i == len(found) {
			return found
		}
	}
}
