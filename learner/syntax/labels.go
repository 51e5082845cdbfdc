package syntax

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
)

// LabelOf returns the label of an IRI on one line, or the last part of the IRI if it has
// no label.
func LabelOf(iri string, labels map[string]string) string {
	if s := say.OneLine(labels[iri]); s != "" {
		return s
	}
	if dl.IsUnknownValue(iri) {
		return "unknown value"
	}
	if name := siteName(iri); name != "" {
		return name
	}
	s := iri
	if i := strings.LastIndexAny(strings.TrimRight(iri, "/#:"), "/#:"); i >= 0 {
		s = iri[i+1:]
	}
	if s = say.OneLine(s); s == "" {
		return say.OneLine(iri)
	}
	return s
}

// Titles returns names to print instead of IRIs, for [Options].Titles: the labels
// of the symbols of c, in single quotes unless they are plain words, as in Protégé. If
// symbols share a label, or a label is the short name of another symbol, the title has
// the short name in parentheses. Symbols without a label are not in the map. No two
// symbols of c have the same text.
func Titles(c dl.Concept, labels map[string]string, p Prefixes) map[string]string {
	titles, iris := map[string]string{}, IRIs(c)
	for _, iri := range iris {
		if label := say.OneLine(labels[iri]); label != "" {
			titles[iri] = quoteTitle(label)
		}
	}
	// A label with its name may be the label of another symbol. Both then lose their titles.
	for _, iri := range ambiguousIRIs(iris, titles, p) {
		titles[iri] = quoteTitle(say.OneLine(labels[iri]) + " (" + p.Shorten(iri) + ")")
	}
	for again := ambiguousIRIs(iris, titles, p); len(again) > 0; again = ambiguousIRIs(iris, titles, p) {
		for _, iri := range again {
			delete(titles, iri)
		}
	}
	return titles
}

// ambiguousIRIs returns the IRIs whose title is also the title or short name of another.
func ambiguousIRIs(iris []string, titles map[string]string, p Prefixes) []string {
	users := map[string]int{}
	for _, iri := range iris {
		if title, ok := titles[iri]; ok {
			users[title]++
		} else {
			users[p.Shorten(iri)]++
		}
	}
	return slices.DeleteFunc(slices.Clone(iris), func(iri string) bool { return users[titles[iri]] < 2 })
}

// quoteTitle returns the label in quotes, unless it is a bare name of the notations.
func quoteTitle(label string) string {
	if isLocal(label, true) {
		return label
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(label) + "'"
}
