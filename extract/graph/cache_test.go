package graph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// scripted is a source that answers from a list and records the questions.
type scripted struct {
	answers []graph.Answer
	asked   []string
}

func (s *scripted) Ask(_ context.Context, q graph.Question, receive func([]graph.Answer) error) error {
	for _, term := range q.Terms {
		what := string(q.Kind) + " " + term
		if q.Expect != nil {
			for _, c := range q.Expect(term) {
				what += fmt.Sprintf(" %s:%d", c.Property, c.N)
			}
		}
		if q.Properties != nil {
			what += fmt.Sprint(q.Properties, q.Limit)
		}
		s.asked = append(s.asked, what)
		var found []graph.Answer
		for _, a := range s.answers {
			if a.Term == term && (a.Kind == q.Kind || graph.CountsOf[q.Kind] == a.Kind && a.Properties != nil) {
				found = append(found, a)
			}
		}
		if err := receive(found); err != nil {
			return err
		}
	}
	return nil
}

func (s *scripted) wasAsked() []string {
	asked := s.asked
	s.asked = nil
	return asked
}

func newStore(t *testing.T) *store.Source {
	t.Helper()
	db := require.Value(store.OpenMemory(t.Context()))(t)
	t.Cleanup(func() { _ = db.Close() })
	return require.Value(db.Source(t.Context(), store.SourceKey{Kind: "endpoint", Name: "http://example.org/sparql"}))(t)
}

func ask(t *testing.T, s graph.Graph, q graph.Question) (rows []string) {
	t.Helper()
	err := s.Ask(t.Context(), q, func(batch []graph.Answer) error {
		for _, a := range batch {
			for _, r := range a.Rows {
				rows = append(rows, strings.TrimSpace(fmt.Sprintf("%s %s %s %d", a.Term, r.Property, r.Value, r.N)))
			}
			if a.Incomplete != "" {
				rows = append(rows, fmt.Sprint(a.Term, " ", a.Properties, " ", a.Incomplete))
			}
		}
		return nil
	})
	require.NoError(t, err)
	slices.Sort(rows)
	return rows
}

func expecting(n map[string][]graph.Count) func(string) []graph.Count {
	return func(term string) []graph.Count { return n[term] }
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	check.Diff(t, got, want, "%s (-want +got)", what)
}

const timeOfA = 1000

func someAnswers() *scripted {
	return &scripted{answers: []graph.Answer{
		{Term: "a", Kind: graph.CountsOut, Time: timeOfA, Rows: []graph.Row{{Property: "r", N: 2}, {Property: "f", N: 1}}},
		{Term: "a", Kind: graph.Out, Time: timeOfA, Properties: []string{"f", "r"}, Rows: []graph.Row{
			{Property: "r", Value: "b"}, {Property: "r", Value: "c"}, {Property: "f", Value: "7", Datatype: "integer"},
		}},
		{Term: "b", Kind: graph.CountsOut, Time: timeOfA},
	}}
}

// TestCacheAsksOnce: a cache asks only for answers that it does not have.
func TestCacheAsksOnce(t *testing.T) {
	next := someAnswers()
	c := graph.NewCache(newStore(t), next, graph.Vocabulary{}, 0)
	counts := graph.Question{Kind: graph.CountsOut, Terms: []string{"a"}}
	want := []string{"a f  1", "a r  2"}
	for _, asked := range [][]string{{"counts-out a"}, nil} {
		same(t, "counts", ask(t, c, counts), want)
		same(t, "asked", next.wasAsked(), asked)
	}
	counts.Terms = []string{"a", "b"}
	ask(t, c, counts)
	same(t, "asked about one more", next.wasAsked(), []string{"counts-out b"})

	some := graph.Question{Kind: graph.Out, Terms: []string{"a"},
		Expect: expecting(map[string][]graph.Count{"a": {{Property: "f", N: 1}, {Property: "r", N: 2}}})}
	for _, asked := range [][]string{{"out a f:1 r:2"}, nil} {
		same(t, "statements", ask(t, c, some), []string{"a f 7 0", "a r b 0", "a r c 0"})
		same(t, "asked", next.wasAsked(), asked)
	}
	some.Expect = expecting(map[string][]graph.Count{"a": {{Property: "f", N: 1}}})
	same(t, "fewer", ask(t, c, some), []string{"a f 7 0"})
	some.Expect = expecting(
		map[string][]graph.Count{"a": {{Property: "f", N: 1}, {Property: "q", N: 4}, {Property: "r", N: 3}}})
	ask(t, c, some)
	same(t, "a property more, and another count", next.wasAsked(), []string{"out a q:4 r:3"})
}

