package answer

import (
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/interp"
)

// TestDialogueBefore compares the rankings of a task with those that the next one begins with.
func TestDialogueBefore(t *testing.T) {
	examples := func(pos, neg []string) extract.Examples { return require.Value(extract.NewExamples(pos, neg))(t) }
	structure, c := new(interp.Structure), config.Default()
	now := dialogueOf(examples([]string{"p:a", "p:b"}, []string{"p:c"}), []string{"p:b", "p:d", "p:c"})
	next := dialogueOf(examples([]string{"p:a", "p:b", "p:e"}, []string{"p:c"}), []string{"p:b", "p:d", "p:c", "p:e"})
	for n := range 4 {
		check.Equal(t, next.before(n, structure, c), now.before(n, structure, c))
	}
	other := dialogueOf(examples([]string{"p:a"}, []string{"p:b", "p:c"}), []string{"p:b", "p:d", "p:c"})
	check.Equal(t, other.before(0, structure, c), now.before(0, structure, c))
	check.That(t, other.before(1, structure, c) != now.before(1, structure, c), "another answer is another ranking")
	words := c
	words.Words = "said"
	check.That(t, now.before(3, structure, words) != now.before(3, structure, c), "other words are another ranking")
	check.That(t, now.before(3, new(interp.Structure), c) != now.before(3, structure, c), "another structure is another ranking")
	alone := dialogueOf(examples([]string{"p:a"}, nil), []string{"p:a"})
	check.Equal(t, len(alone.answers), 0, "an answer that is the only example")
}
