package rdffile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// lineBytes is the length of the longest piece of lines.
const lineBytes = 64 << 20

// readLines reads N-Triples or N-Quads.
func readLines(r io.Reader, format Format, out *sink, lim limits) error {
	in := pieces{r: r, cut: lastLineEnd, block: lim.block, most: lineBytes, skips: out.SkipBad}
	in.parser = func(text []byte) func() piece {
		return func() piece { return parseLines(string(text), format, out) }
	}
	return in.deliverAll(out)
}

// lastLineEnd returns the place after the last line that ends in the text: 0 if none does. A CR at
// the end may be half of a CRLF.
func lastLineEnd(text []byte) int {
	if len(text) > 0 && text[len(text)-1] == '\r' {
		text = text[:len(text)-1]
	}
	return bytes.LastIndexAny(text, "\r\n") + 1
}

// parseLines parses whole lines, up to the first error unless bad lines are skipped. It reads the
// sink, which other goroutines use, and changes nothing of it.
func parseLines(text string, format Format, out *sink) (p piece) {
	l := ntLine{format: format, blanks: out.blanks, ids: make(map[string]uint32, len(text)/128)}
	isUTF8, ends := utf8.ValidString(text), "\n"
	if strings.Contains(text, "\r") {
		ends = "\r\n"
	}
	for text != "" {
		line := text
		if end := strings.IndexAny(text, ends); end < 0 {
			text = ""
		} else {
			line, text = text[:end], strings.TrimPrefix(text[end:], "\r")
			text = strings.TrimPrefix(text, "\n")
		}
		p.lines++
		l.rest, l.graph, l.reified = line, "", l.reified[:0]
		if versionLine.MatchString(line) {
			continue
		}
		t, ok, err := l.triple()
		if !isUTF8 && !utf8.ValidString(line) {
			ok, err = false, errors.New("invalid UTF-8 (is it Latin-1 or Windows-1252? Save it as UTF-8)")
		}
		switch {
		case errors.Is(err, errQuoted):
			p.quoted++
		case err != nil:
			p.fail(errorAt(p.lines, "%s: %w", format, err))
			if !out.SkipBad {
				text = ""
			}
		case ok && (format == NTriples || out.wants(l.graph)):
			l.batch.Triples = append(append(l.batch.Triples, l.reified...), t)
		}
	}
	p.triples, p.directed, p.deliver = len(l.batch.Triples), l.directed, out.prepare(l.batch)
	return p
}

// versionLine matches a line that says the version of RDF (RDF 1.2 N-Triples section 2.6).
var versionLine = regexp.MustCompile(`^[ \t]*VERSION[ \t]*("[^"\\\n\r]*"|'[^'\\\n\r]*')[ \t]*(#.*)?$`)

// lineFeeds returns a copy of the text with LF in place of CRLF and CR (XML 1.0 section
// 2.11).
func lineFeeds(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return bytes.Clone(text)
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

func badUTF8Line(text []byte) int {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if !utf8.Valid(line) {
			return i + 1
		}
	}
	return 0
}

func lineOf(text []byte, pos int) int { return 1 + bytes.Count(text[:pos], []byte("\n")) }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// An ntLine parses lines by the grammar of RDF 1.1 N-Triples section 7, or that of N-Quads section 4.
type ntLine struct {
	rest     string // the text of the line that is not yet parsed
	format   Format
	blanks   *blanks
	graph    string // the IRI of the graph, if the line names one
	batch    Batch
	ids      map[string]uint32 // the indices of terms by their text
	directed int               // texts whose direction is left out
	reified  [][3]uint32       // what a reifier in the line stands for (dl.Reified)
}

// triple returns the triple of the line. ok is false if the line is blank or a comment.
func (p *ntLine) triple() (t [3]uint32, ok bool, err error) {
	p.space()
	if p.rest == "" || p.rest[0] == '#' {
		return t, false, nil
	}
	if t[0], err = p.node(); err != nil {
		return t, false, fmt.Errorf("subject: %w", err)
	}
	p.space()
	if t[1], err = p.iri(); err != nil {
		return t, false, fmt.Errorf("predicate: %w", err)
	}
	p.space()
	if strings.HasPrefix(p.rest, "<<(") && p.batch.Terms[t[1]].String() == dl.Reifies {
		var quoted [3]uint32
		if quoted, err = p.quoted("<<(", ")>>"); err == nil {
			t = p.reify(t[0], quoted)
		}
	} else {
		t[2], err = p.object(p.node)
	}
	if err != nil {
		return t, false, fmt.Errorf("object: %w", err)
	}
	p.space()
	if strings.HasPrefix(p.rest, "<") || strings.HasPrefix(p.rest, "_:") {
		if p.format != NQuads {
			return t, false, errors.New("a fourth term: this is N-Quads, not N-Triples: name the file .nq")
		}
		graph, err := p.subject()
		if err != nil {
			return t, false, fmt.Errorf("graph: %w", err)
		}
		if iri, ok := p.batch.Terms[graph].(rdf.IRI); ok {
			p.graph = iri.String()
		}
		p.space()
	}
	if !p.skip(".") {
		return t, false, fmt.Errorf("want . after the statement, found %s", p.describeNext())
	}
	p.space()
	if p.rest != "" && p.rest[0] != '#' {
		return t, false, fmt.Errorf("want the end of the line after ., found %s", p.describeNext())
	}
	return t, true, nil
}

