package rdffile

import (
	"bytes"
	"context"
	"fmt"
	"maps"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/iri"
)

// A turtleState is what a piece of a Turtle document must know of the text before it.
type turtleState struct {
	base     string
	prefixes map[string]string // which nobody changes
	piece    int               // the number of the piece, from 0
}

// A turtleCutter finds pieces of whole statements in a Turtle document.
type turtleCutter struct {
	ctx      context.Context
	lim      limits
	base     string
	prefixes map[string]string
	begun    int        // the number of pieces that have begun
	last     turtleText // up to the end of the last statement
}

// prefixBytes is the least size of a piece for each known prefix, which the parser of a piece copies.
const prefixBytes = 64

// cut returns the end of the last statement in the text that surely ends there.
func (c *turtleCutter) cut(text []byte) int {
	c.last = turtleText{text: text, base: c.base, cutOnly: true}
	if err := c.last.scan(c.ctx, c.lim); err != nil {
		return len(text) // who parses it finds the same
	}
	if c.last.end.pos < prefixBytes*len(c.prefixes) {
		return 0
	}
	return c.last.end.pos
}

// next returns the state at the beginning of the piece that was cut last.
func (c *turtleCutter) next() turtleState {
	begin := turtleState{c.base, c.prefixes, c.begun}
	c.begun++
	if declared := c.last.declared[:c.last.end.declared]; len(declared) > 0 {
		c.prefixes = maps.Clone(c.prefixes)
		if c.prefixes == nil {
			c.prefixes = map[string]string{}
		}
		for _, x := range declared {
			c.prefixes[x[0]] = x[1]
		}
	}
	c.base = c.last.end.base
	return begin
}

// A turtleText prepares Turtle text for goRDFlib. That resolves relative IRIs with
// net/url, which encodes characters and keeps the fragment of the base. It ends a comment
// at a line feed only, wants a blank after BASE, and recurses for every bracket until the stack overflows.
// With cutOnly it only finds the ends of statements, and changes nothing.
type turtleText struct {
	text     []byte
	base     string
	cutOnly  bool
	pos      int          // of the next character
	copied   int          // how much of text is in out, 0 before the first change
	out      bytes.Buffer // the changed document
	expects  turtlePart   // of a declaration
	prefix   string       // whose IRI is expected
	declared [][2]string  // prefixes with their IRIs
	open     int          // number of open brackets
	end      struct {     // of the last statement
		pos, declared int
		base          string
	}
}

// A turtlePart is a part of a declaration.
type turtlePart int

const (
	nothing turtlePart = iota
	aBase
	aPrefix
	aNamespace
)

// prepareTurtle returns the document with absolute IRIs in place of relative ones, and with
// line feeds in place of single carriage returns outside of strings. It returns an error if
// too many brackets are open, if the absolute IRIs make the document too large, or that of
// the context.
func prepareTurtle(ctx context.Context, text []byte, base string, lim limits) ([]byte, error) {
	t := &turtleText{text: text, base: base}
	if err := t.scan(ctx, lim); err != nil {
		return nil, err
	}
	if t.copied == 0 {
		return text, nil
	}
	t.replace(0, "")
	return t.out.Bytes(), nil
}

// scan reads the text.
func (t *turtleText) scan(ctx context.Context, lim limits) error {
	text := t.text
	most := lim.slack + lim.factor*len(text)
	for n := 0; t.pos < len(text); n++ {
		if n%contextEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if t.out.Len() > most {
			return errorAt(lineOf(text, t.pos), "relative IRIs expand to over %d bytes: %w", most, ErrTooLarge)
		}
		switch text[t.pos] {
		case '#':
			t.pos += lengthUntil(text[t.pos:], &lineEnds)
		case '"', '\'':
			t.pos += stringLength(text[t.pos:])
			if t.pos < len(text) && text[t.pos] == '@' {
				t.word()
				t.expects = nothing // "x"@base is a language tag
			}
		case '<':
			if bytes.HasPrefix(t.text[t.pos:], []byte("<<")) {
				if err := t.nest(lim, 2); err != nil {
					return err
				}
				continue
			}
			t.iri()
		case '\r':
			if bytes.HasPrefix(text[t.pos:], []byte("\r\n")) {
				t.pos += 2
			} else {
				t.replace(1, "\n")
			}
		case '[', '(', '{':
			if err := t.nest(lim, 1); err != nil {
				return err
			}
		case ']', ')', '}', '>':
			t.unnest()
		case ' ', '\t', '\n', ',', ';':
			t.pos++
		default:
			t.word()
		}
	}
	return nil
}

