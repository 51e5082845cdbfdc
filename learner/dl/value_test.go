package dl_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// TestLexicalSpaces maps lexical forms to canonical ones, or to "" if the kind does not
// allow the form (XML Schema 1.1 Part 2).
func TestLexicalSpaces(t *testing.T) {
	for _, test := range []struct {
		kind dl.Kind
		want map[string]string
	}{
		{dl.Integer, map[string]string{
			"0": "0", "-0": "0", "+0": "0", "000": "0", "7": "7", "+7": "7", "007": "7", "-007": "-7", " \t7\r\n": "7",
			"123456789012345678901234567890": "123456789012345678901234567890",
			"":                               "", " ": "", "+": "", "-": "", "--7": "", "7.": "", "7.0": "", "7e0": "",
			"0x7": "", "1 2": "", "1_000": "", "٣": "", "7\n8": "",
		}},
		{dl.Decimal, map[string]string{
			"0": "0.0", "-0.00": "0.0", "7": "7.0", "7.": "7.0", ".5": "0.5", "+.50": "0.5", "-00.10": "-0.1", "100": "100.0",
			"": "", ".": "", "-.": "", "1e3": "", "INF": "", "1.2.3": "", "1,5": "", "1 .5": "",
		}},
		{dl.Double, map[string]string{
			"0": "0.0E0", "-0": "0.0E0", "1": "1.0E0", "3000": "3.0E3", "1e3": "1.0E3", "1E+03": "1.0E3", "-.5E-1": "-5.0E-2",
			"0.1": "1.0E-1",
			"INF": "INF", "+INF": "INF", "-INF": "-INF", "NaN": "NaN", "1e999": "INF", "-1e999": "-INF", "1e-999": "0.0E0",
			"123456789": "1.23456789E8", "5e-324": "5.0E-324", "1.": "1.0E0",
			"": "", "inf": "", "Infinity": "", "nan": "", "+NaN": "", "-NaN": "", "e3": "", "1e": "", "1e1.5": "", "0x1p3": "",
			"1_0": "",
		}},
		{dl.Float, map[string]string{
			"0.1": "1.0E-1", "16777217": "1.6777216E7", "1e39": "INF", "1e-50": "0.0E0", "NaN": "NaN", "x": "",
		}},
		{dl.Boolean, map[string]string{
			"true": "true", "1": "true", "false": "false", "0": "false", " true ": "true",
			"": "", "TRUE": "", "True": "", "yes": "", "2": "", "00": "",
		}},
		{dl.Date,
			map[string]string{
				"2000-02-29":          "2000-02-29",
				" 2001-12-31Z ":       "2001-12-31Z",
				"2001-12-31+14:00":    "2001-12-31+14:00",
				"2001-12-31-13:59":    "2001-12-31-13:59",
				"-0044-03-15":         "-0044-03-15",
				"0000-01-01":          "0000-01-01",
				"12345-01-01":         "12345-01-01",
				"0004-02-29":          "0004-02-29",
				"0000-02-29":          "0000-02-29",
				"2001-02-29":          "",
				"1900-02-29":          "",
				"2001-04-31":          "",
				"2001-13-01":          "",
				"2001-00-01":          "",
				"2001-01-00":          "",
				"2001-1-1":            "",
				"01-01-01":            "",
				"012345-01-01":        "",
				"+2001-01-01":         "",
				"2001-01-01+14:01":    "",
				"2001-01-01+15:00":    "",
				"2001-01-01z":         "",
				"2001-01-01T00:00:00": "",
				"":                    "",
			},
		},
		{dl.DateTime, map[string]string{
			"2000-01-01T00:00:00": "2000-01-01T00:00:00", "2000-01-01T24:00:00": "2000-01-01T24:00:00",
			"2000-01-01T24:00:00.00Z":       "2000-01-01T24:00:00.00Z",
			"2000-01-01T23:59:59.999-05:00": "2000-01-01T23:59:59.999-05:00",
			"2000-01-01":                    "", "2000-01-01T24:00:01": "", "2000-01-01T24:00:00.1": "",
			"2000-01-01T25:00:00": "", "2000-01-01T00:60:00": "", "2000-01-01T00:00:60": "",
			"2000-01-01T00:00": "", "2000-01-01T00:00:00.": "", "2000-01-01 00:00:00": "", "2000-02-30T00:00:00": "",
		}},
		{dl.Time, map[string]string{"12:00:00": "12:00:00", "24:00:00": "24:00:00", "00:00:00.5Z": "00:00:00.5Z", "12:00": "",
			"24:00:00.5": "", "1:00:00": ""}},
		{dl.GYear, map[string]string{"2000": "2000", "-0001": "-0001", "0000": "0000", "2000Z": "2000Z",
			"999999999": "999999999", "200": "", "02000": "", "2000-01": "", "": ""}},
		{dl.GYearMonth, map[string]string{"2000-01": "2000-01", "2000-12+01:00": "2000-12+01:00", "2000-13": "", "2000": "",
			"2000-1": ""}},
		{dl.GMonth, map[string]string{"--01": "--01", "--12Z": "--12Z", "--13": "", "01": "", "--1": "", "--01--": ""}},
		{dl.GDay, map[string]string{"---31": "---31", "---01-05:00": "---01-05:00", "---32": "", "---00": "", "31": "",
			"--31": ""}},
		{dl.GMonthDay, map[string]string{"--02-29": "--02-29", "--12-31Z": "--12-31Z", "--02-30": "", "--04-31": "",
			"--13-01": "", "02-01": ""}},
	} {
		t.Run(test.kind.String(), func(t *testing.T) {
			for lexical, want := range test.want {
				v, err := dl.NewValue(test.kind, lexical)
				check.That(t, (err != nil) == (want == "") && v.Lexical() == want, "NewValue(%v, %q) = %q, %v; want %q", test.kind,
					lexical, v.Lexical(), err, want)
				check.That(t, err == nil || v == dl.Value{} && strings.Contains(err.Error(), "xsd:"+test.kind.String()),
					"NewValue(%v, %q): value %v with error %q", test.kind, lexical, v, err)
				check.That(t, err != nil || v.Kind() == test.kind, "NewValue(%v, %q) has kind %v", test.kind, lexical, v.Kind())
			}
		})
	}
	_, err := dl.NewValue(0, "1")
	check.That(t, err != nil, "kind 0: no error")
	_, err = dl.NewValue(99, "1")
	check.That(t, err != nil, "kind 99: no error")
}