func (p *ntLine) space() {
	for p.rest != "" && (p.rest[0] == ' ' || p.rest[0] == '\t') {
		p.rest = p.rest[1:]
	}
}

func (p *ntLine) skip(s string) bool {
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest = rest
	return ok
}

func (p *ntLine) describeNext() string {
	if p.rest == "" {
		return "the end of the line"
	}
	return strconv.Quote(shorten(p.rest))
}

// term reads the next n bytes, a term that parse is called for if it is new.
func (p *ntLine) term(n int, parse func(text string) (rdf.Term, error)) (uint32, error) {
	text := p.rest[:n]
	id, known := p.ids[text]
	if !known {
		t, err := parse(text)
		if err != nil {
			return 0, err
		}
		id = p.number(text, t)
	}
	p.rest = p.rest[n:]
	return id, nil
}

// errQuoted: the line is about a quoted triple, which quotedLine matches to the end of the line.
var (
	errQuoted  = errors.New("a quoted triple")
	quotedLine = regexp.MustCompile(`^<<.*>>.*\.\s*(#.*)?$`)
	errNoTerm  = errors.New("no term")
)

// object parses a literal, or another term.
func (p *ntLine) object(node func() (uint32, error)) (uint32, error) {
	if strings.HasPrefix(p.rest, `"`) {
		return p.literal()
	}
	o, err := node()
	if errors.Is(err, errNoTerm) {
		err = fmt.Errorf("want <IRI>, _:label or a literal, found %s", p.describeNext())
	}
	return o, err
}

// node parses an IRI, a blank node or, as RDF-star writes it, << s p o >>: that is the reifier of a statement, the
// same one wherever the file has it.
func (p *ntLine) node() (uint32, error) {
	if !strings.HasPrefix(p.rest, "<<") || strings.HasPrefix(p.rest, "<<(") {
		return p.subject()
	}
	t, err := p.quoted("<<", ">>")
	if err != nil {
		return 0, err
	}
	var texts []string
	for _, id := range t {
		texts = append(texts, p.batch.Terms[id].Serialize(rdf.NTriples))
	}
	reifier := p.blanks.ofStatement(strings.Join(texts, " "))
	r := p.number(reifier.Serialize(rdf.NTriples), reifier)
	p.reified = append(p.reified, p.reify(r, t))
	return r, nil
}

// quoted parses a triple between the signs.
func (p *ntLine) quoted(begin, end string) (t [3]uint32, err error) {
	p.skip(begin)
	for i, parse := range []func() (uint32, error){p.subject, p.iri,
		func() (uint32, error) { return p.object(p.subject) }} {
		p.space()
		if t[i], err = parse(); err != nil {
			return t, err
		}
	}
	p.space()
	switch {
	case !p.skip(end):
		return t, fmt.Errorf("want %s, found %s", end, p.describeNext())
	case !dl.IsReified(p.batch.Terms[t[1]].String()):
		return t, errQuoted
	}
	return t, nil
}

// reify notes the triple that leads to the reifier of a statement, and returns that from it to the value.
func (p *ntLine) reify(reifier uint32, t [3]uint32) [3]uint32 {
	iri := func(text string) uint32 {
		property, _ := rdf.NewIRI(text) // the rest of it is an IRI
		return p.number("<"+text+">", property)
	}
	statement, value := dl.Reified(p.batch.Terms[t[1]].String())
	p.reified = append(p.reified, [3]uint32{t[0], iri(statement), reifier})
	return [3]uint32{reifier, iri(value), t[2]}
}

// number returns the number of a term by its text.
func (p *ntLine) number(text string, t rdf.Term) uint32 {
	id, known := p.ids[text]
	if !known {
		id = uint32(len(p.batch.Terms))
		p.ids[text], p.batch.Terms = id, append(p.batch.Terms, t)
	}
	return id
}

// subject parses an IRI or a blank node.
func (p *ntLine) subject() (uint32, error) {
	switch {
	case strings.HasPrefix(p.rest, "<<") && quotedLine.MatchString(p.rest):
		return 0, errQuoted
	case strings.HasPrefix(p.rest, "<"):
		return p.iri()
	case strings.HasPrefix(p.rest, "_:"):
		m := blankLabel.FindStringSubmatch(p.rest)
		if m == nil {
			return 0, fmt.Errorf("malformed blank node label %s", p.describeNext())
		}
		return p.term(len(m[0]), func(string) (rdf.Term, error) { return p.blanks.byLabel(m[1]), nil })
	}
	return 0, fmt.Errorf("%w: want <IRI> or _:label, found %s", errNoTerm, p.describeNext())
}

