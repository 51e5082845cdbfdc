package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// (f < g) is a value of each feature and a filter on the two. SPARQL compares numbers and dateTimes. Other points of
// time are compared by their spelling, completed to that of a dateTime in UTC (temporal.go). If one of the two has a
// zone other than Z, both are completed to dateTimes, which the engine compares; beside a year before 0000 or after
// 9999 the zone is not taken into account. Numbers in units are compared if the units are the same (unit.go).

// less is the set of individuals with a value of F that is less than one of G.
type less struct{ c dl.Less }

func (e less) concept() dl.Concept { return e.c }

func (e less) add(t *translator, g *group, v string) {
	if t.o.Vocabulary.Classes {
		t.fail(fmt.Errorf("%w: no query about classes compares the values of two features", ErrOptions))
	}
	head := comment(t.describe(e.c))
	var values []string
	for _, f := range []string{e.c.F, e.c.G} {
		w := t.newVariable(f)
		text, _ := t.valueOf(v, t.o.Axioms.features(f), w, "")
		g.atoms = append(g.atoms,
			atom{text: head + text, subject: v, depth: g.depth[v], estimate: t.o.Statistics.anyOf([]string{f})})
		values, head = append(values, w), ""
	}
	g.filters = append(g.filters, "FILTER("+t.lessFilter(e.c, values[0], values[1])+")\n")
}

// lessFilter returns the condition that the value v of F is less than the value w of G, for the kinds of values that
// both features have.
func (t *translator) lessFilter(c dl.Less, v, w string) string {
	var tests []string
	for _, sort := range []struct {
		in   func(dl.Kind) bool
		test func(c dl.Less, v, w string) string
	}{
		{dl.Kind.Numeric, t.lessNumber},
		{func(k dl.Kind) bool { return k.Family() == dl.DateTime.Family() }, t.lessTime},
		{func(k dl.Kind) bool { return k == dl.InUnit }, t.lessQuantity},
	} {
		if t.mayHave(c.F, sort.in) && t.mayHave(c.G, sort.in) {
			tests = append(tests, sort.test(c, v, w))
		}
	}
	switch len(tests) {
	case 0:
		return fmt.Sprintf(`isNumeric(%s) && STR(%[1]s) = ""`, v) // as in standard.finite
	case 1:
		return tests[0]
	}
	return "(" + strings.Join(tests, ") || (") + ")"
}

// mayHave reports whether the feature has values of such a kind, or its kinds are not known.
func (t *translator) mayHave(feature string, in func(dl.Kind) bool) bool {
	kinds := t.o.Kinds[feature]
	_, _, wikibase := t.o.Vocabulary.Statements.Split(feature)
	return slices.ContainsFunc(kinds, in) || len(kinds) == 0 && !(wikibase && in(dl.InUnit))
}

// lessNumber compares as SPARQL does. It takes floats for the doubles that are spelled as they are: 0.1 is the same
// number in both.
func (t *translator) lessNumber(c dl.Less, v, w string) string {
	var guards []string
	float, floating := false, len(t.o.Kinds[c.F]) == 0 || len(t.o.Kinds[c.G]) == 0
	for _, k := range slices.Concat(t.o.Kinds[c.F], t.o.Kinds[c.G]) {
		float, floating = float || k == dl.Float, floating || k == dl.Float || k == dl.Double
	}
	for _, x := range []string{v, w} {
		n := numberTest{number: number{Compare: dl.Compare{Op: dl.GreaterEq}}, w: x, boolean: true, floating: floating}
		for _, guard := range append([]string{fmt.Sprintf("isNumeric(%s)", x)}, t.engine.guard(t, n)...) {
			if !slices.Contains(guards, guard) {
				guards = append(guards, guard)
			}
		}
	}
	test := fmt.Sprintf("%s < %s", v, w)
	if float {
		test = fmt.Sprintf("%[1]s(STR(%[2]s)) < %[1]s(STR(%[3]s))", t.xsd(dl.Double), v, w)
	}
	return t.engine.onlyIf(strings.Join(guards, " && "), test)
}

// zeros completes the spelling of a point of time.
const zeros = `"0000-01-01T00:00:00.000000000000"`