// nest reads an opening bracket of n characters.
func (t *turtleText) nest(lim limits, n int) error {
	if t.open++; t.open > lim.brackets {
		return errorAt(lineOf(t.text, t.pos), "over %d open brackets: %w", lim.brackets, ErrTooLarge)
	}
	t.pos += n
	return nil
}

// unnest reads a closing bracket.
func (t *turtleText) unnest() {
	t.open = max(t.open-1, 0)
	t.pos++
	if t.text[t.pos-1] == '}' && (t.pos < 2 || t.text[t.pos-2] != '|') { // of a graph, not of an annotation
		t.endStatement()
	}
}

// endStatement notes that a statement ends here, if no bracket is open and a blank shows that the dot
// is not part of a name or number.
func (t *turtleText) endStatement() {
	if t.open == 0 && t.pos < len(t.text) && isSpace(t.text[t.pos]) {
		t.end.pos, t.end.declared, t.end.base = t.pos, len(t.declared), t.base
	}
}

func (t *turtleText) replace(n int, by string) {
	if !t.cutOnly {
		t.out.Write(t.text[t.copied:t.pos])
		t.out.WriteString(by)
	}
	t.pos += n
	t.copied = t.pos
}

// iri reads an IRI in angle brackets and replaces it if it is relative. It leaves a
// malformed one for the parser.
func (t *turtleText) iri() {
	rest, expected := t.text[t.pos:], t.expects
	t.expects = nothing
	end := 1 + lengthUntil(rest[1:], &iriEnds)
	if end == len(rest) || rest[end] != '>' {
		t.pos += end
		return
	}
	if t.cutOnly && expected == nothing {
		t.pos += end + 1
		return
	}
	ref, err := unescape(string(rest[1:end]), "")
	resolved := ref
	if !hasScheme(ref) {
		resolved = iri.Resolve(t.base, ref)
	}
	if expected == aNamespace {
		t.declared = append(t.declared, [2]string{t.prefix, resolved})
	}
	if resolved == ref && expected != aBase {
		t.pos += end + 1
		return
	}
	if _, malformed := rdf.NewIRI(resolved); err != nil || malformed != nil {
		t.pos += end + 1
		return
	}
	if expected == aBase {
		t.base = resolved
	}
	if resolved == ref {
		t.pos += end + 1
		return
	}
	t.replace(end+1, fmt.Sprintf("<%s>", resolved))
}

func (t *turtleText) word() {
	rest := t.text[t.pos:]
	n, escaped := 0, false
	for n < len(rest) && (n == 0 || !wordEnds[rest[n]]) {
		if escaped = rest[n] == '\\'; escaped {
			n++ // the next character is part of the name
		}
		n++
	}
	n = min(n, len(rest))
	word := bytes.TrimLeft(rest[:n], ".")
	isBase, name := false, []byte(nil)
	switch expected := t.expects; {
	case expected == aPrefix && bytes.HasSuffix(word, []byte(":")):
		t.expects, name = aNamespace, word[:len(word)-1]
		t.prefix = string(name)
	case bytes.EqualFold(word, []byte("base")):
		t.expects, isBase = aBase, true
	case string(word) == "@base":
		t.expects = aBase
	case string(word) == "@prefix" || bytes.EqualFold(word, []byte("prefix")):
		t.expects = aPrefix
	default:
		t.expects = nothing
	}
	t.pos += n
	if isBase && n < len(rest) && (rest[n] == '<' || rest[n] == '#') {
		t.replace(0, " ")
	}
	if rest[n-1] == '.' && !escaped {
		t.endStatement()
	}
}

// wordEnds, iriEnds and lineEnds have the characters that end a word, an IRI and a line.
var wordEnds, iriEnds, lineEnds = charSet(" \t\r\n<>\"'#,;()[]{}@"), charSet("<> \t\r\n"), charSet("\r\n")

func charSet(chars string) (set [256]bool) {
	for _, c := range []byte(chars) {
		set[c] = true
	}
	return set
}

func lengthUntil(text []byte, ends *[256]bool) int {
	for i, c := range text {
		if ends[c] {
			return i
		}
	}
	return len(text)
}

// stringLength returns the length of the string with which the text begins, quotes included.
func stringLength(text []byte) int {
	quote := text[:1]
	if len(text) > 2 && text[1] == text[0] && text[2] == text[0] {
		quote = text[:3]
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
