package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// SPARQL 1.1 compares dateTimes but no other kind of date. Engines that compare more
// disagree, and Virtuoso aborts the query if a cast fails. genus puts all kinds on one
// time line by their first instants (package dl). If the zone is UTC or missing, the
// order of the instants is the order of the spellings:
//
//	2019-12-31  <  2020  =  2020-01  =  2020-01-01T00:00:00  <  2020-05
//
// A spelling stands for the least of the longer spellings that begin with it. So w ≥ v
// compares the spelling of w with that of v without its minimal parts
// (2020-01-01T00:00:00 becomes 2020). w ≤ v compares it with the full spelling of v with
// zeros appended, so that 12:00:00.50 is not after 12:00:00.5. Negative years have a
// minus, which sorts before digits. Where years may have more than four digits, the query
// looks whether they have.
//
// Values with a zone other than UTC are rare; the query completes them to a dateTime and
// lets the engine compare. Engines in Java cannot read years before 0001: the query
// compares a threshold before the year 0001 or after 9999 by spelling only, and ignores zones.
//
// Times of day, months and days have separate time lines, which dl puts into 1972. The
// query adds the missing beginning to their spellings.

// temporalFamilies are the beginnings of a date that the spelling of each kind lacks
// (prefix), and what stands there instead.
var temporalFamilies = map[dl.Kind]struct {
	prefix, instead string
	prefixed        dl.Kind // the kind of a value with the prefix
}{
	dl.DateTime: {}, dl.Date: {}, dl.GYearMonth: {}, dl.GYear: {},
	dl.Time:      {"1972-01-01T", "", dl.DateTime},
	dl.GMonth:    {"1972-", "--", dl.GYearMonth}, // --MM
	dl.GMonthDay: {"1972-", "--", dl.Date},
	dl.GDay:      {"1972-01", "--", dl.Date}, // ---DD
}

// missingPart is the end of a dateTime that the spelling of each kind lacks.
var missingPart = map[dl.Kind]string{
	dl.Date: "T00:00:00", dl.GYearMonth: "-01T00:00:00", dl.GYear: "-01-01T00:00:00",
}

func isTemporal(k dl.Kind) bool {
	_, ok := temporalFamilies[k]
	return ok
}

// zonePattern matches a spelling without a minus in front and with a zone that
// is not Z.
const zonePattern = `"^[0-9].*[+-][0-9][0-9]:[0-9][0-9]$"`

// longYear matches a spelling with a year of more than four digits and without a minus.
const longYear = `"^[0-9]{5}"`

const noText = `""`

// dateTest is a comparison with a date that has a zone other than Z.
type dateTest struct {
	op       dl.Op
	m        moment
	spelling string // of the date
	missing  string // what the spelling lacks before its zone, to be that of a dateTime
	instant  string // the dateTime
}

func (t *translator) temporalFilter(c dl.Compare, w string) string {
	m := momentOf(c.Value)
	kinds, zones := t.temporalKinds(c)
	isDate := t.datatypeIs(w, kinds) + " && "
	spelling := fmt.Sprintf("STR(%s)", w)
	key := spelling
	years := "" // what may begin with a year of more than four digits
	if zones == AnyZones || zones == UTCAnyYear || len(m.year()) > 4 {
		years = spelling
	}
	if f := temporalFamilies[kinds[0]]; f.prefix != "" {
		if f.instead != "" { // SUBSTR beyond the end of another value is an error in Blazegraph
			spelling = fmt.Sprintf("STRAFTER(STR(%s), %q)", w, f.instead)
		}
		key, years = `"`+f.prefix+`", `+spelling, ""
		spelling = "CONCAT(" + key + ")"
	}
	local := m.spellingTest(c.Op, fmt.Sprintf(`STRBEFORE(CONCAT(%s, "Z"), "Z")`, key), years)
	dateTimes := len(kinds) == 1 && kinds[0] == dl.DateTime
	inUTC := zones == UTCOnly || zones == UTCAnyYear
	switch {
	case m[0] == '-' || m.year() == "0000" || len(m.year()) > 4 || inUTC && !(dateTimes && t.engine.ordersUTC()):
		return isDate + local
	case zones == NoZones:
		return isDate + m.spellingTest(c.Op, spelling, "")
	case inUTC:
		return isDate + fmt.Sprintf(`%s %s "%sZ"^^%s`, w, comparator(c.Op), m, t.xsd(dl.DateTime))
	}
	d := dateTest{op: c.Op, m: m, spelling: spelling, missing: noText, instant: w}
	if !dateTimes {
		d.missing = fmt.Sprintf(`SUBSTR("YYYY-01-01T00:00:00", STRLEN(%s) - 5)`, spelling)
		if s, ok := missingPart[kinds[0]]; ok && len(kinds) == 1 {
			d.missing = `"` + s + `"`
		}
		local := fmt.Sprintf("SUBSTR(%s, 1, STRLEN(%[1]s) - 6)", spelling)
		zone := fmt.Sprintf("SUBSTR(%s, STRLEN(%[1]s) - 5)", spelling)
		d.instant = fmt.Sprintf("STRDT(CONCAT(%s, %s, %s), %s)", local, d.missing, zone, t.xsd(dl.DateTime))
	}
	isZoned := fmt.Sprintf("REGEX(%s, %s)", spelling, zonePattern)
	return isDate + t.engine.choose(isZoned, t.engine.zoned(t, d), local)
}

