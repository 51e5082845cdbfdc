package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// hasty is an endpoint with one individual that has two statements. The first count by
// property stops too early.
func hasty() Client {
	iri := func(s string) rdf.IRI {
		i, err := rdf.NewIRI(s)
		if err != nil {
			panic(err)
		}
		return i
	}
	a, n := iri("http://example.org/a"),
		func(n int) rdf.Term { return rdf.NewTypedLiteral(fmt.Sprint(n), iri(dl.XSD+"integer")) }
	counted := 0
	return &endpoint.Client{Answer: func(q string) (*connector.Table, error) {
		if !strings.Contains(q, "GROUP BY") {
			return &connector.Table{Vars: []string{"n"}, Rows: [][]rdf.Term{{n(2)}}}, nil
		}
		counted++
		return &connector.Table{Vars: []string{"s", "p", "n"}, Rows: [][]rdf.Term{{a, a, n(min(counted, 2))}}}, nil
	}}
}

// TestSlowCountsAreChecked: counts that took so long that they may be wrong are compared
// with the count of all statements.
func TestSlowCountsAreChecked(t *testing.T) {
	for _, tt := range []struct {
		slow time.Duration
		want int64
	}{{time.Hour, 1}, {-1, 2}} {
		e := NewEndpoint(hasty(), EndpointOptions{Vocabulary: Vocabulary{}.WithDefaults(), Batch: 10, Rows: 100, Workers: 1})
		e.slowCount = tt.slow
		var got int64
		err := e.Ask(t.Context(), Question{Kind: CountsOut, Terms: []string{"http://example.org/a"}},
			func(batch []Answer) error {
				got = batch[0].Rows[0].N
				return nil
			})
		check.That(t, err == nil && got == tt.want, "where %s is slow: %d statements, %v; want %d", tt.slow, got, err,
			tt.want)
	}
}

// TestPartitions: every hash is in one part, however often parts are halved.
func TestPartitions(t *testing.T) {
	testsize.Check(t, testsize.Rounds(100), func(t *rapid.T) {
		n := rapid.IntRange(1, 1<<30).Draw(t, "n")
		all := partitionsOf(n, rapid.IntRange(max(1, n>>testsize.Choose(12, 18)), n).Draw(t, "limit"))
		for range rapid.IntRange(0, 20).Draw(t, "halvings") {
			i := rapid.IntRange(0, len(all)-1).Draw(t, "part")
			if all[i].divisible() {
				first, second := all[i].halves()
				all = slices.Concat(all[:i], []partition{first, second}, all[i+1:])
			}
		}
		at := ""
		for i, r := range all {
			from, to := r.bounds()
			require.That(t, from == at && (to == "") == (i == len(all)-1) && (to == "" || from < to),
				"part %d is from %q to %q, after %q", i, from, to, at)
			at = to
		}
	})
}

// TestAdaptiveSize: the size starts small, doubles while requests succeed, and grows slowly
// after a failure.
func TestAdaptiveSize(t *testing.T) {
	s := newAdaptiveSize(10, 50)
	for _, step := range []struct{ grow, shrink, want int }{
		{want: 10},
		{grow: 5, want: 10},
		{grow: 10, want: 20},
		{grow: 20, want: 40},
		{grow: 40, want: 50},
		{grow: 50, want: 50},
		{shrink: 50, want: 25},
		{shrink: 50, want: 25}, // another request that was sent before
		{shrink: 60, want: 25},
		{grow: 25, want: 25},
		{grow: 13, want: 28}, // requests are not always full
		{grow: 28, want: 28},
		{grow: 28, want: 31},
		{shrink: 31, want: 15},
		{shrink: 1, want: 15}, // the size does not matter
		{shrink: 3, want: 1},  // the fault goes on
		{grow: 1, want: 2},
		{grow: 2, want: 4},
		{grow: 4, want: 8},
		{grow: 8, want: 15},
		{grow: 15, want: 15},
		{grow: 15, want: 15},
		{grow: 15, want: 15},
		{grow: 15, want: 16},
		{shrink: 16, want: 8},
		{grow: 8, want: 8},
	} {
		if step.grow > 0 {
			s.grow(step.grow)
		}
		if step.shrink > 0 {
			s.shrink(step.shrink)
		}
		got := s.size()
		require.That(t, got == step.want, "after %+v: %d", step, got)
	}
	check.Equal(t, newAdaptiveSize(10, 3).size(), 3, "of at most 3")
}

