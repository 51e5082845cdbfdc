package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// addValue adds a triple for the feature's value and a filter on it. Several
// values give several solutions, of which one that passes is enough.
func (t *translator) addValue(g *group, c dl.Compare, v string) error {
	f, err := t.iri(c.Feature)
	if err != nil {
		return err
	}
	w := t.variable(c.Feature)
	filter, err := t.filter(c, w)
	if err != nil {
		return err
	}
	line := fmt.Sprintf("%s %s %s .\n", v, f, w)
	if t.o.Labels[c.Feature] != "" || temporal(c.Value.Kind()) {
		line = comment(t.describe(value{c})) + line
	}
	g.triples = append(g.triples, line)
	g.filters = append(g.filters, "FILTER("+filter+")\n")
	g.named[v] = true
	return nil
}

// filter is the condition that the value w is in relation c.Op to c.Value.
func (t *translator) filter(c dl.Compare, w string) (string, error) {
	switch k := c.Value.Kind(); {
	case k == dl.Boolean:
		return t.booleanFilter(c, w)
	case k.Numeric():
		return t.numberFilter(c, w)
	default:
		return t.temporalFilter(c, w)
	}
}

// comparator is the operator in SPARQL.
func comparator(op dl.Op) string {
	switch op {
	case dl.GreaterEq:
		return ">="
	case dl.LessEq:
		return "<="
	}
	return "="
}

// datatypeIs is the condition that w has one of the datatypes.
func (t *translator) datatypeIs(w string, kinds []dl.Kind) (string, error) {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		name, err := t.iri(k.IRI())
		if err != nil {
			return "", err
		}
		names[i] = name
	}
	if len(names) == 1 {
		return fmt.Sprintf("DATATYPE(%s) = %s", w, names[0]), nil
	}
	return fmt.Sprintf("DATATYPE(%s) IN (%s)", w, strings.Join(names, ", ")), nil
}

// booleanFilter compares by spelling: true and 1 are the same truth value, yet
// goRDFlib and RDF databases that keep the spelling do not match one with the
// other, and Virtuoso answers ?w = true with the integer 1.
func (t *translator) booleanFilter(c dl.Compare, w string) (string, error) {
	isBoolean, err := t.datatypeIs(w, []dl.Kind{dl.Boolean})
	if err != nil {
		return "", err
	}
	spellings := `"false", "0"`
	if c.Value == dl.Bool(true) {
		spellings = `"true", "1"`
	}
	return fmt.Sprintf("%s && STR(%s) IN (%s)", isBoolean, w, spellings), nil
}

// numberFilter compares by value, which SPARQL's operators do across integer,
// decimal, float and double (SPARQL 1.1, section 17.3), NaN with nothing.
// isNumeric is there for engines that order terms of all types (Virtuoso).
func (t *translator) numberFilter(c dl.Compare, w string) (string, error) {
	kinds := t.o.Kinds[c.Feature]
	has := func(k dl.Kind) bool { return slices.Contains(kinds, k) }
	number := fmt.Sprintf("isNumeric(%s)", w)
	if has(dl.Boolean) { // Virtuoso keeps truth values as numbers
		boolean, err := t.iri(dl.Boolean.IRI())
		if err != nil {
			return "", err
		}
		number += fmt.Sprintf(" && DATATYPE(%s) != %s", w, boolean)
	}
	lex := strings.TrimPrefix(c.Value.Lexical(), "+")
	infinite := lex == "INF" || lex == "-INF"
	if !infinite {
		v, err := t.literal(c.Value)
		if err != nil {
			return "", err
		}
		number = fmt.Sprintf("%s && %s %s %s", number, w, comparator(c.Op), v)
		if !has(dl.Float) && !has(dl.Double) {
			return number, nil
		}
	}
	// Virtuoso keeps infinities as strings with a datatype: neither isNumeric
	// nor <= knows them, so they are named.
	above := c.Op == dl.GreaterEq || c.Op == dl.Equal && lex == "INF"
	below := c.Op == dl.LessEq || c.Op == dl.Equal && lex == "-INF"
	if c.Op == dl.Equal && !infinite {
		return number, nil
	}
	if c.Op == dl.GreaterEq && lex == "-INF" || c.Op == dl.LessEq && lex == "INF" {
		above, below = true, true // every number
	}
	var spellings []string
	if above {
		spellings = append(spellings, `"INF"`, `"+INF"`)
	}
	if below {
		spellings = append(spellings, `"-INF"`)
	}
	isFloat, err := t.datatypeIs(w, []dl.Kind{dl.Float, dl.Double})
	if err != nil {
		return "", err
	}
	infinity := fmt.Sprintf("%s && STR(%s) IN (%s)", isFloat, w, strings.Join(spellings, ", "))
	switch {
	case !infinite:
		return fmt.Sprintf("(%s) || (%s)", number, infinity), nil
	case above && below:
		return fmt.Sprintf(`(%s && STR(%s) != "NaN") || (%s)`, number, w, infinity), nil
	}
	return infinity, nil
}

// literal writes a value, with its datatype shortened.
func (t *translator) literal(v dl.Value) (string, error) {
	text, err := valueLiteral(v)
	if err != nil {
		return "", err
	}
	if quoted, ok := strings.CutSuffix(text.s, "^^<"+v.Kind().IRI()+">"); ok {
		datatype, err := t.iri(v.Kind().IRI())
		return quoted + "^^" + datatype, err
	}
	return text.s, nil
}
