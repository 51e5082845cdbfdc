package syntax

import "fmt"

// cursor is a position in the tokens of a text.
type cursor struct {
	in    string
	toks  []token
	i     int // index of the next token, at most that of the last
	depth int // number of operators and parentheses around the next token
}

func (c *cursor) peek() token { return c.toks[c.i] }

// next returns the next token and steps over it, but not over the last.
func (c *cursor) next() token {
	t := c.toks[c.i]
	if c.i+1 < len(c.toks) {
		c.i++
	}
	return t
}

// kindAt returns the kind of the token that is n behind the next.
func (c *cursor) kindAt(n int) kind { return c.toks[min(c.i+n, len(c.toks)-1)].kind }

func (c *cursor) accept(k kind) bool {
	if c.peek().kind != k {
		return false
	}
	c.next()
	return true
}

func (c *cursor) expect(k kind, what string) error {
	if c.accept(k) {
		return nil
	}
	return c.expected(c.peek(), what)
}

func (c *cursor) fail(at token, format string, args ...any) error {
	return &Error{Input: c.in, Offset: at.pos, Msg: fmt.Sprintf(format, args...)}
}

// expected returns the error that something else than the token t should be there.
func (c *cursor) expected(t token, what string) error {
	switch t.kind {
	case tokBad:
		return c.fail(t, "%s", t.text)
	case tokEnd:
		return c.fail(t, "expected %s but the text ends", what)
	}
	return c.fail(t, "expected %s but found %s", what, quote(c.in[t.pos:t.end]))
}

// enterLevel counts one level of nesting; the caller takes it back.
func (c *cursor) enterLevel() error {
	if c.depth++; c.depth > MaxDepth {
		return c.fail(c.peek(), "nested more than %d levels deep", MaxDepth)
	}
	return nil
}
