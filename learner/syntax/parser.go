package syntax

import (
	"fmt"
	"strings"
)

// forms are the forms of restrictions that a parser accepts.
type forms uint8

const (
	dlForms         forms = 1 << iota // the quantifier before the role
	manchesterForms                   // the quantifier after the role
)

type parser struct {
	cursor
	prefixes Prefixes
	forms    forms
	exactly  int // number of "exactly" around the next token
	labels   *[]Label
}

// cursor is a position in the tokens of a text.
type cursor struct {
	in    string
	toks  []token
	i     int // index of the next token, at most that of the last
	depth int // number of operators and parentheses around the next token
}

func (c *cursor) peek() token { return c.toks[c.i] }

// next returns the next token and moves past it, unless it is the last.
func (c *cursor) next() token {
	t := c.toks[c.i]
	if c.i+1 < len(c.toks) {
		c.i++
	}
	return t
}

// kindAt returns the kind of the nth token after the next.
func (c *cursor) kindAt(n int) kind { return c.toks[min(c.i+n, len(c.toks)-1)].kind }

func (c *cursor) accept(k kind) bool {
	if c.peek().kind != k {
		return false
	}
	c.next()
	return true
}

func (c *cursor) expect(k kind, what string) {
	if !c.accept(k) {
		c.failExpected(c.peek(), what)
	}
}

// fail ends the parser with an error at the token.
func (c *cursor) fail(at token, format string, args ...any) {
	panic(failure{&Error{Input: c.in, Offset: at.pos, Msg: fmt.Sprintf(format, args...)}})
}

func (c *cursor) failExpected(t token, what string) {
	switch t.kind {
	case tokBad:
		c.fail(t, "%s", t.text)
	case tokEnd:
		c.fail(t, "expected %s but the text ends", what)
	}
	c.fail(t, "expected %s but found %s", what, quote(c.in[t.pos:t.end]))
}

// enterLevel adds a level of nesting; the caller subtracts it.
func (c *cursor) enterLevel() {
	if c.depth++; c.depth > MaxDepth {
		c.fail(c.peek(), "nested more than %d levels deep", MaxDepth)
	}
}

// resolve returns the IRI of a name in a place.
func (p *parser) resolve(t token, place Place) string {
	switch {
	case t.isLabel && p.labels == nil:
		p.fail(t, "the label %s is known in a source only: name the source, or write <IRI>", quote(t.text))
	case t.isLabel:
		*p.labels = append(*p.labels, Label{t.text, place, t.pos, t.end})
		return t.text
	case t.kind == tokIRI:
		return t.text
	}
	iri, ok := p.prefixes.Expand(t.text)
	prefix, _, colon := strings.Cut(t.text, ":")
	switch {
	case ok:
	case prefix == "" || !colon:
		p.fail(t, "there is no default namespace for %s: declare one, or write <IRI> or 'label'", quote(t.text))
	default:
		p.fail(t, "unknown prefix %s in %s: declare it or write <IRI>", quote(prefix), quote(t.text))
	}
	return iri
}
