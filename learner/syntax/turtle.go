package syntax

import (
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Turtle returns an ontology in Turtle that defines the class as the concept: as
// declarations and one axiom (OWL 2 Mapping to RDF Graphs, Section 2). [ReadOWL]
// reads it as the same tree. The error says what OWL cannot express.
//
// OWL has an open world: what the data does not state may still be true. So a reasoner
// derives fewer members of ∀r.C, ≤n r.C and ¬C than genus.
func Turtle(c dl.Concept, o OWLOptions) (string, error) {
	decl, expression, err := o.define(c)
	if err != nil {
		return "", err
	}
	d := newDocument(o.Prefixes, nil)
	lines := append(d.turtleHeader(decl),
		row(leaf(d.iri(o.class())), leaf(d.iri(owl+"equivalentClass")), d.turtleTerm(expression)))
	return d.render(lines)
}

func (d *document) turtleHeader(decl declarations) []tree {
	lines := []tree{leaf("[] a " + d.iri(owl+"Ontology"))}
	decl.each(func(kind, iri string) {
		lines = append(lines, leaf(d.iri(iri)+" a "+d.iri(owl+kind)))
	})
	return lines
}

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

// blank returns [ p o ; … ], and list returns ( o … ).
func blank(properties ...tree) tree {
	return tree{open: "[ ", close: " ]", sep: " ;", children: properties}
}

func list(items ...tree) tree { return tree{open: "( ", close: " )", children: items} }

// turtleTerm returns a term as an IRI, a literal or a blank node.
func (d *document) turtleTerm(t owlTerm) tree {
	switch t.kind {
	case termName:
		return leaf(d.iri(t.iri))
	case termLiteral:
		return leaf(d.shortLiteral(t.value))
	case termNumber:
		return leaf(`"` + t.text + `"^^` + d.iri(dl.XSD+"nonNegativeInteger"))
	}
	f := formOf(t)
	var properties []tree
	switch f.class {
	case "":
	case "Datatype":
		properties = append(properties, leaf("a "+d.iri(rdfsNS+f.class)))
	default:
		properties = append(properties, leaf("a "+d.iri(owl+f.class)))
	}
	for i, p := range f.predicates {
		var object tree
		switch {
		case p == "withRestrictions":
			object = d.facets(t.args[i:])
		case f.isList(p):
			object = list()
			for _, arg := range t.args {
				object.children = append(object.children, d.turtleTerm(arg))
			}
		default:
			object = d.turtleTerm(t.args[i])
		}
		properties = append(properties, row(leaf(d.iri(owl+p)), object))
	}
	if f.class == "Restriction" && f.predicates[1] == "onProperty" { // a restriction begins with its property
		properties[1], properties[2] = properties[2], properties[1]
	}
	return blank(properties...)
}

// facets returns the list of nodes of a datatype restriction. ts has the name and the
// literal of each facet in turn.
func (d *document) facets(ts []owlTerm) tree {
	nodes := list()
	for i := 0; i < len(ts); i += 2 {
		nodes.children = append(nodes.children, blank(row(d.turtleTerm(ts[i]), d.turtleTerm(ts[i+1]))))
	}
	return nodes
}
