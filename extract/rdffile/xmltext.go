package rdffile

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

var (
	bomUTF8    = []byte{0xef, 0xbb, 0xbf}
	bomUTF16BE = []byte{0xfe, 0xff}
	bomUTF16LE = []byte{0xff, 0xfe}
)

// prepareXML turns the bytes of an XML document into text that encoding/xml
// reads: UTF-8, line feeds only, no DOCTYPE, no references to entities but
// the five of XML. A line of the result is the line of the document.
// It returns the reasons of warnings.
func prepareXML(data []byte, lim limits) (text []byte, warnings []string, err error) {
	text, err = decodeText(data)
	if err != nil {
		return nil, nil, err
	}
	text = lineFeeds(text)
	if !utf8.Valid(text) {
		return nil, nil, errorAt(1+badUTF8Line(text), "invalid UTF-8 (does the XML declaration name the right encoding?)")
	}
	start, err := findDoctype(text)
	if err != nil {
		return nil, nil, err
	}
	entities := &entityTable{raw: map[string]string{}, lim: lim}
	if start >= 0 {
		p := &dtdParser{text: text, pos: start, entities: entities}
		if err := p.doctype(); err != nil {
			return nil, nil, err
		}
		if p.external {
			warnings = append(warnings, "external DTD subset is not read")
		}
		blankOut(text[start:p.pos])
	}
	text, err = expandReferences(text, entities, lim)
	return text, warnings, err
}

// xmlDecl finds the encoding of an XML declaration (XML 1.0 section 4.3.3).
var xmlDecl = regexp.MustCompile(`^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']`)

// decodeText decodes the document to UTF-8 by its byte order mark, else by
// its XML declaration, else as UTF-8.
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
	if strings.EqualFold(name, "utf-8") || strings.EqualFold(name, "us-ascii") {
		return bytes.Clone(data), nil
	}
	// ianaindex, not x/net/html/charset: to the latter ISO-8859-1 is windows-1252.
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

// findDoctype returns the offset of the DOCTYPE, or -1. It can only follow the
// XML declaration, comments and processing instructions.
func findDoctype(text []byte) (int, error) {
	for pos := 0; pos < len(text); {
		rest := text[pos:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!DOCTYPE")):
			return pos, nil
		case bytes.HasPrefix(rest, []byte("<!--")), bytes.HasPrefix(rest, []byte("<?")):
			n, err := skipOpaque(text, pos)
			if err != nil {
				return -1, err
			}
			pos += n
		case isSpace(rest[0]):
			pos++
		default:
			return -1, nil
		}
	}
	return -1, nil
}

// opaque are the parts of XML in which & does not start a reference.
var opaque = []struct{ open, end, name string }{
	{"<!--", "-->", "comment"},
	{"<![CDATA[", "]]>", "CDATA section"},
	{"<?", "?>", "processing instruction"},
}

// expandReferences replaces the references to entities of the table.
func expandReferences(text []byte, entities *entityTable, lim limits) ([]byte, error) {
	if len(entities.raw) == 0 && !bytes.ContainsRune(text, '&') {
		return text, nil
	}
	budget := lim.slack + lim.factor*len(text)
	out := make([]byte, 0, len(text)+len(text)/4)
	var at markup
	for pos := 0; pos < len(text); {
		n := 1 // bytes that are kept as they are
		switch c := text[pos]; {
		case c == '<' && !at.inTag:
			opaque, err := skipOpaque(text, pos)
			if err != nil {
				return nil, err
			}
			if opaque == 0 {
				at.inTag = true
			}
			n = max(n, opaque)
		case c == '&':
			name, length, ok := reference(text[pos:])
			if !ok {
				return nil, errorAt(lineOf(text, pos), "XML: & does not start a reference; write &amp;")
			}
			n = length
			if name == "" { // a character reference or one of the five: for encoding/xml
				break
			}
			value, err := entities.expand(name)
			if err != nil {
				return nil, errorAt(lineOf(text, pos), "XML: %w", err)
			}
			if budget -= len(value); budget < 0 {
				return nil, errorAt(lineOf(text, pos), "XML: entities expand to over %d bytes: %w", lim.slack+lim.factor*len(text), ErrTooLarge)
			}
			out = append(out, entityText(value, at.inTag)...)
			pos += n
			continue
		default:
			at.step(c)
		}
		out = append(out, text[pos:pos+n]...)
		pos += n
	}
	return out, nil
}

// markup is the place of a byte in a document: outside of tags, in a tag, or between
// quotes in a tag.
type markup struct {
	inTag bool
	quote byte // that is open; 0: none
}

// step goes over a byte of a tag.
func (m *markup) step(c byte) {
	switch {
	case !m.inTag:
	case m.quote != 0:
		if c == m.quote {
			m.quote = 0
		}
	case c == '"' || c == '\'':
		m.quote = c
	case c == '>':
		m.inTag = false
	}
}

// Within an attribute an entity's quotes are data and its white space is a
// space (XML 1.0 sections 4.4.5 and 3.3.3). In both places its line feeds must
// not count as lines of the document.
var (
	attributeText = strings.NewReplacer(`"`, "&quot;", "'", "&apos;", "\n", " ", "\t", " ")
	contentText   = strings.NewReplacer("\n", "&#10;")
)

func entityText(value string, inTag bool) string {
	if inTag {
		return attributeText.Replace(value)
	}
	return contentText.Replace(value)
}

// blankOut overwrites text with spaces but leaves its line feeds.
func blankOut(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}
