package rdffile

import (
	"bytes"
	"unicode/utf8"
)

// lineFeeds returns a copy of the text with CRLF and CR as LF (XML 1.0 section 2.11).
func lineFeeds(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return bytes.Clone(text)
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

// badUTF8Line counts the line feeds before the first byte that is not UTF-8.
func badUTF8Line(text []byte) int {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if !utf8.Valid(line) {
			return i
		}
	}
	return 0
}

// skipOpaque returns the length of the comment, CDATA section or processing
// instruction at pos; 0 if there is none.
func skipOpaque(text []byte, pos int) (int, error) {
	rest := text[pos:]
	for _, o := range opaque {
		if !bytes.HasPrefix(rest, []byte(o.open)) {
			continue
		}
		i := bytes.Index(rest[len(o.open):], []byte(o.end))
		if i < 0 {
			return 0, errorAt(lineOf(text, pos), "XML: %s is not closed", o.name)
		}
		return len(o.open) + i + len(o.end), nil
	}
	return 0, nil
}

func lineOf(text []byte, pos int) int { return 1 + bytes.Count(text[:pos], []byte("\n")) }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
