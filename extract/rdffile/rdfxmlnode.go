package rdffile

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"
)

// syntaxNames lists the names of RDF that are syntax, or are withdrawn (section 5.1). They
// are neither property attributes nor names of elements, except for Description and li.
var syntaxNames = map[string]bool{
	"RDF": true, "Description": true, "ID": true, "about": true, "parseType": true,
	"resource": true, "nodeID": true, "datatype": true, "li": true,
	"aboutEach": true, "aboutEachPrefix": true, "bagID": true,
}

// attributes holds the attributes of an element, without those of XML.
type attributes struct {
	syntax     map[string]string // those in syntaxNames, by local name
	properties []xml.Attr        // property attributes, including rdf:type
}

// attributes returns the attributes of an element. Of syntaxNames only those in allowed
// may occur.
func (p *xmlParser) attributes(el xml.StartElement, allowed ...string) (attributes, error) {
	out := attributes{syntax: map[string]string{}}
	for _, a := range el.Attr {
		space, local := a.Name.Space, a.Name.Local
		switch {
		case space == "xmlns" || space == xmlNS || (space == "" && local == "xmlns"):
			continue
		case space == "" && (syntaxNames[local] || local == "type"):
			// Section 6.1.4: a few old documents leave the prefix out.
			p.out.stats.warn("attribute " + local + " without the prefix of RDF is read as rdf:" + local)
			space = rdfNS
		case space == "":
			p.out.stats.warn("attribute without a namespace is left out")
			continue
		}
		if space == rdfNS && syntaxNames[local] {
			if slices.Contains(allowed, local) {
				out.syntax[local] = a.Value
				continue
			}
			return out, p.errorf("attribute rdf:%s is not allowed on <%s>", local, el.Name.Local)
		}
		a.Name = xml.Name{Space: space, Local: local}
		out.properties = append(out.properties, a)
	}
	return out, nil
}

// propertyAttributes emits the triples of the property attributes of s (productions
// 7.2.11 and 7.2.21).
func (p *xmlParser) propertyAttributes(s rdf.Subject, attrs []xml.Attr, sc scope) error {
	for _, a := range attrs {
		var o rdf.Object
		var err error
		if a.Name == rdfName("type") {
			o, err = p.reference(sc, a.Value)
		} else {
			o = p.out.literal(a.Value, sc.lang)
		}
		if err != nil {
			return err
		}
		pred, err := p.iri(a.Name.Space + a.Name.Local)
		if err != nil {
			return err
		}
		if err := p.emit(s, pred, o); err != nil {
			return err
		}
	}
	return nil
}

// nodeElement reads production 7.2.11. It returns the node.
func (p *xmlParser) nodeElement(el xml.StartElement, sc scope) (rdf.Subject, error) {
	leave, err := p.nest()
	if err != nil {
		return nil, err
	}
	defer leave()
	if sc, err = p.enter(el, sc); err != nil {
		return nil, err
	}
	if el.Name.Space == rdfNS && syntaxNames[el.Name.Local] && el.Name.Local != "Description" {
		return nil, p.errorf("rdf:%s cannot be a node element", el.Name.Local)
	}
	attrs, err := p.attributes(el, "about", "ID", "nodeID")
	if err != nil {
		return nil, err
	}
	s, err := p.subject(attrs, sc)
	if err != nil {
		return nil, err
	}
	if el.Name != rdfName("Description") {
		class, err := p.iri(el.Name.Space + el.Name.Local)
		if err != nil {
			return nil, err
		}
		if err := p.emit(s, rdfType, class); err != nil {
			return nil, err
		}
	}
	if err := p.propertyAttributes(s, attrs.properties, sc); err != nil {
		return nil, err
	}
	return s, p.propertyElements(s, sc)
}

