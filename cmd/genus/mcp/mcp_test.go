package mcp_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/cmd/genus/mcp"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
)

// client is a client of a server in the same process.
type client struct {
	*sdk.ClientSession

	mu    sync.Mutex
	steps []*sdk.ProgressNotificationParams
}

func serve(t *testing.T, flags map[string][]string) *client {
	t.Helper()
	// no genus.yaml
	s := require.Value(mcp.New(mcp.Options{Version: "test", Given: config.Given{Flags: flags, Dir: t.TempDir()}}))(t)
	near, far := sdk.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Run(ctx, far) // returns an error when the client leaves
	}()
	c := &client{}
	c.ClientSession = require.Value(sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.steps = append(c.steps, r.Params)
		},
	}).Connect(ctx, near, nil))(t)
	t.Cleanup(func() {
		_ = c.Close()
		cancel()
		<-ended
	})
	return c
}

// progress returns the notifications so far.
func (c *client) progress() []*sdk.ProgressNotificationParams {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.steps)
}

// call calls a tool and returns its structured result or, if it fails, the text of the
// error.
func call[Out any](
	ctx context.Context,
	t *testing.T,
	c *client,
	tool string,
	in map[string]any,
) (out Out, failure string) {
	t.Helper()
	r, err := c.CallTool(ctx, params(tool, in))
	require.That(t, err == nil, "%s: %v", tool, err)
	shown, ok := r.Content[0].(*sdk.TextContent)
	require.That(t, ok && len(r.Content) == 1, "%s: content %v", tool, r.Content)
	if r.IsError {
		return out, shown.Text
	}
	b := require.Value(json.Marshal(r.StructuredContent))(t)
	require.NoError(t, json.Unmarshal(b, &out), "%s %s", tool, b)
	return out, ""
}

// params returns the parameters of a call that asks for progress.
func params(tool string, in map[string]any) *sdk.CallToolParams {
	p := &sdk.CallToolParams{Name: tool, Arguments: in}
	p.SetProgressToken(tool)
	return p
}

// must calls a tool, which must not fail.
func must[Out any](t *testing.T, c *client, tool string, in map[string]any) Out {
	t.Helper()
	out, failure := call[Out](t.Context(), t, c, tool, in)
	require.That(t, failure == "", "%s: %s", tool, failure)
	return out
}

func TestListTools(t *testing.T) {
	c := serve(t, nil)
	list := require.Value(c.ListTools(t.Context(), nil))(t)
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		in, ok := tool.InputSchema.(map[string]any)
		out, okOut := tool.OutputSchema.(map[string]any)
		check.That(t, ok && okOut && in["type"] == "object" && out["type"] == "object" && tool.Description != "" &&
			tool.Annotations.ReadOnlyHint,
			"%s: %+v", tool.Name, tool)
		for name, p := range in["properties"].(map[string]any) {
			check.That(t, p.(map[string]any)["description"] != nil, "%s: %s has no description", tool.Name, name)
		}
	}
	want := []string{"annotate", "classes", "compare", "enrich", "evidence", "learn", "matches", "names", "neighbourhood",
		"predict", "query", "repair", "search", "verify", "why"}
	if slices.Sort(names); !slices.Equal(names, want) {
		t.Errorf("tools %q", names)
	}
	s := c.InitializeResult().Instructions
	check.That(t, strings.Contains(s, `"elephants"`) && !strings.Contains(s, `"default"`), "instructions:\n%s", s)
}

// The instructions name all built-in data, and a call may use them.
func TestBuiltIn(t *testing.T) {
	c := serve(t, nil)
	for _, tt := range []struct {
		source, want string
		pos          []string
	}{
		{"pizza", "meat toppings", []string{"HamTopping", "HotSpicedBeefTopping"}},
		{"wikidata", "films that have the director Ridley Scott", []string{"Alien", "Blade Runner", "Gladiator"}},
	} {
		check.Contains(t, c.InitializeResult().Instructions, `"`+tt.source+`", built in`, "instructions")
		out := must[api.LearnOutput](t, c, "learn", map[string]any{"source": tt.source, "pos": tt.pos})
		check.Equal(t, out.English, tt.want, "%s", tt.source)
	}
}

