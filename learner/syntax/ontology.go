package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// The annotation properties of an [Axiom]'s evidence.
const (
	ConfidenceIRI = "urn:genus:confidence"
	SupportIRI    = "urn:genus:support"
)

// Axiom is an axiom with its evidence.
type Axiom struct {
	dl.Axiom
	Comment    string // a sentence for people
	Confidence string // a decimal from 0 to 1; empty: none
	Support    int    // how many individuals it holds for
}

// OntologyOptions say how axioms are written.
type OntologyOptions struct {
	Prefixes Prefixes
	Kinds    map[string][]dl.Kind // as in OWLOptions
}

// TurtleOntology returns an ontology with the axioms in Turtle, each with its
// evidence as annotations (OWL 2 Mapping to RDF Graphs, Section 2.3). left says
// which axioms are left out, because OWL 2 DL has no words for them.
func TurtleOntology(axioms []Axiom, o OntologyOptions) (text string, left []error) {
	decl, terms, left := ontology(axioms, o)
	d := newDocument(o.Prefixes, nil)
	lines := []tree{leaf("[] a " + d.iri(owl+"Ontology"))}
	decl.each("DatatypeProperty", func(kind, iri string) {
		lines = append(lines, leaf(d.iri(iri)+" a "+d.iri(owl+kind)))
	})
	for _, iri := range []string{ConfidenceIRI, SupportIRI} {
		lines = append(lines, leaf(d.iri(iri)+" a "+d.iri(owl+"AnnotationProperty")))
	}
	for i, t := range terms {
		lines = append(lines, d.axiom(t, fmt.Sprintf("_:c%d", i+1))...)
	}
	text, err := d.render(lines)
	if err != nil {
		return "", append(left, err)
	}
	return text, left
}

// axiomTerm is an axiom as a term of OWL, with its annotations.
type axiomTerm struct {
	Axiom
	term owlTerm // with the subject and, if there is one, the object
}

// predicates of axioms in RDF; of those without an object, the class that the
// property is a member of.
var axiomPredicates = map[dl.AxiomKind]string{
	dl.EquivalentClasses: owl + "equivalentClass", dl.SubClassOf: rdfsSubClassOf, dl.DisjointClasses: owl + "disjointWith",
	dl.PropertyDomain: rdfsNS + "domain", dl.PropertyRange: rdfsNS + "range", dl.InverseProperties: owl + "inverseOf",
	dl.FunctionalProperty: owl + "FunctionalProperty", dl.InverseFunctionalProperty: owl + "InverseFunctionalProperty",
	dl.SymmetricProperty: owl + "SymmetricProperty",
}

const rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"

// axiom writes the statement of the axiom, its object if that has no name, and the
// annotations.
func (d *document) axiom(a axiomTerm, label string) (lines []tree) {
	predicate, object := leaf("a"), leaf(d.iri(axiomPredicates[a.Kind]))
	annotated := d.iri(rdfNS + "type")
	if len(a.term.args) > 1 {
		predicate, annotated = object, object.text
		if object = d.turtle(a.term.args[1]); object.open != "" {
			lines = append(lines, tree{text: label, open: " ", sep: " ;", children: object.children})
			object = leaf(label)
		}
	}
	subject := d.iri(a.Subject)
	lines = slices.Insert(lines, 0, row(leaf(subject), predicate, object))
	if a.Kind == dl.InverseProperties {
		// The OWL API (5.5) gives the annotations of owl:inverseOf to another axiom.
		return lines
	}
	properties := []tree{
		leaf("a " + d.iri(owl+"Axiom")), row(leaf(d.iri(owl+"annotatedSource")), leaf(subject)),
		row(leaf(d.iri(owl+"annotatedProperty")), leaf(annotated)), row(leaf(d.iri(owl+"annotatedTarget")), object),
	}
	for _, x := range d.annotations(a.Axiom) {
		properties = append(properties, row(leaf(x[0]), leaf(x[1])))
	}
	return append(lines, tree{text: "[]", open: " ", sep: " ;", children: properties})
}

// annotations are the properties and literals of the evidence, which are spelled
// alike in Turtle and functional-style syntax.
func (d *document) annotations(a Axiom) (out [][2]string) {
	out = append(out, [2]string{d.iri(SupportIRI), fmt.Sprintf(`"%d"^^%s`, a.Support, d.iri(dl.XSD+"integer"))})
	if a.Confidence != "" {
		out = append(out, [2]string{d.iri(ConfidenceIRI), `"` + a.Confidence + `"^^` + d.iri(dl.XSD+"decimal")})
	}
	if a.Comment != "" {
		out = append(out, [2]string{d.iri(rdfsNS + "comment"), quotedString(a.Comment)})
	}
	return out
}

