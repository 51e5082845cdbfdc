package negatives_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/negatives"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

const ex = "http://example.org/"

// zoo returns a graph with a class of 30 animals, another class with the same superclass, and
// a class without a superclass. The even animals have keepers and the odd ones eat.
func zoo() string {
	var b strings.Builder
	b.WriteString("@prefix : <" + ex + "> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
	for i := range 30 {
		if i%2 == 0 {
			fmt.Fprintf(&b, ":animal%02d a :Beast, :Pet ; :age %d ; :keeper :bob .\n", i, i)
		} else {
			fmt.Fprintf(&b, ":animal%02d a :Beast ; :age %d ; :eats :hay .\n", i, i)
		}
	}
	for i := range 5 {
		fmt.Fprintf(&b, ":plant%d a :Plant .\n", i)
	}
	b.WriteString(`:rose a :Rose . :rock a :Rock . :Rose rdfs:subClassOf :Flower . :Flower rdfs:subClassOf :Living .
		:Plant rdfs:subClassOf :Flower . :Beast rdfs:subClassOf :Living . :Pet rdfs:subClassOf :Beast .`)
	return b.String()
}

// A countingClient counts requests.
type countingClient struct {
	graph.Client
	n int
}

func (c *countingClient) Select(ctx context.Context, q string) (*connector.Table, error) {
	c.n++
	return c.Client.Select(ctx, q)
}

func locals(iris []string) string {
	var out []string
	for _, s := range iris {
		out = append(out, strings.TrimPrefix(s, ex))
	}
	return strings.Join(out, " ")
}

func at(names ...string) []string {
	for i := range names {
		names[i] = ex + names[i]
	}
	return names
}

type finder func(positives []string, o negatives.Options) (negatives.Found, error)

// checkZoo tests find with the zoo.
func checkZoo(t *testing.T, find finder) {
	t.Helper()
	for _, tt := range []struct {
		name      string
		pos       []string
		n         int
		classes   string
		pool, got int
		like      func(iri string) bool // holds for every negative; may be nil
	}{
		{"most specific class", at("animal00", "animal02"), 2, "Pet", 13, 2, nil},
		{"twenty by default", at("animal00", "animal01"), 0, "Beast", 28, 20, nil},
		{"the shared one", at("animal00", "animal01"), 5, "Beast", 28, 5, nil},
		{"most properties", at("animal01", "animal03"), 13, "Beast", 28, 13, func(iri string) bool { return (iri[len(iri)-1]-'0')%2 == 1 }},
		{"more than there are", at("animal00"), 100, "Pet", 29, 29, nil},
		{"a class above", at("rose", "plant0"), 3, "Flower", 4, 3, func(iri string) bool { return strings.Contains(iri, "plant") }},
		{"beside", at("rose"), 2, "Rose", 5, 2, func(iri string) bool { return strings.Contains(iri, "plant") }},
	} {
		found, err := find(tt.pos, negatives.Options{N: tt.n, Seed: 7})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if locals(found.Classes) != tt.classes || found.Pool != tt.pool || len(found.IRIs) != tt.got {
			t.Errorf("%s: %d of %d of %s; want %d of %d of %s", tt.name, len(found.IRIs), found.Pool, locals(found.Classes), tt.got, tt.pool, tt.classes)
		}
		for _, iri := range found.IRIs {
			if slices.Contains(tt.pos, iri) || tt.like != nil && !tt.like(iri) {
				t.Errorf("%s: %s", tt.name, locals(found.IRIs))
				break
			}
		}
		again, err := find(tt.pos, negatives.Options{N: tt.n, Seed: 7})
		if err != nil || !slices.Equal(again.IRIs, found.IRIs) {
			t.Errorf("%s: the same seed gives %s and %s, %v", tt.name, locals(found.IRIs), locals(again.IRIs), err)
		}
	}
	results := map[string]bool{}
	for seed := range uint64(8) {
		found, err := find(at("animal00", "animal01"), negatives.Options{N: 2, Seed: seed})
		require.NoError(t, err)
		results[locals(found.IRIs)] = true
	}
	if len(results) == 1 {
		t.Error("the seed makes no difference")
	}
	// Likely members are not taken.
	likely := func(_ context.Context, individuals []string) ([]float64, error) {
		p := make([]float64, len(individuals))
		for i, iri := range individuals {
			if (iri[len(iri)-1]-'0')%2 == 0 {
				p[i] = 0.4
			}
		}
		return p, nil
	}
	found, err := find(at("animal00", "animal01"), negatives.Options{N: 20, Likely: likely})
	if err != nil || len(found.IRIs) != 14 || slices.ContainsFunc(found.IRIs, func(iri string) bool { return (iri[len(iri)-1]-'0')%2 == 0 }) {
		t.Errorf("likely members: %s, %v", locals(found.IRIs), err)
	}
	// All members of the class are likely, so the negatives come from its superclass.
	found, err = find(at("animal00", "animal02"), negatives.Options{N: 2, Likely: likely})
	if err != nil || len(found.IRIs) != 2 || slices.ContainsFunc(found.IRIs, func(iri string) bool { return (iri[len(iri)-1]-'0')%2 == 0 }) {
		t.Errorf("a class of likely members: %s, %v", locals(found.IRIs), err)
	}
	everything := func(_ context.Context, individuals []string) ([]float64, error) {
		p := make([]float64, len(individuals))
		for i := range p {
			p[i] = 1
		}
		return p, nil
	}
	if found, err := find(at("animal00", "animal02"), negatives.Options{N: 2, Likely: everything}); !errors.Is(err, negatives.ErrNone) {
		t.Errorf("all are likely members: %s, %v", locals(found.IRIs), err)
	}
	if found, err := find(at("rock"), negatives.Options{}); !errors.Is(err, negatives.ErrNone) {
		t.Errorf("of a class of one: %s, %v", locals(found.IRIs), err)
	}
	for _, bad := range []int{-1, negatives.Most + 1} {
		if _, err := find(at("animal00"), negatives.Options{N: bad}); err == nil {
			t.Errorf("N = %d accepted", bad)
		}
	}
	if _, err := find(nil, negatives.Options{}); err == nil {
		t.Error("no positives: no error")
	}
}

func zooFile(t *testing.T) string {
	t.Helper()
	return testfiles.Write(t, "zoo.ttl", zoo())
}

func TestFind(t *testing.T) {
	c := &countingClient{Client: engines.ServeFile(t, zooFile(t))}
	checkZoo(t, func(positives []string, o negatives.Options) (negatives.Found, error) {
		c.n = 0
		found, err := negatives.Find(t.Context(), c, positives, o)
		if found.Requests != c.n || c.n > 20 {
			t.Errorf("%d requests, reported %d; want 20 at most", c.n, found.Requests)
		}
		return found, err
	})
}

// failing answers only queries with few terms.
type failing struct{ graph.Client }

func (f failing) Select(ctx context.Context, q string) (*connector.Table, error) {
	if strings.Count(q, "<"+ex+"animal") > 3 {
		return nil, fmt.Errorf("asked about too much: %w", connector.ErrTimeout)
	}
	return f.Client.Select(ctx, q)
}

func TestHalves(t *testing.T) {
	client := engines.ServeFile(t, zooFile(t))
	positives := at("animal01", "animal03", "animal05", "animal07", "animal09")
	want, err := negatives.Find(t.Context(), client, positives, negatives.Options{})
	require.NoError(t, err)
	got, err := negatives.Find(t.Context(), failing{client}, positives, negatives.Options{})
	if err != nil || !slices.Equal(got.IRIs, want.IRIs) || got.Requests <= want.Requests {
		t.Errorf("got %+v, %v; want %+v by more requests", got, err, want)
	}
}

func TestFindAmong(t *testing.T) {
	read, err := dataset.ImportFiles(t.Context(), []string{zooFile(t)}, dataset.ImportOptions{})
	require.NoError(t, err)
	symbols := graph.NewSymbols(graph.Vocabulary{}.WithDefaults(), graph.Exclusions{}.WithDefaults())
	checkZoo(t, func(positives []string, o negatives.Options) (negatives.Found, error) {
		return negatives.FindAmong(t.Context(), read.Facts, symbols, nil, positives, o)
	})
	// After a crawl, only the facts about its examples are complete.
	crawled := at("animal00", "animal02", "animal04", "animal05")
	learnable := func(iri string) bool { return slices.Contains(crawled, iri) }
	found, err := negatives.FindAmong(t.Context(), read.Facts, symbols, learnable, crawled[:1], negatives.Options{N: 2})
	if err != nil || locals(found.IRIs) != "animal02 animal04" {
		t.Errorf("%s, %v", locals(found.IRIs), err)
	}
}

// TestFindClass: the examples of a class are the same in memory and from an endpoint.
func TestFindClass(t *testing.T) {
	read, err := dataset.ImportFiles(t.Context(), []string{zooFile(t)}, dataset.ImportOptions{})
	require.NoError(t, err)
	symbols := graph.NewSymbols(graph.Vocabulary{}.WithDefaults(), graph.Exclusions{}.WithDefaults())
	client := engines.ServeFile(t, zooFile(t))
	for _, tt := range []struct {
		class, members, others, related string
		limit                           int
		truncated                       bool
	}{
		// Members of the superclass itself are others, and a member of both classes is not.
		{"Pet", "animal00 animal02 animal04", "animal01 animal03 animal05", "Beast Living Pet", 3, true},
		{"Plant", "plant0 plant1 plant2 plant3 plant4", "rose", "Flower Living Plant", 10, false},
		// With members of subclasses on both sides.
		{"Flower", "plant0 plant1 plant2 plant3 plant4 rose", "animal00 animal01 animal02 animal03 animal04 animal05 animal06 animal07", "Flower Living Plant Rose", 8, true},
		// Without a superclass they come from elsewhere.
		{"Rock", "rock", "animal00 animal01 animal02 plant0", "Rock", 4, true},
		{"Nothing", "", "", "Nothing", 4, false},
	} {
		elsewhere := func() []string {
			if tt.class == "Nothing" {
				return nil
			}
			return at("Beast", "Plant")
		}
		got, err := negatives.FindClass(t.Context(), client, ex+tt.class, elsewhere, tt.limit, negatives.Options{})
		require.NoError(t, err)
		if m, o, r := locals(got.Members), locals(got.Others), locals(got.Related); m != tt.members || o != tt.others || r != tt.related || got.Truncated != tt.truncated {
			t.Errorf("%s: members %s; others %s; related %s; truncated %t", tt.class, m, o, r, got.Truncated)
		}
		among, err := negatives.FindClassAmong(t.Context(), read.Facts, symbols, nil, ex+tt.class, tt.limit)
		if err != nil || !slices.Equal(among.Members, got.Members) || !slices.Equal(among.Related, got.Related) {
			t.Errorf("%s in memory: %+v, %v", tt.class, among, err)
		}
	}
}
