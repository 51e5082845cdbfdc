package syntax

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// The annotation properties of an [Axiom]'s evidence.
const (
	ConfidenceIRI = "urn:genus:confidence"
	SupportIRI    = "urn:genus:support"
)

// ErrDatatype is the error for an axiom with a datatype that the options do not allow.
var ErrDatatype = errors.New("OWL 2 DL does not have this datatype, and reasoners refuse an ontology with it")

// Axiom is an axiom with its evidence.
type Axiom struct {
	dl.Axiom
	Comment    string // a sentence for people
	Confidence string // a decimal from 0 to 1; empty, as of Support, for an axiom without evidence
	Support    int    // number of individuals that it holds for
}

// OntologyOptions say how axioms are written.
type OntologyOptions struct {
	Prefixes Prefixes
	Kinds    map[string][]dl.Kind // as in OWLOptions
	// AnyDatatype allows datatypes that OWL 2 DL does not have, such as xsd:date. Reasoners may refuse an
	// ontology with them.
	AnyDatatype bool
}

// TurtleOntology returns an ontology with the axioms in Turtle, each with its
// evidence as annotations (OWL 2 Mapping to RDF Graphs, Section 2.3). left has an error
// for each axiom that is left out because OWL 2 DL cannot express it.
func TurtleOntology(axioms []Axiom, o OntologyOptions) (text string, left []error) {
	decl, terms, left := ontology(axioms, o)
	d := newDocument(o.Prefixes, nil)
	lines := d.turtleHeader(decl)
	for i, t := range terms {
		lines = append(lines, d.axiom(t, fmt.Sprintf("_:c%d", i+1))...)
	}
	text, err := d.render(lines)
	if err != nil {
		return "", append(left, err)
	}
	return text, left
}

type axiomTerm struct {
	Axiom
	term owlTerm // with the subject and, if there is one, the object
}

// axiomPredicates are the predicates of axioms in RDF. For kinds without an object it is
// the class of the property.
var axiomPredicates = map[dl.AxiomKind]string{
	dl.EquivalentClasses:         owl + "equivalentClass",
	dl.SubClassOf:                rdfsSubClassOf,
	dl.Sufficient:                rdfsSubClassOf,
	dl.DisjointClasses:           owl + "disjointWith",
	dl.DisjointUnion:             owl + "disjointUnionOf",
	dl.PropertyDomain:            rdfsNS + "domain",
	dl.PropertyRange:             rdfsNS + "range",
	dl.InverseProperties:         owl + "inverseOf",
	dl.FunctionalProperty:        owl + "FunctionalProperty",
	dl.InverseFunctionalProperty: owl + "InverseFunctionalProperty",
	dl.SymmetricProperty:         owl + "SymmetricProperty",
}

// axiom returns the statements of an axiom: its triple, its object if that is a blank
// node (with the label), and the annotations.
func (d *document) axiom(a axiomTerm, label string) (lines []tree) {
	predicate, object := leaf("a"), leaf(d.iri(axiomPredicates[a.Kind]))
	annotated := d.iri(rdfNS + "type")
	switch {
	case a.Kind == dl.DisjointUnion:
		parts := list()
		for _, part := range a.term.args[1:] {
			parts.children = append(parts.children, d.turtleTerm(part))
		}
		predicate, object = object, parts
	case len(a.term.args) > 1:
		predicate, annotated = object, object.text
		if object = d.turtleTerm(a.term.args[1]); object.open != "" {
			lines = append(lines, tree{text: label, open: " ", sep: " ;", children: object.children})
			object = leaf(label)
		}
	}
	subject := leaf(d.iri(a.Subject))
	if a.Kind == dl.Sufficient {
		subject, object = object, subject
	}
	lines = slices.Insert(lines, 0, row(subject, predicate, object))
	if a.Kind == dl.InverseProperties || a.Kind == dl.DisjointUnion {
		// The OWL API (5.5) gives the annotations of owl:inverseOf to another axiom.
		return lines
	}
	properties := []tree{
		leaf("a " + d.iri(owl+"Axiom")), row(leaf(d.iri(owl+"annotatedSource")), subject),
		row(leaf(d.iri(owl+"annotatedProperty")), leaf(annotated)), row(leaf(d.iri(owl+"annotatedTarget")), object),
	}
	for _, x := range d.annotations(a.Axiom) {
		properties = append(properties, row(leaf(x[0]), leaf(x[1])))
	}
	return append(lines, tree{text: "[]", open: " ", sep: " ;", children: properties})
}

