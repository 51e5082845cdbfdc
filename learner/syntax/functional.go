package syntax

import (
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Functional returns an ontology in OWL functional-style syntax that defines the
// class as the concept: declarations and one EquivalentClasses axiom (OWL 2
// Syntax, Sections 5.8, 8 and 9.1.2). The error says what OWL cannot express.
//
// OWL has an open world: what the data does not state may still be true. So a reasoner
// derives fewer members of ∀r.C, ≤n r.C and ¬C than genus.
func Functional(c dl.Concept, o OWLOptions) (string, error) {
	decl, expression, err := o.define(c)
	if err != nil {
		return "", err
	}
	d := newDocument(o.Prefixes, nil)
	return d.renderFunctional(decl, d.functionalTerm(newTerm("EquivalentClasses", iriTerm(o.class()), expression)))
}

// renderFunctional returns the ontology with these declarations and axioms.
func (d *document) renderFunctional(decl declarations, axioms ...tree) (string, error) {
	var lines []tree
	decl.each("DataProperty", func(kind, iri string) {
		lines = append(lines, d.functionalTerm(newTerm("Declaration", newTerm(kind, iriTerm(iri)))))
	})
	lines = append(lines, axioms...)
	if d.err != nil {
		return "", d.err
	}
	var sb strings.Builder
	for _, prefix := range d.usedPrefixes() {
		fmt.Fprintf(&sb, "Prefix(%s:=<%s>)\n", prefix, d.prefixes[prefix])
	}
	sb.WriteString("Ontology(\n")
	for _, line := range lines {
		line.write(&sb, 0, 0)
		sb.WriteByte('\n')
	}
	sb.WriteString(")\n")
	return sb.String(), nil
}

// functionalTerm returns the text of a term: name(arguments…), an IRI, a literal or a
// number.
func (d *document) functionalTerm(t owlTerm) tree {
	switch t.kind {
	case termName:
		return leaf(d.iri(t.iri))
	case termLiteral:
		return leaf(d.literal(t.value))
	case termNumber:
		return leaf(t.text)
	}
	out := tree{text: t.text, open: "(", close: ")"}
	for i := 0; i < len(t.args); i++ {
		arg := d.functionalTerm(t.args[i])
		if t.text == "DatatypeRestriction" && i > 0 { // a facet and its literal stay on one line
			i++
			arg = row(arg, d.functionalTerm(t.args[i]))
		}
		out.children = append(out.children, arg)
	}
	return out
}
