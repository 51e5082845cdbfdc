package classes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/classes"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/queries"
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

func locals(iris []string) string {
	out := check.Map(iris, func(s string) string { return strings.TrimPrefix(s, ex) })
	return strings.Join(out, " ")
}

func at(names ...string) []string {
	for i := range names {
		names[i] = ex + names[i]
	}
	return names
}

func zooFile(t *testing.T) string {
	t.Helper()
	return testfiles.Write(t, "zoo.ttl", zoo())
}

// TestFind: the examples of a class are the same in memory and from an endpoint,
// also if the endpoint does not answer about many individuals at a time.
func TestFind(t *testing.T) {
	data := require.Value(dataset.ImportFiles(t.Context(), []string{zooFile(t)}, dataset.ImportOptions{}))(t)
	symbols := graph.NewSymbols(graph.Vocabulary{}.WithDefaults(), graph.Exclusions{}.WithDefaults())
	v, x := graph.Vocabulary{}.WithDefaults(), graph.Exclusions{}.WithDefaults()
	client := engines.ServeFile(t, zooFile(t))
	asGraph := func(c graph.Client) graph.Graph { return graph.NewWholeGraph(c, v, x, queries.Options{}) }
	failing := &endpoint.Client{To: client, Refuse: func(_ int, q string) error {
		if strings.Count(q, "<"+ex+"animal") > 3 {
			return fmt.Errorf("asked about too much: %w", connector.ErrTimeout)
		}
		return nil
	}}
	for _, tt := range []struct {
		class, members, others, related string
		limit                           int
		truncated                       bool
	}{
		// Members of the superclass itself are others, and a member of both classes is not.
		{"Pet", "animal00 animal02 animal04", "animal01 animal03 animal05", "Beast Living Pet", 3, true},
		{"Plant", "plant0 plant1 plant2 plant3 plant4", "rose", "Flower Living Plant", 10, false},
		// With members of subclasses on both sides.
		{"Flower", "plant0 plant1 plant2 plant3 plant4 rose",
			"animal00 animal01 animal02 animal03 animal04 animal05 animal06 animal07", "Flower Living Plant Rose", 8, true},
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
		got := require.Value(classes.Find(t.Context(), asGraph(client), symbols, v, nil, ex+tt.class, elsewhere, tt.limit))(t)
		m, o, r := locals(got.Members), locals(got.Others), locals(got.Related)
		check.That(t, m == tt.members && o == tt.others && r == tt.related && got.Truncated == tt.truncated,
			"%s: members %s; others %s; related %s; truncated %t", tt.class, m, o, r, got.Truncated)
		halved, err := classes.Find(t.Context(), asGraph(failing), symbols, v, nil, ex+tt.class, elsewhere, tt.limit)
		check.That(t, err == nil && slices.Equal(halved.Others, got.Others), "%s, in halves: %+v, %v", tt.class, halved, err)
		among, err := classes.Find(t.Context(), graph.NewMemory(data.Facts, v), symbols, v, nil, ex+tt.class, elsewhere,
			tt.limit)
		check.That(t, err == nil && slices.Equal(among.Members, got.Members) && slices.Equal(among.Related, got.Related) &&
			slices.Equal(among.Others, got.Others), "%s in memory: %+v, %v", tt.class, among, err)
	}
}