// annotations returns the properties and literals of the evidence.
func (d *document) annotations(a Axiom) (out [][2]string) {
	if a.Confidence != "" {
		out = append(out, [2]string{d.iri(SupportIRI), fmt.Sprintf(`"%d"^^%s`, a.Support, d.iri(dl.XSD+"integer"))})
		out = append(out, [2]string{d.iri(ConfidenceIRI), `"` + a.Confidence + `"^^` + d.iri(dl.XSD+"decimal")})
	}
	if a.Comment != "" {
		out = append(out, [2]string{d.iri(rdfsNS + "comment"), quotedString(a.Comment)})
	}
	return out
}

// ontology returns the axioms that OWL 2 DL can express as terms, with their entities,
// and an error for each of the others.
func ontology(axioms []Axiom, o OntologyOptions) (all declarations, terms []axiomTerm, left []error) {
	all.annotations = []string{ConfidenceIRI, SupportIRI}
	for _, a := range axioms {
		own, t, err := a.asTerm(o.Kinds)
		with := all
		for _, lists := range [][2]*[]string{{&with.Classes, &own.Classes}, {&with.Roles, &own.Roles},
			{&with.Features, &own.Features}, {&with.Individuals, &own.Individuals}} {
			*lists[0] = slices.Concat(*lists[0], *lists[1])
		}
		with.Sort()
		err = cmp.Or(err, with.check())
		if datatype, found := t.outsideOWL(); found && !o.AnyDatatype {
			err = cmp.Or(err, fmt.Errorf("%s: %w", datatype, ErrDatatype))
		}
		if err != nil {
			left = append(left, fmt.Errorf("an axiom about %s: %w", bracket(a.Subject), err))
			continue
		}
		all, terms = with, append(terms, axiomTerm{a, t})
	}
	return all, terms, left
}

// outsideOWL returns the datatype of a literal or range in the term that OWL 2 DL does not have, if there is one.
func (t owlTerm) outsideOWL() (datatype string, found bool) {
	k := t.value.Kind()
	if t.kind == termName {
		k, _ = dl.KindOf(t.iri)
	}
	switch {
	case k == dl.InUnit:
		return bracket(t.value.Datatype()), true
	case k != 0 && !k.InOWL():
		return "xsd:" + k.String(), true
	}
	for _, arg := range t.args {
		if datatype, found := arg.outsideOWL(); found {
			return datatype, true
		}
	}
	return "", false
}

// asTerm returns the axiom as a term, and the entities that it names.
func (a Axiom) asTerm(kinds map[string][]dl.Kind) (d declarations, t owlTerm, err error) {
	c := a.Concept
	if c == nil {
		c = dl.Top{}
	}
	expression, err := termOf(c, kinds)
	if err != nil {
		return d, t, err
	}
	d = declarations{Entities: dl.EntitiesOf(c)}
	subject := iriTerm(a.Subject)
	property := "ObjectProperty"
	list := &d.Roles
	if a.Feature {
		property, list = "DataProperty", &d.Features
	}
	switch a.Kind {
	case dl.EquivalentClasses:
		list, t = &d.Classes, newTerm("EquivalentClasses", subject, expression)
		err = checkDefinition(d, a.Subject)
	case dl.SubClassOf, dl.Sufficient:
		list, t = &d.Classes, newTerm("SubClassOf", subject, expression)
	case dl.DisjointClasses:
		list, t = &d.Classes, newTerm("DisjointClasses", subject, expression)
	case dl.DisjointUnion:
		list, t = &d.Classes, newTerm("DisjointUnion", append([]owlTerm{subject}, expression.args...)...)
	case dl.PropertyDomain:
		t = newTerm(property+"Domain", subject, expression)
	case dl.PropertyRange:
		t = newTerm(property+"Range", subject, expression)
	case dl.FunctionalProperty:
		t = newTerm("Functional"+property, subject)
	case dl.InverseFunctionalProperty:
		t = newTerm("InverseFunctionalObjectProperty", subject)
	case dl.SymmetricProperty:
		t = newTerm("SymmetricObjectProperty", subject)
	case dl.InverseProperties:
		d.Roles = append(d.Roles, a.Other)
		t = newTerm("InverseObjectProperties", subject, iriTerm(a.Other))
	default:
		err = fmt.Errorf("unknown kind of axiom %q", a.Kind)
	}
	*list = append(*list, a.Subject)
	return d, t, err
}
