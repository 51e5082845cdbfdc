package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

const zooFile = "../../../internal/elephants/elephants.ttl"

// endpoint serves the elephants over HTTP.
func endpoint(t *testing.T) string {
	t.Helper()
	return engines.StartEmbedded(t, engines.NTriples(t, zooFile)).Endpoint
}

// TestSources calls the tools on the source of the flags, and on allowed sources.
func TestSources(t *testing.T) {
	url, other := endpoint(t), endpoint(t)
	dir := t.TempDir()
	text := require.Value(os.ReadFile(zooFile))(t)
	file := filepath.Join(dir, "zoo.ttl")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	c := serve(t, map[string][]string{"endpoint": {url}, "prefix": {"z=" + elephants.Namespace}, "allow": {other, dir}})
	for name, source := range map[string]string{
		"default":       "",
		"named default": "default",
		"endpoint":      other,
		"file":          file,
	} {
		t.Run(name, func(t *testing.T) {
			in := func(more map[string]any) map[string]any {
				if source != "" {
					more["source"] = source
				}
				return more
			}
			pos, neg := []string{"z:Chobu", "z:Chowen", "z:Ladhu"},
				[]string{"z:Badhu", "z:Batara", "z:Dalani", "z:Damba", "z:Fumba"}
			n := must[genus.Neighbourhood](t, c, "neighbourhood", in(map[string]any{"iri": "z:Mogo"}))
			check.That(t, n.Label == "Mogo" && len(n.Edges) != 0, "neighbourhood %+v", n)
			l := must[api.LearnOutput](t, c, "learn",
				in(map[string]any{"pos": pos, "neg": neg, "options": map[string]any{"max_size": 5, "prefer": "smallest"}}))
			check.That(t, l.Concept != nil && l.Concept.DL == "≥2 z:childOf⁻.z:Female" && l.Optimal && l.English != "",
				"learned %+v", l)
			check.That(t, len(l.Matches) == 10 && l.MoreMatches, "matches %v, more %t", l.Matches, l.MoreMatches)
			check.Equal(t, source != file, (l.Endpoint != nil && l.Endpoint.Confirmed), "endpoint %+v", l.Endpoint)
		})
	}
	s := c.InitializeResult().Instructions
	check.That(t, strings.Contains(s, url) && strings.Contains(s, other) && strings.Contains(s, dir),
		"the instructions do not name the sources:\n%s", s)
}

