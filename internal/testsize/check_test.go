package testsize

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
)

func TestCheck(t *testing.T) {
	draw := func(everyday int) (drawn []int) {
		Check(t, everyday, func(t *rapid.T) { drawn = append(drawn, rapid.IntRange(0, 1e9).Draw(t, "n")) })
		return drawn
	}
	for full, want := range map[string]int{"": 7, "full": Rounds(100)} {
		t.Setenv("GENUS_TESTS", full)
		first, second := draw(7), draw(7)
		check.That(t, len(first) == want && slices.Equal(first, second),
			"GENUS_TESTS=%q: %v, then %v; want the same %d examples", full, first, second, want)
	}
}
