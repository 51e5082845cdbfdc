package queries

import (
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
)

// addValue adds a triple for the feature's value and a filter on it. Several
// values give several solutions, of which one that passes is enough.
func (t *translator) addValue(g *group, c dl.Compare, v string) {
	if c.Value.Kind() == dl.String {
		t.addText(g, c, v)
		return
	}
	w := t.variable(c.Feature)
	t.addCompared(g, c, v, w, "FILTER("+t.filter(c, w)+")\n", t.o.Labels[c.Feature] != "" || temporal(c.Value.Kind()))
}

// addText adds a triple with the string as its object, which is the term
// "s"^^xsd:string and no string with a language tag (RDF 1.1, section 3.3). To
// Virtuoso and Blazegraph, which are the engines with TextInfinity, "s" and
// "s"^^xsd:string are two terms, as in RDF 1.0.
func (t *translator) addText(g *group, c dl.Compare, v string) {
	text, explained := t.quote(c.Value.Lexical()), t.o.Labels[c.Feature] != ""
	if !t.o.Dialect.Has(TextInfinity | LooseOrder) {
		t.addCompared(g, c, v, text, "", explained)
		return
	}
	w := t.variable(c.Feature)
	t.addCompared(g, c, v, w, fmt.Sprintf("FILTER(%s IN (%s, %[2]s^^%s))\n", w, text, t.xsd(dl.String)), explained)
}

// addCompared adds a triple for the value w, with a filter or none and perhaps a
// comment.
func (t *translator) addCompared(g *group, c dl.Compare, v, w, filter string, explained bool) {
	line, left := t.valueTriple(v, t.o.Axioms.features(c.Feature), w, filter)
	if explained {
		line = comment(t.describe(c)) + line
	}
	g.atoms = append(g.atoms, atom{text: line, estimate: t.o.Statistics.comparison(c), subject: v, depth: g.depth[v]})
	if left != "" {
		g.filters = append(g.filters, left)
	}
}

// filter is the condition that the value w is in relation c.Op to c.Value.
func (t writer) filter(c dl.Compare, w string) string {
	switch k := c.Value.Kind(); {
	case k == dl.Boolean:
		return t.booleanFilter(c, w)
	case k.Numeric():
		return t.numberFilter(c, w)
	default:
		return t.temporalFilter(c, w)
	}
}

// booleanFilter compares by spelling: true and 1 are the same truth value, yet
// goRDFlib and RDF databases that keep the spelling do not match one with the
// other, and Virtuoso answers ?w = true with the integer 1.
func (t writer) booleanFilter(c dl.Compare, w string) string {
	spellings := `"false", "0"`
	if c.Value == dl.Bool(true) {
		spellings = `"true", "1"`
	}
	return fmt.Sprintf("%s && STR(%s) IN (%s)", t.datatypeIs(w, []dl.Kind{dl.Boolean}), w, spellings)
}
