package queries

import (
	"math/big"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

func TestDecimalBounds(t *testing.T) {
	for _, tt := range []struct {
		numerator, denominator int64
		op                     dl.Op
		want                   string
	}{
		{1, 3, dl.GreaterEq, "0.333333333333334"},
		{1, 3, dl.LessEq, "0.333333333333333"},
		{1, 3, dl.Equal, ""},
		{-1, 3, dl.GreaterEq, "-0.333333333333333"},
		{-1, 3, dl.LessEq, "-0.333333333333334"},
		{5, 4, dl.LessEq, "1.25"},
		{3000, 1, dl.Equal, "3000"},
	} {
		x := number{dl.Compare{Op: tt.op}, big.NewRat(tt.numerator, tt.denominator)}
		got, ok := x.decimalBound(fractionDigits)
		check.That(t, got == tt.want && ok == (tt.want != ""), "%s %s: got %q, want %q", tt.op, x.r, got, tt.want)
	}
}

// TestTinyThresholds checks that no threshold is rounded past a value, and that a number
// other than 0 is not compared with 0.
func TestTinyThresholds(t *testing.T) {
	const f = zoo + "weight"
	for _, tt := range []struct {
		value string
		op    dl.Op
		kinds []dl.Kind
		want  string
	}{
		{"1.0E-20", dl.GreaterEq, []dl.Kind{dl.Double}, "?weight1 >= 1.0E-20)"},
		{"5.0E-324", dl.LessEq, []dl.Kind{dl.Double}, "?weight1 <= 5.0E-324)"},
		{"5.0E-324", dl.LessEq, nil, "?weight1 <= 5.0E-324)"},
		{"1.0E-310", dl.LessEq, []dl.Kind{dl.Float}, `?weight1 <= "0.0E0"^^xsd:float)`},
		{"0.5", dl.LessEq, []dl.Kind{dl.Float, dl.Double, dl.Decimal}, "?weight1 <= 0.5)"},
		// A decimal of 16 digits may lie between the threshold and the nearest one of 15 digits.
		{"9.5367431640625E-7", dl.GreaterEq, []dl.Kind{dl.Decimal}, "?weight1 >= 0.00000095367431640625 || ?weight1 >= 0.000000953674316407)"},
		{"9.5367431640625E-7", dl.LessEq, []dl.Kind{dl.Decimal}, "?weight1 <= 0.00000095367431640625 || ?weight1 <= 0.000000953674316406)"},
		{"1.8446744073709552E19", dl.GreaterEq, []dl.Kind{dl.Decimal}, "?weight1 >= 18446744073709552000.0 || ?weight1 >= 1.8446744073709556E19)"},
	} {
		c := dl.Compare{Feature: f, Op: tt.op, Value: mustValue(t, dl.Double, tt.value)}
		q, err := Select(c, Options{Kinds: map[string][]dl.Kind{f: tt.kinds}})
		check.That(t, err == nil && strings.Contains(strings.Join(strings.Fields(q), " "), tt.want),
			"%s %s for %v: %v; want %s in\n%s", tt.op, tt.value, tt.kinds, err, tt.want, q)
	}
}

// TestNumberBetweenFloats checks that a number nearer to 0 than any float is not equal to
// the float 0.
func TestNumberBetweenFloats(t *testing.T) {
	q, err := Select(dl.Compare{Feature: zoo + "weight", Op: dl.Equal, Value: mustValue(t, dl.Double, "1e-320")},
		Options{Kinds: map[string][]dl.Kind{zoo + "weight": {dl.Float}}})
	check.That(t, err == nil && !strings.Contains(q, `"0.0E0"`), "%v\n%s", err, q)
}

// TestYearZeroIsComparedBySpelling checks that queries for engines in Java do not compare
// dateTimes in the year 0, as thresholds or as values with the zone Z: XML Schema 1.0 has
// no year 0.
func TestYearZeroIsComparedBySpelling(t *testing.T) {
	utc := Options{Kinds: map[string][]dl.Kind{zoo + "seen": {dl.DateTime}},
		Zones: map[string]Zones{zoo + "seen": UTCOnly}}
	java := utc
	java.Dialect = JavaOrder
	for _, test := range []struct {
		name, value string
		o           Options
		dateTime    bool // compared as a dateTime
	}{
		{"threshold", "0000-01-01T00:00:00Z", Options{}, false},
		{"threshold, UTC", "0000-01-01T00:00:00Z", utc, false},
		{"value, standard", "2000-01-01T00:00:00Z", utc, true},
		{"value, Java", "2000-01-01T00:00:00Z", java, false},
		{"year 1", "0001-01-01T00:00:00Z", Options{}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := require.Value(Select(atLeast("seen", mustValue(t, dl.DateTime, test.value)), test.o))(t)
			check.Equal(t, strings.Contains(q, `>= "`+test.value+`"^^`), test.dateTime, "compared as a dateTime %s", q)
		})
	}
}
