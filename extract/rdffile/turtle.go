package rdffile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/store"
	"github.com/tggo/goRDFlib/term"
	"github.com/tggo/goRDFlib/trig"
	"github.com/tggo/goRDFlib/turtle"

	"github.com/genus-kg/genus/internal/iri"
)

// readTurtle reads a document of Turtle or TriG into memory and delivers its triples while it
// parses them.
func readTurtle(r io.Reader, base string, format Format, out *sink, lim limits) (err error) {
	text, err := readDocument(r, lim)
	if err != nil {
		return err
	}
	text = bytes.TrimPrefix(text, bomUTF8)
	if err := validUTF8(text); err != nil {
		return err
	}
	if text, err = prepareTurtle(out.ctx, text, base, lim); err != nil {
		return err
	}
	relay := &turtleStore{MemoryStore: store.NewMemoryStore(), out: out, generated: map[string]rdf.Blank{}, reifiers: map[string]bool{}}
	// The parser cannot be stopped, so turtleStore panics with a turtleStop, which is
	// recovered here. A panic of the parser itself is a fault in the input. A panic of
	// the caller's function goes on.
	defer func() {
		switch v := recover().(type) {
		case nil:
		case turtleStop:
			err = v.err
		default:
			if relay.delivering {
				panic(v)
			}
			err = errorAt(0, "%s: the parser failed: %v", format, v)
		}
	}()
	if format == TriG {
		relay.filtered = true
		data := graph.NewDataset(graph.WithStore(relay))
		clear(out.stats.Prefixes) // it has declared its own
		err = trig.ParseDataset(data, bytes.NewReader(text), trig.WithBase(base))
	} else {
		g := graph.NewGraphFromStore(relay, term.NewURIRefUnsafe(base))
		err = turtle.Parse(g, bytes.NewReader(text), turtle.WithBase(base))
	}
	if err != nil {
		return turtleError(text, format, err)
	}
	return nil
}

var turtleMessage = regexp.MustCompile(`(?s)^(?:turtle|trig) parse error at line (\d+): (.*)$`)

// turtleError returns an error of the parser with its line. text is what it has read.
func turtleError(text []byte, format Format, err error) error {
	m := turtleMessage.FindStringSubmatch(err.Error())
	if m == nil {
		return errorAt(0, "%s: %w", format, err)
	}
	line, _ := strconv.Atoi(m[1]) // digits by the pattern
	for range line - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	if literalStart.Match(text) && strings.Contains(m[2], "prefixed name") {
		return errorAt(line, "%s: a literal cannot be the subject of a statement", format)
	}
	return errorAt(line, "%s: %w", format, errors.New(m[2]))
}

// literalStart matches a line that begins with a literal.
var literalStart = regexp.MustCompile(`^\s*(["']|[+-]?[0-9])`)

// A turtleStop carries an error out of the parser.
type turtleStop struct{ err error }

// A turtleStore is the store of the parser's graph. It converts each triple and delivers
// it. It embeds a store, which stays empty, for the methods that the parser does not call.
type turtleStore struct {
	*store.MemoryStore
	out        *sink
	generated  map[string]rdf.Blank // by the labels that the parser generates
	reifiers   map[string]bool      // the generated labels of quoted triples
	delivering bool                 // whether the caller's function is running
	filtered   bool                 // whether the graph of a triple tells if it is read
}

// Add implements store.Store.
func (s *turtleStore) Add(t term.Triple, graph term.Term) {
	if s.filtered {
		iri, _ := graph.(term.URIRef) // the zero value for the default graph, which has a blank node here
		if !s.out.wants(iri.Value()) {
			return
		}
	}
	if s.isAboutStatement(t) {
		s.out.stats.warn(aboutStatements)
		return
	}
	triple, err := s.convert(t)
	if err == nil {
		s.delivering = true
		err = s.out.emit(triple)
		s.delivering = false
	}
	if err != nil {
		panic(turtleStop{err})
	}
}

