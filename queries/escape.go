package queries

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Errors of the escaping functions.
var (
	// ErrBlankNode reports that a query cannot name a blank node: its label has no
	// meaning outside the answer that it is from.
	ErrBlankNode = errors.New("blank nodes cannot be asked about")

	// ErrBadIRI reports that a string is not an absolute IRI that SPARQL can
	// write.
	ErrBadIRI = errors.New("not an absolute IRI")

	// ErrBadLiteral reports that a string is not UTF-8, so that no literal has it.
	ErrBadLiteral = errors.New("not a literal")
)

// IRI returns the text of an absolute IRI in SPARQL 1.1 (grammar rule IRIREF, [139]),
// which has no control characters, spaces and <>"{}|^`\. For a blank node label
// (_:b0) the error is [ErrBlankNode], otherwise [ErrBadIRI].
func IRI(s string) (string, error) {
	if err := checkIRI(s); err != nil {
		return "", err
	}
	return "<" + s + ">", nil
}

// IsIRI reports whether a query may name the IRI: whether [IRI] gives no error.
func IsIRI(s string) bool { return checkIRI(s) == nil }

func checkIRI(s string) error {
	if strings.HasPrefix(s, "_:") {
		return fmt.Errorf("%w: %s", ErrBlankNode, s)
	}
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !utf8.ValidString(s):
			return fmt.Errorf("%w: %q is not UTF-8", ErrBadIRI, s)
		case r < utf8.RuneSelf && !inIRI[r] || utf8.RuneSelf <= r && r <= 0x9f:
			return fmt.Errorf("%w: %q has %q at byte %d", ErrBadIRI, s, r, i)
		}
	}
	if !scheme.MatchString(s) {
		return fmt.Errorf("%w: %q does not begin with a scheme such as http: or urn: as it must", ErrBadIRI, s)
	}
	return nil
}

// inIRI are the ASCII characters that an IRI can have.
var inIRI = func() (in [utf8.RuneSelf]bool) {
	for c := '!'; c < 0x7f; c++ {
		in[c] = !strings.ContainsRune("<>\"{}|^`\\", c)
	}
	return in
}()

// scheme matches the scheme of an absolute IRI (RFC 3987, section 2.2).
var scheme = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)

// BlankNode reports whether the string is a blank node label, which answers may have but
// queries may not. Virtuoso writes blank nodes as IRIs with the scheme nodeID.
func BlankNode(s string) bool {
	const scheme = "nodeid:"
	return strings.HasPrefix(s, "_:") || len(s) >= len(scheme) && strings.EqualFold(s[:len(scheme)], scheme)
}

// escaper writes terms in SPARQL. It keeps the first error; after an error its texts must
// not be used.
type escaper struct{ err error }

func (e *escaper) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// bracket is the function [IRI], but keeps the error.
func (e *escaper) bracket(iri string) string {
	text, err := IRI(iri)
	if err != nil {
		e.fail(err)
	}
	return text
}

func (e *escaper) brackets(iris []string, separator string) string {
	return joinTexts(iris, separator, e.bracket)
}

// stringEscapes are the escapes of SPARQL 1.1, section 19.8, rule ECHAR. A backslash
// before a u must not look like a codepoint escape (section 19.2), which some engines
// resolve before they read strings. So the u becomes a codepoint escape.
var stringEscapes = strings.NewReplacer(
	`\u`, `\\\u0075`, `\U`, `\\\u0055`,
	`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`, "\x00", `\u0000`)

// quote returns the literal of a string. Several spaces in it survive, because the bank
// joins its lines before the data are filled in.
func (e *escaper) quote(s string) string {
	if !utf8.ValidString(s) {
		e.fail(fmt.Errorf("%w: %q is not UTF-8", ErrBadLiteral, s))
	}
	return `"` + stringEscapes.Replace(s) + `"`
}

func joinTexts[T any](parts []T, separator string, text func(T) string) string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = text(part)
	}
	return strings.Join(texts, separator)
}
