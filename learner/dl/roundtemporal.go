package dl

import (
	"fmt"
	"math/big"
	"strings"
)

// Without time zones, a kind of dates has values at certain instants only, its
// slots: the starts of days, months or years. A time zone moves a value by a whole
// number of minutes, at most 14 hours. So the values with time zones are the whole
// minutes within 14 hours of a slot.

const (
	daySeconds  = 86400
	farthest    = 14 * 3600 // seconds between a value and its slot
	anchorYear  = 1972      // of the kinds without a year, as parseTemporal has it
	anchorStart = 730 * daySeconds
)

// roundTemporal rounds an instant, in seconds: up for ≥, down for ≤ and =.
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

// roundToMinute rounds seconds to a whole minute, up or down.
func roundToMinute(seconds int64, up bool) int64 {
	rest := ((seconds % 60) + 60) % 60
	if up && rest > 0 {
		return seconds - rest + 60
	}
	return seconds - rest
}

// roundTime rounds an instant, counted from the start of the anchor year, to a
// time of day.
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

// slotAt returns the last slot of the kind that is not after the instant.
func slotAt(k Kind, n int64) (slot int64, ok bool) {
	year, month, day := dateOfDay(floorDays(n))
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
	return daysSinceEpoch(year, month, day) * daySeconds, true
}

// slotAfter returns the first slot of the kind that is after the instant.
func slotAfter(k Kind, n int64) (slot int64, ok bool) {
	year, month, day := dateOfDay(floorDays(n))
	if k >= GMonth && year < anchorYear {
		return anchorStart, true
	}
	if k >= GMonth && year > anchorYear || k == GMonth && month == 12 || k == GDay && (month > 1 || day == 31) ||
		k == GMonthDay && month == 12 && day == 31 {
		return 0, false
	}
	switch {
	case k == GYear, month == 12 && (k == GYearMonth || k == GMonth):
		return daysSinceEpoch(year+1, 1, 1) * daySeconds, true
	case k == GYearMonth, k == GMonth:
		return daysSinceEpoch(year, month+1, 1) * daySeconds, true
	}
	return (floorDays(n) + 1) * daySeconds, true
}

// formatSlot returns the value of the kind at a slot. There is none if the year
// has too many digits.
func formatSlot(k Kind, slot int64, zone string) (Value, Bound) {
	year, month, day := dateOfDay(floorDays(slot))
	var s string
	switch k {
	case GMonth:
		s = fmt.Sprintf("--%02d", month)
	case GDay:
		s = fmt.Sprintf("---%02d", day)
	case GMonthDay:
		s = fmt.Sprintf("--%02d-%02d", month, day)
	default:
		s = formatDate(k, year, month, day)
	}
	v, err := NewValue(k, s+zone)
	if err != nil {
		return Value{}, NoValue
	}
	return v, AtValue
}

// formatClock returns the dateTime or time at an instant, with its fraction of a
// second. The time zone is UTC, or shift seconds from it.
func formatClock(k Kind, n int64, frac *big.Rat, zoned bool, shift int64) (Value, Bound) {
	days := floorDays(n)
	clock := n - days*daySeconds
	s := fmt.Sprintf("%02d:%02d:%02d", clock/3600, clock/60%60, clock%60)
	if digits, _ := frac.FloatPrec(); digits > 0 {
		s += strings.TrimPrefix(frac.FloatString(digits), "0")
	}
	if k == DateTime {
		year, month, day := dateOfDay(days)
		s = formatDate(k, year, month, day) + "T" + s
	}
	if zoned {
		s += formatZone(shift)
	}
	v, err := NewValue(k, s)
	if err != nil {
		return Value{}, NoValue
	}
	return v, AtValue
}

// formatZone returns the time zone that is the given number of seconds ahead of
// UTC.
func formatZone(seconds int64) string {
	sign := '+'
	switch {
	case seconds == 0:
		return "Z"
	case seconds < 0:
		sign, seconds = '-', -seconds
	}
	return fmt.Sprintf("%c%02d:%02d", sign, seconds/3600, seconds/60%60)
}
