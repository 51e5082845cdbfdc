package rdffile

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
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

// document reads OWL/XML, or productions 7.2.8 and 7.2.9: rdf:RDF or a single node element.
func (p *xmlParser) document(sc scope) error {
	root, err := p.root()
	if err != nil {
		return err
	}
	if isOWLXML(root) {
		err = p.readOntology(root, sc)
	} else if root.Name == rdfName("RDF") {
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

var (
	bomUTF8    = []byte{0xef, 0xbb, 0xbf}
	bomUTF16BE = []byte{0xfe, 0xff}
	bomUTF16LE = []byte{0xff, 0xfe}
)

// decodeXML returns the text of an XML document in UTF-8 with line feeds only. Its lines
// are those of the document.
func decodeXML(data []byte) ([]byte, error) {
	text, err := decodeText(data)
	if err != nil {
		return nil, err
	}
	text = lineFeeds(text)
	if !utf8.Valid(text) {
		return nil, errorAt(badUTF8Line(text), "invalid UTF-8 (does the XML declaration name the right encoding?)")
	}
	return text, nil
}

var xmlDecl = regexp.MustCompile(`^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']`)

// decodeText returns the document in UTF-8. The encoding is that of its byte order mark,
// else that of its XML declaration, else UTF-8.
func decodeText(data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, bomUTF8):
		return bytes.Clone(data[len(bomUTF8):]), nil
	case bytes.HasPrefix(data, bomUTF16BE), bytes.HasPrefix(data, bomUTF16LE):
		return decodeAs(data, unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM), "UTF-16")
	}
	m := xmlDecl.FindSubmatch(data[:min(len(data), 1024)])
	if m == nil {
		return bytes.Clone(data), nil
	}
	name := string(m[1])
	switch strings.ToLower(name) {
	case "utf-8", "utf8", "us-ascii":
		return bytes.Clone(data), nil
	}
	// Not x/net/html/charset, which takes ISO-8859-1 for windows-1252.
	enc, err := ianaindex.IANA.Encoding(name)
	if err != nil || enc == nil {
		return nil, errorAt(1, "unknown encoding %q in the XML declaration", name)
	}
	if strings.HasPrefix(strings.ToUpper(name), "UTF-16") {
		return nil, errorAt(1, "the XML declaration says %s but the document has no byte order mark of it", name)
	}
	return decodeAs(data, enc, name)
}

func decodeAs(data []byte, enc encoding.Encoding, name string) ([]byte, error) {
	text, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return nil, &Error{Err: fmt.Errorf("not valid %s: %w", name, err)}
	}
	return text, nil
}
