package dl

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A date stands for its first instant, and a missing time zone for UTC. So a gYear,
// a date and a dateTime of the same property (YAGO has them) lie on one time line.
// Time, gMonth, gDay and gMonthDay have a line each. The calendar is the proleptic
// Gregorian calendar of package time, which has the year 0000 (XML Schema 1.1).

// The lexical spaces of XML Schema 1.1 Part 2, sections 3.3.7 to 3.3.14. Years
// have at most eleven digits, so that seconds fit into an int64.
const (
	yearForm  = `(-?(?:[1-9][0-9]{3,10}|0[0-9]{3}))`
	monthForm = `(0[1-9]|1[0-2])`
	dayForm   = `(0[1-9]|[12][0-9]|3[01])`
	clockForm = `((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)`
	zoneForm  = `(Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?`
)

// temporalForms are the lexical forms of the kinds, with the field of each group.
var temporalForms = map[Kind]struct {
	re     *regexp.Regexp
	fields string // y, m, d or c(lock) for each group; the last group is the zone
}{
	DateTime: {regexp.MustCompile(`^` + yearForm + `-` + monthForm + `-` + dayForm + `T` + clockForm + zoneForm + `$`),
		"ymdc"},
	Date:       {regexp.MustCompile(`^` + yearForm + `-` + monthForm + `-` + dayForm + zoneForm + `$`), "ymd"},
	GYearMonth: {regexp.MustCompile(`^` + yearForm + `-` + monthForm + zoneForm + `$`), "ym"},
	GYear:      {regexp.MustCompile(`^` + yearForm + zoneForm + `$`), "y"},
	Time:       {regexp.MustCompile(`^` + clockForm + zoneForm + `$`), "c"},
	GMonth:     {regexp.MustCompile(`^--` + monthForm + zoneForm + `$`), "m"},
	GDay:       {regexp.MustCompile(`^---` + dayForm + zoneForm + `$`), "d"},
	GMonthDay:  {regexp.MustCompile(`^--` + monthForm + `-` + dayForm + zoneForm + `$`), "md"},
}

// instant is a point on a kind's line, in seconds; r is set if it is not a
// whole number of seconds.
type instant struct {
	n int64
	r *big.Rat
}

// parseTemporal returns the instant of a lexical form. ok is false if the kind does
// not allow the form, as for the 30th of February.
func parseTemporal(k Kind, s string) (t instant, ok bool) {
	form, known := temporalForms[k]
	if !known {
		return t, false
	}
	m := form.re.FindStringSubmatch(s)
	if m == nil {
		return t, false
	}
	// 1972 is a leap year, so that --02-29 is a day.
	year := 1972
	month := 1
	day := 1
	clock := ""
	for i, field := range form.fields {
		text := m[i+1]
		switch field {
		case 'y':
			year, _ = strconv.Atoi(text)
		case 'm':
			month, _ = strconv.Atoi(text)
		case 'd':
			day, _ = strconv.Atoi(text)
		case 'c':
			clock = text
		}
	}
	start := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if start.Day() != day { // there is no such day in the month
		return t, false
	}
	t.n = start.Unix()
	if clock != "" {
		hms, frac, _ := strings.Cut(clock, ".")
		h, _ := strconv.Atoi(hms[0:2])
		mi, _ := strconv.Atoi(hms[3:5])
		sec, _ := strconv.Atoi(hms[6:8])
		if k == Time {
			h %= 24 // 24:00:00 is 00:00:00 where there is no next day
		}
		t.n += int64(h)*3600 + int64(mi)*60 + int64(sec)
		if frac = strings.TrimRight(frac, "0"); frac != "" {
			t.r, _ = new(big.Rat).SetString("0." + frac)
		}
	}
	if zone := m[len(m)-1]; zone != "" && zone != "Z" {
		h, _ := strconv.Atoi(zone[1:3])
		mi, _ := strconv.Atoi(zone[4:6])
		shift := int64(h)*3600 + int64(mi)*60
		if zone[0] == '+' {
			shift = -shift
		}
		t.n += shift
	}
	if t.r != nil {
		t.r.Add(t.r, new(big.Rat).SetInt64(t.n))
	}
	return t, true
}
