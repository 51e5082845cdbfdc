package mcp_test

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
)

// Words count beside the examples, and a note says which of them the first concept says.
func TestWords(t *testing.T) {
	c := serve(t, nil)
	r := must[api.LearnOutput](t, c, "learn", map[string]any{"pos": []string{"Vari", "Jashi", "Mogo"},
		"options": map[string]any{"words": "elephants on Mars"}})
	check.That(t, strings.Contains(r.English, "elephants"), "with words: %s", r.English)
	notes := strings.Join(r.RankingNotes, "\n")
	check.That(t, strings.Contains(notes, "your words: said: elephants; not found: mars"), "the notes: %s", notes)
}
