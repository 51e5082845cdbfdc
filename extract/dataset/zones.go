package dataset

import (
	"regexp"
	"strings"

	"github.com/genus-kg/genus/queries"
)

// longYear matches a date with a year of more than four digits.
var longYear = regexp.MustCompile(`^-?[0-9]{5}`)

// commonZones returns what is true of dates of both sorts.
func commonZones(x, y queries.Zones) queries.Zones {
	inUTC := func(z queries.Zones) bool { return z == queries.UTCOnly || z == queries.UTCAnyYear }
	switch {
	case x == y:
		return x
	case inUTC(x) && inUTC(y):
		return queries.UTCAnyYear
	}
	return queries.AnyZones
}

// zoneOf returns the time zones that the lexical form of a date has.
func zoneOf(s string) queries.Zones {
	n := len(s)
	switch {
	case strings.HasSuffix(s, "Z") && longYear.MatchString(s):
		return queries.UTCAnyYear
	case strings.HasSuffix(s, "Z"):
		return queries.UTCOnly
	case longYear.MatchString(s):
		return queries.AnyZones
	case n >= 6 && s[n-3] == ':' && (s[n-6] == '+' || s[n-6] == '-'): // +01:00
		return queries.AnyZones
	}
	return queries.NoZones
}
