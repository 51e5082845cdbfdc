package graphs

import (
	"context"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// NS is the namespace of the terms.
const NS = "http://example.org/"

// A World is a graph as triples for an endpoint, and as the structure that defines what is
// true in it.
type World struct {
	Triples []rdf.Triple
	b       interp.Builder
	Names   []string // individuals with an IRI
	above   map[string][]string
	members [][2]string
}

func Term(s string) rdf.Object {
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

func iri(s string) rdf.IRI { return Term(s).(rdf.IRI) }

func (w *World) State(s, p string, o rdf.Object) {
	w.Triples = append(w.Triples, rdf.Triple{Subj: Term(s).(rdf.Subject), Pred: iri(p), Obj: o})
}

func (w *World) Role(p, s, o string) {
	w.State(s, p, Term(o))
	w.b.AddRole(p, s, o)
}

func (w *World) Value(p, s, lexical, datatype string) {
	w.State(s, p, rdf.NewTypedLiteral(lexical, iri(datatype)))
	if v, err := dl.ParseLiteral(lexical, datatype); err == nil {
		w.b.AddValue(p, s, v)
	}
}

func (w *World) Member(s, class string) {
	w.State(s, graph.RDF+"type", Term(class))
	w.members = append(w.members, [2]string{s, class})
}

func (w *World) Subclass(c, d string) {
	w.State(c, graph.RDFSchema+"subClassOf", Term(d))
	if w.above == nil {
		w.above = map[string][]string{}
	}
	w.above[c] = append(w.above[c], d)
}

// Structure returns the whole graph with inherited classes, computed here and not by the
// code under test.
func (w *World) Structure() *interp.Structure {
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

// Axiom states an axiom about terms of the namespace ex.
func (w *World) Axiom(a [3]string) {
	if !strings.HasPrefix(a[2], "_:") && !strings.HasPrefix(a[2], "http") {
		a[2] = NS + a[2]
	}
	w.State(NS+a[0], a[1], Term(a[2]))
}

// NTriples returns the graph as N-Triples.
func (w *World) NTriples() string {
	var nt strings.Builder
	for _, t := range w.Triples {
		nt.WriteString(t.Serialize(rdf.NTriples))
	}
	return nt.String()
}

// Serve starts an endpoint over HTTP and returns a client for it.
func (w *World) Serve(t engines.TB) *connector.Client {
	t.Helper()
	return engines.Serve(t, w.Triples)
}
