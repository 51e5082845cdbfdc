package mcp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
)

// What the user says of conditions counts beside the examples, and what cannot count is refused.
func TestConditions(t *testing.T) {
	c := serve(t, nil)
	learn := func(conditions ...map[string]any) api.LearnOutput {
		return must[api.LearnOutput](t, c, "learn", map[string]any{"pos": []string{"Vari", "Jashi", "Mogo"}, "conditions": conditions})
	}
	said := func(concept, answer string) map[string]any {
		return map[string]any{"concept": concept, "answer": answer}
	}
	plain := learn()
	check.Equal(t, plain.English, "animals that live in Lakeview Zoo", "without conditions")
	check.That(t, len(plain.Conditions) > 1 && plain.Conditions[0].Part && !plain.Conditions[1].Part, "conditions: %+v", plain.Conditions)
	check.Equal(t, learn(said("zoo:Elephant", "must")).English, "elephants that live in Lakeview Zoo", "must")
	check.Equal(t, learn(said("not (zoo:livesIn value zoo:Lakeview)", "not"), said("zoo:Elephant", "must")).English, "elephants that live in Lakeview Zoo", "not not")
	dropped := learn(said(plain.Conditions[0].Concept, "need_not"))
	check.That(t, !strings.Contains(dropped.English, "Lakeview"), "need not: %s", dropped.English)
	check.That(t, slices.ContainsFunc(learn(said("zoo:livesIn value zoo:Oldport", "must")).RankingNotes, func(note string) bool { return strings.HasPrefix(note, "the examples outweigh 1 condition") }),
		"nothing says that the examples outweigh a condition")
	for _, tt := range []struct {
		in   map[string]any
		want string
	}{
		{map[string]any{"conditions": []map[string]any{said("zoo:Elephant", "perhaps")}}, "answer"},
		{map[string]any{"conditions": []map[string]any{said("zoo:Elephant and", "must")}}, "conditions[0]"},
		{map[string]any{"conditions": []map[string]any{said("zoo:Elephant", "must")}, "neg": []string{"Pathu"}, "options": map[string]any{"prefer": "smallest"}}, "conditions: they count in a ranking only"},
	} {
		tt.in["pos"] = []string{"Vari", "Jashi"}
		_, failure := call[api.LearnOutput](t.Context(), t, c, "learn", tt.in)
		check.That(t, strings.Contains(failure, tt.want), "%v: %q, want %q", tt.in, failure, tt.want)
	}
}
