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
	// ErrBlankNode says that a query was to speak about a blank node, whose
	// label means nothing outside the answer that it came in.
	ErrBlankNode = errors.New("blank nodes cannot be asked about")

	// ErrBadIRI says that a string is not an absolute IRI that SPARQL can
	// write.
	ErrBadIRI = errors.New("not an absolute IRI")

	// ErrBadLiteral says that a string is not UTF-8, or a value none, so that no
	// literal can be written.
	ErrBadLiteral = errors.New("not a literal")
)

// IRI writes an absolute IRI as SPARQL 1.1 does (grammar rule IRIREF, [139]):
// without control characters, blanks and <>"{}|^`\. A blank node label
// (_:b0) gives [ErrBlankNode], anything else [ErrBadIRI].
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
	if !scheme.MatchString(s) {
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

// scheme is that of an absolute IRI (RFC 3987, section 2.2).
var scheme = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)

// BlankNode reports whether the string is a blank node label: the one kind of
// term that answers may hold and questions may not. Engines that write blank
// nodes as IRIs use the scheme nodeID (Virtuoso).
func BlankNode(s string) bool {
	const scheme = "nodeid:"
	return strings.HasPrefix(s, "_:") || len(s) >= len(scheme) && strings.EqualFold(s[:len(scheme)], scheme)
}

// escaper writes terms as SPARQL does. It keeps the first error: then what it has
// written is not to be used.
type escaper struct{ err error }

func (e *escaper) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// bracket is IRI.
func (e *escaper) bracket(iri string) string {
	text, err := IRI(iri)
	if err != nil {
		e.fail(err)
	}
	return text
}

// brackets are the IRIs with a separator between them.
func (e *escaper) brackets(iris []string, separator string) string {
	return each(iris, separator, e.bracket)
}

// stringEscapes are those of SPARQL 1.1, section 19.8, rule ECHAR. A backslash
// before a u must not look like a codepoint escape (section 19.2), which some
// engines resolve before they read strings, so the u becomes one.
var stringEscapes = strings.NewReplacer(
	`\u`, `\\\u0075`, `\U`, `\\\u0055`,
	`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`, "\x00", `\u0000`)

// quote writes a plain string. A run of blanks survives because it enters the text
// after the bank has joined its lines.
func (e *escaper) quote(s string) string {
	if !utf8.ValidString(s) {
		e.fail(fmt.Errorf("%w: %q is not UTF-8", ErrBadLiteral, s))
	}
	return `"` + stringEscapes.Replace(s) + `"`
}

// each joins the texts of the parts.
func each[T any](parts []T, separator string, text func(T) string) string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = text(part)
	}
	return strings.Join(texts, separator)
}