// TestTools calls the tools as an assistant does: look at an individual, learn, verify,
// translate.
func TestTools(t *testing.T) {
	c := serve(t, nil)
	const zoo = elephants.Namespace

	n := must[genus.Neighbourhood](t, c, "neighbourhood", map[string]any{"iri": "zoo:Bafari"})
	check.That(t, n.IRI == zoo+"Bafari" && n.Label == "Bafari" && len(n.Classes) == 2 && len(n.Values) == 4 &&
		len(n.Edges) != 0,
		"neighbourhood: %+v", n)

	learned := must[api.LearnOutput](t, c, "learn",
		map[string]any{
			"pos":     elephants.Positives,
			"neg":     elephants.Negatives,
			"options": map[string]any{"mode": "exact", "prefer": "smallest"},
		})
	const want = "zoo:Elephant ⊓ zoo:Male ⊓ ((zoo:weight ≥ 3000) ⊔ (≥2 zoo:childOf⁻.zoo:Female))"
	switch {
	case learned.Concept == nil || learned.Concept.Size != 8 || !learned.Optimal || learned.Failure != "":
		t.Fatalf("learned %+v", learned)
	case learned.Endpoint == nil || !learned.Endpoint.Confirmed || len(learned.Matches) == 0 || learned.SPARQL == nil:
		t.Errorf("not confirmed: %+v", learned.Endpoint)
	case !strings.Contains(learned.English, "elephant") ||
		!strings.HasPrefix(learned.Proof, "proved: no smaller concept fits"):
		t.Errorf("%q, %q", learned.English, learned.Proof)
	}
	check.Equal(t, learned.Concept.DL, want, "learned")
	steps := c.progress()
	check.That(t, len(steps) >= 5, "%d notifications of progress", len(steps))
	for i, step := range steps[1:] {
		check.That(t, step.ProgressToken != "learn" || steps[i].ProgressToken != "learn" || step.Progress > steps[i].Progress,
			"progress went from %v to %v", steps[i].Progress, step.Progress)
	}

	verified := must[api.VerifyOutput](t, c, "verify",
		map[string]any{"concept": learned.Concept.DL, "pos": elephants.Positives, "neg": elephants.Negatives})
	check.That(t, confirmed(verified) && verified.Score.TP == len(elephants.Positives) &&
		verified.Score.TN == len(elephants.Negatives),
		"verified %+v", verified)

	of := "SELECT ?w ?x { ?x a zoo:Elephant OPTIONAL { ?x zoo:weight ?w } }"
	withColumns := must[api.QueryOutput](t, c, "query",
		map[string]any{"concept": of, "variable": "x", "to": []string{"sparql"}})
	check.Contains(t, withColumns.SPARQL, "SELECT DISTINCT ?x ?w\n", "the columns of the query")
	repaired := must[api.RepairOutput](t, c, "repair",
		map[string]any{"concept": of, "variable": "?x", "wrong": elephants.Negatives[:1], "right": elephants.Positives})
	check.That(t, repaired.Proved && repaired.Version == 1 && (repaired.Endpoint == nil || repaired.Endpoint.Confirmed),
		"repaired %+v", repaired)
	check.Contains(t, repaired.SPARQL, "SELECT DISTINCT ?x ?w\n", "the columns of the query")

	deep := must[api.VerifyOutput](t, c, "verify", map[string]any{
		"concept": "zoo:childOf some (zoo:childOf some (inverse zoo:childOf min 2 zoo:Animal))",
		"pos":     elephants.Positives[:2], "neg": elephants.Negatives[:2],
	})
	check.That(t, confirmed(deep), "a concept of role depth 3: %+v", deep)
}

// confirmed reports whether the query was run, and agrees with the concept.
func confirmed(v api.VerifyOutput) bool { return v.Endpoint != nil && v.Endpoint.Confirmed }