// temporalKinds returns the kinds of the feature's dates on the time line of the value, and their zones. The times of
// a Wikibase are dateTimes in UTC (its RDF dump format, "Value representation").
func (t *translator) temporalKinds(c dl.Compare) ([]dl.Kind, Zones) {
	family := c.Value.Kind().Family()
	zones, known := t.o.Zones[c.Feature]
	if _, _, wikibase := t.o.Vocabulary.Statements.Split(c.Feature); wikibase && !known && family == dl.DateTime.Family() {
		return []dl.Kind{dl.DateTime}, UTCAnyYear
	}
	var kinds []dl.Kind
	for _, k := range t.o.Kinds[c.Feature] {
		if k.Family() == family && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) > 0 {
		slices.Sort(kinds)
		return kinds, zones
	}
	for k := range temporalFamilies {
		if k.Family() == family {
			kinds = append(kinds, k)
		}
	}
	slices.Sort(kinds)
	return kinds, zones
}

// moment is the first instant of a date, as the spelling of a dateTime in UTC without
// the zone and without zeros at the end of the fraction.
type moment string

func momentOf(v dl.Value) moment {
	at := v
	if f := temporalFamilies[v.Kind()]; f.prefix != "" {
		at, _ = dl.NewValue(f.prefixed, f.prefix+strings.TrimPrefix(v.Lexical(), f.instead))
	}
	if utc, bound := dl.Round(at, dl.Equal, dl.DateTime, false); bound == dl.AtValue {
		at = utc
	}
	s := at.Lexical()
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return moment(s)
}

// year returns the digits of the year.
func (m moment) year() string {
	year, _, _ := strings.Cut(strings.TrimPrefix(string(m), "-"), "-")
	return year
}

// leastSpelling returns the first of the spellings of dates that begin at or after the
// moment.
func (m moment) leastSpelling() string {
	s := string(m)
	for _, minimal := range []string{"T00:00:00", "-01", "-01"} {
		cut, ok := strings.CutSuffix(s, minimal)
		if !ok {
			break
		}
		s = cut
	}
	return s
}

// greatestSpelling returns a text after all spellings of the moment and before those of
// later moments (with up to twelve fraction digits).
func (m moment) greatestSpelling() string {
	s := string(m)
	_, fraction, ok := strings.Cut(s, ".")
	if !ok {
		s += "."
	}
	return s + strings.Repeat("0", max(0, 12-len(fraction)))
}

// spellingTest compares a spelling without zone with the moment. Unless years is empty, it is a spelling of the
// date whose year may have more than four digits.
func (m moment) spellingTest(op dl.Op, local, years string) string {
	after := fmt.Sprintf(`%s >= "%s"`, local, m.leastSpelling())
	before := fmt.Sprintf(`%s <= "%s"`, local, m.greatestSpelling())
	n, positive := len(m.year()), local
	if m[0] == '-' {
		// Negative years sort backwards, but their months and days do not.
		same := fmt.Sprintf(`STRSTARTS(%s, "-%s")`, local, m.year())
		first := fmt.Sprintf("SUBSTR(%s, 1, %d)", local, n+1)
		after = fmt.Sprintf(`(%s < "-%s" || (%s && %s))`, first, m.year(), same, after)
		before = fmt.Sprintf(`(%s > "-%s" || (%s && %s))`, first, m.year(), same, before)
		positive = fmt.Sprintf("SUBSTR(%s, 2)", local)
	}
	switch {
	case years != "" && n == 4 && m[0] != '-': // negative years of any length sort before
		long := fmt.Sprintf("REGEX(%s, %s)", years, longYear)
		after = fmt.Sprintf("(%s || %s)", after, long)
		before = fmt.Sprintf("(%s && !%s)", before, long)
	case years != "": // a negative year has no digits before its first minus
		digits := fmt.Sprintf(`STRLEN(STRBEFORE(CONCAT(%s, "-"), "-"))`, positive)
		more, fewer := ">", "<"
		if m[0] == '-' {
			more, fewer = fewer, more
		}
		after = fmt.Sprintf("(%s %s %d || (%[1]s = %[3]d && %[4]s))", digits, more, n, after)
		before = fmt.Sprintf("(%s %s %d || (%[1]s = %[3]d && %[4]s))", digits, fewer, n, before)
	}
	if m[0] == '-' {
		after = fmt.Sprintf(`(%s >= "0" || %s)`, local, after)
		before = fmt.Sprintf(`(%s < "0" && %s)`, local, before)
	}
	switch op {
	case dl.GreaterEq:
		return after
	case dl.LessEq:
		return before
	}
	return after + " && " + before
}
