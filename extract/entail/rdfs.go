package entail

import (
	"context"

	"github.com/knakk/rdf"
)

// RDFS returns the triples that follow from the given ones and are not among them, in the
// order in which they are found. It uses triples with an anonymous property, but does not
// return them, because RDF cannot state them. It does not return members of superclasses,
// nor axioms that follow from axioms of the same kind, such as a subproperty of a
// subproperty.
func RDFS(ctx context.Context, given []rdf.Triple) ([]rdf.Triple, error) {
	e := &engine{triples: newTriples(given, false), rdfs: true}
	return e.entailed(ctx)
}

// Chain returns everything that one step or more reach from a, the nearest first. It
// contains a only if there is a cycle.
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
