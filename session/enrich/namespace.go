package enrich

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/internal/say"
)

// own returns the classes and properties in the namespaces of the ontology: those that have at least a
// third as many of the names as the one with the most. The terms of others are theirs to define.
func (s Enricher) own(classes, properties, names []string) (ownClasses, ownProperties []string) {
	count, most := map[string]int{}, 0
	for _, iri := range names {
		ns := namespace(iri)
		count[ns]++
		most = max(most, count[ns])
	}
	isOther := func(iri string) bool { return 3*count[namespace(iri)] < most }
	all := len(classes) + len(properties)
	classes, properties = slices.DeleteFunc(slices.Clone(classes), isOther), slices.DeleteFunc(slices.Clone(properties), isOther)
	if left := all - len(classes) - len(properties); left > 0 {
		s.Reporter.Note("note: nothing is proposed for %s of other namespaces (--class names classes)", say.Plural(left, "term"))
	}
	return classes, properties
}

// namespace returns the IRI up to its last # or /, and in the OBO library up to the underscore after that.
func namespace(iri string) string {
	end := strings.LastIndexAny(iri, "#/") + 1
	if prefix, _, ok := strings.Cut(iri[end:], "_"); ok && strings.HasSuffix(iri[:end], "/obo/") {
		return iri[:end] + prefix
	}
	return iri[:end]
}
