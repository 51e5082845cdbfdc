package queries

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

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
