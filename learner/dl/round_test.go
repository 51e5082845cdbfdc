package dl

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/testsize"
)

func TestRound(t *testing.T) {
	value := func(k Kind, lex string) Value {
		v, err := NewValue(k, lex)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	tests := []struct {
		v     Value
		op    Op
		k     Kind
		zoned bool
		want  string
		bound Bound
	}{
		{Int(3000), GreaterEq, Integer, false, "3000", AtValue},
		{Int(3000), GreaterEq, Decimal, false, "3000.0", AtValue},
		{Int(3000), GreaterEq, Double, false, "3.0E3", AtValue},
		{value(Decimal, "30.5"), GreaterEq, Integer, false, "31", AtValue},
		{value(Decimal, "30.5"), LessEq, Integer, false, "30", AtValue},
		{value(Decimal, "-30.5"), LessEq, Integer, false, "-31", AtValue},
		{value(Decimal, "30.5"), Equal, Integer, false, "", NoValue},
		{value(Decimal, "0.1"), GreaterEq, Double, false, "1.0E-1", AtValue},
		{value(Decimal, "0.1"), LessEq, Double, false, "9.999999999999999E-2", AtValue},
		{value(Double, "0.1"), LessEq, Decimal, false, "0.1000000000000000055511151231257827021181583404541015625", AtValue},
		{value(Double, "1e300"), GreaterEq, Float, false, "INF", AtValue},
		{value(Double, "5e-324"), GreaterEq, Float, false, "1.0E-45", AtValue},
		{value(Double, "-5e-324"), GreaterEq, Float, false, "0.0E0", AtValue},
		{value(Double, "1e300"), LessEq, Float, false, "3.4028235E38", AtValue},
		{value(Double, "INF"), LessEq, Decimal, false, "", EveryValue},
		{value(Double, "INF"), GreaterEq, Integer, false, "", NoValue},
		{value(Double, "INF"), GreaterEq, Float, false, "INF", AtValue},
		{value(Double, "NaN"), GreaterEq, Double, false, "", NoValue},
		{Int(1990), GreaterEq, GYear, false, "", NoValue},
		{Int(1990), GreaterEq, Integer, true, "", NoValue},
		{value(GYear, "1990"), GreaterEq, Date, false, "1990-01-01", AtValue},
		{value(GYear, "1990"), GreaterEq, GYear, true, "1990Z", AtValue},
		{value(Date, "1990-02-01"), GreaterEq, GYear, false, "1991", AtValue},
		{value(Date, "1990-02-01"), GreaterEq, GYear, true, "1991+14:00", AtValue},
		{value(Date, "1990-02-01"), LessEq, GYear, true, "1990-14:00", AtValue},
		{value(DateTime, "1990-01-01T03:00:00Z"), GreaterEq, GYear, true, "1990-03:00", AtValue},
		{value(DateTime, "1990-01-01T03:00:00.5Z"), GreaterEq, GYear, true, "1990-03:01", AtValue},
		{value(DateTime, "1990-12-31T20:00:00Z"), GreaterEq, GYear, true, "1991+04:00", AtValue},
		{value(DateTime, "1990-12-31T20:00:00Z"), LessEq, GYear, true, "1991+04:00", AtValue},
		{value(DateTime, "1990-12-31T20:00:00Z"), GreaterEq, Date, true, "1991-01-01+04:00", AtValue},
		{value(DateTime, "-0001-12-31T20:00:00.25Z"), LessEq, DateTime, false, "-0001-12-31T20:00:00.25", AtValue},
		{value(Time, "01:00:00+02:00"), GreaterEq, Time, false, "", EveryValue},
		{value(Time, "01:00:00+02:00"), LessEq, Time, false, "", NoValue},
		{value(Time, "12:30:00.5"), LessEq, Time, true, "12:30:00.5Z", AtValue},
		{value(GMonth, "--12-05:00"), GreaterEq, GMonth, false, "", NoValue},
		{value(GMonth, "--12-05:00"), LessEq, GMonth, false, "--12", AtValue},
		{Bool(true), Equal, Boolean, false, "true", AtValue},
	}
	for _, tt := range tests {
		got, bound := Round(tt.v, tt.op, tt.k, tt.zoned)
		if got.Lexical() != tt.want || bound != tt.bound {
			t.Errorf("Round(%s, %v, %v, %t) = %q, %d; want %q, %d", tt.v.Lexical(), tt.op, tt.k, tt.zoned, got.Lexical(), bound, tt.want, tt.bound)
		}
	}
}

// TestRoundKeepsTheComparison: a value of the kind, with a zone or without, is
// in relation to the rounded value iff it is to the value itself.
func TestRoundKeepsTheComparison(t *testing.T) {
	holds := func(w Value, op Op, v Value) bool {
		c, ok := w.Cmp(v)
		return ok && (op == GreaterEq && c >= 0 || op == LessEq && c <= 0 || op == Equal && c == 0)
	}
	testsize.Check(t, 40, func(t *rapid.T) {
		k := Kind(rapid.IntRange(int(Integer), int(GMonthDay)).Draw(t, "kind"))
		v := anyValue(t, k)
		family := Kind(0)
		for family == 0 {
			j := Kind(rapid.IntRange(int(Integer), int(GMonthDay)).Draw(t, "other"))
			if j.Family() == k.Family() {
				family = j
			}
		}
		w := anyValue(t, family)
		op := Op(rapid.IntRange(0, 2).Draw(t, "op"))
		r, bound := Round(v, op, w.Kind(), w.HasZone())
		got := bound == EveryValue && !w.IsNaN() || bound == AtValue && holds(w, op, r)
		if bound == AtValue && (r.Kind() != w.Kind() || r.HasZone() != w.HasZone()) {
			t.Fatalf("rounded to %v %s, but asked for %v like %s", r.Kind(), r.Lexical(), w.Kind(), w.Lexical())
		}
		if want := holds(w, op, v); got != want {
			t.Fatalf("%v %s %v %v %s is %t, but rounded to %s (%d) it is %t", w.Kind(), w.Lexical(), op, k, v.Lexical(), want, r.Lexical(), bound, got)
		}
	})
}

func anyValue(t *rapid.T, k Kind) Value {
	draw := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "field") }
	year := func() string { return []string{"-0001", "0000", "1971", "1972", "1973", "2000"}[draw(0, 5)] }
	month := func() string { return fmt.Sprintf("%02d", draw(1, 12)) }
	day := func() string { return fmt.Sprintf("%02d", []int{1, 2, 15, 28}[draw(0, 3)]) }
	clock := func() string {
		return fmt.Sprintf("%02d:%02d:%02d%s", []int{0, 3, 12, 23}[draw(0, 3)], []int{0, 30, 59}[draw(0, 2)], draw(0, 1), []string{"", ".5"}[draw(0, 1)])
	}
	zone := func() string {
		return []string{"", "Z", "+14:00", "-14:00", "-05:30", "+03:00", "-03:00"}[draw(0, 6)]
	}
	var lex string
	switch k {
	case Integer:
		lex = fmt.Sprint(rapid.Int().Draw(t, "n"))
		if draw(0, 1) == 0 {
			lex = fmt.Sprint(draw(-3, 3))
		}
	case Decimal:
		lex = []string{"0.1", "-0.1", "0.5", "1.0", "16777217.0", "9007199254740993.0", "2.5"}[draw(0, 6)]
	case Float, Double:
		lex = []string{"0.1", "-0.1", "0.5", "1", "16777216", "9007199254740992", "INF", "-INF", "NaN", "5e-324", "3e38"}[draw(0, 10)]
		if draw(0, 1) == 0 {
			lex = fmt.Sprint(rapid.Float64Range(-1e10, 1e10).Draw(t, "x"))
		}
	case DateTime:
		lex = year() + "-" + month() + "-" + day() + "T" + clock() + zone()
	case Date:
		lex = year() + "-" + month() + "-" + day() + zone()
	case GYearMonth:
		lex = year() + "-" + month() + zone()
	case GYear:
		lex = year() + zone()
	case Time:
		lex = clock() + zone()
	case GMonth:
		lex = "--" + month() + zone()
	case GDay:
		lex = "---" + []string{"01", "02", "30", "31"}[draw(0, 3)] + zone()
	case GMonthDay:
		lex = "--" + month() + "-" + day() + zone()
	}
	v, err := NewValue(k, lex)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