// blankLabel matches BLANK_NODE_LABEL. A final dot is not part of it.
var blankLabel = regexp.MustCompile(`^_:([\pL\pN_:](?:[\pL\pN\pM_:.·-]*[\pL\pN\pM_:·-])?)`)

func (p *ntLine) iri() (uint32, error) {
	if !strings.HasPrefix(p.rest, "<") {
		return 0, fmt.Errorf("want <IRI>, found %s", p.describeNext())
	}
	i := strings.IndexByte(p.rest, '>')
	if i < 0 {
		return 0, errors.New("IRI without >")
	}
	return p.term(i+1, parseIRI)
}

// parseIRI returns the IRI of a text in angle brackets.
func parseIRI(text string) (rdf.Term, error) {
	text, err := unescape(text[1:len(text)-1], "")
	if err != nil {
		return nil, err
	}
	if !hasScheme(text) {
		return nil, fmt.Errorf("IRI <%s> is not absolute", shorten(text))
	}
	iri, err := rdf.NewIRI(text)
	if err != nil {
		return nil, fmt.Errorf("malformed IRI <%s>: %w", shorten(text), err)
	}
	return iri, nil
}

func hasScheme(iri string) bool {
	for i := range len(iri) {
		c := iri[i]
		switch {
		case c == ':':
			return i > 0
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return false
}

var langAtStart = regexp.MustCompile(`^@([A-Za-z]+(?:-[A-Za-z0-9]+)*(?:--(?:ltr|rtl))?)`)

func (p *ntLine) literal() (uint32, error) {
	end := 1
	for end < len(p.rest) && p.rest[end] != '"' {
		if p.rest[end] == '\\' {
			end++ // an escaped quote does not end the string
		}
		end++
	}
	if end >= len(p.rest) {
		return 0, errors.New("string without closing quote")
	}
	end++
	n, rest := end, p.rest[end:]
	switch {
	case strings.HasPrefix(rest, "^^<"):
		if n += strings.IndexByte(rest, '>') + 1; n == end {
			return 0, errors.New("datatype: IRI without >")
		}
	case strings.HasPrefix(rest, "^^"):
		return 0, fmt.Errorf("datatype: want <IRI>, found %s", strconv.Quote(shorten(rest[2:])))
	case strings.HasPrefix(rest, "@"):
		n += len(langAtStart.FindString(rest))
	}
	return p.term(n, func(text string) (rdf.Term, error) {
		rest, isDirected := withoutDirection(text[end:])
		if isDirected {
			p.directed++
		}
		return parseLiteral(text[1:end-1], rest)
	})
}

// parseLiteral returns the literal of an escaped text and what follows the quotes.
func parseLiteral(text, rest string) (rdf.Term, error) {
	text, err := unescape(text, stringEscapes)
	if err != nil {
		return nil, err
	}
	if tag, ok := strings.CutPrefix(rest, "@"); ok {
		lit, ok := langLiteral(text, tag)
		if !ok {
			return nil, fmt.Errorf("malformed language tag %q", shorten(tag))
		}
		return lit, nil
	}
	if rest == "" {
		return rdf.NewTypedLiteral(text, xsdString), nil
	}
	datatype, err := parseIRI(rest[len("^^"):])
	if err != nil {
		return nil, fmt.Errorf("datatype: %w", err)
	}
	return rdf.NewTypedLiteral(text, datatype.(rdf.IRI)), nil
}

// stringEscapes lists the characters of ECHAR.
const stringEscapes = `tbnrf"'\`

// unescape replaces \uXXXX, \UXXXXXXXX and the escapes of a single character. escapes
// lists those that are allowed: it is stringEscapes or empty.
func unescape(s, escapes string) (string, error) {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s, nil
	}
	var sb strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, '\\') {
		sb.WriteString(s[:i])
		s = s[i+1:]
		if s == "" {
			return "", errors.New(`\ at the end`)
		}
		size := map[byte]int{'u': 4, 'U': 8}[s[0]]
		if size == 0 {
			at := strings.IndexByte(escapes, s[0])
			if at < 0 {
				r, _ := utf8.DecodeRuneInString(s)
				return "", fmt.Errorf(`escape \%c is not allowed here`, r)
			}
			sb.WriteByte("\t\b\n\r\f\"'\\"[at])
			s = s[1:]
			continue
		}
		if len(s) < 1+size {
			return "", fmt.Errorf(`\%c needs %d hexadecimal digits`, s[0], size)
		}
		n, err := strconv.ParseUint(s[1:1+size], 16, 32)
		if err != nil || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			return "", fmt.Errorf(`\%s is not a character`, shorten(s[:1+size]))
		}
		sb.WriteRune(rune(n))
		s = s[1+size:]
	}
	sb.WriteString(s)
	return sb.String(), nil
}
