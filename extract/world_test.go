package extract

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// A graph has the statements of the file about an individual.
func TestGraph(t *testing.T) {
	const ns = "http://example.org/"
	path := testfiles.Write(t, "graph.ttl", `@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
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
	path := testfiles.Write(t, "classes.ttl", `@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
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
