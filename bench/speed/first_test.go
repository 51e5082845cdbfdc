package speed

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/bench/intended"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/faults"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
)

// public is how a public endpoint answers: late, and five requests at a time.
var public = faults.Behaviour{Name: "public", Slots: 5, Latency: 150 * time.Millisecond}

// The largest numbers of requests before the first answer, from three positives and from
// five positives and five negatives.
const mostFromPositives, mostFromBoth = 15, 30

// firstMeant are the queries of codex.txt whose first answers are measured: a value, a class, a
// conjunction, a number, and a negation.
var firstMeant = []string{
	"french citizens", "films", "french writers", "three occupations or more", "singers without an instrument",
}

// givenUp notes the requests that were given up because they took too long, and counts those
// of them that were sent again.
type givenUp struct {
	mu    sync.Mutex
	texts map[string]bool
	again int
}

func (c *givenUp) RoundTrip(r *http.Request) (*http.Response, error) {
	text := r.URL.RawQuery
	if r.GetBody != nil {
		if body, err := r.GetBody(); err == nil {
			form, _ := io.ReadAll(body)
			text += string(form)
		}
	}
	c.mu.Lock()
	if c.texts[text] {
		c.again++
	}
	c.mu.Unlock()
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil && r.Context().Err() != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.texts[text] = true
	}
	return resp, err
}

func (c *givenUp) counts() (texts, again int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.texts), c.again
}

// first is what a first answer costs, and the whole answer.
type first struct {
	requests, givenUp, again, all int
	took, whole                   time.Duration
	concept, query                string
	result                        *genus.Result
}

// firstAnswer learns behind the public endpoint, with the preset wikidata at its own pace. Without
// the proof it stops at the first answer.
func firstAnswer(t *testing.T, e engines.Engine, pos, neg []string, proof bool) (f first) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	proxy := faults.StartPublic(t, e.Endpoint, public)
	defer proxy.Close()
	c, err := config.Preset("wikidata")
	require.NoError(t, err)
	c.Endpoint, c.Contact = proxy.URL, "me@example.org"
	late := givenUp{texts: map[string]bool{}}
	start := time.Now()
	s, err := genus.Open(ctx, c, genus.Options{HTTPClient: &http.Client{Transport: &late}})
	require.NoError(t, err)
	defer s.Close()
	task, err := s.Task(pos, neg)
	require.NoError(t, err)
	task.Show = func(r *genus.Result) {
		if f.took == 0 {
			f.took, f.requests = time.Since(start), proxy.Requests()
			f.givenUp, f.again = late.counts()
			f.concept, f.query = printShort(r.Fitting.Concept), r.Query
		}
		if !proof {
			stop()
		}
	}
	f.result, err = s.Work().Answer(ctx, task)
	require.NoError(t, err)
	f.whole, f.all = time.Since(start), proxy.Requests()
	return f
}

