package intent_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// TestIntervals: from three positives and questions, a decade, a range of numbers and a range below a role are found,
// and the dates of one property may have several datatypes. Answers between thresholds cost a range little certainty:
// when it is found, the questions end.
func TestIntervals(t *testing.T) {
	var b interp.Builder
	value := func(k dl.Kind, lexical string) dl.Value { return require.Value(dl.NewValue(k, lexical))(t) }
	for i := range 360 {
		year, iri := 1900+i*37%100, person(i)
		b.AddName("Person", iri)
		b.AddValue("born", iri, []dl.Value{
			value(dl.GYear, fmt.Sprint(year)), value(dl.Date, fmt.Sprintf("%d-06-11", year)),
			value(dl.GYearMonth, fmt.Sprintf("%d-12", year)),
		}[i%3])
		b.AddValue("height", iri, dl.Int(int64(150+i*53%60)))
		b.AddRole("spouse", iri, person((i+7)%360))
		b.AddRole("from", iri, fmt.Sprint("town ", i*11%13))
	}
	s := require.Value(b.Build(t.Context()))(t)
	compare := func(feature string, op dl.Op, v dl.Value) dl.Concept {
		return dl.Compare{Feature: feature, Op: op, Value: v}
	}
	decade := dl.And{
		L: compare("born", dl.GreaterEq, value(dl.Date, "1950-01-01")),
		R: compare("born", dl.LessEq, value(dl.Date, "1959-12-31")),
	}
	tall := dl.And{L: compare("height", dl.GreaterEq, dl.Int(160)), R: compare("height", dl.LessEq, dl.Int(170))}
	for name, meant := range map[string]dl.Concept{
		"numbers":              tall,
		"numbers below a role": dl.Exists{Role: dl.Role{IRI: "spouse"}, C: tall},
		"with a value":         dl.And{L: decade, R: dl.Exists{Role: dl.Role{IRI: "from"}, C: dl.Nominal{IRI: "town 5"}}},
	} {
		t.Run(name, func(t *testing.T) {
			x := newSession(t, s, draw(t, s, meant, 3), nil, intent.Options{})
			want := extension(t, s, meant)
			asked := answer(t, x, want, 0)
			c := first(t, x).Concept
			check.That(t, maps.Equal(extension(t, s, c), want), "first %v after %d questions", c, asked)
			check.That(t, name != "numbers" || asked < 12, "%d questions", asked)
		})
	}
}
