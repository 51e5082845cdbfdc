package queries

import (
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// standard is the engine without rules.
type standard struct{}

// minus has a MINUS block that shares only v with its surroundings and binds all variables
// that it filters. So MINUS and NOT EXISTS would mean the same, and engines can evaluate
// the block by itself: they disagree about filters with outer variables (SPARQL 1.1,
// section 8.3). A nominal gets a filter, in which isBlank is for QLever: a comparison of a
// blank node with an IRI is an error there.
func (standard) minus(t *translator, g *group, e safe, v string) {
	if o, ok := e.(nominals); ok {
		t.filterNominals(g, o, fmt.Sprintf("isBlank(%s) || %s", v, t.differs(o, v)))
		return
	}
	head := comment("not: " + t.describe(e.concept()))
	if is[some](e) { // it writes a comment itself
		head = ""
	}
	inner := t.innerGroup(v, false, true)
	e.add(t, inner, v)
	g.minus = append(g.minus, head+"MINUS {\n"+inner.String()+"}\n")
}

// oneOf adds VALUES, first if possible, because there are few. Where VALUES already bind v,
// it adds a filter.
func (standard) oneOf(t *translator, g *group, e nominals, v string) {
	if g.given {
		test := fmt.Sprintf("%s = %s", v, t.iris(e.iris, ", "))
		if len(e.iris) > 1 {
			test = fmt.Sprintf("%s IN (%s)", v, t.iris(e.iris, ", "))
		}
		t.filterNominals(g, e, test)
		return
	}
	terms := t.iris(e.iris, " ")
	if g.nested && v == g.about {
		terms = repeatSingle(e, terms, " ")
	}
	g.addBlock(t.nominalComment(e)+fmt.Sprintf("VALUES %s { %s }\n", v, terms), v, g.canBegin(v))
}

func (standard) branches(parts []safe) []safe { return parts }

func (standard) branch(*translator, *group, safe) {}

func (standard) path(t *translator, a atom, steps []step) atom {
	path := joinTexts(steps, "|", func(s step) string {
		if s.repeated {
			return t.repetition(s)
		}
		return t.pathOf(s)
	})
	a.text = fmt.Sprintf("%s %s %s .\n", a.subject, path, a.object)
	return a
}

func (standard) valueOf(t *translator, v string, properties []string, w, filter string) (text, left string) {
	return fmt.Sprintf("%s %s %s .\n", v, t.iris(properties, "|"), w), filter
}

func (standard) limit(*translator) string                  { return "" }
func (standard) listed(t *translator) string               { return t.pattern }
func (standard) given(_ *translator, values string) string { return values }
func (standard) nestsValues() bool                         { return true }
func (standard) subclasses(v, path string) string          { return "" }
func (standard) repeatsStatements() bool                   { return false }

// beforePath has a subselect: each value is the beginning of a path only once.
func (standard) beforePath(v, union string) string {
	return fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\n}\n", v, union)
}

func (standard) number(t *translator, n numberTest) string {
	var test string
	if n.infinite() {
		test = t.engine.compare(n.Op, n.w, t.literal(n.Value))
	} else {
		test = t.engine.finite(t, n)
	}
	guard := t.engine.guard(t, n)
	if len(guard) > 0 && strings.Contains(test, " || ") {
		test = "(" + test + ")"
	}
	return strings.Join(append(guard, test), " && ")
}

func (standard) guard(*translator, numberTest) []string { return nil }

func (standard) compare(op dl.Op, w, literal string) string {
	return fmt.Sprintf("%s %s %s", w, comparator(op), literal)
}

func (standard) bound(c dl.Compare, kind dl.Kind) (v dl.Value, ok bool) {
	v, at := dl.Round(c.Value, c.Op, kind, false)
	return v, at != dl.NoValue
}

// exact returns the number itself and, if it has more digits than some engines read, the
// tightest bound that they read: it is the same for all values that they can compare.
func (standard) exact(t *translator, x number) []string {
	digits, _ := x.r.FloatPrec()
	own := x.r.FloatString(digits)
	switch {
	case x.isLong():
		if digits == 0 {
			own += ".0" // more engines read it as a decimal than as an integer
		}
		if bound, ok := x.doubleBeyond(); ok {
			return []string{own, t.literal(bound)}
		}
	case digits > mostFractionDigits && x.Op != dl.Equal:
		bound, _ := x.decimalBound(mostFractionDigits)
		return []string{own, bound}
	}
	return []string{own}
}

func (standard) zoned(t *translator, d dateTest) string {
	return fmt.Sprintf(`%s %s "%sZ"^^%s`, d.instant, comparator(d.op), d.m, t.xsd(dl.DateTime))
}

func (standard) ordersUTC() bool { return true }

func (standard) choose(test, yes, no string) string {
	return fmt.Sprintf("IF(%s, %s, %s)", test, yes, no)
}

func (standard) onlyIf(test, condition string) string { return test + " && " + condition }

// text has the string as the object. The term "s" is "s"^^xsd:string and not a string with
// a language tag (RDF 1.1, section 3.3).
func (standard) text(t *translator, c dl.Compare) (object, filter string) {
	return t.quote(c.Value.Lexical()), ""
}
