package queries

import (
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
)

// addValue adds a triple for a value of the feature and a filter on it. Each value gives a
// solution, and one that passes the filter is enough.
func (t *translator) addValue(g *group, c dl.Compare, v string) {
	if c.Value.Kind() == dl.String {
		t.addText(g, c, v)
		return
	}
	w := t.newVariable(c.Feature)
	t.addComparison(g, c, v, w, "FILTER("+t.filter(c, w)+")\n", t.o.Labels[c.Feature] != "" || isTemporal(c.Value.Kind()))
}

// addText adds a triple with the string as its object. The term "s" is "s"^^xsd:string
// and not a string with a language tag (RDF 1.1, section 3.3). On Virtuoso and
// Blazegraph, the engines with TextInfinity, "s" and "s"^^xsd:string are two terms, as
// in RDF 1.0.
func (t *translator) addText(g *group, c dl.Compare, v string) {
	text, explained := t.quote(c.Value.Lexical()), t.o.Labels[c.Feature] != ""
	if !t.o.Dialect.Has(TextInfinity | LooseOrder) {
		t.addComparison(g, c, v, text, "", explained)
		return
	}
	w := t.newVariable(c.Feature)
	t.addComparison(g, c, v, w, fmt.Sprintf("FILTER(%s IN (%s, %[2]s^^%s))\n", w, text, t.xsd(dl.String)), explained)
}

// addComparison adds a triple for the value w with the filter, which may be empty. If
// explained is set, a comment describes c.
func (t *translator) addComparison(g *group, c dl.Compare, v, w, filter string, explained bool) {
	line, left := t.valueTriple(v, t.o.Axioms.features(c.Feature), w, filter)
	if explained {
		line = comment(t.describe(c)) + line
	}
	g.atoms = append(g.atoms, atom{text: line, estimate: t.o.Statistics.comparison(c), subject: v, depth: g.depth[v]})
	if left != "" {
		g.filters = append(g.filters, left)
	}
}

// filter returns the condition that (w op v) holds for the operator and the value of c.
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

// booleanFilter compares by spelling: true and 1 are the same truth value, but goRDFlib
// and RDF databases that keep the spelling do not match them, and Virtuoso answers
// ?w = true with the integer 1.
func (t writer) booleanFilter(c dl.Compare, w string) string {
	spellings := `"false", "0"`
	if c.Value == dl.Bool(true) {
		spellings = `"true", "1"`
	}
	return fmt.Sprintf("%s && STR(%s) IN (%s)", t.datatypeIs(w, []dl.Kind{dl.Boolean}), w, spellings)
}
