package rdffile

import (
	"fmt"
	"strings"

	"github.com/knakk/rdf"
)

// An element is an axiom, an expression or a name, with all that is in it: an element of OWL/XML, whose
// names are those of the functional-style syntax.
type element struct {
	name     string
	attrs    map[string]string
	lang     string
	children []*element
	text     string
	line     int
}

func (o *owlMapper) emit(s rdf.Subject, p rdf.IRI, object rdf.Object) error {
	return o.out.emit(rdf.Triple{Subj: s, Pred: p, Obj: object})
}

func owl(local string) rdf.IRI { return mustIRI(owlNS + local) }

// fail returns an error in the element.
func (o *owlMapper) fail(e *element, format string, args ...any) error {
	return errorAt(e.line, "%s: %s: %w", o.form, e.name, fmt.Errorf(format, args...))
}

// name returns the IRI of the element.
func (o *owlMapper) name(e *element) (rdf.IRI, error) {
	if e.name == "IRI" {
		return o.absolute(strings.TrimSpace(e.text))
	}
	if iri, ok := e.attrs["IRI"]; ok {
		return o.absolute(iri)
	}
	if short, ok := e.attrs["abbreviatedIRI"]; ok {
		return o.abbreviated(e, short)
	}
	return rdf.IRI{}, o.fail(e, "it has neither IRI nor abbreviatedIRI")
}

func (o *owlMapper) abbreviated(e *element, short string) (rdf.IRI, error) {
	prefix, local, found := strings.Cut(strings.TrimSpace(short), ":")
	namespace, known := o.prefixes[prefix]
	if !found || !known {
		return rdf.IRI{}, o.fail(e, "the prefix of %q is not declared", short)
	}
	return o.absolute(namespace + local)
}

// literalOf returns the literal of the element.
func (o *owlMapper) literalOf(e *element) (rdf.Literal, error) {
	if iri := e.attrs["datatypeIRI"]; iri != "" && iri != rdfNS+"PlainLiteral" {
		datatype, err := o.absolute(iri)
		return rdf.NewTypedLiteral(e.text, datatype), err
	}
	return o.out.literal(e.text, e.lang), nil
}

// list emits a sequence (Table 1) and returns its first node.
func (o *owlMapper) list(items []rdf.Object) (rdf.Object, error) {
	var rest rdf.Object = rdfNil
	for i := len(items) - 1; i >= 0; i-- {
		node := o.out.blanks.next()
		if err := o.emit(node, rdfFirst, items[i]); err != nil {
			return nil, err
		}
		if err := o.emit(node, rdfRest, rest); err != nil {
			return nil, err
		}
		rest = node
	}
	return rest, nil
}

// nodes returns the nodes of the elements.
func (o *owlMapper) nodes(list []*element) ([]rdf.Object, error) {
	var all []rdf.Object
	for _, e := range list {
		node, err := o.node(e)
		if err != nil {
			return nil, err
		}
		all = append(all, node)
	}
	return all, nil
}

// A pair is a predicate with its object.
type pair struct {
	property rdf.IRI
	object   rdf.Object
}

// blank emits the triples about a new blank node with the class and returns it.
func (o *owlMapper) blank(class rdf.Object, pairs ...pair) (rdf.Object, error) {
	node := o.out.blanks.next()
	if class != nil {
		if err := o.emit(node, rdfType, class); err != nil {
			return nil, err
		}
	}
	for _, p := range pairs {
		if err := o.emit(node, p.property, p.object); err != nil {
			return nil, err
		}
	}
	return node, nil
}

// Constructors of class expressions and data ranges from a list (Table 1), with their
// predicates; those of data ranges are datatypes.
var listed = map[string]string{
	"ObjectIntersectionOf": "intersectionOf", "ObjectUnionOf": "unionOf", "ObjectOneOf": "oneOf",
	"DataIntersectionOf": "intersectionOf", "DataUnionOf": "unionOf", "DataOneOf": "oneOf",
}

// Restrictions (Table 1) by their names without Object or Data.
var restrictions = map[string]string{
	"SomeValuesFrom": "someValuesFrom", "AllValuesFrom": "allValuesFrom", "HasValue": "hasValue",
	"MinCardinality": "inCardinality", "MaxCardinality": "axCardinality", "ExactCardinality": "ardinality",
}

