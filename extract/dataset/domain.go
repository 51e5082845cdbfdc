package dataset

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

// Domain says which statements of the source are facts.
func (d *Dataset) Domain() queries.Domain {
	domain := d.Exclusions.Domain(d.Vocabulary)
	for _, s := range d.Facts.Skipped {
		if s.Reason == annotation {
			domain.Excluded = append(domain.Excluded, s.Property)
		}
	}
	slices.Sort(domain.Excluded)
	domain.Excluded = slices.Compact(domain.Excluded)
	return domain
}
