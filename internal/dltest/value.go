package dltest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
)

// flavours are the sets of kinds from which the values of one feature come.
var flavours = [][]dl.Kind{
	{dl.Integer},
	{dl.Integer, dl.Decimal, dl.Float, dl.Double},
	{dl.Integer, dl.Decimal, dl.Float, dl.Double},
	{dl.DateTime, dl.Date, dl.GYearMonth, dl.GYear},
	{dl.Time, dl.GMonthDay},
	{dl.Decimal, dl.GYear, dl.Date, dl.GMonth, dl.GDay, dl.GMonthDay, dl.Boolean},
	{dl.InUnit, dl.Integer},
}

// texts are the texts and strings of the features t0, …, words the words to look for, and
// tags their languages.
var (
	texts = []string{"a", "a bc", "Bc-a", "abc", "a_bc", "É, a", "bc\na", "xa"}
	words = []string{"a", "BC", "é", "a bc", "c"}
	tags  = []string{"en", "en-GB", "de"}
)

// units are the datatypes of numbers in units; the last ones have theirs in the literal.
var units = []string{
	"http://example.org/unit#Metre", "http://example.org/unit#Centimetre",
	"https://w3id.org/lindt/custom_datatypes#ucum", "https://w3id.org/lindt/custom_datatypes#ucum",
}

// Value returns the value of that kind and lexical form. It fails the test if the form is
// invalid.
func Value(t testing.TB, k dl.Kind, lexical string) dl.Value {
	t.Helper()
	v, err := dl.NewValue(k, lexical)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Values returns up to n values of the kinds of one feature, as dl.SortValues orders them.
func Values(rng *rand.Rand, n int) []dl.Value {
	kinds := flavours[rng.IntN(len(flavours))]
	out := make([]dl.Value, n)
	for i := range out {
		out[i] = randomValue(rng, kinds[rng.IntN(len(kinds))])
	}
	return dl.SortValues(out)
}

// randomValue returns one of about a dozen values of the kind, many of them equal to
// values of other kinds.
func randomValue(rng *rand.Rand, k dl.Kind) dl.Value {
	half := func() string { return strconv.FormatFloat(float64(rng.IntN(13)-3)/2, 'f', 1, 64) }
	zone := func() string { return []string{"", "", "Z", "+14:00", "-05:30"}[rng.IntN(5)] }
	year := func() string { return []string{"-0001", "0000", "1999", "2000", "2001"}[rng.IntN(5)] }
	month := func() string { return []string{"01", "02", "12"}[rng.IntN(3)] }
	day := func() string { return []string{"01", "28"}[rng.IntN(2)] }
	clock := func() string {
		return []string{"00:00:00", "05:30:00", "12:00:00.25", "12:00:00.250", "23:59:59"}[rng.IntN(5)]
	}
	var s string
	switch k {
	case dl.Integer:
		s = strconv.Itoa(rng.IntN(8) - 2)
	case dl.Decimal:
		if s = half(); s == "0.0" && rng.IntN(2) == 0 {
			s = "0.1"
		}
	case dl.Float, dl.Double:
		// The double 0.1 equals the decimal, as SPARQL rounds that. A float 0.1 equals it in
		// dl, but not in SPARQL.
		fourth := map[dl.Kind]string{dl.Float: "1E20", dl.Double: "0.1"}[k]
		special := []string{"INF", "-INF", "NaN", fourth}
		if i := rng.IntN(12); i < len(special) {
			s = special[i]
		} else {
			s = half() + "E0"
		}
	case dl.DateTime:
		s = year() + "-" + month() + "-" + day() + "T" + clock() + zone()
	case dl.Date:
		s = year() + "-" + month() + "-" + day() + zone()
	case dl.GYearMonth:
		s = year() + "-" + month() + zone()
	case dl.GYear:
		s = year() + zone()
	case dl.Time:
		s = clock() + zone()
	case dl.GMonth:
		s = "--" + month() + zone()
	case dl.GDay:
		s = "---" + day() + zone()
	case dl.GMonthDay:
		s = "--" + month() + "-" + day() + zone()
	case dl.String:
		s = []string{"", "a", "A", "a ", "\"é\""}[rng.IntN(5)]
	case dl.Boolean:
		s = strconv.FormatBool(rng.IntN(2) == 0)
	}
	v, err := dl.NewValue(k, s)
	if k == dl.InUnit {
		unit := rng.IntN(len(units))
		v, err = dl.ParseLiteral(half()+[]string{"", "", " cm", " m"}[unit], units[unit])
	}
	if err != nil {
		panic(fmt.Sprintf("dltest: value %q of kind %v: %v", s, k, err))
	}
	return v
}

// threshold returns a value to compare a feature's values with: one of them, or a random
// value of their family.
func threshold(rng *rand.Rand, values []dl.Value) dl.Value {
	if len(values) == 0 {
		return randomValue(rng, dl.Integer)
	}
	v := values[rng.IntN(len(values))]
	if rng.IntN(2) == 0 {
		return v
	}
	var kinds []dl.Kind
	for k := dl.Integer; k < dl.Boolean; k++ { // booleans have no order
		if k.Family() == v.Kind().Family() {
			kinds = append(kinds, k)
		}
	}
	if v.Kind() == dl.InUnit {
		kinds = []dl.Kind{dl.InUnit}
	}
	for {
		w := randomValue(rng, kinds[rng.IntN(len(kinds))])
		if !w.IsNaN() {
			return w
		}
	}
}
