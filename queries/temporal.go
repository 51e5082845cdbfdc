package queries

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner/dl"
)

// SPARQL 1.1 compares dateTimes and no other kind of date, engines that do
// more do not agree, and Virtuoso aborts the query if a cast fails. But genus
// puts all kinds on one time line by their first instant (package dl), and on
// it the order of instants is the order of spellings:
//
//	2019-12-31  <  2020  =  2020-01  =  2020-01-01T00:00:00  <  2020-05
//
// if the zone is UTC or missing: a spelling that stops early stands for the
// least of those that go on. So w ≥ v compares the spelling of w with that of
// v without its minimal parts (2020-01-01T00:00:00 is cut to 2020), and w ≤ v
// with that of v in full and followed by zeros, so that 12:00:00.50 is not
// after 12:00:00.5. Negative years have a minus, which sorts before digits.
//
// Values with another zone than UTC are rare; they are completed to a dateTime
// and left to the engine. A threshold before the year 0001, which engines in Java
// cannot read, is compared by spelling alone, without regard to zones.
//
// Times of day, months and days have lines of their own, which dl puts into
// 1972; here they get the part in front that they lack.

// ErrYear is returned for a comparison with a year beyond 9999: such years
// have more digits than others and do not sort by spelling.
var ErrYear = errors.New("year beyond 9999")

// temporalFamilies: what the spelling of each kind lacks in front, and what
// stands there in its place.
var temporalFamilies = map[dl.Kind]struct {
	prefix, instead string
	prefixed        dl.Kind // that it then is of
}{
	dl.DateTime: {}, dl.Date: {}, dl.GYearMonth: {}, dl.GYear: {},
	dl.Time:      {"1972-01-01T", "", dl.DateTime},
	dl.GMonth:    {"1972-", "--", dl.GYearMonth}, // --MM
	dl.GMonthDay: {"1972-", "--", dl.Date},
	dl.GDay:      {"1972-01", "--", dl.Date}, // ---DD
}

// missingPart is what a spelling lacks to be that of a dateTime.
var missingPart = map[dl.Kind]string{
	dl.Date: "T00:00:00", dl.GYearMonth: "-01T00:00:00", dl.GYear: "-01-01T00:00:00",
}

func temporal(k dl.Kind) bool {
	_, ok := temporalFamilies[k]
	return ok
}

// zonePattern matches a spelling without a minus in front and with a zone that
// is not Z.
const zonePattern = `"^[0-9].*[+-][0-9][0-9]:[0-9][0-9]$"`

// temporalFilter: the datatype, then by spelling or as a dateTime.
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
		return isDate + " && " + m.bySpelling(c.Op, local)
	}
	dateTime := t.xsd(dl.DateTime)
	switch t.o.Zones[c.Feature] {
	case NoZones:
		return isDate + " && " + m.bySpelling(c.Op, spelling)
	case UTCOnly:
		// Virtuoso takes -0044 for a year after 1999, and XML Schema 1.0, which
		// Java implements, has no year 0.
		if len(kinds) > 1 || kinds[0] != dl.DateTime || t.o.Dialect.Has(LooseOrder|JavaOrder) {
			return isDate + " && " + m.bySpelling(c.Op, local)
		}
		return fmt.Sprintf(`%s && %s %s "%sZ"^^%s`, isDate, w, comparator(c.Op), m, dateTime)
	}
	// What stands before the zone, what is missing there, the zone.
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
		zoned = t.byFields(c.Op, m, spelling, missing)
	}
	isZoned := fmt.Sprintf("REGEX(%s, %s)", spelling, zonePattern)
	if t.o.Dialect&(JavaOrder|LooseOrder|TextInfinity) == JavaOrder { // RDF4J fails on an IF beside an error; Blazegraph needs it
		return fmt.Sprintf("%s && (%s && %s || !%[2]s && %[4]s)", isDate, isZoned, zoned, m.bySpelling(c.Op, local))
	}
	return fmt.Sprintf("%s && IF(%s, %s, %s)", isDate, isZoned, zoned, m.bySpelling(c.Op, local))
}

// byFields is the condition on the spelling of a date that has a zone and lacks what
// is missing before it, for engines that do not heed zones. A zone is 14 hours at
// most, so the day before, the day and the day after the moment have to be looked at.
func (t writer) byFields(op dl.Op, m moment, spelling, missing string) string {
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

// temporalKinds are the kinds that a value of the feature may have and that
// can be compared with c's value.
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

// moment is the first instant of a date: the spelling of a dateTime in UTC, without
// its zone and without zeros at the end of a fraction.
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

// least is the first of the spellings of what begins at or after the moment.
func (m moment) least() string {
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

// most is a spelling after all those of the moment itself, and before those of
// any later one (to twelve digits behind the point).
func (m moment) most() string {
	s := string(m)
	_, fraction, ok := strings.Cut(s, ".")
	if !ok {
		s += "."
	}
	return s + strings.Repeat("0", max(0, 12-len(fraction)))
}

// bySpelling is the condition on the spelling in local.
func (m moment) bySpelling(op dl.Op, local string) string {
	after := fmt.Sprintf(`%s >= "%s"`, local, m.least())
	before := fmt.Sprintf(`%s <= "%s"`, local, m.most())
	if m[0] == '-' {
		// Years count backwards, their months and days do not.
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
