package rdffile

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/term"
)

var encodingDecl = regexp.MustCompile(`\sencoding\s*=\s*["'][^"']*["']`)

func newReader(b []byte) io.Reader { return bytes.NewReader(b) }

// ourTerm prints a term with blank nodes as "_:" and language tags in lower case.
func ourTerm(t rdf.Term) string {
	switch t := t.(type) {
	case rdf.IRI:
		return "<" + t.String() + ">"
	case rdf.Literal:
		if t.Lang() != "" {
			return quoted(t.String()) + "@" + strings.ToLower(t.Lang())
		}
		return quoted(t.String()) + "^^" + t.DataType.String()
	}
	return "_:"
}

// libTerm prints a term of goRDFlib likewise.
func libTerm(t term.Term) string {
	switch t := t.(type) {
	case term.URIRef:
		return "<" + t.Value() + ">"
	case term.Literal:
		if t.Language() != "" {
			return quoted(t.Lexical()) + "@" + t.Language()
		}
		return quoted(t.Lexical()) + "^^" + t.Datatype().Value()
	}
	return "_:"
}

func quoted(s string) string { return `"` + ntEscape.Replace(s) + `"` }
