package queries

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestLessFilters: the conditions for (f < g) compare the values of both features, in every dialect.
func TestLessFilters(t *testing.T) {
	for _, filter := range LessFilters("?v", "?w") {
		const never = `STR(?v) = ""`
		check.That(t, strings.Contains(filter, never) || strings.Contains(filter, "?v") && strings.Contains(filter, "?w"),
			"%s", filter)
		check.That(t, !strings.Contains(filter, "STR(?v)) < xsd:double(STR(?v))"), "one value with itself: %s", filter)
	}
}