// aboutStatements is the warning about RDF-star and RDF 1.2.
const aboutStatements = "statements about statements (RDF-star) are left out"

// isAboutStatement reports whether the triple says something about a statement: its object is a
// statement, or one of its nodes stands for one that is quoted or annotated.
func (s *turtleStore) isAboutStatement(t term.Triple) bool {
	if _, quoted := t.Object.(term.TripleTerm); quoted {
		if node, ok := t.Subject.(term.BNode); ok && generatedLabel.MatchString(node.Value()) {
			s.reifiers[node.Value()] = true
		}
		return true
	}
	for _, end := range []term.Term{t.Subject, t.Object} {
		if node, ok := end.(term.BNode); ok && s.reifiers[node.Value()] {
			return true
		}
	}
	return false
}

// Bind implements store.Store. The parser calls it for each declared prefix. There may be
// millions before the first triple.
func (s *turtleStore) Bind(prefix string, namespace term.URIRef) {
	if err := s.out.ctx.Err(); err != nil {
		panic(turtleStop{err})
	}
	s.out.stats.prefix(prefix, namespace.Value())
}

// Namespaces implements store.Store. It is empty: a file must declare its prefixes.
func (s *turtleStore) Namespaces() store.NamespaceIterator {
	return func(func(string, term.URIRef) bool) {}
}

func (s *turtleStore) convert(t term.Triple) (rdf.Triple, error) {
	var out rdf.Triple
	subj, err := s.object(t.Subject)
	if err != nil {
		return out, err
	}
	pred, err := turtleIRI(t.Predicate)
	if err != nil {
		return out, err
	}
	obj, err := s.object(t.Object)
	if err != nil {
		return out, err
	}
	node, ok := subj.(rdf.Subject)
	if !ok {
		return out, errorAt(0, "Turtle: subject %s is neither an IRI nor a blank node", t.Subject.N3())
	}
	return rdf.Triple{Subj: node, Pred: pred, Obj: obj}, nil
}

func (s *turtleStore) object(t term.Term) (rdf.Object, error) {
	switch t := t.(type) {
	case term.URIRef:
		return turtleIRI(t)
	case term.BNode:
		return s.blank(t.Value()), nil
	case term.Literal:
		if t.Language() != "" {
			if lit, ok := langLiteral(t.Lexical(), t.Language()); ok && t.Dir() == "" {
				return lit, nil
			}
			return nil, errorAt(0, "Turtle: language or direction of %s is not of RDF 1.1", t.N3())
		}
		datatype, err := turtleIRI(t.Datatype())
		return rdf.NewTypedLiteral(t.Lexical(), datatype), err
	}
	return nil, errorAt(0, "Turtle: %s is not a term of RDF 1.1", t.N3())
}

func turtleIRI(t term.URIRef) (rdf.IRI, error) {
	iri, err := rdf.NewIRI(t.Value())
	if err != nil {
		return iri, errorAt(0, "Turtle: malformed IRI <%s>: %w", t.Value(), err)
	}
	return iri, nil
}

// generatedLabel matches a label that the parser generates, a random UUID.
var generatedLabel = regexp.MustCompile(`^N[0-9a-f]{32}$`)

// blank returns the blank node of a label. It numbers the generated labels in the order of
// the file, so that reading the file again gives the same nodes.
func (s *turtleStore) blank(label string) rdf.Blank {
	if !generatedLabel.MatchString(label) {
		return s.out.blanks.byLabel(label)
	}
	b, ok := s.generated[label]
	if !ok {
		b = s.out.blanks.next()
		s.generated[label] = b
	}
	return b
}

// A turtleText prepares a Turtle document for goRDFlib. That resolves relative IRIs with
// net/url, which encodes characters and keeps the fragment of the base. It ends a comment
// at a line feed only, wants a blank after BASE, and recurses for every bracket until the stack overflows.
type turtleText struct {
	text   []byte
	base   string
	pos    int          // of the next character
	copied int          // how much of text is in out, 0 before the first change
	out    bytes.Buffer // the changed document
	isBase bool         // whether the next IRI is a new base
	open   int          // number of open brackets
}