func (p *xmlParser) subject(attrs attributes, sc scope) (rdf.Subject, error) {
	if len(attrs.syntax) > 1 {
		return nil, p.errorf("only one of rdf:about, rdf:ID and rdf:nodeID can name a node")
	}
	if about, ok := attrs.syntax["about"]; ok {
		return p.reference(sc, about)
	}
	if id, ok := attrs.syntax["ID"]; ok {
		return p.id(sc, id)
	}
	if name, ok := attrs.syntax["nodeID"]; ok {
		return p.nodeID(name)
	}
	return p.out.blanks.next(), nil
}

// propertyElements reads production 7.2.13: the properties of s up to the end of its
// element.
func (p *xmlParser) propertyElements(s rdf.Subject, sc scope) error {
	li := 0
	return p.children(func(el xml.StartElement) error { return p.propertyElement(el, s, sc, &li) })
}

// propertyElement reads production 7.2.14. li counts the rdf:li elements of the node.
func (p *xmlParser) propertyElement(el xml.StartElement, s rdf.Subject, sc scope, li *int) error {
	leave, err := p.nest()
	if err != nil {
		return err
	}
	defer leave()
	if sc, err = p.enter(el, sc); err != nil {
		return err
	}
	local := el.Name.Local
	if el.Name == rdfName("li") {
		*li++
		local = "_" + strconv.Itoa(*li)
	} else if el.Name.Space == rdfNS && syntaxNames[local] {
		return p.errorf("rdf:%s cannot be a property", local)
	}
	pred, err := p.iri(el.Name.Space + local)
	if err != nil {
		return err
	}
	attrs, err := p.attributes(el, "ID", "resource", "nodeID", "datatype", "parseType")
	if err != nil {
		return err
	}
	// state emits the triple with the object, and its reification if there is an rdf:ID.
	state := func(o rdf.Object) error {
		if err := p.emit(s, pred, o); err != nil {
			return err
		}
		id, ok := attrs.syntax["ID"]
		if !ok {
			return nil
		}
		return p.reify(id, rdf.Triple{Subj: s, Pred: pred, Obj: o}, sc)
	}
	if parseType, ok := attrs.syntax["parseType"]; ok {
		if len(attrs.properties) > 0 || attrs.hasOther("parseType", "ID") {
			return p.errorf("rdf:parseType cannot be combined with another attribute")
		}
		return p.parsedProperty(parseType, sc, state)
	}
	_, hasResource := attrs.syntax["resource"]
	_, hasNodeID := attrs.syntax["nodeID"]
	if hasResource || hasNodeID || len(attrs.properties) > 0 {
		return p.emptyProperty(attrs, sc, state)
	}
	return p.contentProperty(attrs, sc, state)
}

