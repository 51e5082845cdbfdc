package extract

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

const (
	ex    = graphs.NS
	xsdNS = dl.XSD
)

type tester = engines.TB

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// herd and wide return graphs with examples.
func herd() (*graphs.World, Examples) {
	w, pos, neg := graphs.Herd()
	return w, Examples{Pos: pos, Neg: neg}
}

func wide() (*graphs.World, Examples) {
	w, pos, neg := graphs.Wide()
	return w, Examples{Pos: pos, Neg: neg}
}

func mustCrawl(t tester, c Client, db *store.DB, examples []string, o CrawlOptions) Report {
	t.Helper()
	_, report := require.Values(Crawl(t.Context(), c, db, examples, o))(t)
	return report
}

// mustLoad returns the problem made from a database.
func mustLoad(t tester, db *store.DB, examples Examples, o LoadOptions) (interp.Problem, Info) {
	t.Helper()
	p, info := require.Values(Load(t.Context(), db, examples, o))(t)
	return p, info
}

// mustImport returns the data of RDF files.
func mustImport(t tester, o ImportOptions, paths ...string) (*Data, Report) {
	t.Helper()
	d, report := require.Values(ImportFiles(t.Context(), paths, o))(t)
	return d, report
}

func factsOf(s *interp.Structure) string { return strings.Join(dltest.Facts(s), " ") }

func sortedFacts(s *interp.Structure) string {
	return strings.Join(dltest.Facts(s), "\n")
}

// sides returns the examples in the files pos.txt and neg.txt of a folder.
func sides(dir string) Examples {
	pos, err := ReadExamples(filepath.Join(dir, "pos.txt"), nil)
	must(err)
	neg, err := ReadExamples(filepath.Join(dir, "neg.txt"), nil)
	must(err)
	examples, err := NewWeighted(pos, neg)
	must(err)
	return examples
}

const turtleHead = `@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

// A graph has the statements of the file about an individual.
func TestGraph(t *testing.T) {
	const ns = "http://example.org/"
	path := testfiles.Write(t, "graph.ttl",
		`@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :Dog ; rdfs:label "Anton"@en ; :likes :b ; :weight 12 , 13 .
:b a :Cat . :c :likes :a .`)
	d, _ := mustImport(t, ImportOptions{}, path)
	g := d.Graph()
	read := func(kind graph.Kind) []graph.Row {
		found, err := graph.StatementsOf(t.Context(), g, kind, []string{ns + "a"}, nil, 10)
		must(err)
		return found[ns+"a"].Rows
	}
	want := []graph.Row{
		{Property: graph.RDF + "type", Value: ns + "Dog"},
		{Property: ns + "likes", Value: ns + "b"},
		{Property: ns + "weight", Value: "12", Datatype: dl.XSD + "integer"},
		{Property: ns + "weight", Value: "13", Datatype: dl.XSD + "integer"},
	}
	check.Diff(t, read(graph.Out), want)
	check.Diff(t, read(graph.In), []graph.Row{{Property: ns + "likes", Value: ns + "c"}})
	diff := cmp.Diff([]string{ns + "Dog"}, g.ClassesOf(ns+"a"))
	check.That(t, diff == "" && g.Label(ns+"a") == "Anton", "classes and label %q: %s", g.Label(ns+"a"), diff)
	check.Diff(t, g.Size(), graph.MemorySize{Individuals: 3, Facts: 6, Classes: 2, Roles: 1, Features: 1})
	check.Diff(t, slices.Sorted(slices.Values(g.Individuals())), []string{ns + "a", ns + "b", ns + "c"})
}

// Members of a class are those of its subclasses, too, unless the vocabulary says otherwise.
func TestGraphMembers(t *testing.T) {
	const ns = "http://example.org/"
	path := testfiles.Write(t, "classes.ttl",
		`@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Dog rdfs:subClassOf :Animal . :Cat rdfs:subClassOf :Animal . :Animal rdfs:subClassOf :Being .
:a a :Dog , :Animal . :b a :Cat . :c a :Dog .`)
	classesOf := func(g graph.Graph) []graph.ClassSize {
		list, _, err := graph.ClassSizes(t.Context(), g, 10)
		must(err)
		return list
	}
	membersOf := func(g graph.Graph, class string) []string {
		iris, _, err := graph.MembersOf(t.Context(), g, class, 10)
		must(err)
		return iris
	}
	d, _ := mustImport(t, ImportOptions{}, path)
	g := d.Graph()
	want := []graph.ClassSize{
		{IRI: ns + "Animal", Members: 3},
		{IRI: ns + "Being", Members: 3},
		{IRI: ns + "Dog", Members: 2},
		{IRI: ns + "Cat", Members: 1},
	}
	check.Diff(t, classesOf(g), want)
	check.Diff(t, membersOf(g, ns+"Dog"), []string{ns + "a", ns + "c"})
	got := membersOf(g, ns+"Nobody")
	check.That(t, len(got) <= 0, "members of no class: %v", got)
	d, _ = mustImport(t, ImportOptions{Vocabulary: Vocabulary{Vocabulary: queries.Vocabulary{NoClosure: true}}}, path)
	want = []graph.ClassSize{
		{IRI: ns + "Dog", Members: 2},
		{IRI: ns + "Animal", Members: 1},
		{IRI: ns + "Cat", Members: 1},
	}
	check.Diff(t, classesOf(d.Graph()), want, "without subclasses")
}