// members returns what the query returns, sorted.
func members(t *testing.T, c *connector.Client, query string) (iris []string) {
	t.Helper()
	table, err := c.Select(t.Context(), query)
	require.NoError(t, err)
	for _, row := range table.Rows {
		iris = append(iris, row[0].String())
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}

// TestEnginesFirstAnswer learns intended queries over CoDEx in Oxigraph, behind a public
// endpoint with a latency of 150 ms, from three positives and from five positives and five
// negatives. It prints what the first answer costs and what the whole answer, and whether
// the first one has the members that were meant. It also searches by name.
func TestEnginesFirstAnswer(t *testing.T) {
	e := engines.StartOxigraph(t, engines.NTriples(t, testfiles.Dataset(t, "codex/codex.nt.gz")))
	text, err := os.Open(filepath.Join("..", "intended", "codex.txt"))
	require.NoError(t, err)
	defer text.Close()
	file, err := intended.Read(text, "codex.txt")
	require.NoError(t, err)
	c := e.Connect(t, connector.Options{})
	fmt.Print("\n| meant | examples | requests | seconds | first answer | as meant | " +
		"requests in all | seconds in all | proved |\n" +
		"|---|---|---:|---:|---|---|---:|---:|---|\n")
	learn := func(t *testing.T, name string) {
		q := file.Queries[slices.IndexFunc(file.Queries, func(q intended.Query) bool { return q.Name == name })]
		k, err := file.Ask(t.Context(), intended.Selected(c), q)
		require.NoError(t, err)
		meant := members(t, c, file.Select(q.Meant))
		for _, x := range []struct{ pos, neg, most int }{{3, 0, mostFromPositives}, {5, 5, mostFromBoth}} {
			pos, neg := k.Sample(intended.Setting{Positives: x.pos, Negatives: x.neg}, 1)
			f := firstAnswer(t, e, pos, neg, true)
			fmt.Printf("| %s | %d+%d | %d | %.1f | %s | %t | %d | %.1f | %t |\n",
				name, x.pos, x.neg, f.requests, f.took.Seconds(), f.concept, slices.Equal(members(t, c, f.query), meant),
				f.all, f.whole.Seconds(), f.result.Unproved == nil)
			if f.requests > x.most {
				t.Errorf("the first answer took %d requests, more than %d", f.requests, x.most)
			}
		}
	}
	for _, name := range firstMeant[:testsize.Choose(1, len(firstMeant))] { // some minutes each
		t.Run(name, func(t *testing.T) { learn(t, name) })
	}
	t.Run("search", func(t *testing.T) { searchByName(t, e, "Albert Einstein", "France", "Herbie Hancock") })
}

// searchByName prints how long the way from a typed name to its row is.
func searchByName(t *testing.T, e engines.Engine, names ...string) {
	proxy := faults.StartPublic(t, e.Endpoint, public)
	c, err := config.Preset("wikidata")
	require.NoError(t, err)
	c.Endpoint, c.Contact = proxy.URL, "me@example.org"
	s, err := genus.Open(t.Context(), c, genus.Options{})
	require.NoError(t, err)
	defer s.Close()
	fmt.Print("\n| typed | rows | requests | seconds |\n|---|---:|---:|---:|\n")
	for _, typed := range names {
		before, start := proxy.Requests(), time.Now()
		found, err := s.Names().Search(t.Context(), typed, 8)
		require.NoError(t, err)
		took := time.Since(start).Seconds()
		fmt.Printf("| %s | %d | %d | %.1f |\n", typed, len(found.Individuals), proxy.Requests()-before, took)
		if len(found.Individuals) == 0 {
			t.Errorf("%s: nothing found", typed)
		}
	}
}

// TestEnginesLargeFirstAnswer checks and measures first answers over a generated graph in the shape of
// Wikidata, behind the same endpoint.
func TestEnginesLargeFirstAnswer(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		_, err := writeWikidata(w, *wikidataFacts)
		_ = w.CloseWithError(err)
	}()
	start := time.Now()
	e := engines.StartLargeOxigraph(t, r)
	fmt.Printf("\nloaded in %.0f s\n", time.Since(start).Seconds())
	c := e.Connect(t, connector.Options{Timeout: time.Hour})
	has := func(p string, o int) string { return "?x " + directProperty(p) + " " + item(o) + " . " }
	fmt.Print("\n| meant | examples | requests | given up | seconds | first answer | as meant |\n" +
		"|---|---|---:|---:|---:|---|---|\n")
	learn := func(t *testing.T, where, near string) {
		some := func(pattern string, n int) []string {
			return members(t, c, fmt.Sprintf("SELECT ?x WHERE { { SELECT DISTINCT ?x WHERE { %s} LIMIT 2000 } } "+
				"ORDER BY MD5(STR(?x)) LIMIT %d", pattern, n))
		}
		others := slices.DeleteFunc(some(near, 400), func(iri string) bool {
			is, err := c.Ask(t.Context(), "ASK { "+strings.ReplaceAll(where, "?x", "<"+iri+">")+"}")
			require.NoError(t, err)
			return is
		})
		meant := members(t, c, "SELECT DISTINCT ?x WHERE { "+where+"}")
		for _, n := range []struct{ pos, neg int }{{3, 0}, {5, 5}} {
			f := firstAnswer(t, e, some(where, n.pos), others[:n.neg], false)
			right := slices.Equal(members(t, c, f.query), meant)
			fmt.Printf("| %s | %d+%d | %d | %d | %.1f | %s | %t |\n", path.Base(t.Name()),
				n.pos, n.neg, f.requests, f.givenUp, f.took.Seconds(), f.concept, right)
			if !right {
				t.Errorf("from %d positives and %d negatives the first answer is %s", n.pos, n.neg, f.concept)
			}
			if f.again > 0 {
				t.Errorf("%d requests that took too long were sent again", f.again)
			}
		}
	}
	for _, k := range []struct{ name, meant, near string }{
		{"citizens", has("P27", country+3), has("P31", 5)},
		{"born in a city", has("P19", city+5), has("P31", 5)},
		{"occupation and country", has("P27", country) + has("P106", occupation), has("P27", country)},
		{"occupation and gender", has("P106", occupation+1) + has("P21", 6581072), has("P106", occupation+1)},
	} {
		t.Run(k.name, func(t *testing.T) { learn(t, k.meant, k.near) })
	}
	t.Run("search", func(t *testing.T) { searchByName(t, e, "human 7", "country 3") })
}
