package syntax

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Functional returns an ontology in OWL functional-style syntax that defines the
// class as the concept: declarations and one EquivalentClasses axiom (OWL 2
// Syntax, Sections 5.8, 8 and 9.1.2). The error says what OWL has no words for.
//
// OWL reads it in an open world: what the data does not state may be true all
// the same. A reasoner derives fewer members of ∀r.C, ≤n r.C and ¬C than genus.
func Functional(c dl.Concept, o OWLOptions) (string, error) {
	decl, err := declare(c, o.class())
	if err != nil {
		return "", err
	}
	w := &functional{document: newDocument(o.Prefixes, nil), kinds: o.Kinds}
	var lines []tree
	decl.each("DataProperty", func(kind, iri string) {
		lines = append(lines, term("Declaration", term(kind, leaf(w.iri(iri)))))
	})
	lines = append(lines, term("EquivalentClasses", leaf(w.iri(o.class())), w.concept(c)))
	if w.err != nil {
		return "", w.err
	}
	var sb strings.Builder
	for _, prefix := range w.usedPrefixes() {
		fmt.Fprintf(&sb, "Prefix(%s:=<%s>)\n", prefix, w.prefixes[prefix])
	}
	sb.WriteString("Ontology(\n")
	for _, line := range lines {
		line.write(&sb, 0, 0)
		sb.WriteByte('\n')
	}
	sb.WriteString(")\n")
	return sb.String(), nil
}

type functional struct {
	*document
	kinds map[string][]dl.Kind
}

// term returns name(children…).
func term(name string, children ...tree) tree {
	return tree{text: name, open: "(", close: ")", children: children}
}

func (w *functional) concept(c dl.Concept) tree {
	switch c := c.(type) {
	case dl.Top:
		return leaf(w.iri(owl + "Thing"))
	case dl.Bottom:
		return leaf(w.iri(owl + "Nothing"))
	case dl.Name:
		return leaf(w.iri(c.IRI))
	case dl.Nominal:
		return term("ObjectOneOf", leaf(w.iri(c.IRI)))
	case dl.Compare:
		return w.comparison(c)
	case dl.Not:
		return term("ObjectComplementOf", w.concept(c.C))
	case dl.And:
		return w.chain("ObjectIntersectionOf", c)
	case dl.Or:
		return w.chain("ObjectUnionOf", c)
	case dl.Exists:
		return term("ObjectSomeValuesFrom", w.role(c.Role), w.concept(c.C))
	case dl.ForAll:
		return term("ObjectAllValuesFrom", w.role(c.Role), w.concept(c.C))
	case dl.AtLeast:
		return term("ObjectMinCardinality", leaf(strconv.Itoa(c.N)), w.role(c.Role), w.concept(c.C))
	case dl.AtMost:
		return term("ObjectMaxCardinality", leaf(strconv.Itoa(c.N)), w.role(c.Role), w.concept(c.C))
	}
	return w.failUnsupported(c)
}

func (w *functional) chain(name string, c dl.Concept) tree {
	var children []tree
	for _, d := range operands(c) {
		children = append(children, w.concept(d))
	}
	return term(name, children...)
}

func (w *functional) role(r dl.Role) tree {
	if r.Inverse {
		return term("ObjectInverseOf", leaf(w.iri(r.IRI)))
	}
	return leaf(w.iri(r.IRI))
}

func (w *functional) comparison(c dl.Compare) tree {
	if isValueEquality(c) {
		return term("DataHasValue", leaf(w.iri(c.Feature)), leaf(w.literal(c.Value)))
	}
	rs, err := ranges(c, w.kinds[c.Feature])
	if err != nil {
		return w.fail(err)
	}
	var children []tree
	for _, r := range rs {
		children = append(children, w.dataRange(r))
	}
	if len(children) > 1 {
		children = []tree{term("DataUnionOf", children...)}
	}
	return term("DataSomeValuesFrom", leaf(w.iri(c.Feature)), children[0])
}

func (w *functional) dataRange(r dataRange) tree {
	datatype := leaf(w.iri(r.kind.IRI()))
	if r.min == (dl.Value{}) && r.max == (dl.Value{}) {
		return datatype
	}
	children := []tree{datatype}
	if r.min != (dl.Value{}) {
		children = append(children, row(leaf(w.iri(dl.XSD+"minInclusive")), leaf(w.literal(r.min))))
	}
	if r.max != (dl.Value{}) {
		children = append(children, row(leaf(w.iri(dl.XSD+"maxInclusive")), leaf(w.literal(r.max))))
	}
	return term("DatatypeRestriction", children...)
}
