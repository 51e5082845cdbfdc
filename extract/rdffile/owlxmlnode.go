package rdffile

import (
	"encoding/xml"
	"strings"

	"github.com/knakk/rdf"
)

// An owlXML reads an ontology in OWL 2 XML Serialization (https://www.w3.org/TR/owl2-xml-serialization/)
// and emits the triples of the mapping to RDF graphs (https://www.w3.org/TR/owl2-mapping-to-rdf/,
// section 2; the tables there are named below).
type owlXML struct {
	*xmlParser
	sc       scope
	prefixes map[string]string
	base     string // as it stands
	ontology rdf.Subject
}

// absolute returns the IRI of a text. The OWL API, and so Protégé, writes a relative IRI as what
// follows the base, and reads it so: resolving would lose the end of the base.
func (o *owlXML) absolute(text string) (rdf.IRI, error) {
	if hasScheme(text) || text == "" || text[0] == '#' {
		return o.reference(o.sc, text)
	}
	return o.iri(o.base + text)
}

// An element is an element with all that is in it.
type element struct {
	name     string
	attrs    map[string]string
	lang     string
	children []*element
	text     string
	line     int
}

// element reads the element to its end.
func (o *owlXML) element(el xml.StartElement, sc scope) (*element, error) {
	leave, err := o.nest()
	if err != nil {
		return nil, err
	}
	defer leave()
	if sc, err = o.enter(el, sc); err != nil {
		return nil, err
	}
	if el.Name.Space != owlNS {
		return nil, o.errorf("element <%s> is not one of OWL/XML", el.Name.Local)
	}
	e := &element{name: el.Name.Local, attrs: map[string]string{}, lang: sc.lang, line: o.line()}
	for _, a := range el.Attr {
		if a.Name.Space == "" {
			e.attrs[a.Name.Local] = a.Value
		}
	}
	var text strings.Builder
	for {
		tok, err := o.dec.Token()
		if err != nil {
			return nil, o.xmlError(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			child, err := o.element(tok, sc)
			if err != nil {
				return nil, err
			}
			e.children = append(e.children, child)
		case xml.CharData:
			text.Write(tok)
		case xml.EndElement:
			e.text = text.String()
			return e, nil
		}
	}
}

func owl(local string) rdf.IRI { return mustIRI(owlNS + local) }

// fail returns an error in the element.
func (o *owlXML) fail(e *element, format string, args ...any) error {
	return errorAt(e.line, "OWL/XML: <"+e.name+">: "+format, args...)
}

// name returns the IRI in the attributes of the element.
func (o *owlXML) name(e *element) (rdf.IRI, error) {
	if iri, ok := e.attrs["IRI"]; ok {
		return o.absolute(iri)
	}
	if short, ok := e.attrs["abbreviatedIRI"]; ok {
		return o.abbreviated(e, short)
	}
	return rdf.IRI{}, o.fail(e, "it has neither IRI nor abbreviatedIRI")
}

func (o *owlXML) abbreviated(e *element, short string) (rdf.IRI, error) {
	prefix, local, found := strings.Cut(strings.TrimSpace(short), ":")
	namespace, known := o.prefixes[prefix]
	if !found || !known {
		return rdf.IRI{}, o.fail(e, "the prefix of %q is not declared", short)
	}
	return o.absolute(namespace + local)
}

// literalOf returns the literal of the element.
func (o *owlXML) literalOf(e *element) (rdf.Literal, error) {
	if iri := e.attrs["datatypeIRI"]; iri != "" && iri != rdfNS+"PlainLiteral" {
		datatype, err := o.absolute(iri)
		return rdf.NewTypedLiteral(e.text, datatype), err
	}
	return o.literal(scope{lang: e.lang}, e.text), nil
}

// list emits a sequence (Table 1) and returns its first node.
func (o *owlXML) list(items []rdf.Object) (rdf.Object, error) {
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
func (o *owlXML) nodes(list []*element) ([]rdf.Object, error) {
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
func (o *owlXML) blank(class rdf.Object, pairs ...pair) (rdf.Object, error) {
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
func (o *owlXML) node(e *element) (rdf.Object, error) {
	kind := strings.TrimPrefix(strings.TrimPrefix(e.name, "Object"), "Data")
	isData := strings.HasPrefix(e.name, "Data")
	switch e.name {
	case "Class", "Datatype", "ObjectProperty", "DataProperty", "AnnotationProperty", "NamedIndividual":
		return o.name(e)
	case "IRI":
		return o.absolute(strings.TrimSpace(e.text))
	case "AbbreviatedIRI":
		return o.abbreviated(e, e.text)
	case "AnonymousIndividual":
		return o.nodeID(strings.TrimPrefix(e.attrs["nodeID"], "_:"))
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
func (o *owlXML) single(e *element, i int) (rdf.Object, error) {
	if i >= len(e.children) {
		return nil, o.fail(e, "an element is missing in it")
	}
	return o.node(e.children[i])
}

// restriction returns the node of a restriction. The predicate of a cardinality lacks the
// beginning that depends on whether it is qualified.
func (o *owlXML) restriction(e *element, predicate string, isData bool) (rdf.Object, error) {
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
func (o *owlXML) facets(e *element) (rdf.Object, error) {
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