func TestParseLiteral(t *testing.T) {
	for _, test := range []struct {
		lexical, datatype string // in the namespace XSD
		kind              dl.Kind
		bad               bool
	}{
		{"1", "integer", dl.Integer, false},
		{"1", "decimal", dl.Decimal, false},
		{"1", "float", dl.Float, false},
		{"2000-01", "gYearMonth", dl.GYearMonth, false},
		{"1", "boolean", dl.Boolean, false},
		{"127", "byte", dl.Integer, false},
		{"128", "byte", 0, true},
		{"-128", "byte", dl.Integer, false},
		{"-129", "byte", 0, true},
		{"32768", "short", 0, true},
		{"-2147483648", "int", dl.Integer, false},
		{"2147483648", "int", 0, true},
		{"9223372036854775807", "long", dl.Integer, false},
		{"9223372036854775808", "long", 0, true},
		{"18446744073709551615", "unsignedLong", dl.Integer, false},
		{"18446744073709551616", "unsignedLong", 0, true},
		{"4294967296", "unsignedInt", 0, true},
		{"-1", "unsignedShort", 0, true},
		{"256", "unsignedByte", 0, true},
		{"-0", "nonNegativeInteger", dl.Integer, false},
		{"-1", "nonNegativeInteger", 0, true},
		{"0", "positiveInteger", 0, true},
		{"99999999999999999999", "positiveInteger", dl.Integer, false},
		{"0", "nonPositiveInteger", dl.Integer, false},
		{"1", "nonPositiveInteger", 0, true},
		{"0", "negativeInteger", 0, true},
		{"1.0", "int", 0, true},
		{"2000-01-01T12:34:56Z", "dateTimeStamp", dl.DateTime, false},
		{"2000-01-01T12:34:56.789+05:30", "dateTimeStamp", dl.DateTime, false},
		{"2000-01-01T12:34:56-05:30", "dateTimeStamp", dl.DateTime, false},
		{"2000-01-01T12:34:56", "dateTimeStamp", 0, true},
		{"2000-01-01T12:34:56.123456", "dateTimeStamp", 0, true},
		{"", "string", dl.String, false},
		{" 1\t\r\n", "string", dl.String, false},
		{"a\x00", "string", 0, true},
		{"\x1b[0m", "string", 0, true},
		{"\xff", "string", 0, true},
	} {
		v, err := dl.ParseLiteral(test.lexical, dl.XSD+test.datatype)
		check.That(t, (err != nil) == test.bad && v.Kind() == test.kind, "%q^^xsd:%s: kind %v, %v; want %v", test.lexical,
			test.datatype, v.Kind(), err, test.kind)
		check.That(t, !errors.Is(err, dl.ErrUnordered), "%q^^xsd:%s: %v", test.lexical, test.datatype, err)
	}
	for _, datatype := range []string{"", "integer", dl.XSD, dl.XSD + "normalizedString", dl.XSD + "duration",
		dl.XSD + "Integer", dl.XSD + "unknown",
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#langString", "http://www.w3.org/2001/XMLSchema/integer"} {
		check.ErrorIs(t, check.Error(dl.ParseLiteral("1", datatype)), dl.ErrUnordered, "datatype %q", datatype)
	}
}