// prepareTurtle returns the document with absolute IRIs in place of relative ones, and with
// line feeds in place of single carriage returns outside of strings. It returns an error if
// too many brackets are open, if the absolute IRIs make the document too large, or that of
// the context.
func prepareTurtle(ctx context.Context, text []byte, base string, lim limits) ([]byte, error) {
	t := &turtleText{text: text, base: base}
	most := lim.slack + lim.factor*len(text)
	for n := 0; t.pos < len(text); n++ {
		if n%contextEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if t.out.Len() > most {
			return nil, errorAt(lineOf(text, t.pos), "relative IRIs expand to over %d bytes: %w", most, ErrTooLarge)
		}
		switch text[t.pos] {
		case '#':
			t.pos += lengthUntil(text[t.pos:], "\r\n")
		case '"', '\'':
			t.pos += stringLength(text[t.pos:])
			if t.pos < len(text) && text[t.pos] == '@' {
				t.word()
				t.isBase = false // "x"@base is a language tag
			}
		case '<':
			if bytes.HasPrefix(t.text[t.pos:], []byte("<<")) {
				if err := t.nest(lim, 2); err != nil {
					return nil, err
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
				return nil, err
			}
		case ']', ')', '}', '>':
			t.open = max(t.open-1, 0)
			t.pos++
		case ' ', '\t', '\n', ',', ';':
			t.pos++
		default:
			t.word()
		}
	}
	if t.copied == 0 {
		return text, nil
	}
	t.replace(0, "")
	return t.out.Bytes(), nil
}

// nest reads an opening bracket of n characters.
func (t *turtleText) nest(lim limits, n int) error {
	if t.open++; t.open > lim.brackets {
		return errorAt(lineOf(t.text, t.pos), "over %d open brackets: %w", lim.brackets, ErrTooLarge)
	}
	t.pos += n
	return nil
}

func (t *turtleText) replace(n int, by string) {
	t.out.Write(t.text[t.copied:t.pos])
	t.out.WriteString(by)
	t.pos += n
	t.copied = t.pos
}

// iri reads an IRI in angle brackets and replaces it if it is relative. It leaves a
// malformed one for the parser.
func (t *turtleText) iri() {
	rest := t.text[t.pos:]
	end := 1 + lengthUntil(rest[1:], "<> \t\r\n")
	if end == len(rest) || rest[end] != '>' {
		t.pos += end
		return
	}
	ref, err := unescape(string(rest[1:end]), "")
	resolved := iri.Resolve(t.base, ref)
	if _, malformed := rdf.NewIRI(resolved); err != nil || malformed != nil {
		t.pos += end + 1
		return
	}
	if t.isBase {
		t.base, t.isBase = resolved, false
	}
	if resolved == ref {
		t.pos += end + 1
		return
	}
	t.replace(end+1, fmt.Sprintf("<%s>", resolved))
}

func (t *turtleText) word() {
	rest := t.text[t.pos:]
	n := 0
	for n < len(rest) && (n == 0 || strings.IndexByte(" \t\r\n<>\"'#,;()[]{}@", rest[n]) < 0) {
		if rest[n] == '\\' {
			n++ // the next character is part of the name
		}
		n++
	}
	n = min(n, len(rest))
	word := bytes.TrimLeft(rest[:n], ".")
	isKeyword := bytes.EqualFold(word, []byte("base"))
	t.isBase = isKeyword || string(word) == "@base"
	t.pos += n
	if isKeyword && n < len(rest) && (rest[n] == '<' || rest[n] == '#') {
		t.replace(0, " ")
	}
}

func lengthUntil(text []byte, chars string) int {
	if i := bytes.IndexAny(text, chars); i >= 0 {
		return i
	}
	return len(text)
}

// stringLength returns the length of the string with which the text begins, quotes included.
func stringLength(text []byte) int {
	quote := text[:1]
	if long := bytes.Repeat(quote, 3); bytes.HasPrefix(text, long) {
		quote = long
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
