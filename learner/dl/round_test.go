package dl_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// TestRound has one value of each sort. TestRoundKeepsTheComparison has random values.
func TestRound(t *testing.T) {
	for _, tt := range []struct {
		v     dl.Value
		op    dl.Op
		k     dl.Kind
		zoned bool
		want  string
		bound dl.Bound
	}{
		{dl.Int(3000), dl.GreaterEq, dl.Double, false, "3.0E3", dl.AtValue},
		{value(t, dl.Decimal, "30.5"), dl.GreaterEq, dl.Integer, false, "31", dl.AtValue},
		{value(t, dl.Decimal, "30.5"), dl.Equal, dl.Integer, false, "", dl.NoValue},
		{value(t, dl.Double, "0.1"), dl.LessEq, dl.Decimal, false, "0.1", dl.AtValue},
		{value(t, dl.Decimal, "0.1"), dl.LessEq, dl.Double, false, "1.0E-1", dl.AtValue},
		{value(t, dl.Decimal, "0.10000000000000000001"), dl.GreaterEq, dl.Double, false, "1.0000000000000002E-1", dl.AtValue},
		{value(t, dl.Double, "1e300"), dl.LessEq, dl.Float, false, "3.4028235E38", dl.AtValue},
		{value(t, dl.Double, "INF"), dl.LessEq, dl.Decimal, false, "", dl.EveryValue},
		{value(t, dl.Double, "NaN"), dl.GreaterEq, dl.Double, false, "", dl.NoValue},
		{dl.Int(1990), dl.GreaterEq, dl.Integer, true, "", dl.NoValue},
		{value(t, dl.Date, "1990-02-01"), dl.GreaterEq, dl.GYear, true, "1991+14:00", dl.AtValue},
		{value(t, dl.DateTime, "1990-12-31T20:00:00Z"), dl.GreaterEq, dl.Date, true, "1991-01-01+04:00", dl.AtValue},
		{value(t, dl.DateTime, "-0001-12-31T20:00:00.25Z"), dl.LessEq, dl.DateTime, false, "-0001-12-31T20:00:00.25",
			dl.AtValue},
		{value(t, dl.Time, "12:30:00.5"), dl.LessEq, dl.Time, true, "12:30:00.5Z", dl.AtValue},
		{dl.Bool(true), dl.Equal, dl.Boolean, false, "true", dl.AtValue},
	} {
		got, bound := dl.Round(tt.v, tt.op, tt.k, tt.zoned)
		if got.Lexical() != tt.want || bound != tt.bound {
			t.Errorf("Round(%s, %v, %v, %t) = %q, %d; want %q, %d", tt.v.Lexical(), tt.op, tt.k, tt.zoned, got.Lexical(), bound, tt.want, tt.bound)
		}
	}
}

// TestRoundKeepsTheComparison checks that values of the kind, with a zone or without,
// compare with the rounded value as with the value itself.
func TestRoundKeepsTheComparison(t *testing.T) {
	holds := func(w dl.Value, op dl.Op, v dl.Value) bool {
		c, ok := w.Cmp(v)
		return ok && (op == dl.GreaterEq && c >= 0 || op == dl.LessEq && c <= 0 || op == dl.Equal && c == 0)
	}
	rng := dltest.Rand(4)
	for range testsize.Choose(20_000, 200_000) {
		k, family := dl.Integer+dl.Kind(rng.IntN(12)), dl.Integer+dl.Kind(rng.IntN(12))
		for family.Family() != k.Family() {
			family = dl.Integer + dl.Kind(rng.IntN(12))
		}
		v, _ := randomValue(t, rng, k)
		w, _ := randomValue(t, rng, family)
		op := dl.Op(rng.IntN(3))
		r, bound := dl.Round(v, op, w.Kind(), w.HasZone())
		got := bound == dl.EveryValue && !w.IsNaN() || bound == dl.AtValue && holds(w, op, r)
		require.That(t, bound != dl.AtValue || r.Kind() == w.Kind() && r.HasZone() == w.HasZone(),
			"rounded to %v %s, but asked for %v like %s", r.Kind(), r.Lexical(), w.Kind(), w.Lexical())
		if want := holds(w, op, v); got != want {
			t.Fatalf("%v %s %v %v %s is %t, but rounded to %s (%d) it is %t", w.Kind(), w.Lexical(), op, k, v.Lexical(), want, r.Lexical(), bound, got)
		}
	}
}

func TestSpan(t *testing.T) {
	for _, test := range []struct {
		kind      dl.Kind
		v         string
		precision int
		from, to  string
	}{
		{dl.DateTime, "1953-05-06T07:00:00Z", 0, "1953-01-01T00:00:00Z", "1953-12-31T23:59:59Z"},
		{dl.DateTime, "1950-01-01T00:00:00Z", 8, "1950-01-01T00:00:00Z", "1959-12-31T23:59:59Z"},
		{dl.DateTime, "1900-01-01T00:00:00Z", 7, "1801-01-01T00:00:00Z", "1900-12-31T23:59:59Z"},
		{dl.DateTime, "1901-01-01T00:00:00+01:00", 7, "1901-01-01T00:00:00+01:00", "2000-12-31T23:59:59+01:00"},
		{dl.DateTime, "1500-01-01T00:00:00Z", 6, "1001-01-01T00:00:00Z", "2000-12-31T23:59:59Z"},
		{dl.DateTime, "-0300-01-01T00:00:00Z", 7, "-0300-01-01T00:00:00Z", "-0201-12-31T23:59:59Z"},
		{dl.DateTime, "0005-01-01T00:00:00Z", 8, "0001-01-01T00:00:00Z", "0009-12-31T23:59:59Z"},
		{dl.Date, "1955-03-04", 8, "1950-01-01", "1959-12-31"},
		{dl.GYear, "1955", 8, "1955", "1955"},
		{dl.Integer, "1955", 8, "1955", "1955"},
	} {
		v := require.Value(dl.NewValue(test.kind, test.v))(t)
		if from, to := dl.Span(v, test.precision); from.Lexical() != test.from || to.Lexical() != test.to {
			t.Errorf("%s with precision %d: from %s to %s, want %s to %s", test.v, test.precision, from.Lexical(), to.Lexical(), test.from, test.to)
		}
	}
}
