package syntax

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Turtle returns an ontology in Turtle that defines the class as the concept: the
// document that [Functional] writes, in RDF (OWL 2 Mapping to RDF Graphs,
// Section 2). [ReadOWL] reads it back as the same tree.
func Turtle(c dl.Concept, o OWLOptions) (string, error) {
	decl, err := declare(c, o.class())
	if err != nil {
		return "", err
	}
	w := &turtle{document: newDocument(o.Prefixes, nil), kinds: o.Kinds}
	lines := []tree{leaf("[] a " + w.iri(owl+"Ontology"))}
	decl.each("DatatypeProperty", func(kind, iri string) {
		lines = append(lines, leaf(w.iri(iri)+" a "+w.iri(owl+kind)))
	})
	lines = append(lines, row(leaf(w.iri(o.class())), leaf(w.iri(owl+"equivalentClass")), w.concept(c)))
	return w.render(lines)
}

type turtle struct {
	*document
	kinds map[string][]dl.Kind
}

// render returns the document with these statements.
func (d *document) render(statements []tree) (string, error) {
	if d.err != nil {
		return "", d.err
	}
	var sb strings.Builder
	for _, prefix := range d.usedPrefixes() {
		fmt.Fprintf(&sb, "@prefix %s: <%s> .\n", prefix, d.prefixes[prefix])
	}
	sb.WriteByte('\n')
	for _, s := range statements {
		s.write(&sb, 0, 0)
		sb.WriteString(" .\n")
	}
	return sb.String(), nil
}

// blank returns [ p o ; … ], list is ( o … ).
func blank(properties ...tree) tree {
	return tree{open: "[ ", close: " ]", sep: " ;", children: properties}
}

func list(items ...tree) tree { return tree{open: "( ", close: " )", children: items} }

// predicate returns a predicate of OWL and its object; class a statement of the type.
func (w *turtle) predicate(predicate string, object tree) tree {
	return row(leaf(w.iri(owl+predicate)), object)
}

func (w *turtle) class() tree { return leaf("a " + w.iri(owl+"Class")) }

func (w *turtle) concept(c dl.Concept) tree {
	switch c := c.(type) {
	case dl.Top:
		return leaf(w.iri(owl + "Thing"))
	case dl.Bottom:
		return leaf(w.iri(owl + "Nothing"))
	case dl.Name:
		return leaf(w.iri(c.IRI))
	case dl.Nominal:
		return blank(w.class(), w.predicate("oneOf", list(leaf(w.iri(c.IRI)))))
	case dl.Compare:
		return w.comparison(c)
	case dl.Not:
		return blank(w.class(), w.predicate("complementOf", w.concept(c.C)))
	case dl.And:
		return blank(w.class(), w.predicate("intersectionOf", w.chain(c)))
	case dl.Or:
		return blank(w.class(), w.predicate("unionOf", w.chain(c)))
	case dl.Exists:
		return w.restriction(c.Role, w.predicate("someValuesFrom", w.concept(c.C)))
	case dl.ForAll:
		return w.restriction(c.Role, w.predicate("allValuesFrom", w.concept(c.C)))
	case dl.AtLeast:
		return w.restriction(c.Role, w.predicate("minQualifiedCardinality", w.count(c.N)), w.predicate("onClass", w.concept(c.C)))
	case dl.AtMost:
		return w.restriction(c.Role, w.predicate("maxQualifiedCardinality", w.count(c.N)), w.predicate("onClass", w.concept(c.C)))
	}
	return w.failUnsupported(c)
}

func (w *turtle) chain(c dl.Concept) tree {
	var items []tree
	for _, d := range operands(c) {
		items = append(items, w.concept(d))
	}
	return list(items...)
}

func (w *turtle) restriction(r dl.Role, rest ...tree) tree {
	property := leaf(w.iri(r.IRI))
	if r.Inverse {
		property = blank(w.predicate("inverseOf", property))
	}
	return w.onProperty(property, rest...)
}

func (w *turtle) onProperty(property tree, rest ...tree) tree {
	first := []tree{leaf("a " + w.iri(owl+"Restriction")), w.predicate("onProperty", property)}
	return blank(append(first, rest...)...)
}

func (w *turtle) count(n int) tree {
	return leaf(`"` + strconv.Itoa(n) + `"^^` + w.iri(dl.XSD+"nonNegativeInteger"))
}

func (w *turtle) comparison(c dl.Compare) tree {
	feature := leaf(w.iri(c.Feature))
	if isValueEquality(c) {
		return w.onProperty(feature, w.predicate("hasValue", leaf(w.shortLiteral(c.Value))))
	}
	rs, err := ranges(c, w.kinds[c.Feature])
	if err != nil {
		return w.fail(err)
	}
	var items []tree
	for _, r := range rs {
		items = append(items, w.dataRange(r))
	}
	if len(items) > 1 {
		items = []tree{blank(w.datatype(), w.predicate("unionOf", list(items...)))}
	}
	return w.onProperty(feature, w.predicate("someValuesFrom", items[0]))
}

func (w *turtle) datatype() tree { return leaf("a " + w.iri(standard["rdfs"]+"Datatype")) }

func (w *turtle) dataRange(r dataRange) tree {
	datatype := leaf(w.iri(r.kind.IRI()))
	var facets []tree
	if r.min != (dl.Value{}) {
		facets = append(facets, blank(row(leaf(w.iri(dl.XSD+"minInclusive")), leaf(w.shortLiteral(r.min)))))
	}
	if r.max != (dl.Value{}) {
		facets = append(facets, blank(row(leaf(w.iri(dl.XSD+"maxInclusive")), leaf(w.shortLiteral(r.max)))))
	}
	if len(facets) == 0 {
		return datatype
	}
	return blank(w.datatype(), w.predicate("onDatatype", datatype), w.predicate("withRestrictions", list(facets...)))
}
