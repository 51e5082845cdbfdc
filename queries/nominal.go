package queries

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A nominal replaces its variable: ?x wdt:P21 wd:Q6581072. If other conditions on the
// variable need more than triples, VALUES bind the variable, and if the nominal is
// excluded, a FILTER compares it. So an engine never scans for a nominal.

// mentioned is the set of those of the individuals that are the subject (or, if object is
// set, the object) of some triple.
type mentioned struct {
	nominals
	object bool
}

// spread returns the parts of a union. For Virtuoso (LooseOrder), nominals become two
// parts, as the subject and as the object of a triple, because Virtuoso evaluates a union
// of the two inside the union wrongly.
func (d Dialect) spread(parts []safe) []safe {
	if !d.Has(LooseOrder) {
		return parts
	}
	var out []safe
	for _, e := range parts {
		if o, ok := e.(nominals); ok {
			out = append(out, mentioned{o, false}, mentioned{o, true})
		} else {
			out = append(out, e)
		}
	}
	return out
}

func (t *translator) addMentioned(g *group, e mentioned, v string) {
	p := t.newVariable("p")
	subject, object := v, t.newVariable("o")
	if e.object {
		subject, object = object, v
	}
	// The other end may be a literal. With a filter on it, Virtuoso would lose v.
	g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", subject, p, object), subject: v})
	t.filterNominals(g, e.nominals, v)
}

// excludeNominals adds the condition that v, which the group binds, is not one of the
// individuals. Virtuoso ignores such a filter beside VALUES; there the individuals are
// removed from the VALUES.
func (t *translator) excludeNominals(g *group, e nominals, v string) {
	if g.given && v == root && t.o.Dialect.Has(LooseOrder) {
		t.excluded = append(t.excluded, e.iris...)
		return
	}
	terms := t.iris(e.iris, ", ")
	test := fmt.Sprintf("%s != %s", v, terms)
	if len(e.iris) > 1 {
		test = fmt.Sprintf("%s NOT IN (%s)", v, terms)
	}
	if !t.o.Dialect.Has(LooseOrder) { // to QLever, a comparison of a blank node with an IRI is an error
		test = fmt.Sprintf("isBlank(%s) || %s", v, test)
	}
	g.filters = append(g.filters, t.nominalComment(e)+"FILTER("+test+")\n")
}

// filterNominals adds the condition that v, which the group binds, is one of the
// individuals.
func (t *translator) filterNominals(g *group, e nominals, v string) {
	terms := t.iris(e.iris, ", ")
	test := fmt.Sprintf("%s = %s", v, terms)
	if len(e.iris) > 1 || t.o.Dialect.Has(LooseOrder) {
		test = fmt.Sprintf("%s IN (%s)", v, repeatSingle(e, terms, ", "))
	}
	g.filters = append(g.filters, t.nominalComment(e)+"FILTER("+test+")\n")
}

// repeatSingle returns the terms, a single one twice. With a single term engines do more
// than compare: RDF4J replaces the variable also outside the group, and Virtuoso finds no
// solutions for a pattern after an OPTIONAL about the variable.
func repeatSingle(e nominals, terms, separator string) string {
	if len(e.iris) == 1 {
		return terms + separator + terms
	}
	return terms
}

// filterSpellings compares the spelling of v with those of the individuals, so that
// Virtuoso does not detect constants: with a MINUS it would lose v, beside a union it
// fails to compile the query (SP031), and with a count beside a union it crashes.
func (t *translator) filterSpellings(g *group, e nominals, v string) {
	spellings := joinTexts(e.iris, ", ", func(iri string) string {
		if isASCII(iri) {
			return t.quote(iri)
		}
		return "STR(" + t.iri(iri) + ")" // Virtuoso takes the same letters in a string and in an IRI for different
	})
	g.filters = append(g.filters, t.nominalComment(e)+fmt.Sprintf("FILTER(isIRI(%s) && STR(%s) IN (%s))\n", v, v, repeatSingle(e, spellings, ", ")))
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// nominalComment returns a comment with the labels of the individuals, or an empty text
// if they have none.
func (n *names) nominalComment(e nominals) string {
	if !slices.ContainsFunc(e.iris, func(iri string) bool { return n.labels[iri] != "" }) {
		return ""
	}
	return comment(n.describe(e.concept()))
}
