package rdffile

import (
	"fmt"

	"github.com/knakk/rdf"
)

// How axioms become triples (Table 1 of the mapping). The elements of an axiom are its
// operands.
var (
	// binary axioms are one triple with the predicate between two operands.
	binary = map[string]string{
		"SubClassOf": rdfsNS + "subClassOf", "SubDataPropertyOf": rdfsNS + "subPropertyOf",
		"SubAnnotationPropertyOf": rdfsNS + "subPropertyOf",
		"ObjectPropertyDomain":    rdfsNS + "domain", "ObjectPropertyRange": rdfsNS + "range",
		"DataPropertyDomain": rdfsNS + "domain", "DataPropertyRange": rdfsNS + "range",
		"AnnotationPropertyDomain": rdfsNS + "domain", "AnnotationPropertyRange": rdfsNS + "range",
		"InverseObjectProperties": owlNS + "inverseOf", "DatatypeDefinition": owlNS + "equivalentClass",
	}
	// chained axioms are a triple between each operand and the next.
	chained = map[string]string{
		"EquivalentClasses": "equivalentClass", "EquivalentObjectProperties": "equivalentProperty",
		"EquivalentDataProperties": "equivalentProperty", "SameIndividual": "sameAs",
	}
	// disjoint axioms are one triple of two operands, or a list of more: the predicate, the class
	// of the node of the list, and its predicate.
	disjoint = map[string][3]string{
		"DisjointClasses":          {"disjointWith", "AllDisjointClasses", "members"},
		"DisjointObjectProperties": {"propertyDisjointWith", "AllDisjointProperties", "members"},
		"DisjointDataProperties":   {"propertyDisjointWith", "AllDisjointProperties", "members"},
		"DifferentIndividuals":     {"differentFrom", "AllDifferent", "members"},
	}
	// characteristics are classes of properties.
	characteristics = map[string]string{
		"FunctionalObjectProperty": "FunctionalProperty", "FunctionalDataProperty": "FunctionalProperty",
		"InverseFunctionalObjectProperty": "InverseFunctionalProperty", "ReflexiveObjectProperty": "ReflexiveProperty",
		"IrreflexiveObjectProperty": "IrreflexiveProperty", "SymmetricObjectProperty": "SymmetricProperty",
		"AsymmetricObjectProperty": "AsymmetricProperty", "TransitiveObjectProperty": "TransitiveProperty",
	}
	// declared are the classes of declared entities.
	declared = map[string]string{
		"Class": owlNS + "Class", "Datatype": rdfsNS + "Datatype", "ObjectProperty": owlNS + "ObjectProperty",
		"DataProperty": owlNS + "DatatypeProperty", "AnnotationProperty": owlNS + "AnnotationProperty",
		"NamedIndividual": owlNS + "NamedIndividual",
	}
)

// An owlMapper emits the triples of the mapping of OWL 2 to RDF graphs
// (https://www.w3.org/TR/owl2-mapping-to-rdf/, section 2; the tables there are named below), for
// each form that states axioms as such.
type owlMapper struct {
	out      *sink
	form     string // of the document, for errors
	absolute func(text string) (rdf.IRI, error)
	prefixes map[string]string
	ontology rdf.Subject
}

func newOWLMapper(out *sink, form string) *owlMapper {
	return &owlMapper{out: out, form: form, absolute: absoluteIRI, prefixes: map[string]string{
		"owl": owlNS, "rdf": rdfNS, "rdfs": rdfsNS, "xsd": xsdNS, "xml": xmlNS,
	}}
}

func absoluteIRI(text string) (rdf.IRI, error) {
	iri, err := rdf.NewIRI(text)
	if err == nil && !hasScheme(text) {
		err = fmt.Errorf("<%s> is not an absolute IRI", shorten(text))
	}
	return iri, err
}

// header emits the triples about the ontology itself (Table 1). An IRI may be empty.
func (o *owlMapper) header(ontologyIRI, versionIRI string) error {
	o.ontology = o.out.blanks.next()
	if ontologyIRI != "" {
		name, err := o.absolute(ontologyIRI)
		if err != nil {
			return err
		}
		o.ontology = name
	}
	if err := o.emit(o.ontology, rdfType, owl("Ontology")); err != nil || versionIRI == "" {
		return err
	}
	version, err := o.absolute(versionIRI)
	if err != nil {
		return err
	}
	return o.emit(o.ontology, owl("versionIRI"), version)
}

