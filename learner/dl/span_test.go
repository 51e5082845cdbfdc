package dl_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

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
