package differential

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// thing is the namespace of the graphs with reifiers.
const thing = "http://r.example/"

// TestEnginesReifiers compares concepts about reifiers over Oxigraph, the only engine of the tests with RDF 1.2.
func TestEnginesReifiers(t *testing.T) {
	running := engines.StartOxigraph(t, "")
	compareReifiers(t, engine{name: "oxigraph", serve: func(t *rapid.T, ntriples string) *connector.Client {
		require.NoError(t, running.Load(context.Background(), ntriples), "%s", ntriples)
		return running.Connect(t, connector.Options{Retries: -1})
	}})
}

// compareReifiers compares concepts about reifiers of statements (RDF 1.2) in random graphs: in the file, by their
// queries on the engine, and in what a crawl reads from the engine and its database.
func compareReifiers(t *testing.T, e engine) {
	dir := t.TempDir()
	compared, empty, decided, held := 0, 0, 0, 0
	checkGraphs(t, func(t *rapid.T) {
		g, stated := drawReifiers(t)
		r := openRooms(t, e, dir, g, extract.Vocabulary{}, extract.Exclusions{})
		o := queries.Options{Dialect: e.dialect}
		if stated {
			o.Dialect |= queries.StatedReifiers
		}
		for range perGraph {
			var c dl.Concept = dl.And{L: dl.Name{IRI: thing + "Thing"}, R: drawReified(t, 2)} // reifiers are no things
			if o.Kinds, o.Zones = nil, nil; rapid.Bool().Draw(t, "kinds") {
				o.Kinds, o.Zones = r.info.Kinds, r.info.Zones
			}
			want := members(t, r.whole, c)
			if compared++; len(want) == 0 {
				empty++
			}
			j := judge{T: t, e: e, g: ntriples(g), client: r.client, c: c, o: o}
			j.members("Select", j.text(queries.Select(c, o)), want)
			if dl.Depth(c) > 2 || neighbourhood.Removed(r.near.Removed).In(c) {
				continue
			}
			here, again := members(t, r.near, c), members(t, r.loaded, c)
			for _, iri := range r.ex.Pos {
				is := slices.Contains(want, iri)
				if decided++; is {
					held++
				}
				require.That(t, slices.Contains(here, iri) == is && slices.Contains(again, iri) == is,
					"%s at %s: %t in the graph, %t crawled, %t loaded\n%s", syntax.Print(c, syntax.Options{}), iri, is,
					slices.Contains(here, iri), slices.Contains(again, iri), g)
			}
		}
	})
	t.Logf("%s: seed %d, %d pairs: %d empty, %d decided by a crawl, %d of these hold", e.name, *testsize.Seed, compared,
		empty, decided, held)
	check.That(t, empty <= compared*3/5 && decided > compared/4 && held > decided/20,
		"of %d pairs, %d are empty, %d decided by a crawl and %d of these hold", compared, empty, decided, held)
}

// drawReifiers draws a graph of things with statements and of their reifiers, with and without IRIs. stated: the graph
// states all statements that have reifiers, and none of these is about a reifier.
func drawReifiers(t *rapid.T) (g string, stated bool) {
	var b strings.Builder
	node := func(name string) string { return "<" + thing + name + ">" }
	item := func() string { return node(fmt.Sprintf("x%d", graphs.DrawBelow(t, items, "item"))) }
	literal := func() string { return fmt.Sprintf("\"%d\"^^<%sinteger>", graphs.DrawBelow(t, 6, "number"), dl.XSD) }
	reifier := func() string {
		k := graphs.DrawBelow(t, 6, "reifier")
		if k == 0 {
			return node("m0")
		}
		return fmt.Sprintf("_:r%d", k)
	}
	stated = rapid.Bool().Draw(t, "stated")
	for i := range items {
		fmt.Fprintf(&b, "%s <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> %s .\n", node(fmt.Sprintf("x%d", i)),
			node("Thing"))
	}
	for range 4 + graphs.DrawBelow(t, 8, "statements") {
		s, p, o := item(), node([]string{"p", "p", "q"}[graphs.DrawBelow(t, 3, "property")]), item()
		if p == node("q") {
			p, o = node("n"), literal()
		}
		if !stated && graphs.DrawBelow(t, 10, "nested") == 0 {
			s = reifier()
		}
		if stated || graphs.DrawBelow(t, 3, "bare") > 0 {
			fmt.Fprintf(&b, "%s %s %s .\n", s, p, o)
		}
		if graphs.DrawBelow(t, 4, "reified") == 0 {
			continue
		}
		r := reifier()
		fmt.Fprintf(&b, "%s <%s> <<( %s %s %s )>> .\n", r, dl.Reifies, s, p, o)
		if rapid.Bool().Draw(t, "year") {
			fmt.Fprintf(&b, "%s %s %s .\n", r, node("year"), literal())
		}
		if rapid.Bool().Draw(t, "place") {
			fmt.Fprintf(&b, "%s %s %s .\n", r, node("place"), item())
		}
	}
	if rapid.Bool().Draw(t, "pointed") {
		fmt.Fprintf(&b, "%s %s %s .\n", item(), node("about"), reifier())
	}
	return b.String(), stated
}

// drawReified draws a concept about things by the reifiers of statements about them.
func drawReified(t *rapid.T, depth int) dl.Concept {
	property := thing + []string{"p", "p", "n"}[graphs.DrawBelow(t, 3, "property")]
	statement, _ := dl.Reified(property)
	role := dl.Role{IRI: statement}
	inner := drawAtReifier(t, property, 2)
	switch k := graphs.DrawBelow(t, 10, "form"); {
	case k == 0 && depth > 0:
		return dl.And{L: drawReified(t, depth-1), R: drawReified(t, depth-1)}
	case k == 1 && depth > 0:
		return dl.Not{C: drawReified(t, depth-1)}
	case k == 2:
		return dl.AtLeast{N: 2, Role: role, C: inner}
	case k == 3:
		return dl.ForAll{Role: role, C: inner}
	}
	return dl.Exists{Role: role, C: inner}
}

// drawAtReifier draws a concept about reifiers.
func drawAtReifier(t *rapid.T, property string, depth int) dl.Concept {
	_, value := dl.Reified(property)
	nominal := func() dl.Concept {
		return dl.Nominal{IRI: fmt.Sprintf("%sx%d", thing, graphs.DrawBelow(t, items, "nominal"))}
	}
	op := []dl.Op{dl.GreaterEq, dl.LessEq}[graphs.DrawBelow(t, 2, "operator")]
	number := dl.Int(int64(graphs.DrawBelow(t, 6, "number")))
	switch k := graphs.DrawBelow(t, 12, "part"); {
	case k == 0:
		return dl.Top{}
	case k < 4 && property != thing+"n":
		return dl.Exists{Role: dl.Role{IRI: value}, C: nominal()}
	case k < 4:
		return dl.Compare{Feature: value, Op: op, Value: number}
	case k == 4:
		return dl.Exists{Role: dl.Role{IRI: thing + "place"}, C: nominal()}
	case k == 5:
		return dl.Exists{Role: dl.Role{IRI: thing + "place"}, C: dl.Top{}}
	case k == 6 && depth > 0:
		return dl.Not{C: drawAtReifier(t, property, depth-1)}
	case k < 9 && depth > 0:
		return dl.And{L: drawAtReifier(t, property, depth-1), R: drawAtReifier(t, property, depth-1)}
	case k == 9 && depth > 0:
		return dl.Or{L: drawAtReifier(t, property, depth-1), R: drawAtReifier(t, property, depth-1)}
	}
	return dl.Compare{Feature: thing + "year", Op: op, Value: number}
}
