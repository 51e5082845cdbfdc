package extract

import (
	"slices"

	"github.com/genus-kg/genus/queries"
)

// The individuals of a source are the terms that its facts are about (docs/theory.md,
// "The domain"). A fact is a statement of class membership, unless the class is one of
// RDF, RDFS, OWL or SWRL, or a statement with a property in use. So a class or a
// property is an individual only if a fact is about it, too (OWL 2 calls that punning),
// and the declarations, axioms and annotations about it are no facts.
//
// Queries range over the same individuals, so Domain tells them which properties are
// not in use.

// Domain says which statements of a source with that vocabulary are facts.
func (e Exclusions) Domain(v Vocabulary) queries.Domain {
	v, e = v.WithDefaults(), e.withDefaults()
	return queries.Domain{Excluded: sortedUnion(e.Properties, v.Type, v.SubClass, v.Label, []string{swrlNS}), Only: e.Only}
}

// Domain says which statements of the source are facts.
func (d *Data) Domain() queries.Domain {
	domain := d.exclusions.Domain(d.vocabulary)
	for _, s := range d.skipped {
		if s.Reason == reasonAnnotation {
			domain.Excluded = append(domain.Excluded, s.Property)
		}
	}
	domain.Excluded = sortedUnion(domain.Excluded)
	return domain
}

// sortedUnion is never nil, for which a query would take its own list.
func sortedUnion(lists ...[]string) []string {
	all := append([]string{}, slices.Concat(lists...)...)
	slices.Sort(all)
	return slices.Compact(all)
}