// TestCacheKeepsNoFailure: an answer that is missing for a reason that passes is not kept, and a concept that was not
// counted is asked about again after a while.
func TestCacheKeepsNoFailure(t *testing.T) {
	next := &scripted{answers: []graph.Answer{
		{
			Term:       "a",
			Kind:       graph.CountsOut,
			Properties: []string{"r"},
			Time:       timeOfA,
			Incomplete: "it timed out",
			Passes:     true,
		},
		{Term: "a", Kind: graph.Labels, Time: timeOfA, Incomplete: "status 503", Passes: true},
		{
			Term:       "old",
			Kind:       graph.Members,
			Time:       time.Now().Add(-time.Hour).UnixMilli(),
			Incomplete: "counting takes too long",
		},
		{Term: "new", Kind: graph.Members, Time: time.Now().UnixMilli(), Incomplete: "counting takes too long"},
	}}
	kept := newStore(t)
	c := graph.NewCache(kept, next, graph.Vocabulary{}, 0)
	for _, tt := range []struct {
		q     graph.Question
		again bool
	}{
		{graph.Question{Kind: graph.CountsOut, Terms: []string{"a"}, Properties: []string{"r"}, Limit: 9}, true},
		{graph.Question{Kind: graph.Labels, Terms: []string{"a"}}, true},
		{graph.Question{Kind: graph.Members, Terms: []string{"old"}}, true},
		{graph.Question{Kind: graph.Members, Terms: []string{"new"}}, false},
	} {
		ask(t, c, tt.q)
		next.wasAsked()
		ask(t, c, tt.q)
		check.Equal(t, len(next.wasAsked()) > 0, tt.again, "%s of %s: asked again", tt.q.Kind, tt.q.Terms)
	}
	offline := graph.NewCache(kept, nil, graph.Vocabulary{}, 0)
	same(t, "nobody to ask", ask(t, offline, graph.Question{Kind: graph.Members, Terms: []string{"old"}}),
		[]string{"old [] counting takes too long"})
}

// TestCacheOffline: without another source a missing answer is an error, and statements
// that were counted and not asked for are incomplete.
func TestCacheOffline(t *testing.T) {
	s := newStore(t)
	require.NoError(t, s.Put(t.Context(), someAnswers().answers))
	c := graph.NewCache(s, nil, graph.Vocabulary{}, 0)
	same(t, "counts", ask(t, c, graph.Question{Kind: graph.CountsOut, Terms: []string{"a"}}),
		[]string{"a f  1", "a r  2"})
	expect := expecting(map[string][]graph.Count{"a": {{Property: "f", N: 1}, {Property: "q", N: 4}}})
	same(t, "statements", ask(t, c, graph.Question{Kind: graph.Out, Terms: []string{"a"}, Expect: expect}),
		[]string{"a [q] the 4 statements of <a> were counted, but not read", "a f 7 0"})
	same(t, "labels", ask(t, c, graph.Question{Kind: graph.Labels, Terms: []string{"a"}}), nil)
	nothing := func([]graph.Answer) error { return nil }
	if err := c.Ask(t.Context(), graph.Question{Kind: graph.CountsOut, Terms: []string{"z"}}, nothing); !errors.Is(err,
		graph.ErrIncomplete) ||
		!strings.Contains(err.Error(), "the database lacks the answer about <z>") {
		t.Errorf("an answer that is not stored: %v", err)
	}
	late := graph.NewCache(s, nil, graph.Vocabulary{}, timeOfA+1)
	err := late.Ask(t.Context(), graph.Question{Kind: graph.CountsOut, Terms: []string{"a"}}, nothing)
	check.That(t, errors.Is(err, graph.ErrExpired), "too old: %v", err)
}

