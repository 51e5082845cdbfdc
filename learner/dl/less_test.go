package dl_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

func TestLess(t *testing.T) {
	const cm, metre = "http://e/cm", "http://e/m"
	for _, test := range []struct {
		v, of, w, than string
		want           bool
	}{
		{"1", dl.XSD + "integer", "1.5", dl.XSD + "decimal", true},
		{"1.5", dl.XSD + "double", "1", dl.XSD + "integer", false},
		{"0.1", dl.XSD + "double", "0.1", dl.XSD + "decimal", false},
		{"NaN", dl.XSD + "double", "1", dl.XSD + "integer", false},
		{"-INF", dl.XSD + "double", "1", dl.XSD + "integer", true},
		{"1950", dl.XSD + "gYear", "1950-01-02", dl.XSD + "date", true},
		{"1950", dl.XSD + "gYear", "1950-01-01", dl.XSD + "date", false},
		{"2000-01-01T12:00:00+14:00", dl.XSD + "dateTime", "2000-01-01", dl.XSD + "date", true},
		{"1950", dl.XSD + "gYear", "3000", dl.XSD + "integer", false},
		{"9", cm, "10", cm, true},
		{"9", cm, "10", metre, false},
		{"9", cm, "10", dl.XSD + "integer", false},
		{"08:00:00", dl.XSD + "time", "09:00:00", dl.XSD + "time", false}, // no points of time
		{"a", dl.XSD + "string", "b", dl.XSD + "string", false},
		{"false", dl.XSD + "boolean", "true", dl.XSD + "boolean", false},
	} {
		v, w := require.Value(dl.ParseLiteral(test.v, test.of))(t), require.Value(dl.ParseLiteral(test.w, test.than))(t)
		check.That(t, v.Less(w) == test.want, "%s (%s) < %s (%s): want %t", test.v, test.of, test.w, test.than, test.want)
	}
}

// TestPlaces: places say of any two values what Less says.
func TestPlaces(t *testing.T) {
	literals := [][2]string{{"1", "integer"}, {"1.0", "decimal"}, {"0.1", "double"}, {"2", "float"}, {"7", "int"},
		{"INF", "double"},
		{"1950", "gYear"}, {"1950-01-01", "date"}, {"1951-05", "gYearMonth"}, {"1950-06-01T00:00:00Z", "dateTime"},
		{"08:00:00", "time"},
		{"09:00:00", "time"}, {"--05", "gMonth"}, {"3", "../cm"}, {"4", "../cm"}, {"5", "../m"}}
	rapid.Check(t, func(t *rapid.T) {
		draw := func() []dl.Value {
			var values []dl.Value
			for range rapid.IntRange(0, 8).Draw(t, "values") {
				l := rapid.SampledFrom(literals).Draw(t, "literal")
				datatype := dl.XSD + l[1]
				if l[1][0] == '.' {
					datatype = "http://e/" + l[1][3:]
				}
				values = append(values, require.Value(dl.ParseLiteral(l[0], datatype))(t))
			}
			return dl.SortValues(values)
		}
		first, second := draw(), draw()
		of := dl.Places(first, second)
		for i, v := range first {
			for j, w := range second {
				check.That(t, of[0][i].Less(of[1][j]) == v.Less(w) && of[1][j].Less(of[0][i]) == w.Less(v),
					"%v and %v: places %v and %v",
					v, w, of[0][i], of[1][j])
			}
		}
	})
}
