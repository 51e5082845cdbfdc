package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/cmd/genus/mcp"
	"github.com/genus-kg/genus/cmd/genus/serve"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

var sets = flag.Int("sets", testsize.Choose(9, 150), "sets of positives to learn from")

// TestAnyPositives learns from one to six individuals that are drawn at random, from
// random graphs, from the built-in data and from every dataset. Each way to learn ends with
// a concept, or with one reason why there is none.
//
//	go test ./cmd/genus -run TestAnyPositives                                    one set of each folder of small files, and 9 others
//	GENUS_TESTS=full go test ./cmd/genus -run TestAnyPositives                   150, from large datasets, too
//	GENUS_TESTS=full go test ./cmd/genus -run TestAnyPositives -sets 3000 -timeout 1h
func TestAnyPositives(t *testing.T) {
	// A large dataset takes long to read. learn reads it for every set.
	const large, everydayLimit = 1 << 20, 300 << 10
	left := *sets
	files, folders := datasets(t), map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := files[name]
		info := require.Value(os.Stat(file))(t)
		switch n := 1 + *sets/300; {
		case (info.Size() > everydayLimit || folders[filepath.Dir(name)]) && !testsize.Full(): // files of a folder are alike
		case info.Size() > large:
			left -= drawFrom(t, name, file, min(n, 3))
		default:
			left -= drawFrom(t, name, file, n)
			folders[filepath.Dir(name)] = true
		}
	}
	left = max(left, 9) // however many datasets there are
	left -= drawFrom(t, "elephants", filepath.Join("..", "..", "internal", "elephants", "elephants.ttl"), left/3)
	random := rand.New(rand.NewPCG(1, 0))
	for i := range left {
		file := filepath.Join(t.TempDir(), "random.ttl")
		require.NoError(t, os.WriteFile(file, []byte(randomGraph(random)), 0o600))
		drawFrom(t, fmt.Sprintf("random graph %d", i), file, 1)
	}
}

// datasets returns the RDF files below the directory of datasets, by name.
func datasets(t *testing.T) map[string]string {
	files := map[string]string{}
	t.Run("datasets", func(t *testing.T) { // skipped if there are none
		root := filepath.Dir(testfiles.Dataset(t, "README.md"))
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if _, err := rdffile.FormatOf(path); err == nil {
				name, _ := filepath.Rel(root, path)
				files[name] = path
			}
			return nil
		}))
	})
	return files
}

// randomGraph returns a Turtle file about a few individuals that share little. Some have
// nothing but owl:sameAs or a label.
func randomGraph(random *rand.Rand) string {
	var b strings.Builder
	b.WriteString("@prefix : <http://example.org/> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n" +
		"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
	n := 3 + random.IntN(8)
	for i := range n {
		for range random.IntN(4) {
			fmt.Fprintf(&b, ":a%d ", i)
			switch random.IntN(6) {
			case 0, 1:
				fmt.Fprintf(&b, "a :C%d .\n", random.IntN(n))
			case 2:
				fmt.Fprintf(&b, ":r%d :a%d .\n", random.IntN(n), random.IntN(n))
			case 3:
				fmt.Fprintf(&b, ":f%d %d .\n", random.IntN(n), random.IntN(100))
			case 4:
				fmt.Fprintf(&b, "owl:sameAs :a%d .\n", random.IntN(n))
			default:
				fmt.Fprintf(&b, "rdfs:label \"thing %d\" .\n", i)
			}
		}
	}
	return b.String() + ":z a :Z .\n"
}

// drawFrom draws n sets of positives from the file, and learns from each in one of four
// ways, in turn. It returns n.
func drawFrom(t *testing.T, name, file string, n int) int {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		individuals := individualsOf(t, file)
		w := &ways{file: file}
		seed := fnv.New64a()
		_, _ = seed.Write([]byte(name))
		random := rand.New(rand.NewPCG(2, seed.Sum64()))
		start := random.IntN(4)
		for i := range n {
			var pos []string
			for range 1 + random.IntN(6) {
				pos = append(pos, individuals[random.IntN(len(individuals))])
			}
			slices.Sort(pos)
			pos = slices.Compact(pos)
			switch (start + i) % 4 {
			case 0:
				w.learn(t, pos, nil)
			case 1:
				w.learn(t, pos, random)
			case 2:
				w.overHTTP(t, pos)
			default:
				w.overMCP(t, pos)
			}
		}
	})
	return n
}