// TestCacheKnowsLeaves: classes and literals of an individual are among all its
// statements.
func TestCacheKnowsLeaves(t *testing.T) {
	s, next := newStore(t), &scripted{}
	require.NoError(t, s.Put(t.Context(), someAnswers().answers))
	c := graph.NewCache(s, next, graph.Vocabulary{}, 0)
	needs := func(string) bool { return true }
	same(t, "counts", ask(t, c, graph.Question{Kind: graph.CountsLeaf, Terms: []string{"a"}, Needs: needs}),
		[]string{"a f  1"})
	expect := expecting(map[string][]graph.Count{"a": {{Property: "f", N: 1}}})
	same(t, "statements", ask(t, c, graph.Question{Kind: graph.Leaf, Terms: []string{"a"}, Expect: expect}),
		[]string{"a f 7 0"})
	same(t, "asked", next.wasAsked(), nil)
	// Statements that were counted and not fetched may have literals.
	require.NoError(t, s.Put(t.Context(),
		[]graph.Answer{{
			Term:       "a",
			Kind:       graph.CountsOut,
			Properties: []string{"q"},
			Time:       timeOfA,
			Rows:       []graph.Row{{Property: "q", N: 4}},
		}}))
	ask(t, c, graph.Question{Kind: graph.CountsLeaf, Terms: []string{"a"}, Needs: needs})
	same(t, "asked", next.wasAsked(), []string{"counts-leaf a"})
}

// TestCacheKnowsStated: a term with stored labels is in statements, and one without them may be.
func TestCacheKnowsStated(t *testing.T) {
	s, next := newStore(t), &scripted{}
	require.NoError(t, s.Put(t.Context(), []graph.Answer{
		{Term: "a", Kind: graph.Labels, Time: timeOfA, Rows: []graph.Row{{Value: "A", Lang: "en"}}},
		{Term: "b", Kind: graph.Labels, Time: timeOfA},
	}))
	stated, err := graph.StatedTerms(t.Context(), graph.NewCache(s, next, graph.Vocabulary{}, 0), []string{"a", "b", "c"})
	require.NoError(t, err)
	check.That(t, stated["a"] && !stated["b"] && !stated["c"], "stated are %v", stated)
	same(t, "asked", next.wasAsked(), []string{"stated b", "stated c"})
}

// TestCacheOfHighDegreeNodes: stored counts by single properties answer questions up to
// their limit.
func TestCacheOfHighDegreeNodes(t *testing.T) {
	next := &scripted{answers: []graph.Answer{
		{
			Term:       "a",
			Kind:       graph.CountsIn,
			Properties: []string{"r"},
			Time:       timeOfA,
			Rows:       []graph.Row{{Property: "r", Value: graph.AtLeast, N: 11}},
		},
		{Term: "a", Kind: graph.CountsIn, Properties: []string{"s"}, Time: timeOfA, Rows: []graph.Row{{Property: "s", N: 3}}},
	}}
	c := graph.NewCache(newStore(t), next, graph.Vocabulary{}, 0)
	q := graph.Question{Kind: graph.CountsIn, Terms: []string{"a"}, Properties: []string{"r", "s"}, Limit: 11}
	for _, asked := range [][]string{{"counts-in a[r s] 11"}, nil} {
		same(t, "counts", ask(t, c, q), []string{"a r at least 11", "a s  3"})
		same(t, "asked", next.wasAsked(), asked)
	}
	q.Limit = 21
	ask(t, c, q)
	same(t, "with a higher limit", next.wasAsked(), []string{"counts-in a[r] 21"})
}

// A cache asks the other source once, and then answers from the store.
func ExampleNewCache() {
	ctx := context.Background()
	db, err := store.OpenMemory(ctx)
	if err != nil {
		panic(err)
	}
	defer func() { _ = db.Close() }()
	stored, err := db.Source(ctx, store.SourceKey{Kind: "endpoint", Name: "http://example.org/sparql"})
	if err != nil {
		panic(err)
	}
	endpoint := &scripted{
		answers: []graph.Answer{
			{Term: "http://example.org/jumbo", Kind: graph.Labels, Rows: []graph.Row{{Value: "Jumbo", Lang: "en"}}},
		},
	}
	cache := graph.NewCache(stored, endpoint, graph.Vocabulary{}, 0)
	for range 2 {
		err := cache.Ask(ctx, graph.Question{Kind: graph.Labels, Terms: []string{"http://example.org/jumbo"}},
			func(answers []graph.Answer) error {
				fmt.Println(answers[0].Rows[0].Value)
				return nil
			})
		if err != nil {
			panic(err)
		}
	}
	fmt.Println("asked", len(endpoint.asked), "times")
	// Output:
	// Jumbo
	// Jumbo
	// asked 1 times
}
