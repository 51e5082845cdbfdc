package counts_test

import (
	"context"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/counts"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/queries"
)

const (
	zoo  = "http://example.org/zoo#"
	file = "../../cmd/genus/elephants/elephants.ttl"
)

// TestEndpointAsMemory: over an endpoint the counts, the truths and the first
// ranking are those of the same graph in memory.
func TestEndpointAsMemory(t *testing.T) {
	ctx := t.Context()
	data, _, err := extract.ImportFiles(ctx, []string{file}, extract.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, info, err := data.Problem(ctx, extract.Examples{}, extract.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	memory := intent.NewMemory(p.Structure, info.Labels)
	endpoint := counts.New(serve(t), extract.Vocabulary{}, extract.Exclusions{}, queries.Options{Kinds: info.Kinds})
	elephant, male := dl.Name{IRI: zoo + "Elephant"}, dl.Name{IRI: zoo + "Male"}
	cs := []dl.Concept{
		elephant, dl.And{L: elephant, R: male}, dl.And{L: elephant, R: dl.Not{C: male}},
		dl.Exists{Role: dl.Role{IRI: zoo + "livesIn"}, C: dl.Nominal{IRI: zoo + "Hillpark"}},
		dl.AtLeast{N: 2, Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: dl.Top{}},
		dl.Compare{Feature: zoo + "weight", Op: dl.GreaterEq, Value: dl.Int(3000)}, dl.Bottom{},
	}
	want, err := memory.Count(ctx, cs)
	if err != nil {
		t.Fatal(err)
	}
	got, err := endpoint.Count(ctx, cs)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("counts %v, %v; want %v", got, err, want)
	}
	if endpoint.Requests() != 1 {
		t.Errorf("%d requests to count %d concepts", endpoint.Requests(), len(cs))
	}
	members, err := memory.Members(ctx, cs[:1], 5)
	if err != nil {
		t.Fatal(err)
	}
	individuals := append(members[0], zoo+"Ada", zoo+"nobody")
	truths, err := memory.Holds(ctx, cs, individuals)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := endpoint.Holds(ctx, cs, individuals); err != nil || !reflect.DeepEqual(got, truths) {
		t.Errorf("truths %v, %v; want %v", got, err, truths)
	}
	same := func(pos []string) {
		t.Helper()
		var first [2]intent.Candidate
		for i, g := range []intent.Graph{memory, endpoint} {
			s, err := intent.New(g, pos, nil, intent.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Rank(ctx)
			if err != nil {
				t.Fatal(err)
			}
			first[i] = r.Candidates[0]
		}
		if first[0].Concept != first[1].Concept || first[0].Members != first[1].Members {
			t.Errorf("first in memory %v %v, at the endpoint %v %v", first[0].Concept, first[0].Members, first[1].Concept, first[1].Members)
		}
	}
	same(members[0])
}

// cutting drops the last member of every answer.
type cutting struct{ counts.Client }

func (c cutting) Select(ctx context.Context, query string) (*connector.Table, error) {
	table, err := c.Client.Select(ctx, query)
	if err == nil && strings.Contains(query, "SELECT ?i ?x") && len(table.Rows) > 0 {
		table.Rows = table.Rows[:len(table.Rows)-1]
	}
	return table, err
}

// TestJoint: conjunctions of counted parts are counted by the members of the parts,
// in one request; and by the endpoint if these are incomplete.
func TestJoint(t *testing.T) {
	ctx := t.Context()
	elephant, male := dl.Name{IRI: zoo + "Elephant"}, dl.Name{IRI: zoo + "Male"}
	here := dl.Exists{Role: dl.Role{IRI: zoo + "livesIn"}, C: dl.Nominal{IRI: zoo + "Hillpark"}}
	singles := []dl.Concept{elephant, male, here}
	pairs := []dl.Concept{
		dl.And{L: elephant, R: male}, dl.And{L: elephant, R: here}, dl.And{L: male, R: here},
		dl.And{L: dl.And{L: elephant, R: male}, R: here},
	}
	client := serve(t)
	want, err := counts.New(client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{}).Count(ctx, pairs)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		client   counts.Client
		requests int
	}{"complete": {client, 2}, "cut": {cutting{client}, 3}} {
		e := counts.New(test.client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
		if _, err := e.Count(ctx, singles); err != nil {
			t.Fatal(err)
		}
		got, err := e.Count(ctx, pairs)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v; want %v", name, got, err, want)
		}
		if e.Requests() != test.requests {
			t.Errorf("%s: %d requests, want %d", name, e.Requests(), test.requests)
		}
	}
}

// refusing refuses every request for its time.
type refusing struct{ counts.Client }

func (r refusing) Select(context.Context, string) (*connector.Table, error) {
	return nil, connector.ErrTimeout
}

// TestRefused: a count that times out is a bound and no error.
func TestRefused(t *testing.T) {
	e := counts.New(refusing{}, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
	got, err := e.Count(t.Context(), []dl.Concept{dl.Name{IRI: zoo + "a"}, dl.Name{IRI: zoo + "b"}})
	if err != nil || !slices.Equal(got, []intent.Bounds{intent.Unbounded, intent.Unbounded}) {
		t.Errorf("got %v, %v", got, err)
	}
	if e.Requests() != 3 {
		t.Errorf("%d requests, want both at once and then each", e.Requests())
	}
}

// serve serves the elephants inside the process.
func serve(t *testing.T) *connector.Client {
	t.Helper()
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	var triples []rdf.Triple
	if _, err := rdffile.ReadFrom(t.Context(), text, rdffile.Turtle, "urn:zoo", func(x rdf.Triple) error {
		triples = append(triples, x)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	e, err := embedded.Start(t.Context(), triples, embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	c, err := connector.New(connector.Options{URL: e.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}
