package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// fterm is a term of the functional-style syntax: name(args…), or a name, a
// number, or a literal without arguments.
type fterm struct {
	name     string // as written, or the IRI with its angle brackets
	call     bool   // there are parentheses
	args     []fterm
	literal  bool
	lexical  string // of a literal
	datatype string // of a literal, as a name; empty for a string
	tagged   bool   // with a language
	line     int
}

// functionalReader reads terms (OWL 2 Syntax, Section 3.7).
type functionalReader struct {
	text  string
	i     int
	line  int
	depth int
}

func (r *functionalReader) fail(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", r.line, fmt.Sprintf(format, args...))
}

// skip steps over white space and comments.
func (r *functionalReader) skip() {
	for r.i < len(r.text) {
		switch c := r.text[r.i]; {
		case c == '\n':
			r.line++
			r.i++
		case c <= ' ':
			r.i++
		case c == '#':
			if n := strings.IndexByte(r.text[r.i:], '\n'); n >= 0 {
				r.i += n
			} else {
				r.i = len(r.text)
			}
		default:
			return
		}
	}
}

// term reads the next term.
func (r *functionalReader) term() (t fterm, err error) {
	defer func() { r.depth-- }()
	if r.depth++; r.depth > MaxDepth {
		return t, r.fail("nested more than %d levels deep", MaxDepth)
	}
	r.skip()
	t.line = r.line
	switch rest := r.text[r.i:]; {
	case rest == "":
		return t, r.fail("the text ends too early")
	case rest[0] == '"':
		return r.literal()
	case rest[0] == '<':
		n := strings.IndexByte(rest, '>')
		if n < 0 {
			return t, r.fail("an IRI that begins with < must end with >")
		}
		t.name = rest[:n+1]
	default:
		t.name = rest[:span(rest, isFunctionalNameChar)]
		if t.name == "" {
			_, n := utf8.DecodeRuneInString(rest)
			return t, r.fail("unexpected %s", quote(rest[:n]))
		}
	}
	r.i += len(t.name)
	r.skip()
	if !strings.HasPrefix(r.text[r.i:], "(") {
		return t, nil
	}
	r.i++
	t.call = true
	for {
		r.skip()
		if strings.HasPrefix(r.text[r.i:], ")") {
			r.i++
			return t, nil
		}
		arg, err := r.term()
		if err != nil {
			return t, err
		}
		t.args = append(t.args, arg)
	}
}

// isFunctionalNameChar: everything but white space and what has a meaning of its
// own; the = of Prefix(p:=<…>) belongs to the name.
func isFunctionalNameChar(c rune) bool { return c > ' ' && !strings.ContainsRune(`()<>"^#`, c) }

// literal reads "…", "…"@lang or "…"^^datatype.
func (r *functionalReader) literal() (t fterm, err error) {
	t.literal, t.line = true, r.line
	var sb strings.Builder
	for r.i++; ; r.i++ {
		if r.i >= len(r.text) {
			return t, r.fail(`a literal that begins with " must end with "`)
		}
		c := r.text[r.i]
		if c == '"' {
			break
		}
		if c == '\\' && r.i+1 < len(r.text) {
			r.i++
			c = r.text[r.i]
		}
		if c == '\n' {
			r.line++
		}
		sb.WriteByte(c)
	}
	t.lexical = sb.String()
	r.i++
	rest := r.text[r.i:]
	switch {
	case strings.HasPrefix(rest, "@"):
		r.i += span(rest, isFunctionalNameChar)
		t.tagged = true
	case strings.HasPrefix(rest, "^^"):
		r.i += 2
		datatype, err := r.term()
		t.datatype = datatype.name
		return t, err
	}
	return t, nil
}