// axiom emits the triples of an axiom, or of another child of the ontology.
func (o *owlMapper) axiom(e *element) error {
	switch e.name {
	case "Prefix":
		o.prefixes[e.attrs["name"]] = e.attrs["IRI"]
		o.out.stats.prefix(e.attrs["name"], e.attrs["IRI"])
		return nil
	case "Import":
		iri, err := o.absolute(e.text)
		if err != nil {
			return err
		}
		return o.emit(o.ontology, owl("imports"), iri)
	case "Annotation":
		return o.annotation(o.ontology, e)
	case "DLSafeRule", "DGRule", "DescriptionGraph":
		o.out.stats.warn(o.form + ": rules and description graphs are left out")
		return nil
	}
	var annotations []*element
	for len(e.children) > 0 && e.children[0].name == "Annotation" {
		annotations, e.children = append(annotations, e.children[0]), e.children[1:]
	}
	main, err := o.statements(e)
	if err != nil {
		return err
	}
	for _, t := range main {
		if err := o.out.emit(t); err != nil {
			return err
		}
		if err := o.annotate(owl("Axiom"), t, annotations); err != nil {
			return err
		}
	}
	return nil
}

// annotation emits an annotation of the subject and the annotations of that.
func (o *owlMapper) annotation(subject rdf.Subject, e *element) error {
	var nested []*element
	operands := e.children
	for len(operands) > 0 && operands[0].name == "Annotation" {
		nested, operands = append(nested, operands[0]), operands[1:]
	}
	if len(operands) != 2 {
		return o.fail(e, "want a property and a value")
	}
	nodes, err := o.nodes(operands)
	if err != nil {
		return err
	}
	property, ok := nodes[0].(rdf.IRI)
	if !ok {
		return o.fail(e, "its property has no IRI")
	}
	t := rdf.Triple{Subj: subject, Pred: property, Obj: nodes[1]}
	if err := o.out.emit(t); err != nil {
		return err
	}
	return o.annotate(owl("Annotation"), t, nested)
}

// annotate emits a node for an annotated triple of an axiom or of an annotation (section 2.2).
func (o *owlMapper) annotate(class rdf.IRI, t rdf.Triple, annotations []*element) error {
	if len(annotations) == 0 {
		return nil
	}
	node, err := o.blank(class, pair{owl("annotatedSource"), t.Subj.(rdf.Object)},
		pair{owl("annotatedProperty"), t.Pred.(rdf.Object)}, pair{owl("annotatedTarget"), t.Obj})
	if err != nil {
		return err
	}
	for _, a := range annotations {
		if err := o.annotation(node.(rdf.Subject), a); err != nil {
			return err
		}
	}
	return nil
}

// triple returns the triple of three nodes.
func (o *owlMapper) triple(e *element, s rdf.Object, p rdf.IRI, object rdf.Object) ([]rdf.Triple, error) {
	subject, ok := s.(rdf.Subject)
	if !ok || s.Type() == rdf.TermLiteral {
		return nil, o.fail(e, "a literal where a thing must be")
	}
	return []rdf.Triple{{Subj: subject, Pred: p, Obj: object}}, nil
}

// statements returns the main triples of an axiom, and emits those of its operands.
func (o *owlMapper) statements(e *element) ([]rdf.Triple, error) {
	least := 2
	if e.name == "Declaration" || characteristics[e.name] != "" || e.name == "HasKey" {
		least = 1
	}
	if len(e.children) < least {
		return nil, o.fail(e, "want at least %d elements in it", least)
	}
	switch e.name {
	case "Declaration":
		class := declared[e.children[0].name]
		if class == "" {
			return nil, o.fail(e, "<%s> cannot be declared", e.children[0].name)
		}
		return o.unary(e, class)
	case "SubObjectPropertyOf":
		return o.subproperty(e)
	case "DisjointUnion":
		return o.withList(e, 0, owl("disjointUnionOf"), e.children[1:])
	case "HasKey":
		return o.withList(e, 0, owl("hasKey"), e.children[1:])
	case "ClassAssertion":
		return o.between(e, 1, rdfType, 0)
	case "ObjectPropertyAssertion", "DataPropertyAssertion":
		return o.assertion(e)
	case "NegativeObjectPropertyAssertion", "NegativeDataPropertyAssertion":
		return o.negative(e)
	case "AnnotationAssertion":
		return o.assertion(e)
	}
	if class := characteristics[e.name]; class != "" {
		return o.unary(e, owlNS+class)
	}
	if predicate := binary[e.name]; predicate != "" {
		return o.between(e, 0, mustIRI(predicate), 1)
	}
	return o.several(e)
}