// FunctionalOntology is [TurtleOntology] in OWL functional-style syntax.
func FunctionalOntology(axioms []Axiom, o OntologyOptions) (text string, left []error) {
	decl, terms, left := ontology(axioms, o)
	d := newDocument(o.Prefixes, nil)
	var lines []string
	declare := func(kind, iri string) {
		lines = append(lines, d.functional(newTerm("Declaration", newTerm(kind, iriTerm(iri)))).flat())
	}
	decl.each("DataProperty", declare)
	declare("AnnotationProperty", ConfidenceIRI)
	declare("AnnotationProperty", SupportIRI)
	for _, a := range terms {
		t := d.functional(a.term)
		var annotated []tree
		for _, x := range d.annotations(a.Axiom) {
			annotated = append(annotated, leaf("Annotation("+x[0]+" "+x[1]+")"))
		}
		t.children = append(annotated, t.children...)
		var sb strings.Builder
		t.write(&sb, 0, 0)
		lines = append(lines, sb.String())
	}
	if d.err != nil {
		return "", append(left, d.err)
	}
	var sb strings.Builder
	for _, prefix := range d.usedPrefixes() {
		fmt.Fprintf(&sb, "Prefix(%s:=<%s>)\n", prefix, d.prefixes[prefix])
	}
	fmt.Fprintf(&sb, "Ontology(\n%s\n)\n", strings.Join(lines, "\n"))
	return sb.String(), left
}

// ontology returns the entities of the axioms that can be written, and these as
// terms.
func ontology(axioms []Axiom, o OntologyOptions) (all declarations, terms []axiomTerm, left []error) {
	kinds := [4]map[string]bool{{}, {}, {}, {}} // classes, roles, features, individuals
	for _, a := range axioms {
		decl, t, err := a.entities(o.Kinds)
		own := [4][]string{decl.classes, decl.roles, decl.features, decl.individuals}
		for _, clash := range [][2]int{{1, 2}, {2, 1}} {
			for _, iri := range own[clash[0]] {
				if err == nil && kinds[clash[1]][iri] {
					err = fmt.Errorf("%s is both a role and a feature: OWL 2 does not let a property be both", bracket(iri))
				}
			}
		}
		if err != nil {
			left = append(left, fmt.Errorf("an axiom about %s: %w", bracket(a.Subject), err))
			continue
		}
		for i, iris := range own {
			for _, iri := range iris {
				kinds[i][iri] = true
			}
		}
		terms = append(terms, axiomTerm{a, t})
	}
	sorted := func(i int) []string { return slices.Sorted(maps.Keys(kinds[i])) }
	return declarations{sorted(0), sorted(1), sorted(2), sorted(3)}, terms, left
}

// entities are those of the axiom; the term is that of functional-style syntax.
func (a Axiom) entities(kinds map[string][]dl.Kind) (decl declarations, t owlTerm, err error) {
	c := a.Concept
	if c == nil {
		c = dl.Top{}
	}
	expression, err := termOf(c, kinds)
	if err != nil {
		return decl, t, err
	}
	subject := iriTerm(a.Subject)
	named := map[dl.AxiomKind]string{dl.EquivalentClasses: "EquivalentClasses", dl.SubClassOf: "SubClassOf", dl.DisjointClasses: "DisjointClasses"}
	if constructor, ok := named[a.Kind]; ok {
		if a.Kind == dl.EquivalentClasses {
			decl, err = declare(c, a.Subject)
		} else {
			decl, err = declare(dl.Conj(dl.Name{IRI: a.Subject}, c), otherClass)
			decl.classes = slices.DeleteFunc(decl.classes, func(iri string) bool { return iri == otherClass })
		}
		return decl, newTerm(constructor, subject, expression), err
	}
	if decl, err = declare(c, otherClass); err != nil {
		return decl, t, err
	}
	decl.classes = slices.DeleteFunc(decl.classes, func(iri string) bool { return iri == otherClass })
	property, list := "ObjectProperty", &decl.roles
	if a.Feature {
		property, list = "DataProperty", &decl.features
	}
	*list = append(*list, a.Subject)
	// Whatever the kind, the names are checked.
	if _, err = declare(dl.Exists{Role: dl.Role{IRI: a.Subject}, C: dl.Top{}}, otherClass); err != nil {
		return decl, t, err
	}
	switch a.Kind {
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
		decl.roles = append(decl.roles, a.Other)
		t = newTerm("InverseObjectProperties", subject, iriTerm(a.Other))
	default:
		err = fmt.Errorf("unknown kind of axiom %q", a.Kind)
	}
	return decl, t, err
}

// otherClass stands where a class is wanted that nothing names.
const otherClass = "urn:genus:none"
