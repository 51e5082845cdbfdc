package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
)

// A graph has the statements of the file about an individual.
func TestGraph(t *testing.T) {
	const ns = "http://example.org/"
	path := testfiles.Write(t, "graph.ttl", `@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :Dog ; rdfs:label "Anton"@en ; :likes :b ; :weight 12 , 13 .
:b a :Cat . :c :likes :a .`)
	d, _ := mustImport(t, ImportOptions{}, path)
	g := d.Graph()
	edges, more := g.Edges(ns+"a", 10)
	want := []Edge{{Role: dl.Role{IRI: ns + "likes"}, Target: ns + "b"}, {Role: dl.Role{IRI: ns + "likes", Inverse: true}, Target: ns + "c"}}
	if diff := cmp.Diff(want, edges); diff != "" || more {
		t.Errorf("edges, more %t: %s", more, diff)
	}
	if edges, more := g.Edges(ns+"a", 1); len(edges) != 1 || !more {
		t.Errorf("one edge: %v, more %t", edges, more)
	}
	if values, more := g.Values(ns+"a", 1); len(values) != 1 || !more || values[0].Feature != ns+"weight" || values[0].Datatype != dl.XSD+"integer" {
		t.Errorf("one value: %v, more %t", values, more)
	}
	if diff := cmp.Diff([]string{ns + "Dog"}, g.Classes(ns+"a")); diff != "" || g.Label(ns+"a") != "Anton" {
		t.Errorf("classes and label %q: %s", g.Label(ns+"a"), diff)
	}
	if diff := cmp.Diff(dataset.GraphSize{Individuals: 3, Facts: 6, Classes: 2, Roles: 1, Features: 1}, g.Size()); diff != "" {
		t.Error(diff)
	}
	if !g.Has(ns+"c") || g.Has(ns+"Dog") || g.Has(ns+"nobody") {
		t.Error("wrong individuals")
	}
}

// Members of a class are those of its subclasses, too, unless the vocabulary says otherwise.
func TestGraphMembers(t *testing.T) {
	const ns = "http://example.org/"
	path := testfiles.Write(t, "classes.ttl", `@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Dog rdfs:subClassOf :Animal . :Cat rdfs:subClassOf :Animal . :Animal rdfs:subClassOf :Being .
:a a :Dog , :Animal . :b a :Cat . :c a :Dog .`)
	d, _ := mustImport(t, ImportOptions{}, path)
	g := d.Graph()
	want := []dataset.ClassSize{{IRI: ns + "Animal", Members: 3}, {IRI: ns + "Being", Members: 3}, {IRI: ns + "Dog", Members: 2}, {IRI: ns + "Cat", Members: 1}}
	if diff := cmp.Diff(want, g.ClassSizes()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{ns + "a", ns + "c"}, g.Members(ns+"Dog")); diff != "" {
		t.Error(diff)
	}
	if got := g.Members(ns + "Nobody"); len(got) > 0 {
		t.Errorf("members of no class: %v", got)
	}
	d, _ = mustImport(t, ImportOptions{Vocabulary: Vocabulary{NoClosure: true}}, path)
	want = []dataset.ClassSize{{IRI: ns + "Dog", Members: 2}, {IRI: ns + "Animal", Members: 1}, {IRI: ns + "Cat", Members: 1}}
	if diff := cmp.Diff(want, d.Graph().ClassSizes()); diff != "" {
		t.Errorf("without subclasses: %s", diff)
	}
}