// several returns the triples of an axiom about two or more things of one kind, such as
// equivalent or disjoint classes.
func (o *owlMapper) several(e *element) ([]rdf.Triple, error) {
	nodes, err := o.nodes(e.children)
	if err != nil {
		return nil, err
	}
	if predicate := chained[e.name]; predicate != "" {
		var all []rdf.Triple
		for i := range len(nodes) - 1 {
			t, err := o.triple(e, nodes[i], owl(predicate), nodes[i+1])
			if err != nil {
				return nil, err
			}
			all = append(all, t...)
		}
		return all, nil
	}
	names, is := disjoint[e.name]
	switch {
	case !is:
		return nil, o.fail(e, "genus does not know this axiom")
	case len(nodes) == 2:
		return o.triple(e, nodes[0], owl(names[0]), nodes[1])
	}
	first, err := o.list(nodes)
	if err != nil {
		return nil, err
	}
	node, err := o.blank(nil, pair{owl(names[2]), first})
	if err != nil {
		return nil, err
	}
	return o.triple(e, node, rdfType, owl(names[1]))
}

func (o *owlMapper) unary(e *element, class string) ([]rdf.Triple, error) {
	node, err := o.single(e, 0)
	if err != nil {
		return nil, err
	}
	return o.triple(e, node, rdfType, mustIRI(class))
}

// between returns the triple of two operands.
func (o *owlMapper) between(e *element, subject int, predicate rdf.IRI, object int) ([]rdf.Triple, error) {
	nodes, err := o.nodes(e.children)
	if err != nil {
		return nil, err
	}
	return o.triple(e, nodes[subject], predicate, nodes[object])
}

// withList returns the triple of an operand and a list of others.
func (o *owlMapper) withList(e *element, operand int, predicate rdf.IRI, items []*element) ([]rdf.Triple, error) {
	subject, err := o.single(e, operand)
	if err != nil {
		return nil, err
	}
	nodes, err := o.nodes(items)
	if err != nil {
		return nil, err
	}
	first, err := o.list(nodes)
	if err != nil {
		return nil, err
	}
	return o.triple(e, subject, predicate, first)
}

func (o *owlMapper) subproperty(e *element) ([]rdf.Triple, error) {
	chain := e.children[0]
	if chain.name != "ObjectPropertyChain" {
		return o.between(e, 0, mustIRI(rdfsNS+"subPropertyOf"), 1)
	}
	return o.withList(e, 1, owl("propertyChainAxiom"), chain.children)
}

// assertion returns the triple of a property and two operands; an inverse property exchanges
// them.
func (o *owlMapper) assertion(e *element) ([]rdf.Triple, error) {
	if len(e.children) != 3 {
		return nil, o.fail(e, "want a property, a subject and a value")
	}
	property, from, to := e.children[0], 1, 2
	if property.name == "ObjectInverseOf" && len(property.children) == 1 {
		property, from, to = property.children[0], 2, 1
	}
	iri, err := o.name(property)
	if err != nil {
		return nil, err
	}
	nodes, err := o.nodes(e.children[1:])
	if err != nil {
		return nil, err
	}
	return o.triple(e, nodes[from-1], iri, nodes[to-1])
}

// negative returns the triple of a negative assertion.
func (o *owlMapper) negative(e *element) ([]rdf.Triple, error) {
	nodes, err := o.nodes(e.children)
	if err != nil {
		return nil, err
	}
	if len(nodes) != 3 {
		return nil, o.fail(e, "want a property, a subject and a value")
	}
	target := owl("targetIndividual")
	if e.name == "NegativeDataPropertyAssertion" {
		target = owl("targetValue")
	}
	node, err := o.blank(nil, pair{owl("sourceIndividual"), nodes[1]}, pair{owl("assertionProperty"), nodes[0]},
		pair{target, nodes[2]})
	if err != nil {
		return nil, err
	}
	return o.triple(e, node, rdfType, owl("NegativePropertyAssertion"))
}
