package dl

import "fmt"

// YearPrecision is the precision of a time that is known to the year. Each smaller number stands for
// ten times as long: 8 a decade, 7 a century, 6 a millennium (Wikibase).
const YearPrecision = 9

// Span returns the first and the last time of the year, decade, century and so on that contains the
// date or dateTime v, which is known to the precision: [YearPrecision] or less; 0 stands for
// YearPrecision. Decades begin with years such as 1950, longer spans with years such as 1901. Of
// other values both are v.
func Span(v Value, precision int) (from, to Value) {
	var year int
	if _, err := fmt.Sscanf(v.lex, "%d", &year); err != nil || year == 0 || v.kind != Date && v.kind != DateTime {
		return v, v
	}
	n, years := max(year, -year), 1
	for p := YearPrecision; p > precision && precision > 0; p-- {
		years *= 10
	}
	first := (n-1)/years*years + 1
	if years == 10 {
		first = n / years * years
	}
	last := first + years - 1
	if first = max(first, 1); year < 0 { // a span before our era ends with its smallest year
		first, last = -last, -first
	}
	from, err := InYear(v, first, false)
	to, err2 := InYear(v, last, true)
	if err != nil || err2 != nil {
		return v, v
	}
	return from, to
}

// InYear returns the first or the last value in a year, of the kind and time zone of v: a date, a
// dateTime, a gYear or a gYearMonth. The error says why there is none.
func InYear(v Value, year int, last bool) (Value, error) {
	text := fmt.Sprintf("%04d", year)
	if year < 0 {
		text = fmt.Sprintf("-%04d", -year)
	}
	day, clock := "01-01", "T00:00:00"
	if last {
		day, clock = "12-31", "T23:59:59"
	}
	switch v.kind {
	case GYearMonth:
		text += "-" + day[:len("01")]
	case Date:
		text += "-" + day
	case DateTime:
		text += "-" + day + clock
	}
	return NewValue(v.kind, text+zoneOf(v))
}

// zoneOf returns the time zone of v as it is written, or the empty string.
func zoneOf(v Value) string {
	switch {
	case !v.HasZone():
		return ""
	case v.lex[len(v.lex)-1] == 'Z':
		return "Z"
	}
	return v.lex[len(v.lex)-len("+00:00"):]
}

// Splits reports whether the comparison holds at one of two comparable values but not at the other.
func (c Compare) Splits(v, w Value) bool { return c.holdsAt(v) != c.holdsAt(w) }

func (c Compare) holdsAt(v Value) bool {
	o, ok := v.Cmp(c.Value)
	return ok && c.Op <= Equal && (o == 0 || o > 0 && c.Op == GreaterEq || o < 0 && c.Op == LessEq)
}
