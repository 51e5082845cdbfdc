package differential

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// TestEmbeddedRedirects tests redirects on the engine inside the process.
func TestEmbeddedRedirects(t *testing.T) { compareRedirects(t, embeddedEngine("embedded", 0)) }

// compareRedirects compares concepts over random graphs in which values redirect: in the file, by their queries on the
// engine, and in what a crawl reads from the engine and its database. A query that is read again is the same concept.
func compareRedirects(t *testing.T, e engine) {
	dir := t.TempDir()
	compared, empty, full, decided := 0, 0, 0, 0
	v := extract.Vocabulary{Vocabulary: queries.Vocabulary{NoClosure: true, Redirect: thing + "redirects"}}
	exclusions := extract.Exclusions{Properties: []string{v.Redirect}}
	checkGraphs(t, func(t *rapid.T) {
		g := drawRedirects(t, e.name != "embedded")
		r := openRooms(t, e, dir, g, v, exclusions)
		rng := dltest.Rand(rapid.Uint64().Draw(t, "seed"))
		for range perGraph {
			l := dl.ALCQIF | dl.WithNominals | dl.WithAgree | dl.WithPresence
			c := dltest.Concept(rng, r.whole.Structure, l, 1+rng.IntN(7), 3)
			if c == nil {
				continue
			}
			o := queries.Options{Dialect: e.dialect, Vocabulary: r.info.Vocabulary.Vocabulary, Domain: r.info.Domain}
			if rapid.Bool().Draw(t, "of the file") {
				o.Axioms, o.Kinds, o.Zones = r.info.Axioms, r.info.Kinds, r.info.Zones
			}
			want := members(t, r.whole, c)
			switch compared++; len(want) {
			case 0:
				empty++
			case r.whole.Structure.Len():
				full++
			}
			text := require.Value(queries.Select(c, o))(t)
			j := judge{T: t, e: e, g: ntriples(g), client: r.client, c: c, o: o}
			j.members("Select", text, want)
			if !dl.LanguageOf(c).Has(dl.WithNot) && dl.Depth(c) > 0 { // redirects to one value count once
				count := j.text(queries.Counts([]dl.Concept{c}, nil, 1000, o))
				counted := require.Value(r.client.Select(t.Context(), count))(t)
				require.That(t, counted.Rows[0][1].String() == fmt.Sprint(len(want)), "%s members of %s, want %d\n%s",
					counted.Rows[0][1], syntax.Print(c, syntax.Options{}), len(want), g)
			}
			if again, err := read.Concept(text, read.Options{NoClosure: true, Redirect: v.Redirect}); err == nil {
				require.That(t, slices.Equal(members(t, r.whole, again), want), "%s is read as %s\n%s",
					syntax.Print(c, syntax.Options{}), syntax.Print(again, syntax.Options{}), text)
			}
			if dl.Depth(c) > 2 || neighbourhood.Removed(r.near.Removed).In(c) {
				continue
			}
			here, again := members(t, r.near, c), members(t, r.loaded, c)
			for _, iri := range r.ex.Pos {
				if _, is := r.near.Structure.Lookup(iri); !is {
					continue
				}
				decided++
				is := slices.Contains(want, iri)
				require.That(t, slices.Contains(here, iri) == is && slices.Contains(again, iri) == is,
					"%s at %s: %t in the graph\n%s", syntax.Print(c, syntax.Options{}), iri, is, g)
			}
		}
	})
	t.Logf("%s: seed %d, %d pairs: %d empty, %d everything, %d decided by a crawl", e.name, *testsize.Seed, compared,
		empty, full, decided)
	check.That(t, empty+full <= compared*4/5 && decided > compared/4,
		"of %d pairs, %d are empty, %d everything, %d decided by a crawl", compared, empty, full, decided)
}

// drawRedirects draws a graph in which some names of things redirect to them, or to what has no other statement.
// mixed: a role may have literals among its values. goRDFlib v0.1.5 takes these for wildcards in the middle of a path.
func drawRedirects(t *rapid.T, mixed bool) string {
	var b strings.Builder
	state := func(s, p, o string) { fmt.Fprintf(&b, "<%[1]s%[2]s> <%[1]s%[3]s> %[4]s .\n", thing, s, p, o) }
	node := func(name string) string { return "<" + thing + name + ">" }
	item := func() string { return fmt.Sprintf("x%d", graphs.DrawBelow(t, 7, "item")) }
	for i := range 3 {
		state(fmt.Sprintf("m%d", i), "redirects", node(item()))
	}
	if rapid.Bool().Draw(t, "twice") {
		state("m0", "redirects", node(item()))
	}
	for i := range 2 {
		fmt.Fprintf(&b, "<%sx%d> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <%sA> .\n", thing, i, thing)
	}
	for range 4 + graphs.DrawBelow(t, 20, "edges") {
		o := item()
		if rapid.Bool().Draw(t, "redirected") {
			o = fmt.Sprintf("m%d", graphs.DrawBelow(t, 4, "name")) // m3 is a thing of its own
		}
		state(item(), rapid.SampledFrom([]string{"r", "s"}).Draw(t, "role"), node(o))
	}
	features := []string{"f", "r"}
	if !mixed {
		features = features[:1]
	}
	for range graphs.DrawBelow(t, 6, "values") {
		number := fmt.Sprintf("\"%d\"^^<%sinteger>", graphs.DrawBelow(t, 4, "number"), dl.XSD)
		state(item(), rapid.SampledFrom(features).Draw(t, "feature"), number)
	}
	for range graphs.DrawBelow(t, 6, "members") {
		fmt.Fprintf(&b, "<%s%s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <%s%s> .\n", thing, item(), thing,
			rapid.SampledFrom([]string{"A", "B"}).Draw(t, "class"))
	}
	return b.String()
}
