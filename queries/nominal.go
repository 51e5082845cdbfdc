package queries

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A nominal is written where its variable would be: ?x wdt:P21 wd:Q6581072.
// Where something else is said of the variable that takes more than triples, it
// is bound by VALUES, and where it is excluded, compared in a FILTER. An engine
// never has to scan for it.

// mentioned are individuals that are the subject, or the object, of some triple.
type mentioned struct {
	nominals
	object bool
}

// spread is the parts of a union, for Virtuoso (LooseOrder) with nominals as what
// is the subject or the object of a triple; as a union within the union, it
// would get them wrong.
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
	p := t.variable("p")
	subject, object := v, t.variable("o")
	if e.object {
		subject, object = object, v
	}
	// The other end may be a literal. (For a filter on it, Virtuoso would leave v out.)
	g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", subject, p, object), subject: v})
	t.filterNominals(g, e.nominals, v)
}

// excludeNominals makes v, which the group binds, none of the individuals. Beside
// VALUES Virtuoso does not look at such a filter; there they are left out of the
// VALUES.
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

// filterNominals makes v, which the group binds, one of the individuals.
func (t *translator) filterNominals(g *group, e nominals, v string) {
	terms := t.iris(e.iris, ", ")
	test := fmt.Sprintf("%s = %s", v, terms)
	if len(e.iris) > 1 || t.o.Dialect.Has(LooseOrder) {
		test = fmt.Sprintf("%s IN (%s)", v, twice(e, terms, ", "))
	}
	g.filters = append(g.filters, t.nominalComment(e)+"FILTER("+test+")\n")
}

// twice is the terms; a single one comes twice. With a single one engines do more than
// compare: RDF4J puts it in the place of the variable outside the group, too, and
// Virtuoso finds no solutions for what is joined behind an OPTIONAL about the variable.
func twice(e nominals, terms, separator string) string {
	if len(e.iris) == 1 {
		return terms + separator + terms
	}
	return terms
}

// filterSpellings compares v with the individuals without Virtuoso seeing that
// they are constants: with a MINUS it would leave v out, beside a union it cannot
// compile that (SP031), and with a number of successors beside a union it crashes.
func (t *translator) filterSpellings(g *group, e nominals, v string) {
	spellings := each(e.iris, ", ", func(iri string) string {
		if isASCII(iri) {
			return t.quote(iri)
		}
		return "STR(" + t.iri(iri) + ")" // to it, the same letters in a string and in an IRI differ
	})
	g.filters = append(g.filters, t.nominalComment(e)+fmt.Sprintf("FILTER(isIRI(%s) && STR(%s) IN (%s))\n", v, v, twice(e, spellings, ", ")))
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// nominalComment says what IRIs that do not tell it themselves are called.
func (n *names) nominalComment(e nominals) string {
	if !slices.ContainsFunc(e.iris, func(iri string) bool { return n.labels[iri] != "" }) {
		return ""
	}
	return comment(n.describe(e.concept()))
}
