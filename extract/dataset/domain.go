package dataset

import (
	"slices"

	"github.com/genus-kg/genus/queries"
)

// The individuals of a source are the subjects and objects of its facts (docs/theory.md,
// "The domain"). A fact is a statement of class membership, unless the class is one of
// RDF, RDFS, OWL or SWRL, or a statement with a property in use. Declarations, axioms and
// annotations are not facts. So a class or a property is an individual only if it also has
// a fact (OWL 2 calls that punning).

// Domain returns which statements of the source are facts. Queries need it to range over
// the same individuals.
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
