package graph_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// TestEnginesRanking: counts and rankings over every engine are the same as over the graph
// in memory, with and without negatives.
func TestEnginesRanking(t *testing.T) {
	ctx := t.Context()
	data, _ := require.Values(extract.ImportFiles(ctx, []string{file}, extract.ImportOptions{}))(t)
	p, info := require.Values(data.Problem(ctx, extract.Examples{}, extract.LoadOptions{}))(t)
	newMemory := func() *intent.Memory { return intent.NewMemory(p.Structure, info.Labels) }
	cs := concepts()
	want := require.Value(newMemory().Count(ctx, cs))(t)
	everybody := require.Value(
		newMemory().Members(ctx, []dl.Concept{dl.Name{IRI: zoo + "Elephant"}, dl.Name{IRI: zoo + "Keeper"}}, 8))(t)
	slices.Sort(everybody[0])
	truths := require.Value(newMemory().Holds(ctx, cs, everybody[0]))(t)
	cases := []struct{ pos, neg []string }{
		{everybody[0][:3], nil},
		{everybody[0][:4], everybody[0][4:]},
		{everybody[0][:4], everybody[1]},
	}
	rank := func(t *testing.T, g intent.Graph, pos, neg []string) string {
		t.Helper()
		s := require.Value(intent.New(g, pos, neg, intent.Options{Labels: []string{graph.RDFSchema + "label"}}))(t)
		r := require.Value(s.Rank(ctx))(t)
		var lines []string
		// In memory the search has more forms, so only the first candidates are the same.
		for _, c := range r.Candidates[:min(5, len(r.Candidates))] {
			lines = append(lines, syntax.Print(c.Concept, syntax.Options{}))
		}
		return strings.Join(lines, "\n")
	}
	triples := ntriples(t)
	for _, e := range engines.All() {
		t.Run(e.Name, func(t *testing.T) {
			engine := e.Start(t, triples)
			c := engine.Connect(t, connector.Options{})
			var graphs []string
			if engine.Graph != "" {
				graphs = []string{engine.Graph}
			}
			d := queries.Probe(func(query string) (bool, error) { return c.Ask(ctx, query) })
			open := func() *graph.Whole {
				w, _ := graph.NewWholeEndpoint(c, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{
					Dialect: d, Graphs: graphs, Kinds: info.Kinds,
				})
				return w
			}
			got := require.Value(open().Count(ctx, cs))(t)
			for i := range cs {
				check.That(t, got[i] == want[i], "%s: %v members, want %v", syntax.Print(cs[i], syntax.Options{}), got[i], want[i])
			}
			if got, err := open().Holds(ctx, cs, everybody[0]); err != nil || !reflect.DeepEqual(got, truths) {
				t.Errorf("truths %v, %v; want %v", got, err, truths)
			}
			for _, k := range cases {
				// Look gives an endpoint two steps, and memory everything: candidates are of two.
				check.Equal(t, rank(t, open(), k.pos, k.neg), rank(t, newMemory(), k.pos, k.neg), "%d and %d examples: ranking",
					len(k.pos), len(k.neg))
			}
			client := &endpoint.Client{To: c}
			w, _ := graph.NewWholeEndpoint(client, extract.Vocabulary{}, extract.Exclusions{},
				queries.Options{Dialect: d, Graphs: graphs})
			_, err := w.Look(ctx, nil, everybody[0])
			sent := slices.DeleteFunc(client.Sent(), func(q string) bool { return q == queries.HasReifiers() })
			if err != nil || !strings.Contains(sent[0], "?use") || strings.Contains(sent[1], "?o ?p <") {
				t.Errorf("one request does not read what is around individuals: %v\n%s", err, strings.Join(sent, "\n"))
			}
			require.NoError(t, engine.Load(ctx, awards()))
			sameStatements(t, engine)
		})
	}
}

// ntriples returns the graph of the elephants.
func ntriples(t *testing.T) string {
	t.Helper()
	triples, _ := require.Values(rdffile.ReadAll(t.Context(), file))(t)
	var b strings.Builder
	for _, x := range triples {
		b.WriteString(x.Serialize(rdf.NTriples))
	}
	return b.String()
}