// node returns the node of an entity, an individual, a literal or an expression, whose triples
// it emits.
func (o *owlMapper) node(e *element) (rdf.Object, error) {
	kind := strings.TrimPrefix(strings.TrimPrefix(e.name, "Object"), "Data")
	isData := strings.HasPrefix(e.name, "Data")
	switch e.name {
	case "IRI", "Class", "Datatype", "ObjectProperty", "DataProperty", "AnnotationProperty", "NamedIndividual":
		return o.name(e)
	case "AbbreviatedIRI":
		return o.abbreviated(e, e.text)
	case "AnonymousIndividual":
		return o.out.blanks.byLabel(strings.TrimPrefix(e.attrs["nodeID"], "_:")), nil
	case "Literal":
		return o.literalOf(e)
	case "ObjectComplementOf", "DataComplementOf":
		property, class := owl("complementOf"), owl("Class")
		if isData {
			property, class = owl("datatypeComplementOf"), mustIRI(rdfsNS+"Datatype")
		}
		of, err := o.single(e, 0)
		if err != nil {
			return nil, err
		}
		return o.blank(class, pair{property, of})
	case "ObjectInverseOf":
		of, err := o.single(e, 0)
		if err != nil {
			return nil, err
		}
		return o.blank(nil, pair{owl("inverseOf"), of})
	case "ObjectHasSelf":
		of, err := o.single(e, 0)
		if err != nil {
			return nil, err
		}
		return o.blank(owl("Restriction"), pair{owl("onProperty"), of},
			pair{owl("hasSelf"), rdf.NewTypedLiteral("true", mustIRI(xsdNS+"boolean"))})
	case "DatatypeRestriction":
		return o.facets(e)
	}
	if predicate := listed[e.name]; predicate != "" {
		items, err := o.nodes(e.children)
		if err != nil {
			return nil, err
		}
		first, err := o.list(items)
		if err != nil {
			return nil, err
		}
		class := owl("Class")
		if isData {
			class = mustIRI(rdfsNS + "Datatype")
		}
		return o.blank(class, pair{owl(predicate), first})
	}
	if predicate := restrictions[kind]; predicate != "" {
		return o.restriction(e, predicate, isData)
	}
	return nil, o.fail(e, "genus does not know this element here")
}

// single returns the node of the child at index i.
func (o *owlMapper) single(e *element, i int) (rdf.Object, error) {
	if i >= len(e.children) {
		return nil, o.fail(e, "an element is missing in it")
	}
	return o.node(e.children[i])
}

// restriction returns the node of a restriction. The predicate of a cardinality lacks the
// beginning that depends on whether it is qualified.
func (o *owlMapper) restriction(e *element, predicate string, isData bool) (rdf.Object, error) {
	property, err := o.single(e, 0)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(predicate, "ardinality") {
		if len(e.children) != 2 {
			return nil, o.fail(e, "want one property and one filler")
		}
		filler, err := o.single(e, 1)
		if err != nil {
			return nil, err
		}
		return o.blank(owl("Restriction"), pair{owl("onProperty"), property}, pair{owl(predicate), filler})
	}
	number := rdf.NewTypedLiteral(e.attrs["cardinality"], mustIRI(xsdNS+"nonNegativeInteger"))
	plain := map[string][2]string{
		"inCardinality": {"minCardinality", "minQualifiedCardinality"},
		"axCardinality": {"maxCardinality", "maxQualifiedCardinality"},
		"ardinality":    {"cardinality", "qualifiedCardinality"},
	}[predicate]
	if len(e.children) == 1 {
		return o.blank(owl("Restriction"), pair{owl("onProperty"), property}, pair{owl(plain[0]), number})
	}
	filler, err := o.single(e, 1)
	if err != nil {
		return nil, err
	}
	on := owl("onClass")
	if isData {
		on = owl("onDataRange")
	}
	return o.blank(owl("Restriction"), pair{owl("onProperty"), property}, pair{owl(plain[1]), number}, pair{on, filler})
}

// facets returns the node of a restricted datatype.
func (o *owlMapper) facets(e *element) (rdf.Object, error) {
	datatype, err := o.single(e, 0)
	if err != nil {
		return nil, err
	}
	var items []rdf.Object
	for _, f := range e.children[1:] {
		facet, err := o.absolute(f.attrs["facet"])
		if err != nil {
			return nil, err
		}
		value, err := o.single(f, 0)
		if err != nil {
			return nil, err
		}
		item, err := o.blank(nil, pair{facet, value})
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	first, err := o.list(items)
	if err != nil {
		return nil, err
	}
	return o.blank(mustIRI(rdfsNS+"Datatype"), pair{owl("onDatatype"), datatype}, pair{owl("withRestrictions"), first})
}
