package rdffile

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
)

func readXML(r io.Reader, base string, out *sink, lim limits) error {
	data, err := readDocument(r, lim)
	if err != nil {
		return err
	}
	text, err := decodeXML(data)
	if err != nil {
		return err
	}
	dec := xml.NewDecoder(bytes.NewReader(text))
	// The text has been decoded to UTF-8, so the encoding of the declaration is wrong.
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	entities := &entityTable{raw: map[string]string{}, expanded: map[string]string{}, refused: map[string]error{},
		lim: lim}
	dec.Entity = entities.expanded
	p := &xmlParser{dec: dec, text: text, entities: entities, out: out, ids: map[string]int{},
		namespaces: map[string]bool{xmlNS: true}, maxDepth: lim.depth}
	return p.document(scope{base: base})
}

// document reads productions 7.2.8 and 7.2.9: rdf:RDF or a single node element.
func (p *xmlParser) document(sc scope) error {
	root, err := p.root()
	if err != nil {
		return err
	}
	if root.Name == rdfName("RDF") {
		if sc, err = p.enter(root, sc); err != nil {
			return err
		}
		err = p.children(func(el xml.StartElement) error {
			_, err := p.nodeElement(el, sc)
			return err
		})
	} else {
		_, err = p.nodeElement(root, sc)
	}
	if err != nil {
		return err
	}
	for { // only comments and space may follow
		tok, err := p.dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return p.xmlError(err)
		}
		if err := p.ignorable(tok); err != nil {
			return err
		}
	}
}

func (p *xmlParser) root() (xml.StartElement, error) {
	for {
		start := p.dec.InputOffset()
		tok, err := p.dec.Token()
		if errors.Is(err, io.EOF) {
			return xml.StartElement{}, p.errorf("no XML element: the file is empty")
		}
		if err != nil {
			return xml.StartElement{}, p.xmlError(err)
		}
		if d, ok := tok.(xml.Directive); ok && bytes.HasPrefix(d, []byte("DOCTYPE")) {
			if err := p.doctype(int(start)); err != nil {
				return xml.StartElement{}, err
			}
			continue
		}
		if el, ok := tok.(xml.StartElement); ok {
			if el.Name.Space == owlNS && el.Name.Local == "Ontology" {
				return el, p.errorf("this is OWL/XML, not RDF/XML: convert it (for example with ROBOT or Protégé)")
			}
			if el.Name.Local == "html" || el.Name.Local == "HTML" {
				return el, p.errorf("this is an HTML page, not RDF/XML")
			}
			return el, nil
		}
		if err := p.ignorable(tok); err != nil {
			return xml.StartElement{}, err
		}
	}
}

func (p *xmlParser) doctype(offset int) error {
	dtd := &dtdParser{text: p.text, pos: offset, entities: p.entities}
	if err := dtd.doctype(); err != nil {
		return err
	}
	if dtd.external {
		p.out.stats.warn("external DTD subset is not read")
	}
	return p.entities.expandUsed(p.text, dtd.pos)
}
