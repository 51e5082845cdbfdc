package queries

import (
	"fmt"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner/dl"
)

var doubleNumbersRule = Rule{
	Dialect: DoubleNumbers, Name: "double-numbers", Right: true,
	Probe: probePrologue + `ASK { VALUES ?v { "1.5"^^xsd:float } FILTER(DATATYPE(?v) = xsd:float) }`,
}

// qleverNumbers is QLever, which stores floats and decimals as doubles.
type qleverNumbers struct{ engine }

// finite compares all numbers in the same way, because the engine does not keep their
// datatypes.
func (e qleverNumbers) finite(t *translator, n numberTest) string {
	n.groups = nil
	return e.engine.finite(t, n)
}

var localInstantsRule = Rule{
	Dialect: LocalInstants, Name: "local-instants", Right: true,
	Probe: probePrologue + `ASK { VALUES ?v { "2000-01-01T00:00:00+14:00"^^xsd:dateTime } ` +
		`FILTER(?v <= "2000-01-01T00:00:00Z"^^xsd:dateTime) }`,
}

// qleverDates is QLever, which orders instants by their local fields and ignores zones.
type qleverDates struct{ engine }

// zoned computes with the fields of the spelling. A zone is at most 14 hours, so only
// values on the day of the moment, the day before and the day after need that.
func (qleverDates) zoned(t *translator, d dateTest) string {
	full := fmt.Sprintf("CONCAT(SUBSTR(%[1]s, 1, STRLEN(%[1]s) - 6), %[2]s)", d.spelling, d.missing)
	second := fmt.Sprintf("SUBSTR(%s, 18)", full)
	if d.missing == noText {
		full = d.spelling
		second = fmt.Sprintf("SUBSTR(%[1]s, 18, STRLEN(%[1]s) - 23)", full)
	}
	zone := fmt.Sprintf("SUBSTR(%[1]s, STRLEN(%[1]s) - 5)", d.spelling)
	field := func(of string, at int) string { return fmt.Sprintf("%s(SUBSTR(%s, %d, 2))", t.xsd(dl.Integer), of, at) }
	day := fmt.Sprintf("SUBSTR(%s, 1, 10)", full)
	at, _ := time.Parse("2006-01-02T15:04:05", string(d.m)) // with a fraction or without
	date := func(days int) string { return at.AddDate(0, 0, days).Format(`"2006-01-02"`) }
	seconds := strings.Join([]string{
		fmt.Sprintf(`IF(%s < %s, -86400, IF(%[1]s > %[2]s, 86400, 0))`, day, date(0)),
		"3600 * " + field(full, 12),
		"60 * " + field(full, 15),
		fmt.Sprintf("%s(%s)", t.xsd(dl.Decimal), second),
		fmt.Sprintf(`IF(STRSTARTS(%s, "+"), -60, 60) * (60 * %s + %s)`, zone, field(zone, 2), field(zone, 5)),
	}, " + ")
	hour, minute, s := at.Clock()
	clock := fmt.Sprint(3600*hour + 60*minute + s)
	if _, fraction, ok := strings.Cut(string(d.m), "."); ok {
		clock += "." + fraction
	}
	near := fmt.Sprintf("%s %s %s", seconds, comparator(d.op), clock)
	switch d.op {
	case dl.GreaterEq:
		return fmt.Sprintf("%s > %s || %[1]s >= %[3]s && %[4]s", day, date(1), date(-1), near)
	case dl.LessEq:
		return fmt.Sprintf("%s < %s || %[1]s <= %[3]s && %[4]s", day, date(-1), date(1), near)
	}
	return fmt.Sprintf("%s >= %s && %[1]s <= %[3]s && %[4]s", day, date(-1), date(1), near)
}
