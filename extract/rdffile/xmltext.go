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

// xmlDecl matches an XML declaration with an encoding (XML 1.0 section 4.3.3).
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
