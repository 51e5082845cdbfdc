package graphs

import (
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func builtIn(namespaces []string, iri string) bool {
	return slices.ContainsFunc(namespaces, func(ns string) bool { return strings.HasPrefix(iri, ns) })
}

func spelled(t rdf.Term) string {
	if t.Type() == rdf.TermBlank {
		return "_:" + t.String()
	}
	return t.String()
}

// Closed returns the structure of the graph with entailed facts.
func (w *World) Closed(t engines.TB) *interp.Structure {
	found, err := entail.RDFS(t.Context(), w.Triples)
	must(err)
	special := []string{graph.RDF, graph.RDFSchema, graph.OWL}
	var b interp.Builder
	name := func(class string) {
		if strings.HasPrefix(class, "_:") {
			b.Hide(class)
		}
	}
	for _, tr := range append(slices.Clone(w.Triples), found...) {
		s, p := spelled(tr.Subj), tr.Pred.String()
		switch o := tr.Obj.(type) {
		case rdf.Literal:
			if v, err := dl.ParseLiteral(o.String(), o.DataType.String()); err == nil && !builtIn(special, p) {
				b.AddValue(p, s, v)
			}
		default:
			switch c := spelled(o); {
			case p == graph.RDF+"type":
				if !builtIn(special, c) {
					name(c)
					b.AddName(c, s)
				}
			case p == graph.RDFSchema+"subClassOf":
				name(s)
				name(c)
				b.AddInclusion(s, c)
			case p == entail.EquivalentClass:
				b.AddInclusion(s, c)
				b.AddInclusion(c, s)
			case !builtIn(special, p):
				b.AddRole(p, s, c)
			}
		}
	}
	whole, err := b.Build(t.Context())
	must(err)
	return whole
}
