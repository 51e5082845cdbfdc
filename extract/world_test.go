package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

const (
	ex    = "http://example.org/"
	xsdNS = dl.XSD
)

// world is a graph as triples for an endpoint, and as the structure that defines what is
// true in it.
type world struct {
	triples []rdf.Triple
	b       interp.Builder
	names   []string // individuals with an IRI
	above   map[string][]string
	members [][2]string
}

func term(s string) rdf.Object {
	if label, ok := strings.CutPrefix(s, "_:"); ok {
		t, err := rdf.NewBlank(label)
		must(err)
		return t
	}
	t, err := rdf.NewIRI(s)
	must(err)
	return t
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func iri(s string) rdf.IRI { return term(s).(rdf.IRI) }

func (w *world) state(s, p string, o rdf.Object) {
	w.triples = append(w.triples, rdf.Triple{Subj: term(s).(rdf.Subject), Pred: iri(p), Obj: o})
}

func (w *world) role(p, s, o string) {
	w.state(s, p, term(o))
	w.b.AddRole(p, s, o)
}

func (w *world) value(p, s, lexical, datatype string) {
	w.state(s, p, rdf.NewTypedLiteral(lexical, iri(datatype)))
	if v, err := dl.ParseLiteral(lexical, datatype); err == nil {
		w.b.AddValue(p, s, v)
	}
}

func (w *world) member(s, class string) {
	w.state(s, graph.RDF+"type", term(class))
	w.members = append(w.members, [2]string{s, class})
}

func (w *world) subclass(c, d string) {
	w.state(c, graph.RDFSchema+"subClassOf", term(d))
	if w.above == nil {
		w.above = map[string][]string{}
	}
	w.above[c] = append(w.above[c], d)
}

// structure returns the whole graph with inherited classes, computed here and not by the
// code under test.
func (w *world) structure() *interp.Structure {
	for _, m := range w.members {
		seen := map[string]bool{}
		var up func(string)
		up = func(c string) {
			if seen[c] {
				return
			}
			seen[c] = true
			if !strings.HasPrefix(c, "_:") {
				w.b.AddName(c, m[0])
			}
			for _, d := range w.above[c] {
				up(d)
			}
		}
		up(m[1])
	}
	s, err := w.b.Build(context.Background())
	must(err)
	return s
}

type tester = engines.TB

// axiom states an axiom about terms of the namespace ex.
func (w *world) axiom(a [3]string) {
	if !strings.HasPrefix(a[2], "_:") && !strings.HasPrefix(a[2], "http") {
		a[2] = ex + a[2]
	}
	w.state(ex+a[0], a[1], term(a[2]))
}

// ntriples returns the graph as N-Triples.
func (w *world) ntriples() string {
	var nt strings.Builder
	for _, t := range w.triples {
		nt.WriteString(t.Serialize(rdf.NTriples))
	}
	return nt.String()
}

// serve starts an endpoint over HTTP and returns a client for it.
func (w *world) serve(t tester) *connector.Client {
	t.Helper()
	return engines.Serve(t, w.triples)
}

// drawWorld returns a random graph with every feature that a crawl must handle.
func drawWorld(t *rapid.T) *world {
	w := &world{}
	n := rapid.IntRange(2, 14).Draw(t, "individuals")
	for i := range n {
		w.names = append(w.names, fmt.Sprintf("%si%02d", ex, i))
	}
	all := slices.Clone(w.names)
	if rapid.IntRange(0, 3).Draw(t, "blanks") == 0 {
		all = append(all, "_:b0", "_:b1")
	}
	node := rapid.SampledFrom(all)
	for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
		w.role(ex+rapid.SampledFrom([]string{"r", "s", "q"}).Draw(t, "role"), node.Draw(t, "from"), node.Draw(t, "to"))
	}
	if rapid.IntRange(0, 2).Draw(t, "star") == 0 {
		hub := node.Draw(t, "hub")
		for _, a := range w.names[:rapid.IntRange(1, n).Draw(t, "rays")] {
			if rapid.Bool().Draw(t, "outward") {
				w.role(ex+"r", hub, a)
			} else {
				w.role(ex+"s", a, hub)
			}
		}
	}
	classes := []string{ex + "A", ex + "B", ex + "C", ex + "D"}
	if rapid.IntRange(0, 3).Draw(t, "anonymous") == 0 {
		classes = append(classes, "_:c0")
	}
	class := rapid.SampledFrom(classes)
	for range rapid.IntRange(0, n).Draw(t, "memberships") {
		w.member(node.Draw(t, "member"), class.Draw(t, "class"))
	}
	for range rapid.IntRange(0, 4).Draw(t, "subclasses") {
		w.subclass(class.Draw(t, "sub"), class.Draw(t, "super"))
	}
	for range rapid.IntRange(0, n).Draw(t, "values") {
		v := rapid.SampledFrom([][3]string{
			{"f", "1", "integer"}, {"f", "02", "integer"}, {"f", "2.5", "decimal"}, {"f", "INF", "double"}, {"f", "words", "string"}, {"f", "more \"words\"", "string"}, {"g", "", "string"},
			{"f", "no number", "integer"}, {"g", "2001-02-03", "date"}, {"g", "1999", "gYear"}, {"h", "true", "boolean"}, {"h", "0", "boolean"},
			{"r", "7", "integer"}, // a role and a feature
		}).Draw(t, "value")
		w.value(ex+v[0], node.Draw(t, "bearer"), v[1], xsdNS+v[2])
	}
	if rapid.IntRange(0, 3).Draw(t, "bookkeeping") == 0 {
		w.state(w.names[0], graph.RDFSchema+"seeAlso", term(w.names[n-1]))
	}
	return w
}

// drawConcept returns a random concept of that size and role depth at most depth over the
// signature of p, without removed roles and features.
func drawConcept(t *rapid.T, p *interp.Problem, depth, size int) dl.Concept {
	rng := dltest.Rand(rapid.Uint64().Draw(t, "seed"))
	for {
		if c := dltest.Concept(rng, p.Structure, dl.ALCQIF|dl.Values, size, 4); dl.Depth(c) <= depth &&
			!neighbourhood.Removed(p.Removed).In(c) {
			return c
		}
	}
}

func langLiteral(text, lang string) rdf.Literal {
	l, err := rdf.NewLangLiteral(text, lang)
	must(err)
	return l
}

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