func (a attributes) hasOther(names ...string) bool {
	for name := range a.syntax {
		if !slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// reify emits the reification of a triple (section 7.3).
func (p *xmlParser) reify(id string, t rdf.Triple, sc scope) error {
	iri, err := p.id(sc, id)
	if err != nil {
		return err
	}
	for _, st := range []struct {
		pred rdf.IRI
		obj  rdf.Object
	}{
		{rdfType, rdfStatement},
		{rdfSubject, t.Subj.(rdf.Object)}, // an IRI or a blank node
		{rdfPredicate, t.Pred.(rdf.IRI)},  // made in propertyElement
		{rdfObject, t.Obj},
	} {
		if err := p.emit(iri, st.pred, st.obj); err != nil {
			return err
		}
	}
	return nil
}

func (p *xmlParser) emptyProperty(attrs attributes, sc scope, state func(rdf.Object) error) error {
	if attrs.hasOther("ID", "resource") && attrs.hasOther("ID", "nodeID") {
		return p.errorf("rdf:resource, rdf:nodeID and rdf:datatype exclude each other and property attributes exclude " +
			"rdf:datatype")
	}
	var node rdf.Subject
	var err error
	if ref, ok := attrs.syntax["resource"]; ok {
		node, err = p.reference(sc, ref)
	} else if name, ok := attrs.syntax["nodeID"]; ok {
		node, err = p.nodeID(name)
	} else {
		node = p.out.blanks.next()
	}
	if err != nil {
		return err
	}
	if err := state(node.(rdf.Object)); err != nil { // an IRI or a blank node
		return err
	}
	if err := p.propertyAttributes(node, attrs.properties, sc); err != nil {
		return err
	}
	return p.children(func(el xml.StartElement) error {
		return p.errorf("element <%s> in a property whose object is in its attributes", el.Name.Local)
	})
}

// contentProperty reads productions 7.2.15 and 7.2.16: a node element, or text.
func (p *xmlParser) contentProperty(attrs attributes, sc scope, state func(rdf.Object) error) error {
	var text strings.Builder
	var node rdf.Subject
	for {
		tok, err := p.dec.Token()
		if err != nil {
			return p.xmlError(err)
		}
		switch tok := tok.(type) {
		case xml.CharData:
			text.Write(tok)
		case xml.StartElement:
			if node != nil {
				return p.errorf("second element <%s> in a property: only rdf:parseType=\"Collection\" may have several",
					tok.Name.Local)
			}
			if _, typed := attrs.syntax["datatype"]; typed {
				return p.errorf("element <%s> in a property with rdf:datatype", tok.Name.Local)
			}
			if node, err = p.nodeElement(tok, sc); err != nil {
				return err
			}
		case xml.EndElement:
			if node != nil {
				if mixed := strings.TrimSpace(text.String()); mixed != "" {
					return p.errorf("text %q next to an element in a property", shorten(mixed))
				}
				return state(node.(rdf.Object)) // an IRI or a blank node
			}
			if ref, typed := attrs.syntax["datatype"]; typed {
				datatype, err := p.reference(sc, ref)
				if err != nil {
					return err
				}
				return state(rdf.NewTypedLiteral(text.String(), datatype))
			}
			return state(p.out.literal(text.String(), sc.lang))
		}
	}
}

// parsedProperty reads productions 7.2.17 to 7.2.20.
func (p *xmlParser) parsedProperty(parseType string, sc scope, state func(rdf.Object) error) error {
	switch parseType {
	case "Resource":
		node := p.out.blanks.next()
		if err := state(node); err != nil {
			return err
		}
		return p.propertyElements(node, sc)
	case "Collection":
		return p.collection(sc, state)
	}
	if parseType != "Literal" {
		p.out.stats.warn("unknown rdf:parseType is read as Literal")
	}
	content, err := p.innerXML()
	if err != nil {
		return err
	}
	return state(rdf.NewTypedLiteral(content, rdfXML))
}

// collection reads production 7.2.19: a list of node elements.
func (p *xmlParser) collection(sc scope, state func(rdf.Object) error) error {
	var items []rdf.Subject
	err := p.children(func(el xml.StartElement) error {
		item, err := p.nodeElement(el, sc)
		items = append(items, item)
		return err
	})
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return state(rdfNil)
	}
	cell := p.out.blanks.next()
	if err := state(cell); err != nil {
		return err
	}
	for i, item := range items {
		if err := p.emit(cell, rdfFirst, item.(rdf.Object)); err != nil { // an IRI or a blank node
			return err
		}
		if i == len(items)-1 {
			return p.emit(cell, rdfRest, rdfNil)
		}
		next := p.out.blanks.next()
		if err := p.emit(cell, rdfRest, next); err != nil {
			return err
		}
		cell = next
	}
	return nil
}

// innerXML returns the text of the content of the current element, with entities expanded.
// It is not canonical XML: it lacks the namespaces that outer elements declare.
func (p *xmlParser) innerXML() (string, error) {
	start := p.dec.InputOffset()
	for depth := 0; ; {
		end := p.dec.InputOffset()
		tok, err := p.dec.Token()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return "", p.xmlError(err)
		}
		switch tok.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			if depth == 0 {
				return p.entities.expandContent(p.text[start:end]), nil
			}
			depth--
		}
	}
}

var ncName = regexp.MustCompile(`^[\pL_][\pL\pN\pM_.·-]*$`)