// TestBadCalls checks that a bad call gets an error of the tool that says what to do, and
// that endpoints that are not allowed get no requests.
func TestBadCalls(t *testing.T) {
	var asked atomic.Int64
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer private.Close()
	open, shut := t.TempDir(), t.TempDir()
	secret := filepath.Join(shut, "secret.ttl")
	for path, text := range map[string]string{secret: "", filepath.Join(open, "broken.ttl"): "this is not Turtle"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	c := serve(t, map[string][]string{"allow": {open, "https://example.org/sparql"}})
	pos, neg := []string{"zoo:Chobu"}, []string{"zoo:Badhu"}
	long := strings.Repeat("zoo:Elephant and ", 5000) + "zoo:Male" // some 80 kB
	for _, tt := range []struct {
		name, tool string
		in         map[string]any
		want       string // in the error
	}{
		{"endpoint that is not allowed", "learn",
			map[string]any{"source": private.URL, "pos": pos, "neg": neg},
			"not allowed: start genus with --allow"},
		{"file that is not allowed", "neighbourhood", map[string]any{"source": secret, "iri": "zoo:Ada"},
			"not allowed, or it does not exist: genus opens only what --allow names"},
		{"broken file", "neighbourhood", map[string]any{"source": filepath.Join(open, "broken.ttl"), "iri": "zoo:Ada"},
			"broken.ttl"},
		{"no default", "query", map[string]any{"source": "default", "concept": "zoo:Male"},
			"started without --endpoint"},
		{"unknown preset", "query", map[string]any{"preset": "nowhere", "concept": "zoo:Male"}, "preset"},
		{"no examples", "learn", map[string]any{}, `pos`},
		{"empty examples", "learn", map[string]any{"pos": []string{}}, `pos`},
		{"examples that are not a list", "learn", map[string]any{"pos": "zoo:Chobu"}, `pos`},
		{"too many examples", "learn", map[string]any{"pos": make([]string, 10_001)}, `pos`},
		{"unknown example", "learn", map[string]any{"pos": []string{"zoo:Nobody"}, "neg": neg},
			"<http://example.org/zoo#Nobody> is not an individual of"},
		{"unknown prefix", "learn", map[string]any{"pos": []string{"wd:Q42"}, "neg": neg},
			`positives: "wd:Q42": the prefix "wd" is not known`},
		{"both sides", "learn", map[string]any{"pos": pos, "neg": pos},
			"both a positive and a negative example"},
		{"unknown language", "learn", map[string]any{"pos": pos, "options": map[string]any{"language": "klingon"}},
			"language"},
		{"size out of bounds", "learn", map[string]any{"pos": pos, "options": map[string]any{"max_size": 1000}}, "max_size"},
		{"time out of bounds", "learn", map[string]any{"pos": pos, "options": map[string]any{"timeout": 0}}, "timeout"},
		{"unknown member", "learn", map[string]any{"pos": pos, "credentials": "/etc/passwd"}, "credentials"},
		{"malformed concept", "query", map[string]any{"concept": "zoo:Elephant and or"},
			"concept:17: expected a concept but found \"or\"\nzoo:Elephant and or\n                 ^"},
		{"no concept", "query", map[string]any{"concept": ""}, "concept"},
		{"concept that is too long", "query", map[string]any{"concept": long}, "concept"},
		{"unknown form", "query", map[string]any{"concept": "zoo:Male", "to": []string{"prose"}}, "prose"},
		{"concept that looks too far", "verify",
			map[string]any{"concept": strings.Repeat("zoo:childOf some (", 6) + "zoo:Male" + strings.Repeat(")", 6),
				"pos": pos, "neg": neg}, "role depth 6, but may have at most 5"},
		{"no IRI", "neighbourhood", map[string]any{"iri": "not an iri"}, "not an iri"},
		{"unknown individual", "neighbourhood", map[string]any{"iri": "zoo:Nobody"}, "zoo#Nobody"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, failure := call[map[string]any](t.Context(), t, c, tt.tool, tt.in)
			check.That(t, strings.Contains(failure, tt.want), "got %q, %v; want %q", failure, out, tt.want)
		})
	}
	check.Equal(t, asked.Load(), 0, "requests to an endpoint that is not allowed")
}

// TestCredentials checks that only the endpoint of the flags gets credentials.
func TestCredentials(t *testing.T) {
	t.Setenv("GENUS_ENDPOINT_TOKEN", "very-secret")
	token := func(seen *atomic.Value) *httptest.Server {
		return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen.Store(r.Header.Get("Authorization"))
			http.Error(w, "no", http.StatusForbidden)
		}))
	}
	var own, other atomic.Value
	ours, theirs := token(&own), token(&other)
	defer ours.Close()
	defer theirs.Close()
	c := serve(t, map[string][]string{"endpoint": {ours.URL}, "allow": {theirs.URL}})
	for _, source := range []string{ours.URL, theirs.URL} {
		in := map[string]any{"iri": "http://example.org/x", "source": source}
		if source == ours.URL {
			delete(in, "source")
		}
		_, failure := call[map[string]any](t.Context(), t, c, "neighbourhood", in)
		check.That(t, strings.Contains(failure, "403") && !strings.Contains(failure, "very-secret"), "%s: %q", source,
			failure)
	}
	check.That(t, own.Load() == "Bearer very-secret" && other.Load() == "", "ours got %q, theirs %q", own.Load(),
		other.Load())
}

// hardProblem returns a call that would learn for longer than a test has time.
func hardProblem() map[string]any {
	var pos, neg []string
	for i, iri := range append(append([]string{}, elephants.Positives...), elephants.Negatives...) {
		if i%2 == 0 {
			pos = append(pos, iri)
		} else {
			neg = append(neg, iri)
		}
	}
	return map[string]any{"pos": pos, "neg": neg, "options": map[string]any{"max_size": 40, "prefer": "smallest"}}
}

// TestTimeout checks that the timeout of a call ends it with the best concept so far.
func TestTimeout(t *testing.T) {
	c := serve(t, nil)
	in := hardProblem()
	in["options"].(map[string]any)["timeout"] = 1
	out := must[api.LearnOutput](t, c, "learn", in)
	if out.Concept == nil { // on a busy machine
		check.That(t, strings.Contains(out.Failure, "nothing was found within 1s"), "no concept, and %q", out.Failure)
	} else if !strings.Contains(out.Proof, "the time was up") {
		t.Errorf("%+v, %q", out.Concept, out.Proof)
	}
}

