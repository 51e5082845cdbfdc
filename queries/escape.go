package queries

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/genus-kg/genus/learner/dl"
)

// Errors of the escaping functions.
var (
	// ErrBlankNode says that a query was to speak about a blank node, whose
	// label means nothing outside the answer that it came in.
	ErrBlankNode = errors.New("blank nodes cannot be asked about")

	// ErrBadIRI says that a string is not an absolute IRI that SPARQL can
	// write.
	ErrBadIRI = errors.New("not an absolute IRI")

	// ErrBadLiteral says that a string is not UTF-8 or that a datatype is no
	// IRI, so that no literal can be written.
	ErrBadLiteral = errors.New("not a literal")
)

// escaped is SPARQL text that is safe to put into a query. Its implementations
// are structs of this file and of the translator with an unexported string, so
// that no string becomes one by conversion.
type escaped interface {
	sparql() string
}

// iriText is an IRI with its brackets: <http://example.org/a>.
type iriText struct{ s string }

// literalText is a literal with its quotes and datatype.
type literalText struct{ s string }

// valuesText is the inside of a VALUES block of one variable: terms between
// blanks.
type valuesText struct{ s string }

// patternText is any other text that this package has put together from
// escaped parts; it may be empty.
type patternText struct{ s string }

func (t iriText) sparql() string     { return t.s }
func (t literalText) sparql() string { return t.s }
func (t valuesText) sparql() string  { return t.s }
func (t patternText) sparql() string { return t.s }

// The String methods are what text/template prints.

func (t iriText) String() string     { return t.s }
func (t literalText) String() string { return t.s }
func (t valuesText) String() string  { return t.s }
func (t patternText) String() string { return t.s }

// mayBeEmpty: an empty pattern is nothing; an empty IRI is a defect.
func mayBeEmpty(t any) bool {
	_, ok := t.(patternText)
	return ok
}

// IRI writes an absolute IRI as SPARQL 1.1 does (grammar rule IRIREF, [139]):
// without control characters, blanks and <>"{}|^`\. A blank node label
// (_:b0) gives [ErrBlankNode], anything else [ErrBadIRI].
func IRI(s string) (string, error) {
	t, err := iriOf(s)
	return t.s, err
}

// iriOf is IRI as what may go into a query.
func iriOf(s string) (iriText, error) {
	if err := checkIRI(s); err != nil {
		return iriText{}, err
	}
	return iriText{"<" + s + ">"}, nil
}

// IsIRI reports whether a query may name the IRI: whether [IRI] gives no error.
func IsIRI(s string) bool { return checkIRI(s) == nil }

func checkIRI(s string) error {
	if strings.HasPrefix(s, "_:") {
		return fmt.Errorf("%w: %s", ErrBlankNode, s)
	}
	if !plain(s) {
		if !utf8.ValidString(s) {
			return fmt.Errorf("%w: %q is not UTF-8", ErrBadIRI, s)
		}
		for i, r := range s {
			if r <= ' ' || strings.ContainsRune(notInIRI, r) || (0x7f <= r && r <= 0x9f) {
				return fmt.Errorf("%w: %q has %q at byte %d", ErrBadIRI, s, r, i)
			}
		}
	}
	if !hasScheme(s) {
		return fmt.Errorf("%w: %q does not begin with a scheme such as http: or urn: as it must", ErrBadIRI, s)
	}
	return nil
}

// notInIRI are the visible characters of ASCII that an IRI may not have.
const notInIRI = "<>\"{}|^`\\"

// inIRI are the bytes that may be in an IRI whatever is beside them.
var inIRI = func() (in [256]bool) {
	for c := '!'; c < 0x7f; c++ {
		in[c] = !strings.ContainsRune(notInIRI, c)
	}
	return in
}()

// plain: nothing but ASCII, as most IRIs, and nothing wrong.
func plain(s string) bool {
	for i := range len(s) {
		if !inIRI[s[i]] {
			return false
		}
	}
	return true
}

// hasScheme: a letter, then letters, digits, + - . up to a colon (RFC 3987,
// section 2.2).
func hasScheme(s string) bool {
	for i, r := range s {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		switch {
		case letter:
		case i > 0 && r == ':':
			return true
		case i > 0 && ('0' <= r && r <= '9' || strings.ContainsRune("+-.", r)):
		default:
			return false
		}
	}
	return false
}

// BlankNode reports whether the string is a blank node label: the one kind of
// term that answers may hold and questions may not. Engines that write blank
// nodes as IRIs use the scheme nodeID (Virtuoso).
func BlankNode(s string) bool {
	const scheme = "nodeid:"
	return strings.HasPrefix(s, "_:") || len(s) >= len(scheme) && strings.EqualFold(s[:len(scheme)], scheme)
}

// iriValues is the inside of a VALUES block: the IRIs in the order given.
func iriValues(iris []string) (valuesText, error) {
	parts := make([]string, len(iris))
	for i, iri := range iris {
		t, err := iriOf(iri)
		if err != nil {
			return valuesText{}, err
		}
		parts[i] = t.s
	}
	return valuesText{strings.Join(parts, " ")}, nil
}

// stringEscapes are those of SPARQL 1.1, section 19.8, rule ECHAR. A backslash
// before a u must not look like a codepoint escape (section 19.2), which some
// engines resolve before they read strings, so the u becomes one.
var stringEscapes = strings.NewReplacer(
	`\u`, `\\\u0075`, `\U`, `\\\u0055`,
	`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`, "\x00", `\u0000`)

// stringLiteral writes a plain string. A run of blanks survives because it
// enters the text after the bank has joined its lines.
func stringLiteral(s string) (literalText, error) {
	if !utf8.ValidString(s) {
		return literalText{}, fmt.Errorf("%w: %q is not UTF-8", ErrBadLiteral, s)
	}
	return literalText{`"` + stringEscapes.Replace(s) + `"`}, nil
}

// typedLiteral writes "s"^^<datatype>.
func typedLiteral(s, datatype string) (literalText, error) {
	text, err := stringLiteral(s)
	if err != nil {
		return literalText{}, err
	}
	dt, err := iriOf(datatype)
	if err != nil {
		return literalText{}, fmt.Errorf("%w: datatype: %w", ErrBadLiteral, err)
	}
	return literalText{text.s + "^^" + dt.s}, nil
}

// valueLiteral writes a value: integers, decimals, doubles and booleans in
// SPARQL's short forms (grammar rules [134] and [146] to [148]), all others as
// typed literals.
func valueLiteral(v dl.Value) (literalText, error) {
	switch v.Kind() {
	case dl.Integer, dl.Decimal, dl.Boolean:
		return literalText{v.Lexical()}, nil
	case dl.Double:
		if strings.Contains(v.Lexical(), "E") {
			return literalText{v.Lexical()}, nil
		}
	case 0:
		return literalText{}, fmt.Errorf("%w: no value", ErrBadLiteral)
	}
	return typedLiteral(v.Lexical(), v.Kind().IRI())
}
