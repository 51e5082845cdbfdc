package rdffile

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/knakk/rdf"
)

// A turtleText prepares a Turtle document for goRDFlib. That resolves relative IRIs with
// net/url, which encodes characters and keeps the fragment of the base. It ends a comment
// at a line feed only, wants a blank after BASE, and recurses for every bracket until the stack overflows.
type turtleText struct {
	text   []byte
	base   string
	pos    int          // of the next character
	copied int          // how much of text is in out, 0 before the first change
	out    bytes.Buffer // the changed document
	isBase bool         // whether the next IRI is a new base
	open   int          // number of open brackets
}

// prepareTurtle returns the document with absolute IRIs in place of relative ones, and with
// line feeds in place of single carriage returns outside of strings. It returns an error if
// too many brackets are open, if the absolute IRIs make the document too large, or that of
// the context.
func prepareTurtle(ctx context.Context, text []byte, base string, lim limits) ([]byte, error) {
	t := &turtleText{text: text, base: base}
	most := lim.slack + lim.factor*len(text)
	for n := 0; t.pos < len(text); n++ {
		if n%contextEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if t.out.Len() > most {
			return nil, errorAt(lineOf(text, t.pos), "relative IRIs expand to over %d bytes: %w", most, ErrTooLarge)
		}
		switch text[t.pos] {
		case '#':
			t.pos += lengthUntil(text[t.pos:], "\r\n")
		case '"', '\'':
			t.pos += stringLength(text[t.pos:])
			if t.pos < len(text) && text[t.pos] == '@' {
				t.word()
				t.isBase = false // "x"@base is a language tag
			}
		case '<':
			t.iri()
		case '\r':
			if bytes.HasPrefix(text[t.pos:], []byte("\r\n")) {
				t.pos += 2
			} else {
				t.replace(1, "\n")
			}
		case '[', '(':
			if t.open++; t.open > lim.brackets {
				return nil, errorAt(lineOf(text, t.pos), "over %d open brackets: %w", lim.brackets, ErrTooLarge)
			}
			t.pos++
		case ']', ')':
			t.open = max(t.open-1, 0)
			t.pos++
		case ' ', '\t', '\n', ',', ';':
			t.pos++
		default:
			t.word()
		}
	}
	if t.copied == 0 {
		return text, nil
	}
	t.replace(0, "")
	return t.out.Bytes(), nil
}

func (t *turtleText) replace(n int, by string) {
	t.out.Write(t.text[t.copied:t.pos])
	t.out.WriteString(by)
	t.pos += n
	t.copied = t.pos
}

// iri reads an IRI in angle brackets and replaces it if it is relative. It leaves a
// malformed one for the parser.
func (t *turtleText) iri() {
	rest := t.text[t.pos:]
	end := 1 + lengthUntil(rest[1:], "<> \t\r\n")
	if end == len(rest) || rest[end] != '>' {
		t.pos += end
		return
	}
	ref, err := unescape(string(rest[1:end]), "")
	iri := resolveIRI(t.base, ref)
	if _, malformed := rdf.NewIRI(iri); err != nil || malformed != nil {
		t.pos += end + 1
		return
	}
	if t.isBase {
		t.base, t.isBase = iri, false
	}
	if iri == ref {
		t.pos += end + 1
		return
	}
	t.replace(end+1, fmt.Sprintf("<%s>", iri))
}

func (t *turtleText) word() {
	rest := t.text[t.pos:]
	n := 0
	for n < len(rest) && (n == 0 || strings.IndexByte(" \t\r\n<\"'#,;()[]@", rest[n]) < 0) {
		if rest[n] == '\\' {
			n++ // the next character is part of the name
		}
		n++
	}
	n = min(n, len(rest))
	word := bytes.TrimLeft(rest[:n], ".")
	isKeyword := bytes.EqualFold(word, []byte("base"))
	t.isBase = isKeyword || string(word) == "@base"
	t.pos += n
	if isKeyword && n < len(rest) && (rest[n] == '<' || rest[n] == '#') {
		t.replace(0, " ")
	}
}

func lengthUntil(text []byte, chars string) int {
	if i := bytes.IndexAny(text, chars); i >= 0 {
		return i
	}
	return len(text)
}

// stringLength returns the length of the string with which the text begins, quotes included.
func stringLength(text []byte) int {
	quote := text[:1]
	if long := bytes.Repeat(quote, 3); bytes.HasPrefix(text, long) {
		quote = long
	}
	for i := len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case bytes.HasPrefix(text[i:], quote):
			return i + len(quote)
		}
	}
	return len(text)
}
