package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/cmd/genus/mcp"
	"github.com/genus-kg/genus/cmd/genus/serve"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestDoors checks that the command line, the routes and the tools give the same JSON for the
// same input.
func TestDoors(t *testing.T) {
	file := require.Value(filepath.Abs(filepath.Join("..", "..", "internal", "elephants", "elephants.ttl")))(t)
	given := config.Given{
		Flags: map[string][]string{"data": {file}, "state": {filepath.Join(t.TempDir(), "s.db")}},
		Dir:   t.TempDir(),
	}
	server := require.Value(
		serve.New(t.Context(), serve.Options{Config: require.Value(genusyaml.Load(given))(t), Given: given}))(t)
	page := httptest.NewServer(server.Handler())
	t.Cleanup(func() { page.Close(); server.Close() })
	tools := require.Value(
		mcp.New(mcp.Options{Given: config.Given{Flags: map[string][]string{"data": {file}}, Dir: t.TempDir()}}))(t)
	near, far := sdk.NewInMemoryTransports()
	go func() { _ = tools.Run(t.Context(), far) }() // returns an error when the client leaves
	assistant := require.Value(
		sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil))(t)
	table := filepath.Join(t.TempDir(), "members.json")
	const males, sisters, elephant = "zoo:Elephant and zoo:Male", "zoo:Elephant and zoo:childOf some zoo:Mail",
		"http://example.org/zoo#Elephant"
	for _, tt := range []struct {
		name  string
		args  []string // nil: the terminal has it in other forms only
		route string
		in    map[string]any
		tool  string // empty: there is none
	}{
		{"verify", []string{"verify", males, "Chobu", "--neg-iri", "zoo:Carla", "--format", "json"}, "POST /api/verify",
			map[string]any{"concept": males, "pos": []string{"Chobu"}, "neg": []string{"zoo:Carla"}}, "verify"},
		{"verify an unknown name", []string{"verify", sisters, "Chobu", "--format", "json"}, "POST /api/verify",
			map[string]any{"concept": sisters, "pos": []string{"Chobu"}}, "verify"},
		{"why examples", []string{"why", males, "--pos-iri", "zoo:Chobu", "--neg-iri", "Carla", "--format", "json"},
			"POST /api/why",
			map[string]any{"concept": males, "pos": []string{"zoo:Chobu"}, "neg": []string{"Carla"}}, "why"},
		{"why individuals", []string{"why", males, "Chobu", "Carla", "--format", "json"}, "POST /api/why",
			map[string]any{"concept": males, "individuals": []string{"Chobu", "Carla"}}, "why"},
		{"query", []string{"query", sisters, "--data", file, "--to", "json"}, "POST /api/query",
			map[string]any{"concept": sisters}, "query"},
		{"query with labels", []string{"query", males, "--labels", "--limit", "3", "--columns", "zoo:weight", "--to", "json"},
			"POST /api/query",
			map[string]any{"concept": males, "labels": true, "limit": 3, "columns": []string{"zoo:weight"}}, "query"},
		{"repair", []string{"repair", "zoo:Elephant", "--wrong", "zoo:Carla", "--right", "Chobu", "--format", "json"},
			"POST /api/repair",
			map[string]any{"concept": "zoo:Elephant", "wrong": []string{"zoo:Carla"}, "right": []string{"Chobu"}}, "repair"},
		{"search", []string{"search", "chob", "--format", "json"}, "GET /api/sources/given/search?q=chob",
			map[string]any{"name": "chob"}, "search"},
		{"members", []string{"query", males, "--members", table, "--columns", "zoo:weight", "-q"}, "POST /api/members",
			map[string]any{"concept": males, "columns": []string{"zoo:weight"}}, ""},
		{"classes", nil, "GET /api/sources/given/classes", map[string]any{"members": 4}, "classes"},
		{"names", nil, "POST /api/sources/given/names", map[string]any{"names": []string{"Chobu", "elephant"}}, "names"},
		{"evidence", nil, "POST /api/sources/given/evidence", map[string]any{"iris": []string{"zoo:Chobu"}, "concept": males},
			"evidence"},
		{"neighbourhood", nil, "GET /api/sources/given/neighbourhood?iri=zoo:Chobu&limit=3",
			map[string]any{"iri": "zoo:Chobu", "limit": 3}, "neighbourhood"},
		{"matches", nil, "POST /api/matches", map[string]any{"concept": males, "pos": []string{"Chobu"}, "limit": 2},
			"matches"},
		{"predict", nil, "POST /api/predict",
			map[string]any{"concept": males, "iris": []string{"zoo:Chobu", "zoo:Carla", "zoo:Nobody"}}, "predict"},
		{"annotate", nil, "POST /api/annotate",
			map[string]any{"columns": []string{"name", "weight"}, "rows": [][]string{{"Chobu", "5000"}, {"Vari", ""}}},
			"annotate"},
		{"compare", []string{"compare", males, sisters, "--limit", "3", "--format", "json"}, "POST /api/compare",
			map[string]any{"a": map[string]any{"concept": males}, "b": map[string]any{"concept": sisters}, "limit": 3},
			"compare"},
		{"enrich", []string{"enrich", "--class", elephant, "--max-size", "2", "--reasoning", "none", "--depth", "1",
			"--format", "json"}, "POST /api/enrich",
			map[string]any{"classes": []string{"zoo:Elephant"}, "max_size": 2}, "enrich"},
		{"learn", []string{"learn", "zoo:Vari", "Jashi", "--neg-iri", "Bafari", "--depth", "1", "--confirm=false", "--format",
			"json"}, "POST /api/jobs?wait=60",
			map[string]any{"pos": []string{"zoo:Vari", "Jashi"}, "neg": []string{"Bafari"}, "detail": true,
				"options": map[string]any{"depth": 1, "confirm": false}}, "learn"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			method, path, _ := strings.Cut(tt.route, " ")
			body := maps.Clone(tt.in)
			if !strings.Contains(path, "/sources/") {
				body["source"] = "given"
			}
			text := require.Value(json.Marshal(body))(t)
			req := require.Value(http.NewRequestWithContext(t.Context(), method, page.URL+path, bytes.NewReader(text)))(t)
			req.Header = http.Header{"X-Genus": {"1"}, "Content-Type": {"application/json"}}
			res, err := http.DefaultClient.Do(req)
			require.NoError(t, err)
			defer func() { _ = res.Body.Close() }()
			got := require.Value(io.ReadAll(res.Body))(t)
			require.That(t, res.StatusCode < 300, "%s", got)
			want := sorted(t, got)
			if tt.args != nil {
				var stdout, stderr bytes.Buffer
				code := command.Main(append(tt.args, "--data", file), strings.NewReader(""), &stdout, &stderr)
				require.That(t, code == 0, "exit code %d: %s", code, stderr.String())
				written := stdout.Bytes()
				if text, err := os.ReadFile(table); err == nil && tt.tool == "" {
					written = text
				}
				check.Equal(t, sorted(t, written), want, "the terminal")
			}
			if tt.tool == "" {
				return
			}
			r := require.Value(assistant.CallTool(t.Context(), &sdk.CallToolParams{Name: tt.tool, Arguments: tt.in}))(t)
			require.That(t, !r.IsError, "%+v", r.Content)
			check.Equal(t, sorted(t, require.Value(json.Marshal(r.StructuredContent))(t)), want, "the tool")
		})
	}
}

// differs matches what differs between runs: the port of the engine inside a process, and times.
var differs = regexp.MustCompile(`127\.0\.0\.1:\d+|"seconds": [0-9.e-]+`)

// sorted returns JSON with a line for each field, in the order of their names.
func sorted(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(text, &v))
	if job, is := v.(map[string]any); is && job["result"] != nil {
		v = job["result"]
	}
	return differs.ReplaceAllString(string(require.Value(json.MarshalIndent(v, "", " "))(t)), "")
}
