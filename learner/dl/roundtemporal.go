package dl

import (
	"math/big"
	"strings"
	"time"
)

// The values of a kind of date without time zones lie at certain instants, the slots
// of the kind: the starts of days, months or years. A time zone moves a value by a
// whole number of minutes, at most 14 hours. So the values with time zones are the
// whole minutes within 14 hours of a slot.

const (
	daySeconds  = 86400
	farthest    = 14 * 3600 // seconds between a value and its slot
	anchorYear  = 1972      // of the kinds without a year, as in parseTemporal
	anchorStart = 730 * daySeconds
)

// roundTemporal rounds the instant x, in seconds: up for ≥, down for ≤ and =.
func roundTemporal(x *big.Rat, op Op, k Kind, zoned bool) (Value, Bound) {
	whole := new(big.Int).Div(x.Num(), x.Denom())
	n, frac := whole.Int64(), new(big.Rat).Sub(x, new(big.Rat).SetInt(whole))
	switch k {
	case DateTime:
		return formatClock(k, n, frac, zoned, 0)
	case Time:
		return roundTime(n, frac, op, zoned)
	}
	up := op == GreaterEq
	if up && frac.Sign() > 0 {
		n++
	}
	low, hasLow := slotAt(k, n)
	high, hasHigh := slotAfter(k, n)
	if !zoned {
		switch {
		case hasLow && (!up || low == n):
			return formatSlot(k, low, "")
		case up && hasHigh:
			return formatSlot(k, high, "")
		}
		return Value{}, NoValue
	}
	n = roundToMinute(n, up)
	switch {
	case hasLow && n-low <= farthest:
		return formatSlot(k, low, formatZone(low-n))
	case hasHigh && high-n <= farthest:
		return formatSlot(k, high, formatZone(high-n))
	case up && hasHigh:
		return formatSlot(k, high, formatZone(farthest))
	case !up && hasLow:
		return formatSlot(k, low, formatZone(-farthest))
	}
	return Value{}, NoValue
}

func roundToMinute(seconds int64, up bool) int64 {
	rest := ((seconds % 60) + 60) % 60
	if up && rest > 0 {
		return seconds - rest + 60
	}
	return seconds - rest
}

// roundTime rounds the instant n+frac to a time of day. The times of day lie on the
// first day of the anchor year.
func roundTime(n int64, frac *big.Rat, op Op, zoned bool) (Value, Bound) {
	n -= anchorStart
	shift := int64(0)
	if zoned {
		switch {
		case n < 0:
			shift = farthest
		case n >= daySeconds:
			shift = -farthest
		}
	}
	switch local := n + shift; {
	case local >= 0 && local < daySeconds:
		return formatClock(Time, local, frac, zoned, shift)
	case (local < 0) == (op == GreaterEq) && op != Equal:
		return Value{}, EveryValue
	}
	return Value{}, NoValue
}

// slot returns the start of a day in UTC.
func slot(year, month, day int) int64 {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix()
}

func dateOf(instant int64) (year, month, day int) {
	t := time.Unix(instant, 0).UTC()
	return t.Year(), int(t.Month()), t.Day()
}

// slotAt returns the last slot of the kind that is not after the instant.
func slotAt(k Kind, n int64) (last int64, ok bool) {
	year, month, day := dateOf(n)
	if k >= GMonth { // the kinds without a year
		if year < anchorYear {
			return 0, false
		}
		if year > anchorYear {
			month, day = 12, 31
		}
		if k == GDay && (year > anchorYear || month > 1) {
			month, day = 1, 31
		}
		year = anchorYear
	}
	switch k {
	case GYear:
		month, day = 1, 1
	case GYearMonth, GMonth:
		day = 1
	}
	return slot(year, month, day), true
}

func slotAfter(k Kind, n int64) (first int64, ok bool) {
	year, month, day := dateOf(n)
	if k >= GMonth && year < anchorYear {
		return anchorStart, true
	}
	if k >= GMonth && year > anchorYear || k == GMonth && month == 12 || k == GDay && (month > 1 || day == 31) ||
		k == GMonthDay && month == 12 && day == 31 {
		return 0, false
	}
	switch k {
	case GYear:
		return slot(year+1, 1, 1), true
	case GYearMonth, GMonth:
		return slot(year, month+1, 1), true
	}
	return slot(year, month, day+1), true
}

// formatSlot returns the value of the kind at a slot, or NoValue if the year has too
// many digits.
func formatSlot(k Kind, slot int64, zone string) (Value, Bound) {
	t := time.Unix(slot, 0).UTC()
	switch k {
	case GMonth:
		return newBound(k, t.Format("--01")+zone)
	case GDay:
		return newBound(k, t.Format("---02")+zone)
	case GMonthDay:
		return newBound(k, t.Format("--01-02")+zone)
	}
	return newBound(k, formatDate(k, t)+zone)
}

// newBound returns the value with that spelling, or NoValue if the kind does not allow
// it.
func newBound(k Kind, lexical string) (Value, Bound) {
	v, err := NewValue(k, lexical)
	if err != nil {
		return Value{}, NoValue
	}
	return v, AtValue
}

// formatClock returns the dateTime or time at an instant, with its fraction of a
// second. The time zone is UTC, or shift seconds from it.
func formatClock(k Kind, n int64, frac *big.Rat, zoned bool, shift int64) (Value, Bound) {
	t := time.Unix(n, 0).UTC()
	s := t.Format("15:04:05")
	if digits, _ := frac.FloatPrec(); digits > 0 {
		s += strings.TrimPrefix(frac.FloatString(digits), "0")
	}
	if k == DateTime {
		s = formatDate(k, t) + "T" + s
	}
	if zoned {
		s += formatZone(shift)
	}
	return newBound(k, s)
}

// formatZone returns the time zone that is the given number of seconds ahead of
// UTC.
func formatZone(seconds int64) string {
	return time.Unix(0, 0).In(time.FixedZone("", int(seconds))).Format("Z07:00")
}
