package serve

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// Words count beside the examples, and a note says which of them the first concept says.
func TestWords(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	j, _ := x.learnShown(map[string]any{"source": "builtin", "pos": []string{"Vari", "Jashi", "Mogo"},
		"options": map[string]any{"words": "elephants on Mars"}})
	require.That(t, j.Result != nil, "%+v", j)
	check.That(t, strings.Contains(j.Result.English, "elephants"), "with words: %s", j.Result.English)
	notes := strings.Join(j.Result.RankingNotes, "\n")
	check.That(t, strings.Contains(notes, "your words: said: elephants; not found: mars"), "the notes: %s", notes)
}
