package graph_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/queries"
)

// large is an endpoint where every count is n, and all but lookups take some time.
func large(n int, took time.Duration) *endpoint.Client {
	number := func(n int) rdf.Term {
		l, err := rdf.NewLiteral(n)
		if err != nil {
			panic(err)
		}
		return l
	}
	return &endpoint.Client{Answer: func(query string) (*connector.Table, error) {
		if !strings.Contains(query, "?i") {
			return &connector.Table{Vars: []string{"n"}, Rows: [][]rdf.Term{{number(n)}}}, nil
		}
		if strings.Contains(query, "DISTINCT") {
			time.Sleep(took)
		}
		table := &connector.Table{Vars: []string{"i", "n"}}
		for i := range strings.Count(query, "BIND(") {
			table.Rows = append(table.Rows, []rdf.Term{number(i), number(n)})
		}
		return table, nil
	}}
}

// TestLargeConcept: of a large concept it is only known that it has many members, and it is
// not counted again.
func TestLargeConcept(t *testing.T) {
	client := large(100_001, 0)
	w := open(client)
	for range 2 {
		got, err := w.Count(t.Context(), []dl.Concept{dl.Name{IRI: zoo + "Elephant"}})
		want := (intent.Bounds{Lower: 100_001, Upper: intent.Unbounded.Upper})
		check.That(t, err == nil && got[0] == want, "%v, %v; want %v", got, err, want)
	}
	check.That(t, client.Requests() == 1 && strings.Contains(client.Sent()[0], "LIMIT 100001"),
		"%d requests; the first: %s", client.Requests(), client.Sent()[0])
}

// TestLargeFeature: of a feature with many values no comparison is counted.
func TestLargeFeature(t *testing.T) {
	var cs []dl.Concept
	for i := range 10 {
		cs = append(cs, dl.Compare{Feature: zoo + "weight", Op: dl.GreaterEq, Value: dl.Int(int64(i))})
	}
	for n, want := range map[int]int{5_000_000: 0, 200_000: 5, 1000: 10} {
		client := large(n, 0)
		got := require.Value(open(client).Count(t.Context(), cs))(t)
		counted := 0
		for _, b := range got {
			if b.Lower > 0 {
				counted++
			}
		}
		check.That(t, strings.Contains(client.Sent()[0], "COUNT(*)") && counted == want,
			"%d statements: %d comparisons were counted, want %d: %v", n, counted, want, got)
	}
}

// TestCountTime: what was not counted in time is not counted.
func TestCountTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cs := []dl.Concept{dl.Exists{Role: dl.Role{IRI: zoo + "in"}, C: dl.Nominal{IRI: zoo + "here"}}}
		for i := range 30 {
			cs = append(cs, dl.Name{IRI: zoo + "sort" + strconv.Itoa(i)})
		}
		client := large(200_000, 5*time.Second)
		start := time.Now()
		got := require.Value(open(client).Count(t.Context(), cs))(t)
		known := len(slices.DeleteFunc(got, func(b intent.Bounds) bool { return b == intent.Unbounded }))
		if took := time.Since(start); took > 20*time.Second || known < 2 || known == len(cs) {
			t.Errorf("%d of %d concepts in %s and %d requests", known, len(cs), took, client.Requests())
		}
	})
}

// TestSharedCountTime: questions that share their time take no longer together than one may.
func TestSharedCountTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := open(large(200_000, 5*time.Second))
		here := dl.Exists{Role: dl.Role{IRI: zoo + "in"}, C: dl.Nominal{IRI: zoo + "here"}}
		ctx, start := graph.ShareCountTime(t.Context()), time.Now()
		for i := range 5 {
			cs := []dl.Concept{here}
			for j := range 30 {
				cs = append(cs, dl.Name{IRI: zoo + strconv.Itoa(30*i+j)})
			}
			require.Value(w.Count(ctx, cs))(t)
		}
		took := time.Since(start)
		check.That(t, took <= 20*time.Second, "five questions took %s", took)
	})
}

// TestImpliedLarge: if many have one value, it is not asked how many have any.
func TestImpliedLarge(t *testing.T) {
	client := large(200_000, 0)
	in := dl.Role{IRI: zoo + "in"}
	got := require.Value(open(client).Count(t.Context(), []dl.Concept{
		dl.Exists{Role: in, C: dl.Top{}}, dl.Exists{Role: in, C: dl.Nominal{IRI: zoo + "here"}},
	}))(t)
	want := []intent.Bounds{{Lower: 100_001, Upper: intent.Unbounded.Upper}, intent.Exactly(200_000)}
	check.That(t, slices.Equal(got, want) && client.Requests() == 1, "%v in %d requests, want %v in one", got,
		client.Requests(), want)
}

// sender is a client that says how it sends queries.
type sender struct {
	*endpoint.Client
	inURL bool
}

func (s sender) InURL() bool { return s.inURL }

// TestLookupsTogether: in a small graph lookups share a request with other concepts, unless the
// query may become too long for a URL.
func TestLookupsTogether(t *testing.T) {
	lives := dl.Role{IRI: zoo + "livesIn"}
	first := dl.Exists{Role: lives, C: dl.Nominal{IRI: zoo + "Hillpark"}}
	var cs []dl.Concept
	for i := range 40 {
		cs = append(cs, dl.Exists{Role: lives, C: dl.Nominal{IRI: fmt.Sprint(zoo, "Place", i)}},
			dl.Name{IRI: fmt.Sprint(zoo, "Class", i)})
	}
	for _, inURL := range []bool{false, true} {
		client := sender{&endpoint.Client{To: engines.ServeFile(t, file)}, inURL}
		w, _ := graph.NewWholeEndpoint(client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
		_, err := w.Count(t.Context(), []dl.Concept{first}) // shows that the graph is small
		require.NoError(t, err)
		_, err = w.Count(t.Context(), cs)
		require.NoError(t, err)
		together := 0
		for _, q := range client.Sent() {
			if strings.Contains(q, "#Place0>") && strings.Contains(q, "#Class0>") {
				together++
			}
		}
		check.That(t, (together == 1) != inURL, "in the URL: %t, but %d requests have lookups and classes", inURL, together)
	}
}

// TestLookupsCapped: where a result has room for few rows, smaller requests follow.
func TestLookupsCapped(t *testing.T) {
	lives := dl.Role{IRI: zoo + "livesIn"}
	in := func(place string) dl.Concept { return dl.Exists{Role: lives, C: dl.Nominal{IRI: zoo + place}} }
	cs := []dl.Concept{in("Lakeview")}
	for i := range 400 {
		cs = append(cs, in(fmt.Sprint("Place", i)))
	}
	for _, first := range [][]dl.Concept{nil, {in("Hillpark")}} { // the second shows that the graph is small
		client := sender{endpoint.Capped(engines.ServeFile(t, file), 90), false}
		client.Refuse = func(n int, _ string) error {
			if n > 100 {
				return errors.New("too many requests")
			}
			return nil
		}
		w, _ := graph.NewWholeEndpoint(client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
		require.Value(w.Count(t.Context(), first))(t)
		bounds := require.Value(w.Count(t.Context(), cs))(t)
		check.That(t, bounds[0].Exact() && bounds[0].Lower != 0 && bounds[400] == intent.Exactly(0), "bounds %v and %v",
			bounds[0], bounds[400])
	}
}
