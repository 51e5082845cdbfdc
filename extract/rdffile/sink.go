package rdffile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"
)

type limits struct {
	document int64 // bytes of a decompressed document that is parsed as a whole, or of a statement of Turtle
	block    int   // see pieces
	unpacked int64 // bytes that any packed data may decompress to
	ratio    int64 // bytes per byte of packed data, for larger data
	slack    int   // bytes that entities and relative IRIs may add to any document
	factor   int   // bytes that these may add per byte of the document, besides
	entity   int   // bytes of an expanded entity
	depth    int   // nested XML elements
	brackets int   // open brackets of Turtle
}

var defaultLimits = limits{
	document: 1 << 30,
	unpacked: 32 << 20,
	ratio:    200,
	slack:    16 << 20,
	factor:   32, // "&owl;" to its namespace is a factor of 6
	entity:   1 << 20,
	depth:    2000,
	brackets: 50_000,
}

// readDocument reads r to its end, or to the limit. It joins the pieces at the end, so
// that a document that is refused does not take more memory than the limit.
func readDocument(r io.Reader, lim limits) ([]byte, error) {
	var pieces [][]byte
	size := int64(0)
	for {
		piece, err := io.ReadAll(io.LimitReader(r, pieceBytes))
		if err != nil {
			return nil, &Error{Err: err}
		}
		pieces, size = append(pieces, piece), size+int64(len(piece))
		if size > lim.document {
			return nil, &Error{Err: fmt.Errorf("document of over %d bytes: %w (convert it to N-Triples, which is read in "+
				"pieces)", lim.document, ErrTooLarge)}
		}
		if len(piece) < pieceBytes {
			return bytes.Join(pieces, nil), nil
		}
	}
}

// readText is readDocument for a document in UTF-8, or in UTF-16 with its mark.
func readText(r io.Reader, lim limits) (string, error) {
	data, err := readDocument(r, lim)
	if err != nil {
		return "", err
	}
	if data, err = UTF8(data); err != nil {
		return "", err
	}
	return string(data), validUTF8(data)
}

const pieceBytes = 1 << 20

type sink struct {
	Options
	ctx     context.Context
	prepare func(Batch) (deliver func() error)
	stats   *Stats
	blanks  *blanks
	batch   Batch // of a format that is parsed in one goroutine
}

// A Batch holds triples, whose subject, property and object are indices of terms. A term may be there
// several times.
type Batch struct {
	Terms   []rdf.Term
	Triples [][3]uint32
}

// Triple returns triple i.
func (b *Batch) Triple(i int) rdf.Triple {
	t := b.Triples[i]
	return rdf.Triple{Subj: b.Terms[t[0]].(rdf.Subject), Pred: b.Terms[t[1]].(rdf.IRI), Obj: b.Terms[t[2]].(rdf.Object)}
}

// Add adds a triple.
func (b *Batch) Add(t rdf.Triple) {
	at := uint32(len(b.Terms))
	b.Terms = append(b.Terms, t.Subj, t.Pred, t.Obj)
	b.Triples = append(b.Triples, [3]uint32{at, at + 1, at + 2})
}

// wants reports whether the statements of a graph are read. The IRI is "" for the default graph
// and for a graph without an IRI.
func (s *sink) wants(graph string) bool {
	return len(s.Graphs) == 0 || slices.Contains(s.Graphs, graph)
}

const (
	contextEvery = 256
	batchTriples = 1 << 12
)

// emit adds a triple to the batch.
func (s *sink) emit(t rdf.Triple) error {
	if s.stats.Triples%contextEvery == 0 && s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	s.batch.Add(t)
	if s.stats.Triples++; len(s.batch.Triples) == batchTriples {
		return s.flush()
	}
	return nil
}

// flush delivers the batch.
func (s *sink) flush() error {
	batch := s.batch
	s.batch = Batch{}
	return s.prepare(batch)()
}

// blanks makes the blank nodes of a file. Labels are <scope>n<label> for a label in the
// file, <scope>h<hexadecimal> for one with a colon, <scope>q<hexadecimal> for a statement of RDF-star, and
// <scope>g<number> for a node without a label, with _<piece> after the first piece of the document.
type blanks struct {
	scope string
	count int
}

func newBlanks(base string) *blanks {
	sum := sha256.Sum256([]byte(base))
	return &blanks{scope: "f" + hex.EncodeToString(sum[:6])}
}