// TestPartsOfWhatIsIncomplete: rows of an incomplete property are in no answer.
func TestPartsOfWhatIsIncomplete(t *testing.T) {
	p, q := "http://example.org/p", "http://example.org/q"
	given := termRows{expect: []Count{{p, 2}, {q, 1}}, got: []int{1, 1},
		rows: []Row{{Property: p, Value: "a"}, {Property: q, Value: "b"}}}
	given.markIncomplete(0, "too many")
	for _, a := range given.answers(Out, "http://example.org/s", 1) {
		for _, r := range a.Rows {
			check.That(t, slices.Contains(a.Properties, r.Property), "an answer about %q has %v", a.Properties, r)
		}
	}
}

// TestShareLimits: a size that was refused to one Endpoint is not tried again by the next one. Both
// may try somewhat more than was answered, and how often depends on which request ends first.
func TestShareLimits(t *testing.T) {
	largest, refused, shared := 0, 0, &Limits{}
	client := &endpoint.Client{Answer: func(q string) (*connector.Table, error) {
		n := thingsIn(q)
		largest = max(largest, n)
		if n > 5 {
			refused = max(refused, n)
			return nil, connector.ErrQueryTooLarge
		}
		return &connector.Table{Vars: []string{"s", "o"}}, nil
	}}
	ask := func() {
		e := NewEndpoint(client, EndpointOptions{Vocabulary: Vocabulary{}.WithDefaults(), Batch: 40, Rows: 100, Workers: 1})
		e.ShareLimits(shared)
		require.NoError(t, e.Ask(t.Context(), Question{Kind: Stated, Terms: things(20)}, func([]Answer) error { return nil }))
	}
	ask()
	require.That(t, refused >= firstBatch, "the largest refused request is about %d", refused)
	first := refused
	largest = 0
	ask()
	check.That(t, largest > 0 && largest < first, "refused %d, then asked about %d at once", first, largest)
}

// things returns n IRIs.
func things(n int) (iris []string) {
	for i := range n {
		iris = append(iris, fmt.Sprintf("http://example.org/thing%d", i))
	}
	return iris
}

// thingsIn returns how many of them a query is about.
func thingsIn(query string) int {
	found := map[string]bool{}
	for _, part := range strings.Split(query, "<http://example.org/")[1:] {
		found[part[:strings.Index(part, ">")]] = true
	}
	return len(found)
}

// TestAtOnce: a few more terms than the size of a request are asked for together, unless the user allows fewer.
func TestAtOnce(t *testing.T) {
	for _, tt := range []struct {
		batch, terms int
		want         []int // the numbers of terms in requests, sorted: these may come in any order
	}{
		{40, firstBatch + 3, []int{firstBatch + 3}},
		{firstBatch, firstBatch + 3, []int{3, firstBatch}},
		{40, firstBatch + 4, []int{4, firstBatch}},
	} {
		var got []int
		client := &endpoint.Client{Answer: func(q string) (*connector.Table, error) {
			got = append(got, thingsIn(q))
			return &connector.Table{Vars: []string{"s", "o"}}, nil
		}}
		o := EndpointOptions{Vocabulary: Vocabulary{}.WithDefaults(), Batch: tt.batch, Rows: 100, Workers: 1}
		e := NewEndpoint(client, o)
		q := Question{Kind: Stated, Terms: things(tt.terms)}
		require.NoError(t, e.Ask(t.Context(), q, func([]Answer) error { return nil }))
		slices.Sort(got)
		check.Slice(t, got, tt.want, "at most %d of %d", tt.batch, tt.terms)
	}
}