// TestNothingFits checks that examples that no concept tells apart are in the result, and
// not an error of the tool.
// TestNulls: an argument that is null is as one that is left out, in every tool and in the options of learn. One that
// must be given is missing then, and null stays an error in a list.
func TestNulls(t *testing.T) {
	c := serve(t, nil)
	given := map[string]map[string]any{
		"search":        {"name": "Bafari"},
		"names":         {"names": []string{"Bafari"}},
		"evidence":      {"iris": []string{"zoo:Bafari"}},
		"neighbourhood": {"iri": "zoo:Bafari"},
		"learn":         {"pos": elephants.Positives[:2]},
		"matches":       {"concept": "zoo:Male", "pos": elephants.Positives[:1]},
		"verify":        {"concept": "zoo:Male", "pos": elephants.Positives[:1]},
		"why":           {"concept": "zoo:Male", "individuals": elephants.Positives[:1]},
		"predict":       {"concept": "zoo:Male", "iris": elephants.Positives[:1]},
		"enrich":        {"classes": []string{"zoo:Male"}, "timeout": 1},
		"annotate":      {"columns": []string{"name"}, "rows": [][]string{{"Bafari"}}},
		"compare":       {"a": map[string]any{"concept": "zoo:Male"}, "b": map[string]any{"names": []string{"Bafari"}}},
		"repair":        {"concept": "zoo:Male", "wrong": elephants.Negatives[:1], "right": elephants.Positives[:1]},
		"query":         {"concept": "zoo:Male"},
		"classes":       {},
	}
	for _, tool := range require.Value(c.ListTools(t.Context(), nil))(t).Tools {
		schema := tool.InputSchema.(map[string]any)
		in := given[tool.Name]
		for name, p := range schema["properties"].(map[string]any) {
			if _, is := in[name]; is {
				continue
			}
			in[name] = nil
			if ref, is := p.(map[string]any)["$ref"].(string); is {
				options := map[string]any{}
				def := schema["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
				for option := range def["properties"].(map[string]any) {
					options[option] = nil
				}
				in[name] = options
			}
		}
		_, failure := call[map[string]any](t.Context(), t, c, tool.Name, in)
		check.Equal(t, failure, "", "%s with %v", tool.Name, in)
	}
	for _, in := range []map[string]any{{"pos": nil}, {"pos": []any{nil}}} {
		_, failure := call[map[string]any](t.Context(), t, c, "learn", in)
		check.Contains(t, failure, "pos", "learn with %v", in)
	}
}

// TestFormats: annotate and compare answer in a format, too, and refuse one that is no text.
func TestFormats(t *testing.T) {
	c := serve(t, nil)
	table := map[string]any{"columns": []string{"name"}, "rows": [][]string{{"Bafari"}, {"Nobody Atall"}}, "format": "csv"}
	annotated := must[api.AnnotateOutput](t, c, "annotate", table)
	check.Contains(t, annotated.Text, "list,row,")
	check.Contains(t, annotated.Text, "unknown,2,,Nobody Atall")
	sets := map[string]any{"a": map[string]any{"concept": "zoo:Male"}, "format": "md"}
	sets["b"] = map[string]any{"names": []string{"Bafari"}}
	compared := must[api.CompareOutput](t, c, "compare", sets)
	check.Contains(t, compared.Text, "| only B | http://example.org/zoo#Bafari | Bafari |")
	for tool, in := range map[string]map[string]any{"annotate": table, "compare": sets} {
		in["format"] = "xlsx"
		_, failure := call[map[string]any](t.Context(), t, c, tool, in)
		check.Contains(t, failure, "a workbook is none", tool)
	}
	table["format"] = "quickstatements"
	_, failure := call[map[string]any](t.Context(), t, c, "annotate", table)
	check.Contains(t, failure, "is for a Wikibase", "annotate")
}

func TestNothingFits(t *testing.T) {
	c := serve(t, nil)
	out := must[api.LearnOutput](t, c, "learn", map[string]any{
		"pos":     elephants.Positives[:3],
		"neg":     elephants.Positives[3:6],
		"options": map[string]any{"mode": "exact", "language": "el", "depth": 0, "max_size": 3, "prefer": "smallest"},
	})
	check.That(t, out.Concept == nil && strings.Contains(out.Failure, "no fitting concept") &&
		strings.Contains(out.Failure, "cannot be told apart"), "got %+v", out)
}
