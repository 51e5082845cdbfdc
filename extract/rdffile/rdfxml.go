package rdffile

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/iri"
)

const (
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
	owlNS  = "http://www.w3.org/2002/07/owl#"
	xsdNS  = "http://www.w3.org/2001/XMLSchema#"
	xmlNS  = "http://www.w3.org/XML/1998/namespace"
)

var (
	rdfType      = mustIRI(rdfNS + "type")
	rdfFirst     = mustIRI(rdfNS + "first")
	rdfRest      = mustIRI(rdfNS + "rest")
	rdfNil       = mustIRI(rdfNS + "nil")
	rdfStatement = mustIRI(rdfNS + "Statement")
	rdfSubject   = mustIRI(rdfNS + "subject")
	rdfPredicate = mustIRI(rdfNS + "predicate")
	rdfObject    = mustIRI(rdfNS + "object")
	rdfXML       = mustIRI(rdfNS + "XMLLiteral")
)

// An xmlParser follows the grammar of RDF 1.1 XML Syntax section 7.2. Its methods have the
// names of the productions.
type xmlParser struct {
	dec        *xml.Decoder
	text       []byte
	entities   *entityTable
	out        *sink
	ids        map[string]int  // line of each rdf:ID, by its IRI
	namespaces map[string]bool // all namespaces that have been declared
	depth      int             // of open elements
	maxDepth   int
}

// A scope holds the values of xml:base and xml:lang, which elements inherit.
type scope struct{ base, lang string }

