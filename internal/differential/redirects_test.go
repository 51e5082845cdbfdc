package differential

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// TestEmbeddedRedirects tests redirects on the engine inside the process.
func TestEmbeddedRedirects(t *testing.T) { compareRedirects(t, embeddedEngine("embedded", 0)) }

// compareRedirects compares concepts over random graphs in which values redirect: in the file, by their queries on the
// engine, and in what a crawl reads from the engine and its database. A query that is read again is the same concept.
func compareRedirects(t *testing.T, e engine) {
	file := filepath.Join(t.TempDir(), "graph.nt")
	compared, empty, full, decided := 0, 0, 0, 0
	v := extract.Vocabulary{Vocabulary: queries.Vocabulary{NoClosure: true, Redirect: thing + "redirects"}}
	exclusions := extract.Exclusions{Properties: []string{v.Redirect}}
	checkGraphs(t, func(t *rapid.T) {
		g := drawRedirects(t, e.name != "embedded")
		require.NoError(t, os.WriteFile(file, []byte(g), 0o600))
		options := extract.ImportOptions{Vocabulary: v, Exclusions: exclusions}
		d, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, options))(t)
		whole, info := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
		client := e.serve(t, g)
		db := require.Value(store.OpenMemory(context.Background()))(t)
		defer func() { _ = db.Close() }()
		ex := extract.Examples{Pos: []string{thing + "x0", thing + "x1"}}
		crawled, _ := require.Values(extract.Crawl(t.Context(), client, db, ex.Pos,
			extract.CrawlOptions{Vocabulary: v, Exclusions: exclusions, Bounds: extract.Bounds{Depth: 2}}))(t)
		near, _ := require.Values(crawled.Problem(t.Context(), ex, extract.LoadOptions{}))(t)
		holds := func(p interp.Problem, c dl.Concept) (iris []string) {
			x := require.Value(interp.NewEvaluator(p.Structure).Extension(c))(t)
			for _, a := range interp.Members(x) {
				iris = append(iris, p.Structure.IRI(a))
			}
			slices.Sort(iris)
			return iris
		}
		rng := dltest.Rand(rapid.Uint64().Draw(t, "seed"))
		for range perGraph {
			c := dltest.Concept(rng, whole.Structure, dl.ALCQIF|dl.WithNominals|dl.WithAgree|dl.WithPresence, 1+rng.IntN(7), 3)
			if c == nil {
				continue
			}
			o := queries.Options{Dialect: e.dialect, Vocabulary: info.Vocabulary.Vocabulary, Domain: info.Domain}
			if rapid.Bool().Draw(t, "of the file") {
				o.Axioms, o.Kinds, o.Zones = info.Axioms, info.Kinds, info.Zones
			}
			want := holds(whole, c)
			switch compared++; len(want) {
			case 0:
				empty++
			case whole.Structure.Len():
				full++
			}
			text := require.Value(queries.Select(c, o))(t)
			j := judge{T: t, e: e, g: ntriples(g), client: client, c: c, o: o}
			j.members("Select", text, want)
			if !dl.LanguageOf(c).Has(dl.WithNot) && dl.Depth(c) > 0 { // redirects to one value count once
				counted := require.Value(client.Select(t.Context(), j.text(queries.Counts([]dl.Concept{c}, nil, 1000, o))))(t)
				require.That(t, counted.Rows[0][1].String() == fmt.Sprint(len(want)), "%s members of %s, want %d\n%s",
					counted.Rows[0][1], syntax.Print(c, syntax.Options{}), len(want), g)
			}
			if again, err := read.Concept(text, read.Options{NoClosure: true, Redirect: v.Redirect}); err == nil {
				require.That(t, slices.Equal(holds(whole, again), want), "%s is read as %s\n%s", syntax.Print(c, syntax.Options{}),
					syntax.Print(again, syntax.Options{}), text)
			}
			if dl.Depth(c) > 2 || neighbourhood.Removed(near.Removed).In(c) {
				continue
			}
			here := holds(near, c)
			for _, iri := range ex.Pos {
				if _, is := near.Structure.Lookup(iri); !is {
					continue
				}
				decided++
				require.That(t, slices.Contains(here, iri) == slices.Contains(want, iri), "%s at %s: %t in the graph\n%s",
					syntax.Print(c, syntax.Options{}), iri, slices.Contains(want, iri), g)
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
