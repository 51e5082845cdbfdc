package dl

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Every kind of date stands for an instant: its first. A missing time zone is
// UTC. So a gYear, a date and a dateTime on the same property (YAGO has that)
// lie on one time line. Times of day, months and days of a year or month have
// lines of their own.

// The lexical spaces of XML Schema 1.1 Part 2, sections 3.3.7 to 3.3.14. Years
// have at most nine digits, so that seconds fit into an int64.
const (
	yearForm  = `(-?(?:[1-9][0-9]{3,8}|0[0-9]{3}))`
	monthForm = `(0[1-9]|1[0-2])`
	dayForm   = `(0[1-9]|[12][0-9]|3[01])`
	clockForm = `((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)`
	zoneForm  = `(Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?`
)

// temporalForms: the fields that each kind has, in the order of the groups.
var temporalForms = map[Kind]struct {
	re     *regexp.Regexp
	fields string // of y, m, d, c(lock); the zone is always last
}{
	DateTime:   {regexp.MustCompile(`^` + yearForm + `-` + monthForm + `-` + dayForm + `T` + clockForm + zoneForm + `$`), "ymdc"},
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

// parseTemporal reads a lexical form; ok is false if the kind does not allow
// it, such as the 30th of February.
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
	year, month, day, clock := int64(1972), 1, 1, ""
	for i, field := range form.fields {
		text := m[i+1]
		switch field {
		case 'y':
			year, _ = strconv.ParseInt(text, 10, 64)
		case 'm':
			month, _ = strconv.Atoi(text)
		case 'd':
			day, _ = strconv.Atoi(text)
		case 'c':
			clock = text
		}
	}
	if day > daysInMonth(year, month) {
		return t, false
	}
	t.n = daysSinceEpoch(year, month, day) * 86400
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

func isLeapYear(year int64) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysInMonth(year int64, month int) int {
	switch month {
	case 2:
		if isLeapYear(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// daysSinceEpoch counts days from 1970-01-01 in the proleptic Gregorian
// calendar, in which the year 0000 exists (XML Schema 1.1).
func daysSinceEpoch(year int64, month, day int) int64 {
	y := year
	if month <= 2 {
		y-- // years begin in March, so that the leap day is the last
	}
	era := y / 400
	if y < 0 {
		era = (y - 399) / 400
	}
	ofEra := y - era*400
	ofYear := int64((153*((month+9)%12)+2)/5 + day - 1)
	return era*146097 + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - 719468
}