// individualsOf returns the IRIs of the individuals in the file, as genus sees it without
// any settings.
func individualsOf(t *testing.T, file string) []string {
	c := config.Default()
	c.Data = []string{file}
	s, err := genus.Open(t.Context(), c, genus.Options{})
	if err != nil {
		t.Skipf("%s: %s: %v", t.Name(), file, err)
	}
	defer s.Close()
	p, _ := require.Values(s.Use().Source.Data().Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
	var iris []string
	for a := range p.Structure.Len() {
		if iri := p.Structure.IRI(interp.Individual(a)); queries.IsIRI(iri) {
			iris = append(iris, iri)
		}
	}
	if len(iris) == 0 {
		t.Skipf("%s: no individuals in %s", t.Name(), file)
	}
	return iris
}

// ways learn from the examples of one file. The servers are started when they are needed.
type ways struct {
	file   string
	server *httptest.Server
	client *sdk.ClientSession
}

// timeout bounds the learning of one set.
const timeout = "20s"

func (w *ways) given(t *testing.T) config.Given {
	return config.Given{Dir: t.TempDir(), Flags: map[string][]string{
		"data": {w.file}, "timeout": {timeout}, "state": {filepath.Join(t.TempDir(), "state.db")},
	}}
}

// learn runs genus learn; with answers it asks questions and draws the answers.
func (w *ways) learn(t *testing.T, pos []string, answers *rand.Rand) {
	list := testfiles.Write(t, "pos.txt", "<"+strings.Join(pos, ">\n<")+">\n")
	args := []string{"learn", "--data", w.file, "--timeout", timeout, "--pos", list}
	var in, out, errs bytes.Buffer
	if answers != nil {
		args = append(args, "--ask")
		for range answers.IntN(8) {
			in.WriteString([]string{"yes\n", "no\n", "?\n"}[answers.IntN(3)])
		}
	}
	code := command.Main(args, &in, &out, &errs)
	reason := errs.String()[strings.LastIndex(strings.TrimSpace("\n"+errs.String()), "\n")+1:]
	switch {
	case code == 2 && leadsNowhere(reason) && strings.Contains(errs.String(), " redirects to "):
		return
	case strings.Contains(errs.String(), "internal error") || code != 0 && code != 1:
	case code == 0 && strings.Contains(out.String(), "\nConcept ") && !strings.Contains(out.String(), "none found"):
		return
	case code == 1 && strings.HasPrefix(reason, "genus: "):
		return
	}
	t.Errorf("genus %s of %q ends with %d:\n%s%s", strings.Join(args, " "), pos, code, out.String(), errs.String())
}

// leadsNowhere reports whether a run ended because an example, all of which are individuals,
// redirects (owl:sameAs) to something that is none.
func leadsNowhere(message string) bool { return strings.Contains(message, "is not an individual of") }

// overHTTP runs a job of genus serve.
func (w *ways) overHTTP(t *testing.T, pos []string) {
	if w.server == nil {
		g := w.given(t)
		c := require.Value(genusyaml.Load(g))(t)
		s := require.Value(serve.New(t.Context(), serve.Options{Config: c, Given: g, Version: "test"}))(t)
		t.Cleanup(s.Close)
		w.server = httptest.NewServer(s.Handler())
		t.Cleanup(w.server.Close)
	}
	type job struct {
		ID, State string
		Error     any
		Result    *struct {
			Concept any
			Apart   *struct{ Text string }
		}
	}
	ask := func(method, path string, body any) (j job) {
		b := require.Value(json.Marshal(body))(t)
		r := require.Value(http.NewRequestWithContext(t.Context(), method, w.server.URL+path, bytes.NewReader(b)))(t)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Genus", "1")
		answer, err := w.server.Client().Do(r)
		require.NoError(t, err)
		defer func() { _ = answer.Body.Close() }()
		text := require.Value(io.ReadAll(answer.Body))(t)
		require.That(t, json.Unmarshal(text, &j) == nil && j.ID != "", "%s %s with %q: %s", method, path, pos, text)
		return j
	}
	j := ask("POST", "/api/jobs", map[string]any{"source": "given", "pos": pos})
	for j.State == "queued" || j.State == "running" {
		time.Sleep(5 * time.Millisecond)
		j = ask("GET", "/api/jobs/"+j.ID, nil)
	}
	if leadsNowhere(fmt.Sprint(j.Error)) {
		return
	}
	isExplained := j.Result != nil && (j.Result.Concept != nil || j.Result.Apart != nil && j.Result.Apart.Text != "")
	check.That(t, j.State == "done" && isExplained, "a job with %q: %+v", pos, j)
}

// overMCP calls the tool learn of genus mcp.
func (w *ways) overMCP(t *testing.T, pos []string) {
	if w.client == nil {
		s := require.Value(mcp.New(mcp.Options{Version: "test", Given: w.given(t)}))(t)
		near, far := sdk.NewInMemoryTransports()
		ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
		go func() { _ = s.Run(ctx, far) }() // returns an error when the client leaves
		client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
		w.client = require.Value(client.Connect(ctx, near, nil))(t)
		t.Cleanup(func() {
			_ = w.client.Close()
			cancel()
		})
	}
	in := &sdk.CallToolParams{Name: "learn", Arguments: map[string]any{"pos": pos}}
	r := require.Value(w.client.CallTool(t.Context(), in))(t)
	b := require.Value(json.Marshal(r.StructuredContent))(t)
	var out api.LearnOutput
	if err := json.Unmarshal(b, &out); r.IsError || err != nil || out.Concept == nil && out.Failure == "" {
		shown, _ := json.Marshal(r.Content)
		if leadsNowhere(string(shown)) {
			return
		}
		t.Errorf("learn with %q: %s", pos, shown)
	}
}
