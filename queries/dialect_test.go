package queries

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

func TestDialects(t *testing.T) {
	for _, name := range DialectNames() {
		d := require.Value(ParseDialect(name))(t)
		again, err := ParseDialect(d.String())
		check.That(t, err == nil && again == d, "%s is written %s, which is read %s, %v", name, d, again, err)
	}
	check.Equal(t, require.Value(ParseDialect("java-order,text-infinity"))(t), JavaOrder|TextInfinity)
	for _, name := range []string{"", "oracle", "java-order,", "virtuoso,java-order"} {
		check.ErrorIs(t, check.Error(ParseDialect(name)), ErrDialect, "%q", name)
	}
}

// TestProbe checks that an engine gets the rules whose probes it answers wrongly or not at
// all.
func TestProbe(t *testing.T) {
	right := map[string]bool{}
	for _, r := range Rules() {
		right[r.Probe] = r.Right
	}
	for _, tt := range []struct {
		name   string
		failed int // the rule whose answer is wrong; -1: none
		err    error
		want   Dialect
	}{
		{"standard", -1, nil, 0},
		{"truth values are numbers", 0, nil, LooseOrder},
		{"NaN is large", 1, nil, JavaOrder},
		{"no answer about infinity", 2, errors.New("500"), TextInfinity},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Probe(func(q string) (bool, error) {
				if tt.failed >= 0 && q == Rules()[tt.failed].Probe {
					return !right[q], tt.err
				}
				return right[q], nil
			})
			check.Equal(t, got, tt.want)
		})
	}
}

// TestPlanIsConnected checks for random sizes that a plan has every pattern once, and that
// each pattern after the first is connected to earlier ones: there is no cross product.
func TestPlanIsConnected(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		size := rapid.Float64Range(0, 1e6)
		drawEstimate := func() cardinality {
			return cardinality{size.Draw(t, "all"), size.Draw(t, "per subject"), size.Draw(t, "per object")}
		}
		g := newGroup(root, rapid.Bool().Draw(t, "known"))
		variables := []string{root}
		for i := range rapid.IntRange(1, 8).Draw(t, "atoms") {
			a := atom{text: fmt.Sprint(i), estimate: drawEstimate(), subject: rapid.SampledFrom(variables).Draw(t, "variable")}
			if rapid.Bool().Draw(t, "edge") {
				a.object = fmt.Sprintf("?v%d", i)
				variables = append(variables, a.object)
				if rapid.Bool().Draw(t, "inverse") {
					a.subject, a.object = a.object, a.subject
				}
			}
			g.atoms = append(g.atoms, a)
		}
		plan := g.plan()
		seen, bound := map[string]bool{}, map[string]bool{}
		if g.known {
			bound[root] = true
		}
		for i, a := range plan {
			require.That(t, !seen[a.text], "atom %s comes twice", a.text)
			seen[a.text] = true
			require.That(t, i <= 0 && !g.known || bound[a.subject] || bound[a.object],
				"atom %d of %v is connected to nothing before", i, plan)
			bound[a.subject] = true
			if a.object != "" {
				bound[a.object] = true
			}
		}
		require.That(t, len(plan) == len(g.atoms), "%d atoms became %d", len(g.atoms), len(plan))
	})
}

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
		{"9.5367431640625E-7", dl.GreaterEq, []dl.Kind{dl.Decimal},
			"?weight1 >= 0.00000095367431640625 || ?weight1 >= 0.000000953674316407)"},
		{"9.5367431640625E-7", dl.LessEq, []dl.Kind{dl.Decimal},
			"?weight1 <= 0.00000095367431640625 || ?weight1 <= 0.000000953674316406)"},
		{"1.8446744073709552E19", dl.GreaterEq, []dl.Kind{dl.Decimal},
			"?weight1 >= 18446744073709552000.0 || ?weight1 >= 1.8446744073709556E19)"},
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
