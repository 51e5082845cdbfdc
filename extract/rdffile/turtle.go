package rdffile

import (
	"bytes"
	"errors"
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

	"github.com/genus-kg/genus/learner/dl"
)

// readTurtle reads Turtle or TriG.
func readTurtle(r io.Reader, base string, format Format, out *sink, lim limits) error {
	cutter := turtleCutter{ctx: out.ctx, base: base, lim: lim}
	in := pieces{r: r, cut: cutter.cut, block: lim.block, most: int(lim.document)}
	in.parser = func(text []byte) func() piece {
		begin := cutter.next()
		return func() piece { return parseTurtle(text, begin, format, out, lim) }
	}
	return in.deliverAll(out)
}

// parseTurtle parses whole statements, up to the first error. It reads the sink, which other goroutines
// use, and changes nothing of it.
func parseTurtle(text []byte, begin turtleState, format Format, out *sink, lim limits) (p piece) {
	s := &turtleStore{MemoryStore: store.NewMemoryStore(), out: out, begin: begin, reifiers: map[string]bool{},
		iris: make(map[string]uint32, len(text)/32), nodes: map[string]uint32{}}
	err := validUTF8(text)
	if err == nil {
		text, err = prepareTurtle(out.ctx, text, begin.base, lim)
	}
	if err == nil {
		p.lines = bytes.Count(text, []byte("\n"))
		err = s.parse(text, format)
	}
	if err != nil {
		p.fail(err)
	}
	p.quoted, p.directed, p.prefixes = s.quoted, s.directed, s.prefixes
	p.triples, p.deliver = len(s.batch.Triples), out.prepare(s.batch)
	return p
}

// parse parses what prepareTurtle has returned.
func (s *turtleStore) parse(text []byte, format Format) (err error) {
	// The parser cannot be stopped, so turtleStore panics with a turtleStop, which is
	// recovered here. A panic of the parser itself is a fault in the input.
	defer func() {
		switch v := recover().(type) {
		case nil:
		case turtleStop:
			err = v.err
		default:
			err = errorAt(0, "%s: the parser failed: %v", format, v)
		}
	}()
	if format == TriG {
		s.filtered = true
		data := graph.NewDataset(graph.WithStore(s))
		s.prefixes = nil // it has declared its own
		err = trig.ParseDataset(data, bytes.NewReader(text), trig.WithBase(s.begin.base))
	} else {
		g := graph.NewGraphFromStore(s, term.NewURIRefUnsafe(s.begin.base))
		err = turtle.Parse(g, bytes.NewReader(text), turtle.WithBase(s.begin.base))
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

// A turtleStore is the store of the parser's graph. It converts each triple of a piece and keeps it. It
// embeds a store, which stays empty, for the methods that the parser does not call.
type turtleStore struct {
	*store.MemoryStore
	out      *sink
	begin    turtleState
	filtered bool // whether the graph of a triple tells if it is read

	batch    Batch
	iris     map[string]uint32 // the indices of IRIs in the batch
	nodes    map[string]uint32 // those of blank nodes, by label
	count    int               // the number of nodes without a label
	reifiers map[string]bool   // the generated labels of quoted triples that are left out
	quoted   int
	directed int // texts whose direction is left out
	prefixes [][2]string
}

// Add implements store.Store.
func (s *turtleStore) Add(t term.Triple, graph term.Term) {
	if len(s.batch.Triples)%contextEvery == 0 {
		s.checkContext()
	}
	if s.filtered {
		iri, _ := graph.(term.URIRef) // the zero value for the default graph, which has a blank node here
		if !s.out.wants(iri.Value()) {
			return
		}
	}
	if quoted, is := t.Object.(term.TripleTerm); is && t.Predicate.Value() == dl.Reifies &&
		dl.IsReified(quoted.Predicate().Value()) {
		statement, value := dl.Reified(quoted.Predicate().Value())
		s.add(quoted.Subject(), term.NewURIRefUnsafe(statement), t.Subject)
		t.Predicate, t.Object = term.NewURIRefUnsafe(value), quoted.Object()
	}
	if s.isAboutStatement(t) {
		s.quoted++
		return
	}
	s.add(t.Subject, t.Predicate, t.Object)
}

func (s *turtleStore) add(subject, property, object term.Term) {
	triple := [3]uint32{s.id(subject), s.id(property), s.id(object)}
	if _, ok := s.batch.Terms[triple[0]].(rdf.Subject); !ok {
		panic(turtleStop{errorAt(0, "Turtle: subject %s is neither an IRI nor a blank node", subject.N3())})
	}
	s.batch.Triples = append(s.batch.Triples, triple)
}

// checkContext stops the parser when the context has ended.
func (s *turtleStore) checkContext() {
	if err := s.out.ctx.Err(); err != nil {
		panic(turtleStop{err})
	}
}

// aboutStatements is the warning about RDF-star and RDF 1.2.
const aboutStatements = "statements about statements (RDF-star) are left out"

// isAboutStatement reports whether the triple says something about a statement that is not read: its object is
// a statement, or one of its nodes stands for one.
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
	s.checkContext()
	s.prefixes = append(s.prefixes, [2]string{prefix, namespace.Value()})
}

// Namespaces implements store.Store. It has the prefixes that the pieces before have declared.
func (s *turtleStore) Namespaces() store.NamespaceIterator {
	return func(yield func(string, term.URIRef) bool) {
		for prefix, namespace := range s.begin.prefixes {
			if !yield(prefix, term.NewURIRefUnsafe(namespace)) {
				return
			}
		}
	}
}

// id returns the index of a term in the batch. A literal gets a new one: to look for it takes longer.
func (s *turtleStore) id(t term.Term) uint32 {
	var known map[string]uint32
	text := ""
	switch t := t.(type) {
	case term.URIRef:
		known, text = s.iris, t.Value()
	case term.BNode:
		known, text = s.nodes, t.Value()
	}
	if id, ok := known[text]; ok {
		return id
	}
	converted, err := s.convert(t)
	if err != nil {
		panic(turtleStop{err})
	}
	id := uint32(len(s.batch.Terms))
	if s.batch.Terms = append(s.batch.Terms, converted); known != nil {
		known[text] = id
	}
	return id
}

func (s *turtleStore) convert(t term.Term) (rdf.Term, error) {
	switch t := t.(type) {
	case term.URIRef:
		return turtleIRI(t)
	case term.BNode:
		if generatedLabel.MatchString(t.Value()) {
			s.count++
			return s.out.blanks.numbered(s.begin.piece, s.count), nil
		}
		return s.out.blanks.byLabel(t.Value()), nil
	case term.Literal:
		if t.Language() != "" {
			if t.Dir() != "" {
				s.directed++
			}
			if lit, ok := langLiteral(t.Lexical(), t.Language()); ok {
				return lit, nil
			}
			return nil, errorAt(0, "Turtle: malformed language of %s", t.N3())
		}
		datatype := s.id(t.Datatype())
		return rdf.NewTypedLiteral(t.Lexical(), s.batch.Terms[datatype].(rdf.IRI)), nil
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