func (t *translator) lessTime(c dl.Less, v, w string) string {
	some, _ := dl.NewValue(dl.GYear, "2000")
	kinds, zones := t.temporalKinds(dl.Compare{Feature: c.F, Value: some})
	others, otherZones := t.temporalKinds(dl.Compare{Feature: c.G, Value: some})
	is := t.datatypeIs(v, kinds) + " && " + t.datatypeIs(w, others)
	inUTC := zones >= UTCOnly && otherZones >= UTCOnly
	same := len(kinds) == 1 && slices.Equal(kinds, others)
	if same && kinds[0] == dl.DateTime && inUTC && t.engine.ordersUTC() {
		return fmt.Sprintf("%s && %s < %s", is, v, w)
	}

	// The spellings without zones.
	anyZone := zones == AnyZones || otherZones == AnyZones
	local := `STRBEFORE(CONCAT(STR(%s), "Z"), "Z")`
	switch {
	case anyZone:
		local = `REPLACE(STR(%s), "(Z|` + otherZone + `)$", "")`
	case zones == NoZones && otherZones == NoZones:
		local = "STR(%s)"
	}
	first, second := fmt.Sprintf(local, v), fmt.Sprintf(local, w)
	switch {
	case anyZone:
		both := fmt.Sprintf(`CONCAT(STR(%s), " ", STR(%s))`, v, w)
		isZoned := fmt.Sprintf(`REGEX(%s, "%s( |$)") && REGEX(%[1]s, %q)`, both, otherZone, fourDigits)
		instants := t.instant(v, first) + " < " + t.instant(w, second)
		return t.engine.onlyIf(is, t.engine.choose(isZoned, instants, t.anyYear(first, second)))
	case zones == UTCAnyYear || otherZones == UTCAnyYear:
		return t.engine.onlyIf(is, t.anyYear(first, second))
	case !same || kinds[0] == dl.DateTime:
		first, second = completed(first, zeros), completed(second, zeros)
	}
	return fmt.Sprintf("%s && %s < %s", is, first, second)
}

// otherZone matches a zone other than Z.
const otherZone = "[+-][0-9][0-9]:[0-9][0-9]"

// fourDigits matches two spellings with a space between whose years have four digits and no minus.
const fourDigits = "^[0-9]{4}([^0-9 ][^ ]*)? [0-9]{4}([^0-9]|$)"

// anyYear compares the years of two spellings without zones as numbers, and the rest as texts.
func (t *translator) anyYear(first, second string) string {
	year := func(s string) string {
		const digits = `%s(CONCAT(SUBSTR(%s, 1, 1), STRBEFORE(CONCAT(SUBSTR(%[2]s, 2), "-"), "-")))`
		return fmt.Sprintf(digits, t.xsd(dl.Integer), s)
	}
	rest := func(s string) string {
		return completed(fmt.Sprintf(`CONCAT("0000-", STRAFTER(SUBSTR(%s, 2), "-"))`, s), zeros)
	}
	return fmt.Sprintf("(%s < %s || %[1]s = %[2]s && %s < %s)", year(first), year(second), rest(first), rest(second))
}

// instant returns the dateTime at which a point of time begins; local is its spelling without a zone.
func (t *translator) instant(v, local string) string {
	zone := fmt.Sprintf(`IF(REGEX(STR(%s), "%s$"), SUBSTR(STR(%[1]s), STRLEN(STR(%[1]s)) - 5), "Z")`, v, otherZone)
	const noFraction = `"0000-01-01T00:00:00"`
	return fmt.Sprintf("STRDT(CONCAT(%s, %s), %s)", completed(local, noFraction), zone, t.xsd(dl.DateTime))
}

// completed returns the spelling of a point of time with a year of four digits, and what it lacks of the zeros.
func completed(spelling, zeros string) string {
	return fmt.Sprintf("CONCAT(%s, SUBSTR(%s, STRLEN(%[1]s) + 1))", spelling, zeros)
}

// lessQuantity compares numbers in the same unit, which the datatype or the literal says.
func (t *translator) lessQuantity(_ dl.Less, v, w string) string {
	number := func(x string) string {
		return fmt.Sprintf(`%s(STRBEFORE(CONCAT(STR(%s), " "), " "))`, t.xsd(dl.Double), x)
	}
	is := fmt.Sprintf(`DATATYPE(%s) = DATATYPE(%s) && !STRSTARTS(STR(DATATYPE(%[1]s)), "http://www.w3.org/") && `+
		`STRAFTER(STR(%[1]s), " ") = STRAFTER(STR(%[2]s), " ")`, v, w)
	return t.engine.onlyIf(is, number(v)+" < "+number(w))
}
