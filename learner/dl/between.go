package dl

import (
	"fmt"
	"math/big"
	"sort"
	"strconv"
)

// Between returns a value of the same kind strictly between v and w, near the
// middle and with as few digits as that allows: 2995 for the integers 2990 and
// 3000, 1.5 for the decimals 1.25 and 1.81. ok is false if v is not below w,
// if they are of different kinds, or if there is no such value: between
// consecutive integers or days, for times of day and the like, and where the
// value would be longer than MaxLexical.
func Between(v, w Value) (m Value, ok bool) {
	c, comparable := v.Cmp(w)
	if v.kind != w.kind || !comparable || c >= 0 {
		return Value{}, false
	}
	inside := func(lexical string) bool {
		var err error
		if m, err = NewValue(v.kind, lexical); err != nil {
			return false
		}
		below, ok1 := v.Cmp(m)
		above, ok2 := m.Cmp(w)
		return ok1 && ok2 && below < 0 && above < 0
	}
	a, b := v.order(), w.order()
	if a.inf != 0 || b.inf != 0 {
		return Value{}, false
	}
	middle := new(big.Rat).Add(a.rat(), b.rat())
	middle.Quo(middle, big.NewRat(2, 1))
	switch v.kind {
	case Integer:
		floor := new(big.Int).Div(middle.Num(), middle.Denom())
		return m, inside(floor.String())
	case Decimal:
		// More digits come nearer to the middle, which lies inside. So there is
		// a smallest number of digits that does, among those that fit.
		room := MaxLexical - len("-.") - len(middle.FloatString(0))
		digits := sort.Search(room, func(digits int) bool { return inside(middle.FloatString(digits)) })
		ok = inside(middle.FloatString(digits))
		return m, ok
	case Float, Double:
		x, _ := middle.Float64()
		for digits := 0; digits <= 17; digits++ {
			if inside(strconv.FormatFloat(x, 'E', digits, 64)) {
				return m, true
			}
		}
	case DateTime, Date, GYearMonth, GYear:
		seconds := new(big.Int).Div(middle.Num(), middle.Denom())
		if seconds.IsInt64() {
			return m, inside(formatInstant(v.kind, seconds.Int64()))
		}
	}
	return Value{}, false
}

// formatInstant returns the value of the kind at or before the instant, in UTC.
func formatInstant(k Kind, seconds int64) string {
	days := floorDays(seconds)
	clock := seconds - days*daySeconds
	year, month, day := dateOfDay(days)
	s := formatDate(k, year, month, day)
	if k == DateTime {
		s += fmt.Sprintf("T%02d:%02d:%02dZ", clock/3600, clock/60%60, clock%60)
	}
	return s
}

// formatDate returns the year, month and day, as far as the kind has them.
func formatDate(k Kind, year int64, month, day int) string {
	y := fmt.Sprintf("%04d", year)
	if year < 0 {
		y = fmt.Sprintf("-%04d", -year)
	}
	switch k {
	case GYear:
		return y
	case GYearMonth:
		return fmt.Sprintf("%s-%02d", y, month)
	}
	return fmt.Sprintf("%s-%02d-%02d", y, month, day)
}

// dateOfDay returns the date of a day counted from 1970-01-01. It is the inverse
// of daysSinceEpoch.
func dateOfDay(days int64) (year int64, month, day int) {
	z := days + 719468
	era := z / 146097
	if z < 0 {
		era = (z - 146096) / 146097
	}
	ofEra := z - era*146097
	yearOfEra := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	mp := (5*ofYear + 2) / 153
	day = int(ofYear-(153*mp+2)/5) + 1
	month = int(mp) + 3
	year = yearOfEra + era*400
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

func floorDays(n int64) int64 {
	days := n / daySeconds
	if n%daySeconds < 0 {
		days--
	}
	return days
}
