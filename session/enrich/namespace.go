package enrich

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/source"
)

// own returns the classes and properties in the namespaces of the ontology: those that have at least a
// third as many of the names as the one with the most, and those whose IRI continues the IRI of one of these, as
// in http://e/onto#, http://e/onto/parts# and http://e/ontoTag#. The terms of others are theirs to define.
func (s Enricher) own(classes, properties, names []string) (ownClasses, ownProperties []string) {
	count, most := map[string]int{}, 0
	for _, iri := range names {
		ns := namespace(iri)
		count[ns]++
		most = max(most, count[ns])
	}
	isOwn := map[string]bool{}
	for ns := range count {
		isOwn[ns] = slices.ContainsFunc(slices.Collect(maps.Keys(count)), func(main string) bool { return 3*count[main] >= most && continues(ns, main) })
	}
	left := map[string]bool{}
	var others []string // their namespaces
	isOther := func(iri string) bool {
		ns := namespace(iri)
		if isOwn[ns] {
			return false
		}
		if left[iri] = true; !slices.Contains(others, ns) {
			others = append(others, ns)
		}
		return true
	}
	classes, properties = slices.DeleteFunc(slices.Clone(classes), isOther), slices.DeleteFunc(slices.Clone(properties), isOther)
	if len(left) > 0 {
		slices.SortFunc(others, func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
		text, more := source.FirstOf(others, mostNamespaces)
		list := strings.Join(text, ", ")
		if more {
			list += ", …"
		}
		s.Reporter.Note("note: nothing is proposed for %s of other namespaces: %s (--class names classes)", say.Plural(len(left), "term"), list)
	}
	return classes, properties
}

// mostNamespaces is how many namespaces a note names.
const mostNamespaces = 3

// continues reports whether the namespace is the main one, or continues its IRI with another word.
func continues(ns, main string) bool {
	stem := strings.TrimRight(main, "#/")
	rest, ok := strings.CutPrefix(ns, stem)
	_, path, _ := strings.Cut(stem, "//")
	return ns == main || ok && strings.Contains(path, "/") && !unicode.IsLower([]rune(rest + " ")[0])
}

// namespace returns the IRI up to its last # or /, and in the OBO library up to the underscore after that.
func namespace(iri string) string {
	end := strings.LastIndexAny(iri, "#/") + 1
	if prefix, _, ok := strings.Cut(iri[end:], "_"); ok && strings.HasSuffix(iri[:end], "/obo/") {
		return iri[:end] + prefix
	}
	return iri[:end]
}