// TestTooLong checks the bound on the length of values. Exact comparison is quadratic in
// the number of digits: a million digits took minutes.
func TestTooLong(t *testing.T) {
	digits := strings.Repeat("7", dl.MaxLexical)
	for _, test := range []struct {
		kind    dl.Kind
		lexical string
		ok      bool
	}{
		{dl.Integer, digits, true},
		{dl.Integer, " \n" + digits, true},
		{dl.Integer, digits + "7", false},
		{dl.Integer, strings.Repeat("7", 50_000_000), false},
		{dl.Decimal, "0." + digits, false},
		{dl.Double, digits + "E0", false},
		{dl.DateTime, "2020-01-01T00:00:00." + digits + "Z", false},
		{dl.String, digits + digits, true},
	} {
		_, err := dl.ParseLiteral(test.lexical, test.kind.IRI())
		check.That(t, test.ok == (err == nil) && (test.ok || errors.Is(err, dl.ErrTooLong) && len(err.Error()) <= 200),
			"%s of %d characters: %v", test.kind, len(test.lexical), err)
	}
	check.ErrorIs(t, check.Error(dl.ParseLiteral(digits+"7", dl.XSD+"positiveInteger")), dl.ErrTooLong, "positiveInteger")
	long := value(t, dl.Decimal, "0."+digits[3:])
	longer := value(t, dl.Decimal, long.Lexical()+"1")
	if m, ok := dl.Between(long, longer); ok {
		t.Errorf("between two values of the greatest length: %s", m.Lexical())
	}
	if m, ok := dl.Between(longer, dl.Int(1)); ok {
		t.Errorf("between two kinds: %s", m.Lexical())
	}
	large, larger := value(t, dl.Decimal, digits[5:]), value(t, dl.Decimal, digits[6:]+"8")
	if m, ok := dl.Between(large, larger); !ok || len(m.Lexical()) > len(large.Lexical()) {
		t.Errorf("between two values of the same length: %s, %v", m.Lexical(), ok)
	}
}

// FuzzNewValue checks that a canonical form is its own canonical form, has the same
// value, and is a valid RDF literal.
func FuzzNewValue(f *testing.F) {
	for k := dl.Integer; k <= dl.String; k++ {
		for _, s := range []string{"007", "-0.50", "1e3", "-INF", "NaN", "true", "2000-02-29T24:00:00.0Z",
			"-0001-01-01+14:00", "23:59:59.999", "--02-29", "---31Z", "2000-02"} {
			f.Add(uint8(k), s)
		}
	}
	f.Fuzz(func(t *testing.T, k uint8, lexical string) {
		v, err := dl.NewValue(dl.Kind(k), lexical)
		if err != nil {
			require.That(t, v == (dl.Value{}), "a value %v with error %v", v, err)
			return
		}
		w, err := dl.NewValue(v.Kind(), v.Lexical())
		require.That(t, err == nil && w == v, "%q has the canonical form %q, which has %q, %v", lexical, v.Lexical(),
			w.Lexical(), err)
		if w, err := dl.ParseLiteral(v.Lexical(), v.Datatype()); err != nil || w != v {
			t.Fatalf("%q is not a literal: %v", v.Lexical(), err)
		}
		c, ok := v.Cmp(v)
		require.That(t, (v.IsNaN() || v.Kind() == dl.String) != ok && c == 0, "%v compares %d, %v with itself", v, c, ok)
	})
}

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
		check.That(t, got.Lexical() == tt.want && bound == tt.bound,
			"Round(%s, %v, %v, %t) = %q, %d; want %q, %d", tt.v.Lexical(), tt.op, tt.k, tt.zoned, got.Lexical(), bound, tt.want,
			tt.bound)
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
	for range testsize.Choose(5_000, 200_000) {
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
			t.Fatalf("%v %s %v %v %s is %t, but rounded to %s (%d) it is %t", w.Kind(), w.Lexical(), op, k, v.Lexical(), want,
				r.Lexical(), bound, got)
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
			t.Errorf("%s with precision %d: from %s to %s, want %s to %s", test.v, test.precision, from.Lexical(), to.Lexical(),
				test.from, test.to)
		}
	}
}
