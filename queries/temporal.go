package queries

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

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
// minus, which sorts before digits.
//
// Values with a zone other than UTC are rare; the query completes them to a dateTime and
// lets the engine compare. Engines in Java cannot read years before 0001: the query
// compares a threshold before the year 0001 by spelling only, and ignores zones.
//
// Times of day, months and days have separate time lines, which dl puts into 1972. The
// query adds the missing beginning to their spellings.

// ErrYear reports a comparison with a year beyond 9999: such years have more digits and
// do not sort by spelling.
var ErrYear = errors.New("year beyond 9999")

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

// temporalFilter returns the condition of a comparison with a date or time: the datatype,
// and a comparison by spelling or as a dateTime.
func (t writer) temporalFilter(c dl.Compare, w string) string {
	m, err := momentOf(c.Value)
	if err != nil {
		t.fail(fmt.Errorf("comparison of %s: %w", c.Feature, err))
		return ""
	}
	kinds := t.temporalKinds(c)
	isDate := t.datatypeIs(w, kinds)
	spelling := fmt.Sprintf("STR(%s)", w)
	key := []string{spelling}
	if f := temporalFamilies[kinds[0]]; f.prefix != "" {
		if f.instead != "" { // SUBSTR beyond the end of another value is an error in Blazegraph
			spelling = fmt.Sprintf("STRAFTER(STR(%s), %q)", w, f.instead)
		}
		key = []string{`"` + f.prefix + `"`, spelling}
		spelling = "CONCAT(" + strings.Join(key, ", ") + ")"
	}
	local := fmt.Sprintf(`STRBEFORE(CONCAT(%s, "Z"), "Z")`, strings.Join(key, ", "))
	if !m.isCommonEra() {
		return isDate + " && " + m.spellingTest(c.Op, local)
	}
	dateTime := t.xsd(dl.DateTime)
	switch t.o.Zones[c.Feature] {
	case NoZones:
		return isDate + " && " + m.spellingTest(c.Op, spelling)
	case UTCOnly:
		// Virtuoso takes -0044 for a year after 1999, and XML Schema 1.0, which
		// Java implements, has no year 0.
		if len(kinds) > 1 || kinds[0] != dl.DateTime || t.o.Dialect.Has(LooseOrder|JavaOrder) {
			return isDate + " && " + m.spellingTest(c.Op, local)
		}
		return fmt.Sprintf(`%s && %s %s "%sZ"^^%s`, isDate, w, comparator(c.Op), m, dateTime)
	}
	// The part before the zone, the missing part, the zone.
	instant, missing := w, `""`
	if len(kinds) > 1 || kinds[0] != dl.DateTime {
		missing = fmt.Sprintf(`SUBSTR("YYYY-01-01T00:00:00", STRLEN(%s) - 5)`, spelling)
		if s, ok := missingPart[kinds[0]]; ok && len(kinds) == 1 {
			missing = `"` + s + `"`
		}
		instant = fmt.Sprintf(`STRDT(CONCAT(SUBSTR(%[1]s, 1, STRLEN(%[1]s) - 6), %[2]s, SUBSTR(%[1]s, STRLEN(%[1]s) - 5)), %[3]s)`,
			spelling, missing, dateTime)
	}
	zoned := fmt.Sprintf(`%s %s "%sZ"^^%s`, instant, comparator(c.Op), m, dateTime)
	if t.o.Dialect.Has(LocalInstants) {
		zoned = t.fieldTest(c.Op, m, spelling, missing)
	}
	isZoned := fmt.Sprintf("REGEX(%s, %s)", spelling, zonePattern)
	if t.o.Dialect&(JavaOrder|LooseOrder|TextInfinity) == JavaOrder { // RDF4J fails on an IF beside an error; Blazegraph needs it
		return fmt.Sprintf("%s && (%s && %s || !%[2]s && %[4]s)", isDate, isZoned, zoned, m.spellingTest(c.Op, local))
	}
	return fmt.Sprintf("%s && IF(%s, %s, %s)", isDate, isZoned, zoned, m.spellingTest(c.Op, local))
}

