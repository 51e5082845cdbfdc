package rdffile

import (
	"bytes"
	"unicode/utf8"
)

// lineFeeds returns a copy of the text with LF in place of CRLF and CR (XML 1.0 section
// 2.11).
func lineFeeds(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return bytes.Clone(text)
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

func badUTF8Line(text []byte) int {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if !utf8.Valid(line) {
			return i + 1
		}
	}
	return 0
}

// lineOf returns the line of a position in the text, from 1.
func lineOf(text []byte, pos int) int { return 1 + bytes.Count(text[:pos], []byte("\n")) }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