func (b *blanks) byLabel(label string) rdf.Blank {
	kind := "n"
	if strings.Contains(label, ":") { // legal in N-Triples, but not in Turtle
		kind, label = "h", hex.EncodeToString([]byte(label))
	}
	blank, _ := rdf.NewBlank(b.scope + kind + label) // fails on an empty label only
	return blank
}

// ofStatement returns the node that stands for a statement, by its text.
func (b *blanks) ofStatement(text string) rdf.Blank {
	sum := sha256.Sum256([]byte(text))
	blank, _ := rdf.NewBlank(b.scope + "q" + hex.EncodeToString(sum[:12]))
	return blank
}

func (b *blanks) next() rdf.Blank {
	b.count++
	return b.numbered(0, b.count)
}

// numbered returns a node without a label by its number in a piece of the document.
func (b *blanks) numbered(piece, n int) rdf.Blank {
	label := b.scope + "g" + strconv.Itoa(n)
	if piece > 0 {
		label += "_" + strconv.Itoa(piece)
	}
	blank, _ := rdf.NewBlank(label)
	return blank
}

var (
	xsdString = mustIRI("http://www.w3.org/2001/XMLSchema#string")
	// RFC 5646, simplified as in SPARQL and N-Triples
	langTag = regexp.MustCompile(`^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$`)
)

// withoutDirection returns a tag without the direction of the text (RDF 1.2), which genus does not use.
func withoutDirection(tag string) (lang string, isDirected bool) {
	for _, direction := range []string{"--ltr", "--rtl"} {
		if lang, isDirected = strings.CutSuffix(tag, direction); isDirected {
			return lang, true
		}
	}
	return tag, false
}

// directions is the warning about directions of texts.
const directions = "directions of texts (--ltr, --rtl) are left out"

func langLiteral(text, tag string) (lit rdf.Literal, ok bool) {
	if !langTag.MatchString(tag) {
		return rdf.Literal{}, false
	}
	if lit, err := rdf.NewLangLiteral(text, tag); err == nil {
		return lit, true
	}
	// NewLangLiteral accepts only one hyphen (not zh-Hans-CN), but the decoder of the
	// same package accepts more.
	line := `<u:s> <u:p> "` + ntEscape.Replace(text) + `"@` + tag + " .\n"
	t, err := rdf.NewTripleDecoder(strings.NewReader(line), rdf.NTriples).Decode()
	if err != nil {
		return rdf.Literal{}, false
	}
	lit, ok = t.Obj.(rdf.Literal)
	return lit, ok
}

// literal returns a string with the language tag, if it is not empty.
func (s *sink) literal(text, lang string) rdf.Literal {
	if lang != "" {
		if lit, ok := langLiteral(text, lang); ok {
			return lit
		}
		s.stats.warn("malformed language tag is left out")
	}
	return rdf.NewTypedLiteral(text, xsdString)
}

var ntEscape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`)

// Stats describes what was read.
type Stats struct {
	// Triples is the number of triples delivered, including duplicates.
	Triples int
	// Bytes and SHA256 (hexadecimal) are the size and the hash of the file as it is
	// stored. They are set if the whole file was read.
	Bytes  int64
	SHA256 string
	// Prefixes maps the namespace prefixes that the file declares to their IRIs. The
	// default namespace has the prefix "". The first declaration of a prefix counts.
	// There are at most mostPrefixes, the first ones.
	Prefixes map[string]string
	// Warnings counts what was ignored, or accepted in spite of a fault, by reason.
	Warnings map[string]int
	// Notes say how a table is read.
	Notes []string
	// Contexts is the number of contexts of JSON-LD that were read from files.
	Contexts int

	packed bool // whether the file is compressed
}

// mostPrefixes bounds Stats.Prefixes. They are for writing names, and every name that is
// written takes time for each.
const mostPrefixes = 10_000

func newStats() Stats {
	return Stats{Prefixes: map[string]string{}, Warnings: map[string]int{}}
}

func (st *Stats) warn(reason string) { st.warnTimes(reason, 1) }

func (st *Stats) warnTimes(reason string, n int) {
	if n > 0 {
		st.Warnings[reason] += n
	}
}

func (st *Stats) note(text string) { st.Notes = append(st.Notes, text) }

func (st *Stats) prefix(prefix, iri string) {
	if _, known := st.Prefixes[prefix]; !known && len(st.Prefixes) < mostPrefixes {
		st.Prefixes[prefix] = iri
	}
}
