package rdffile

import (
	"encoding/xml"
	"strings"

	"github.com/knakk/rdf"
)

// isOWLXML reports whether the root element is that of OWL/XML.
func isOWLXML(root xml.StartElement) bool {
	return root.Name.Space == owlNS && root.Name.Local == "Ontology"
}

// An owlXML reads an ontology in OWL 2 XML Serialization (https://www.w3.org/TR/owl2-xml-serialization/).
type owlXML struct {
	*xmlParser
	sc   scope
	base string // as it stands
}

// readOntology reads the document with that root element.
func (p *xmlParser) readOntology(root xml.StartElement, sc scope) error {
	sc, err := p.enter(root, sc)
	if err != nil {
		return err
	}
	o := owlXML{xmlParser: p, sc: sc, base: sc.base}
	m := newOWLMapper(p.out, "OWL/XML")
	m.absolute = o.absolute
	attrs := map[string]string{}
	for _, a := range root.Attr {
		if attrs[a.Name.Local] = a.Value; a.Name.Space == xmlNS && a.Name.Local == "base" {
			o.base = a.Value
		}
	}
	if err := m.header(attrs["ontologyIRI"], attrs["versionIRI"]); err != nil {
		return err
	}
	return p.children(func(el xml.StartElement) error {
		e, err := o.element(el, sc)
		if err != nil {
			return err
		}
		return m.axiom(e)
	})
}

// absolute returns the IRI of a text. The OWL API, and so Protégé, writes a relative IRI as what
// follows the base, and reads it so: resolving would lose the end of the base.
func (o *owlXML) absolute(text string) (rdf.IRI, error) {
	if hasScheme(text) || text == "" || text[0] == '#' {
		return o.reference(o.sc, text)
	}
	return o.iri(o.base + text)
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
	if id := strings.TrimPrefix(e.attrs["nodeID"], "_:"); e.name == "AnonymousIndividual" && !isNCName(id) {
		return nil, o.errorf("nodeID=%q is not an XML name", id)
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
