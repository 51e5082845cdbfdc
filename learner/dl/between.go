package dl

import (
	"fmt"
	"math/big"
	"sort"
	"strconv"
	"time"
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
		if m, err = v.Like(lexical); err != nil {
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
	case InUnit:
		for digits := range quantityDigits {
			if inside(middle.FloatString(digits)) {
				return m, true
			}
		}
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
	t := time.Unix(seconds, 0).UTC()
	s := formatDate(k, t)
	if k == DateTime {
		s += t.Format("T15:04:05Z")
	}
	return s
}

// formatDate returns the year, the month and the day of t, as many of them as the
// kind has.
func formatDate(k Kind, t time.Time) string {
	y := fmt.Sprintf("%04d", t.Year())
	if t.Year() < 0 {
		y = fmt.Sprintf("-%04d", -t.Year())
	}
	switch k {
	case GYear:
		return y
	case GYearMonth:
		return y + t.Format("-01")
	}
	return y + t.Format("-01-02")
}
