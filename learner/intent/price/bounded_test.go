package price

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// Bounds are read as people say them, and become values of the kind that a feature has.
func TestBounds(t *testing.T) {
	const year, integer, decimal = "2000-06-01", "1", "0.5"
	for _, tt := range []struct{ phrase, like, want string }{
		{"engineers since 2015", year, "≥ 2015-01-01"},
		{"hired after 2015", year, "≥ 2016-01-01"},
		{"born before 1950, in Paris", year, "≤ 1949-12-31"},
		{"until the year 1950", year, "≤ 1950-12-31"},
		{"films of the 1950s", year, "≥ 1950-01-01 ≤ 1959-12-31"},
		{"from 1990 to 1995", year, "≥ 1990-01-01 ≤ 1995-12-31"},
		{"1990 or later", year, "≥ 1990-01-01"},
		{"people who earn over 80,000", integer, "≥ 80001"},
		{"a salary of at least $80k", integer, "≥ 80000"},
		{"less than 1.5 million inhabitants", integer, "≤ 1499999"},
		{"less than 1.5 million inhabitants", decimal, "≤ 1500000.0"},
		{"no more than 3.25 kg", decimal, "≤ 3.25"},
		{"between 100 and 200 m", integer, "≥ 100 ≤ 200"},
		{"between 1 and 2 million", integer, "≥ 1000000 ≤ 2000000"},
		{"weight ≥ 3000", integer, "≥ 3000"},
		{"from 1990", year, ""}, // made in that year
		{"the 3 musketeers", integer, ""},
		{"more than words", integer, ""},
	} {
		like := map[string]dl.Kind{year: dl.Date, integer: dl.Integer, decimal: dl.Decimal}[tt.like]
		v := require.Value(dl.NewValue(like, tt.like))(t)
		w := &Words{names: map[string][][]string{"height": nil}}
		w.List, _ = readBounds(tt.phrase)
		var got []string
		for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
			bounds, _ := w.Bounds(v, op, "height")
			for _, said := range bounds {
				got = append(got, fmt.Sprint(op, " ", said.Lexical()))
				says := func(x Word) bool { return x.says(dl.Compare{Op: op, Value: said}) }
				check.That(t, says(w.List[0]) || says(w.List[len(w.List)-1]), "%s: no word says %v", tt.phrase, said)
			}
		}
		check.Equal(t, strings.Join(got, " "), tt.want, "%s", tt.phrase)
	}
	list, _ := readBounds("at least 3 children, more than 2 jobs")
	check.That(t, len(list) == 2 && list[0].isCount(3) && !list[0].isCount(2) && list[1].isCount(3), "counts %+v", list)
}