func (p *xmlParser) children(each func(xml.StartElement) error) error {
	for {
		tok, err := p.dec.Token()
		if err != nil {
			return p.xmlError(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if err := each(tok); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		default:
			if err := p.ignorable(tok); err != nil {
				return err
			}
		}
	}
}

// ignorable returns an error if the token is text other than white space, or an element.
func (p *xmlParser) ignorable(tok xml.Token) error {
	switch tok := tok.(type) {
	case xml.CharData:
		if text := strings.TrimSpace(string(tok)); text != "" {
			return p.errorf("text %q where only elements may be", shorten(text))
		}
	case xml.StartElement:
		return p.errorf("element <%s> after the end of the root element", tok.Name.Local)
	}
	return nil
}

// normalize replaces line feeds and tabs in the attributes of the current element by blanks,
// but not those of character references (XML 1.0 section 3.3.3). encoding/xml does not.
func (p *xmlParser) normalize(el xml.StartElement) {
	if !slices.ContainsFunc(el.Attr, func(a xml.Attr) bool { return strings.ContainsAny(a.Value, "\n\t") }) {
		return
	}
	end := p.dec.InputOffset()
	start := bytes.LastIndexByte(p.text[:end], '<') // an attribute cannot contain <
	dec := xml.NewDecoder(strings.NewReader(lineBreaks.Replace(string(p.text[start:end]))))
	dec.Entity = maps.Clone(p.entities.expanded)
	for name, text := range dec.Entity {
		dec.Entity[name] = lineBreaks.Replace(text)
	}
	if again, err := dec.RawToken(); err == nil {
		for i, a := range again.(xml.StartElement).Attr {
			el.Attr[i].Value = a.Value
		}
	}
}

var lineBreaks = strings.NewReplacer("\n", " ", "\t", " ")

func (p *xmlParser) enter(el xml.StartElement, sc scope) (scope, error) {
	p.normalize(el)
	seen := map[xml.Name]bool{}
	for _, a := range el.Attr {
		if seen[a.Name] { // encoding/xml allows it
			return sc, p.errorf("attribute %s twice in <%s>", a.Name.Local, el.Name.Local)
		}
		seen[a.Name] = true
		switch {
		case a.Name.Space == "xmlns":
			p.namespaces[a.Value] = true
			p.out.stats.prefix(a.Name.Local, a.Value)
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			p.namespaces[a.Value] = true
			p.out.stats.prefix("", a.Value)
		case a.Name.Space == xmlNS && a.Name.Local == "lang":
			sc.lang = a.Value
		case a.Name.Space == xmlNS && a.Name.Local == "base":
			sc.base = iri.Resolve(sc.base, a.Value)
			if i := strings.IndexByte(sc.base, '#'); i >= 0 {
				sc.base = sc.base[:i]
			}
		}
	}
	// encoding/xml returns an undeclared prefix as the namespace.
	if el.Name.Space == "" {
		return sc, p.errorf("element <%s> has no namespace", el.Name.Local)
	}
	if !p.namespaces[el.Name.Space] {
		return sc, p.errorf("undeclared prefix in <%s:%s>", el.Name.Space, el.Name.Local)
	}
	for _, a := range el.Attr {
		if a.Name.Space != "" && a.Name.Space != "xmlns" && !p.namespaces[a.Name.Space] {
			return sc, p.errorf("undeclared prefix in attribute %s:%s", a.Name.Space, a.Name.Local)
		}
	}
	return sc, nil
}

// nest increments the depth. The function that it returns decrements it.
func (p *xmlParser) nest() (func(), error) {
	if p.depth++; p.depth > p.maxDepth {
		return nil, p.errorf("elements nested over %d deep: %w", p.maxDepth, ErrTooLarge)
	}
	return func() { p.depth-- }, nil
}

func (p *xmlParser) iri(s string) (rdf.IRI, error) {
	iri, err := rdf.NewIRI(s)
	if err != nil {
		return iri, p.errorf("malformed IRI <%s>: %w", s, err)
	}
	if !hasScheme(s) { // its namespace is relative
		return iri, p.errorf("IRI <%s> is not absolute", shorten(s))
	}
	return iri, nil
}

func (p *xmlParser) reference(sc scope, ref string) (rdf.IRI, error) {
	return p.iri(iri.Resolve(sc.base, ref))
}

// id returns the IRI of an rdf:ID. A name may be used once per base (section 5.1).
func (p *xmlParser) id(sc scope, name string) (rdf.IRI, error) {
	if !isNCName(name) {
		return rdf.IRI{}, p.errorf("rdf:ID=%q is not an XML name", name)
	}
	iri, err := p.reference(sc, "#"+name)
	if err != nil {
		return iri, err
	}
	if line, used := p.ids[iri.String()]; used {
		return iri, p.errorf("rdf:ID=%q is already used in line %d", name, line)
	}
	p.ids[iri.String()] = p.line()
	return iri, nil
}

func (p *xmlParser) nodeID(name string) (rdf.Blank, error) {
	if !isNCName(name) {
		return rdf.Blank{}, p.errorf("rdf:nodeID=%q is not an XML name", name)
	}
	return p.out.blanks.byLabel(name), nil
}

func (p *xmlParser) emit(s rdf.Subject, pred rdf.IRI, o rdf.Object) error {
	return p.out.emit(rdf.Triple{Subj: s, Pred: pred, Obj: o})
}

func (p *xmlParser) line() int {
	line, _ := p.dec.InputPos()
	return line
}

func (p *xmlParser) errorf(format string, args ...any) error {
	return errorAt(p.line(), "RDF/XML: "+format, args...)
}

func (p *xmlParser) xmlError(err error) error {
	if ctxErr := p.out.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		err = errors.New(syntax.Msg)
		if name, ok := strings.CutPrefix(syntax.Msg, "invalid character entity &"); ok && strings.HasSuffix(name, ";") {
			name = strings.TrimSuffix(name, ";")
			err = cmp.Or(p.entities.refused[name], fmt.Errorf("undefined entity &%s;", name))
		}
		return errorAt(syntax.Line, "XML: %w", err)
	}
	return &Error{Line: p.line(), Err: fmt.Errorf("XML: %w", err)}
}

func rdfName(local string) xml.Name { return xml.Name{Space: rdfNS, Local: local} }

func isNCName(s string) bool { return ncName.MatchString(s) }
