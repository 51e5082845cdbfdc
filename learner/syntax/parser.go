package syntax

import (
	"fmt"
	"strings"
)

// forms are the forms of restrictions that a parser accepts.
type forms uint8

const (
	dlForms         forms = 1 << iota // the quantifier before the role
	manchesterForms                   // the quantifier behind the role
)

// parser is a position in the tokens of a text.
type parser struct {
	in       string
	toks     []token
	i        int // index of the next token, at most that of the last
	depth    int // number of operators and parentheses around the next token
	exactly  int // how many "exactly" are around the next token
	prefixes Prefixes
	forms    forms
}

func (p *parser) peek() token { return p.toks[p.i] }

// next returns the next token and steps over it, but not over the last.
func (p *parser) next() token {
	t := p.toks[p.i]
	if p.i+1 < len(p.toks) {
		p.i++
	}
	return t
}

// kindAt returns the kind of the token that is n behind the next.
func (p *parser) kindAt(n int) kind { return p.toks[min(p.i+n, len(p.toks)-1)].kind }

func (p *parser) accept(k kind) bool {
	if p.peek().kind != k {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(k kind, what string) error {
	if p.accept(k) {
		return nil
	}
	return p.expected(p.peek(), what)
}

func (p *parser) fail(at token, format string, args ...any) error {
	return &Error{Input: p.in, Offset: at.pos, Msg: fmt.Sprintf(format, args...)}
}

// expected returns the error that something else than the token t should be there.
func (p *parser) expected(t token, what string) error {
	switch t.kind {
	case tokBad:
		return p.fail(t, "%s", t.text)
	case tokEnd:
		return p.fail(t, "expected %s but the text ends", what)
	}
	return p.fail(t, "expected %s but found %s", what, quote(p.in[t.pos:t.end]))
}

// enterLevel counts one level of nesting; the caller takes it back.
func (p *parser) enterLevel() error {
	if p.depth++; p.depth > MaxDepth {
		return p.fail(p.peek(), "nested more than %d levels deep", MaxDepth)
	}
	return nil
}

// resolve returns the IRI of a name.
func (p *parser) resolve(t token) (string, error) {
	if t.kind == tokIRI {
		return t.text, nil
	}
	iri, ok := p.prefixes.Expand(t.text)
	if ok {
		return iri, nil
	}
	prefix, _, colon := strings.Cut(t.text, ":")
	if prefix == "" || !colon {
		return "", p.fail(t, "there is no default namespace for %s: declare one or write <IRI>", quote(t.text))
	}
	return "", p.fail(t, "unknown prefix %s in %s: declare it or write <IRI>", quote(prefix), quote(t.text))
}
