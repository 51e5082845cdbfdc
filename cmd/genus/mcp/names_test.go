package mcp_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
)

// TestFromNames follows the descriptions of the tools from the names "Chobu" and "Damba" to
// a query that the endpoint confirms. The user cannot answer the first question.
func TestFromNames(t *testing.T) {
	c := serve(t, map[string][]string{"data": {zooFile}, "confirm": {"true"}, "prefix": {"zoo=" + elephants.Namespace}})
	positives := []string{}
	negatives := []string{}
	asked := []string{}
	find := func(name string) string {
		found := must[api.SearchOutput](t, c, "search", map[string]any{"name": name})
		require.That(t, len(found.Individuals) != 0 && strings.EqualFold(found.Individuals[0].Label, name),
			"search %s: %+v", name, found)
		return found.Individuals[0].IRI
	}
	for _, name := range []string{"Chobu", "Damba"} {
		positives = append(positives, find(name))
	}
	// The user means male elephants.
	members := map[string]int{} // number of these two classes, by individual
	for _, class := range []string{"Male", "Elephant"} {
		for _, m := range must[api.SearchOutput](t, c, "search",
			map[string]any{"class": elephants.Namespace + class, "limit": 1000}).Individuals {
			members[m.IRI]++
		}
	}
	means := func(iri string) bool { return members[iri] == 2 }
	for n := 0; n < 12; n++ {
		out := must[api.LearnOutput](t, c, "learn",
			map[string]any{"pos": positives, "neg": negatives, "asked": asked, "options": map[string]any{"max_size": 4}})
		require.That(t, (len(out.Ranking) != 0 || out.Question == nil) && out.Confidence != nil && out.Members != nil &&
			out.English != "",
			"after %d questions: %+v", n, out)
		q := out.Question
		if q == nil {
			check.That(t, *out.Confidence >= 0.8 && n >= 2, "confidence %.2f after %d questions", *out.Confidence, n)
			require.That(t, out.English == "male elephants" && out.Endpoint != nil && out.Endpoint.Confirmed &&
				out.SPARQL != nil,
				"after %d questions: %q, endpoint %+v", n, out.English, out.Endpoint)
			more := must[api.MatchesOutput](t, c, "matches",
				map[string]any{"concept": out.Concept.DL, "pos": positives, "neg": negatives, "limit": 5})
			if len(more.Matches) != 5 || !more.More || slices.ContainsFunc(more.Matches, func(m genus.Term) bool {
				return !means(m.IRI) || slices.Contains(positives, m.IRI)
			}) {
				t.Errorf("matches %+v", more)
			}
			return
		}
		require.That(t, !slices.Contains(asked, q.IRI) && q.Label != "" && len(q.Facts) != 0,
			"question %d: %+v, after %v", n, q, asked)
		asked = append(asked, q.IRI)
		switch {
		case n == 0:
		case means(q.IRI):
			positives = append(positives, q.IRI)
		default:
			negatives = append(negatives, q.IRI)
		}
	}
	t.Fatal("12 questions were not enough")
}

// TestClasses lists the classes of a file and an endpoint.
func TestClasses(t *testing.T) {
	for name, flags := range map[string]map[string][]string{"built-in": nil, "endpoint": {"endpoint": {endpoint(t)}}} {
		c := serve(t, flags)
		out := must[api.ClassesOutput](t, c, "classes", map[string]any{"limit": 3})
		check.That(t, len(out.Classes) == 3 && out.More && out.Classes[0].Members != nil &&
			*out.Classes[0].Members >= *out.Classes[2].Members,
			"%s: %+v", name, out)
		_, failure := call[api.SearchOutput](t.Context(), t, c, "search", map[string]any{})
		check.Contains(t, failure, "a name or a class", "%s", name)
	}
}

// TestTranslateExample checks that the example in the description of translate works, that
// its text is not escaped, and that a name that the source does not have is noted.
func TestTranslateExample(t *testing.T) {
	c := serve(t, nil)
	list := require.Value(c.ListTools(t.Context(), nil))(t)
	i := slices.IndexFunc(list.Tools, func(tool *sdk.Tool) bool { return tool.Name == "query" })
	description := fmt.Sprint(list.Tools[i].InputSchema.(map[string]any)["properties"].(map[string]any)["concept"])
	example := regexp.MustCompile(`such as, of the elephants: (.*)\. Names are`).FindStringSubmatch(description)
	require.That(t, example != nil, "no example in %s", description)
	r, err := c.CallTool(t.Context(), params("query", map[string]any{"concept": example[1]}))
	require.That(t, err == nil && !r.IsError, "%v, %+v", err, r)
	shown := r.Content[0].(*sdk.TextContent).Text
	if !strings.Contains(shown, "FILTER(?weight1 >= 3000)\n") || strings.Contains(shown, `\n`) ||
		strings.Contains(shown, `\u003c`) ||
		strings.Contains(shown, "note:") {
		t.Errorf("text:\n%s", shown)
	}
	for name, flags := range map[string]map[string][]string{
		"built-in": nil,
		"endpoint": {"endpoint": {endpoint(t)}, "prefix": {"zoo=" + elephants.Namespace}},
	} {
		c := serve(t, flags)
		out := must[api.QueryOutput](t, c, "query",
			map[string]any{"concept": "zoo:Elefant and (zoo:waight >= 3) and zoo:childOf some zoo:Male"})
		want := []string{"warning: zoo:Elefant is in no statement; zoo:Elephant is",
			"warning: zoo:waight is in no statement; zoo:weight is"}
		if name == "endpoint" { // nothing was read that has the right names
			want = []string{"warning: zoo:Elefant is in no statement", "warning: zoo:waight is in no statement"}
		}
		check.That(t, slices.Equal(out.Notes, want), "%s: notes %q", name, out.Notes)
		checked := must[api.VerifyOutput](t, c, "verify",
			map[string]any{"concept": "zoo:Elefant", "pos": elephants.Positives[:2],
				"neg": elephants.Negatives[:2]},
		)
		check.That(t, slices.Contains(checked.Notes, "warning: zoo:Elefant is in no statement; zoo:Elephant is"),
			"%s: notes of verify %q", name, checked.Notes)
	}
}
