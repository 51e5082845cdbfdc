package mcp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
)

// What the user says of conditions counts beside the examples, and what cannot count is refused.
func TestConditions(t *testing.T) {
	c := serve(t, nil)
	learn := func(conditions ...map[string]any) api.LearnOutput {
		return must[api.LearnOutput](t, c, "learn",
			map[string]any{"pos": []string{"Vari", "Jashi", "Mogo"}, "conditions": conditions})
	}
	said := func(concept, answer string) map[string]any {
		return map[string]any{"concept": concept, "answer": answer}
	}
	plain := learn()
	check.Equal(t, plain.English, "animals that live in Lakeview Zoo", "without conditions")
	check.That(t, len(plain.Conditions) > 1 && plain.Conditions[0].Part && !plain.Conditions[1].Part, "conditions: %+v",
		plain.Conditions)
	check.Equal(t, learn(said("zoo:Elephant", "must")).English, "elephants that live in Lakeview Zoo", "must")
	check.Equal(t, learn(said("not (zoo:livesIn value zoo:Lakeview)", "not"), said("zoo:Elephant", "must")).English,
		"elephants that live in Lakeview Zoo", "not not")
	dropped := learn(said(plain.Conditions[0].Concept, "need_not"))
	check.That(t, !strings.Contains(dropped.English, "Lakeview"), "need not: %s", dropped.English)
	check.That(t, slices.ContainsFunc(learn(said("zoo:livesIn value zoo:Oldport", "must")).RankingNotes,
		func(note string) bool { return strings.HasPrefix(note, "the examples outweigh 1 condition") }),
		"nothing says that the examples outweigh a condition")
	for _, tt := range []struct {
		in   map[string]any
		want string
	}{
		{map[string]any{"conditions": []map[string]any{said("zoo:Elephant", "perhaps")}}, "answer"},
		{map[string]any{"conditions": []map[string]any{said("zoo:Elephant and", "must")}}, "conditions[0]"},
		{map[string]any{
			"conditions": []map[string]any{said("zoo:Elephant", "must")},
			"neg":        []string{"Pathu"},
			"options":    map[string]any{"prefer": "smallest"},
		}, "conditions: that needs a ranking"},
	} {
		tt.in["pos"] = []string{"Vari", "Jashi"}
		_, failure := call[api.LearnOutput](t.Context(), t, c, "learn", tt.in)
		check.That(t, strings.Contains(failure, tt.want), "%v: %q, want %q", tt.in, failure, tt.want)
	}
}

// Each part of a draft is kept, changed or refused, over files and over an endpoint, and a reason says why.
func TestDraft(t *testing.T) {
	const notMeant = "it does not hold for Vari and 2 other positives"
	over := map[string][]string{"endpoint": {endpoint(t)}, "prefix": {"zoo=" + elephants.Namespace}}
	for door, flags := range map[string]map[string][]string{"files": nil, "endpoint": over} {
		c := serve(t, flags)
		learn := func(draft string) api.LearnOutput {
			in := map[string]any{"pos": []string{"Vari", "Jashi", "Mogo"}, "draft": draft}
			return must[api.LearnOutput](t, c, "learn", in)
		}
		for _, tt := range []struct {
			name, draft, english string
			outcomes             []string
			reason               string
		}{
			{
				"right", `SELECT ?x WHERE { ?x a zoo:Elephant ; zoo:livesIn zoo:Lakeview }`,
				"elephants that live in Lakeview Zoo", []string{"kept", "kept"}, "",
			},
			{
				"another value", `SELECT ?x WHERE { ?x a zoo:Elephant ; zoo:livesIn zoo:Oldport }`,
				"elephants that live in Lakeview Zoo", []string{"kept", "changed"}, notMeant,
			},
			{
				"a name that nothing has", `zoo:Elephant and (zoo:trainedBy some owl:Thing)`,
				"elephants", []string{"kept", "refused"}, notMeant,
			},
		} {
			t.Run(door+", "+tt.name, func(t *testing.T) {
				r := learn(tt.draft)
				check.That(t, strings.Contains(r.English, tt.english), "the concept is %q, want %q", r.English, tt.english)
				var outcomes []string
				for _, j := range r.Judged {
					outcomes = append(outcomes, j.Outcome)
					reason := tt.reason
					if j.Outcome == "kept" {
						reason = ""
					}
					check.Equal(t, j.Answer, "likely", "%s", j.Concept)
					check.Equal(t, j.Reason, reason, "the reason of %s", j.Concept)
					check.That(t, (j.Outcome == "changed") == (j.Instead != ""), "%+v", j)
				}
				check.That(t, slices.Equal(outcomes, tt.outcomes), "outcomes %v, want %v", outcomes, tt.outcomes)
			})
		}
	}
	half := map[string]any{"pos": []string{"Vari"}, "draft": "SELECT ?x WHERE { ?x a"}
	_, failure := call[api.LearnOutput](t.Context(), t, serve(t, nil), "learn", half)
	check.That(t, strings.Contains(failure, "draft: "), "half a query: %q", failure)
}