// TestCancel checks that a cancelled call ends and the next one can run.
func TestCancel(t *testing.T) {
	c := serve(t, map[string][]string{"jobs": {"1"}, "timeout": {"10m"}})
	ctx, cancel := context.WithCancel(t.Context())
	learning := make(chan struct{})
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			for _, step := range c.progress() {
				if strings.HasPrefix(step.Message, "stage") {
					close(learning)
					return
				}
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	_, err := c.CallTool(ctx, params("learn", hardProblem()))
	require.That(t, err != nil, "the call was not cancelled")
	select {
	case <-learning:
	default:
		t.Fatal("the call was not learning yet")
	}
	soon, done := context.WithTimeout(t.Context(), 20*time.Second)
	defer done()
	out, failure := call[api.QueryOutput](soon, t, c, "query", map[string]any{"concept": "zoo:Male"})
	check.That(t, failure == "" && out.Concept.Size == 1, "the next call: %q, %+v", failure, out)
}

// TestManyCalls makes more calls than may run at a time.
func TestManyCalls(t *testing.T) {
	c := serve(t, map[string][]string{"jobs": {"2"}})
	failures := make(chan string, 12)
	for i := range cap(failures) {
		go func() {
			r, err := c.CallTool(t.Context(), params("learn", map[string]any{
				"pos":     elephants.Positives[i%4 : i%4+3],
				"neg":     elephants.Negatives[:4],
				"options": map[string]any{"max_size": 3, "depth": 1, "prefer": "smallest"},
			}))
			switch {
			case err != nil:
				failures <- err.Error()
			case r.IsError:
				failures <- "error of the tool"
			default:
				failures <- ""
			}
		}()
	}
	for range cap(failures) {
		check.Equal(t, <-failures, "", "a call")
	}
}

// TestDialogueSize measures the answers of a dialogue in which a user names two elephants, means
// the male animals, and answers every question:
//
//	go test -count=1 ./cmd/genus/mcp -v -run DialogueSize
func TestDialogueSize(t *testing.T) {
	c := serve(t, nil)
	list := require.Value(c.ListTools(t.Context(), nil))(t)
	tools := require.Value(json.Marshal(list))(t)
	males := map[string]bool{}
	for _, m := range must[api.SearchOutput](t, c, "search",
		map[string]any{"class": elephants.Namespace + "Male", "limit": 1000}).Individuals {
		males[m.IRI] = true
	}
	total, largest, calls := 0, 0, 0
	say := func(tool string, in map[string]any) (out api.LearnOutput) {
		r, err := c.CallTool(context.Background(), params(tool, in))
		require.That(t, err == nil && !r.IsError, "%s: %v %+v", tool, err, r)
		b := require.Value(json.Marshal(r))(t)
		total, largest, calls = total+len(b), max(largest, len(b)), calls+1
		b, err = json.Marshal(r.StructuredContent)
		if err == nil {
			err = json.Unmarshal(b, &out)
		}
		require.NoError(t, err)
		return out
	}
	positives, negatives, asked := []string{"Chobu", "Damba"}, []string{}, []string{}
	var last api.LearnOutput
	for range 8 {
		last = say("learn", map[string]any{"pos": positives, "neg": negatives, "asked": asked})
		if last.Question == nil {
			break
		}
		if asked = append(asked, last.Question.IRI); males[last.Question.IRI] {
			positives = append(positives, last.Question.IRI)
		} else {
			negatives = append(negatives, last.Question.IRI)
		}
	}
	t.Logf("tools/list %d bytes; %d calls, %d bytes, the largest answer %d", len(tools), calls, total, largest)
	check.That(t, last.Question == nil && last.English == "male animals" && last.Detail == nil && largest <= 6500,
		"the last answer is %+v, the largest has %d bytes", last, largest)
	before := total
	detailed := say("learn", map[string]any{"pos": positives, "neg": negatives, "asked": asked, "detail": true})
	check.That(t, detailed.Detail != nil && total-before >= 6000, "with detail %d bytes", total-before)
	_, failure := call[api.LearnOutput](t.Context(), t, c, "learn", map[string]any{"pos": []string{"Chobu", "Nobody"}})
	check.That(t, failure == `no individual is certain: nothing has the name "Nobody"`, "an unknown name: %q", failure)
}
