package graph

import (
	"errors"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// UnusableLiteral returns the reason why a literal is not a value of a feature, or an
// empty string if it is one.
func (v Vocabulary) UnusableLiteral(lexical, datatype string) string {
	value, err := dl.ParseLiteral(lexical, datatype)
	switch {
	case err == nil && value.Kind() == dl.String && !v.Strings:
		return Unordered
	case err == nil:
		return ""
	case errors.Is(err, dl.ErrUnordered):
		return Unordered
	case errors.Is(err, dl.ErrTooLong):
		return TooLong
	}
	return Malformed
}

// Example returns the literal as a note shows it if it is malformed, in at most 40 characters, otherwise
// an empty string.
func Example(reason, lexical string) string {
	if reason != Malformed {
		return ""
	}
	text := []rune(strings.ToValidUTF8(lexical, "\uFFFD"))
	if len(text) > 40 {
		return string(text[:39]) + "…"
	}
	return string(text)
}

// object returns the row for a statement with the object; nil is a malformed object.
func (v Vocabulary) object(property string, t rdf.Term) Row {
	switch t := t.(type) {
	case rdf.Literal:
		lexical, datatype := t.String(), t.DataType.String()
		if reason := v.UnusableLiteral(lexical, datatype); reason != "" {
			return Row{Property: property, Value: Example(reason, lexical), Datatype: datatype, Lang: reason, N: 1}
		}
		return Row{Property: property, Value: lexical, Datatype: datatype}
	case rdf.IRI:
		switch iri := t.String(); {
		case queries.BlankNode(iri):
			return Row{Property: property, Value: Blank, N: 1}
		case queries.IsIRI(iri):
			return Row{Property: property, Value: iri}
		}
	case rdf.Blank:
		return Row{Property: property, Value: Blank, N: 1}
	}
	return Row{Property: property, Value: Invalid, N: 1}
}

// isUsable reports whether the term is an IRI that can be asked about.
func isUsable(t rdf.Term) bool {
	return t != nil && t.Type() == rdf.TermIRI && !isBlank(t) && queries.IsIRI(t.String())
}

// isBlank reports whether the term is a blank node, under whatever name.
func isBlank(t rdf.Term) bool {
	return t != nil && (t.Type() == rdf.TermBlank || t.Type() == rdf.TermIRI && queries.BlankNode(t.String()))
}