// fieldTest returns the comparison of a date with a zone for engines that ignore zones.
// It computes with the fields of the spelling, in which the text missing has to be added
// before the zone. A zone is at most 14 hours, so only values on the day of the moment,
// the day before and the day after need the computation.
func (t writer) fieldTest(op dl.Op, m moment, spelling, missing string) string {
	full := fmt.Sprintf("CONCAT(SUBSTR(%[1]s, 1, STRLEN(%[1]s) - 6), %[2]s)", spelling, missing)
	if missing == `""` {
		full = spelling
	}
	zone := fmt.Sprintf("SUBSTR(%[1]s, STRLEN(%[1]s) - 5)", spelling)
	integer, decimal := t.xsd(dl.Integer), t.xsd(dl.Decimal)
	field := func(of string, at int) string { return fmt.Sprintf("%s(SUBSTR(%s, %d, 2))", integer, of, at) }
	second := fmt.Sprintf("%s(SUBSTR(%s, 18))", decimal, full)
	if missing == `""` {
		second = fmt.Sprintf("%s(SUBSTR(%s, 18, STRLEN(%[2]s) - 23))", decimal, full)
	}
	day := fmt.Sprintf("SUBSTR(%s, 1, 10)", full)
	at, _ := time.Parse("2006-01-02T15:04:05", string(m)) // with a fraction or without
	date := func(days int) string { return at.AddDate(0, 0, days).Format(`"2006-01-02"`) }
	seconds := fmt.Sprintf(`IF(%s < %s, -86400, IF(%[1]s > %[2]s, 86400, 0)) + 3600 * %[3]s + 60 * %[4]s + %[5]s + IF(STRSTARTS(%[6]s, "+"), -60, 60) * (60 * %[7]s + %[8]s)`,
		day, date(0), field(full, 12), field(full, 15), second, zone, field(zone, 2), field(zone, 5))
	h, minute, s := at.Clock()
	clock := fmt.Sprint(3600*h + 60*minute + s)
	if _, fraction, ok := strings.Cut(string(m), "."); ok {
		clock += "." + fraction
	}
	near := fmt.Sprintf("%s %s %s", seconds, comparator(op), clock)
	switch op {
	case dl.GreaterEq:
		return fmt.Sprintf("%s > %s || %[1]s >= %[3]s && %[4]s", day, date(1), date(-1), near)
	case dl.LessEq:
		return fmt.Sprintf("%s < %s || %[1]s <= %[3]s && %[4]s", day, date(-1), date(1), near)
	}
	return fmt.Sprintf("%s >= %s && %[1]s <= %[3]s && %[4]s", day, date(-1), date(1), near)
}

// temporalKinds returns the kinds that a value of the feature may have and that are
// comparable with the value of c.
func (t writer) temporalKinds(c dl.Compare) []dl.Kind {
	family := c.Value.Kind().Family()
	var kinds []dl.Kind
	for _, k := range t.o.Kinds[c.Feature] {
		if k.Family() == family && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) > 0 {
		slices.Sort(kinds)
		return kinds
	}
	for k := range temporalFamilies {
		if k.Family() == family {
			kinds = append(kinds, k)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// moment is the first instant of a date, as the spelling of a dateTime in UTC without
// the zone and without zeros at the end of the fraction.
type moment string

func momentOf(v dl.Value) (moment, error) {
	at := v
	if f := temporalFamilies[v.Kind()]; f.prefix != "" {
		at, _ = dl.NewValue(f.prefixed, f.prefix+strings.TrimPrefix(v.Lexical(), f.instead))
	}
	at, _ = dl.Round(at, dl.Equal, dl.DateTime, false)
	s := at.Lexical()
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if m := moment(s); s != "" && len(strings.TrimPrefix(m.year(), "-")) == 4 {
		return m, nil
	}
	return "", fmt.Errorf("%w: %s", ErrYear, v.Lexical())
}

func (m moment) year() string { return string(m[:1+strings.IndexByte(string(m[1:]), '-')]) }

// isCommonEra reports whether the moment is in the year 1 or later.
func (m moment) isCommonEra() bool { return m[0] != '-' && m.year() != "0000" }

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

// spellingTest returns the comparison with the moment for the spelling local, a term of
// SPARQL.
func (m moment) spellingTest(op dl.Op, local string) string {
	after := fmt.Sprintf(`%s >= "%s"`, local, m.leastSpelling())
	before := fmt.Sprintf(`%s <= "%s"`, local, m.greatestSpelling())
	if m[0] == '-' {
		// Negative years sort backwards, but their months and days do not.
		year := m.year()
		same := fmt.Sprintf(`STRSTARTS(%s, "%s")`, local, year)
		after = fmt.Sprintf(`(%[1]s >= "0" || SUBSTR(%[1]s, 1, 5) < "%[2]s" || (%[3]s && %[4]s))`, local, year, same, after)
		before = fmt.Sprintf(`(%[1]s < "0" && (SUBSTR(%[1]s, 1, 5) > "%[2]s" || (%[3]s && %[4]s)))`, local, year, same, before)
	}
	switch op {
	case dl.GreaterEq:
		return after
	case dl.LessEq:
		return before
	}
	return after + " && " + before
}
