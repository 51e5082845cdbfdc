package connector

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"
)

const (
	xsd              = "http://www.w3.org/2001/XMLSchema#"
	xsdStringIRI     = xsd + "string"
	rdfLangStringIRI = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
)

// terms makes the RDF terms of a document. Rows repeat terms, so it keeps and shares
// the last term of each column, and IRIs.
type terms struct {
	kind, value, lang, datatype []byte // the members of the binding that was read last
	name                        []byte // of the member that was read last
	last                        []lastTerm
	iris                        map[string]rdf.Term // at most maxIRIs
}

type lastTerm struct {
	kind, value, lang, datatype string
	term                        rdf.Term
}

const maxIRIs = 1 << 14

// read reads a binding, which is null or an object.
func (t *terms) read(b *body) error {
	t.kind = t.kind[:0]
	t.value = t.value[:0]
	t.lang = t.lang[:0]
	t.datatype = t.datatype[:0]
	switch k := b.json.PeekKind(); k {
	case 'n':
		return b.json.SkipValue()
	case '{', 0:
	default:
		return shapeErrorf("a row is not what the format prescribes: a term begins with %q", byte(k))
	}
	return b.readMembers('{', func() error {
		name, err := b.json.ReadValue()
		if err == nil {
			t.name, err = appendUnquoted(t.name[:0], name)
		}
		if err != nil {
			return err
		}
		var to *[]byte
		switch string(t.name) {
		case "type":
			to = &t.kind
		case "value":
			to = &t.value
		case "xml:lang":
			to = &t.lang
		case "datatype":
			to = &t.datatype
		}
		switch k := b.json.PeekKind(); {
		case to == nil || k == 'n':
			return b.json.SkipValue()
		case k != '"' && k != 0:
			return shapeErrorf("a row is not what the format prescribes: a member of a term begins with %q", byte(k))
		}
		text, err := b.json.ReadValue()
		if err == nil {
			*to, err = appendUnquoted((*to)[:0], text)
		}
		return err
	})
}

// set sets what read reads.
func (t *terms) set(kind, value, lang, datatype string) {
	t.kind, t.value = append(t.kind[:0], kind...), append(t.value[:0], value...)
	t.lang, t.datatype = append(t.lang[:0], lang...), append(t.datatype[:0], datatype...)
}

// appendUnquoted appends the text of a JSON string to to. It is quick for a string
// without escapes, as most are.
func appendUnquoted(to, quoted []byte) ([]byte, error) {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return append(to, quoted[1:len(quoted)-1]...), nil
	}
	return jsontext.AppendUnquote(to, quoted)
}

// term returns the term of the binding that was read last. j is its column.
func (t *terms) term(j int) (rdf.Term, error) {
	for j >= len(t.last) {
		t.last = append(t.last, lastTerm{})
	}
	last := &t.last[j]
	if last.term != nil && string(t.value) == last.value && string(t.kind) == last.kind &&
		string(t.datatype) == last.datatype && string(t.lang) == last.lang {
		return last.term, nil
	}
	uri := string(t.kind) == "uri"
	if uri {
		if term, ok := t.iris[string(t.value)]; ok {
			*last = lastTerm{kind: "uri", value: term.String(), term: term}
			return term, nil
		}
	}
	// reuse saves the allocation of a member that is the same as in the previous row.
	reuse := func(b []byte, s string) string {
		if string(b) == s {
			return s
		}
		return string(b)
	}
	next := lastTerm{kind: reuse(t.kind, last.kind), value: string(t.value), lang: reuse(t.lang, last.lang),
		datatype: reuse(t.datatype, last.datatype)}
	var err error
	if next.term, err = newTerm(next.kind, next.value, next.lang, next.datatype); err != nil {
		return nil, err
	}
	*last = next
	if uri {
		t.keep(next.value, next.term)
	}
	return next.term, nil
}

func (t *terms) keep(value string, iri rdf.Term) {
	switch {
	case t.iris == nil:
		t.iris = map[string]rdf.Term{}
	case len(t.iris) == maxIRIs:
		clear(t.iris)
	}
	t.iris[value] = iri
}

// newTerm returns the RDF term of a binding (SPARQL 1.1 Query Results JSON Format,
// section 3.2.2). It also accepts two forms of Virtuoso: "typed-literal", from the
// format's first draft, and a blank node as "uri" with a value "_:…" or "nodeID://…".
func newTerm(kind, value, lang, datatype string) (rdf.Term, error) {
	switch kind {
	case "uri", "iri":
		if strings.HasPrefix(value, "_:") || strings.HasPrefix(value, "nodeID://") {
			return newBlank(value)
		}
		return newIRI(value)
	case "bnode":
		return newBlank(value)
	case "literal", "typed-literal":
		return newLiteral(value, lang, datatype)
	case "":
		return nil, errors.New("a term without a type")
	}
	return nil, fmt.Errorf("unknown term type %q", kind)
}

func newBlank(label string) (rdf.Term, error) {
	b, err := rdf.NewBlank(strings.TrimPrefix(label, "_:"))
	if err != nil {
		return nil, errors.New("blank node without a label")
	}
	return b, nil
}

// newIRI refuses a relative IRI, which has no meaning in a result.
func newIRI(s string) (rdf.Term, error) {
	iri, err := rdf.NewIRI(s)
	if err != nil {
		return nil, fmt.Errorf("not an IRI: %w", err)
	}
	if !hasScheme(s) {
		return nil, errors.New("not an absolute IRI: it has no scheme")
	}
	return iri, nil
}

// hasScheme reports whether s begins with a scheme (RFC 3986, section 3.1).
func hasScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return true
		default:
			return false
		}
	}
	return false
}

// qleverNumber returns the literal that QLever means by an ill-typed number: it writes all
// integers as xsd:int, whatever their size, and small decimals as 3e-05. Other literals
// stay as they are.
func qleverNumber(value, datatype string) (string, string) {
	switch datatype {
	case xsd + "int":
		if _, err := strconv.ParseInt(value, 10, 32); errors.Is(err, strconv.ErrRange) {
			return value, xsd + "integer"
		}
	case xsd + "decimal":
		mantissa, exponent, ok := strings.Cut(strings.ToLower(value), "e")
		e, err := strconv.Atoi(exponent)
		if !ok || err != nil || e < -400 || e > 400 {
			break
		}
		if r, ok := new(big.Rat).SetString(value); ok && mantissa != "" {
			places := 0
			if _, fraction, ok := strings.Cut(mantissa, "."); ok {
				places = len(fraction)
			}
			return r.FloatString(max(places-e, 0)), datatype
		}
	}
	return value, datatype
}

// newLiteral keeps the lexical form as it is, even if the datatype does not allow it,
// except for qleverNumber.
func newLiteral(value, lang, datatype string) (rdf.Term, error) {
	if lang != "" {
		return newLangLiteral(value, lang)
	}
	if datatype == "" {
		datatype = xsdStringIRI
	}
	if datatype == rdfLangStringIRI {
		return nil, errors.New("a language-tagged string without a language")
	}
	value, datatype = qleverNumber(value, datatype)
	dt, err := rdf.NewIRI(datatype)
	if err != nil {
		return nil, fmt.Errorf("datatype is not an IRI: %w", err)
	}
	if !hasScheme(datatype) {
		return nil, errors.New("datatype is not an absolute IRI")
	}
	return rdf.NewTypedLiteral(value, dt), nil
}

// languageTag is the form of a language tag (BCP 47): parts of one to eight letters or
// digits, the first of letters only.
var languageTag = regexp.MustCompile(`^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$`)

// newLangLiteral works around rdf.NewLangLiteral, which refuses every tag with two
// hyphens (zh-hant-tw, be-x-old). The only other way to make a tagged literal is the
// N-Triples decoder of the same package.
func newLangLiteral(value, lang string) (rdf.Term, error) {
	if strings.Count(lang, "-") <= 1 {
		l, err := rdf.NewLangLiteral(value, lang)
		if err != nil {
			return nil, err
		}
		return l, nil
	}
	bad := fmt.Errorf("invalid language tag %q", lang)
	plain, err := rdf.NewLiteral(value)
	if err != nil || !languageTag.MatchString(lang) {
		return nil, bad
	}
	line := "<x:s> <x:p> " + plain.Serialize(rdf.NTriples) + "@" + lang + " .\n"
	triple, err := rdf.NewTripleDecoder(strings.NewReader(line), rdf.NTriples).Decode()
	if err != nil {
		return nil, bad
	}
	l, ok := triple.Obj.(rdf.Literal)
	if !ok || l.String() != value || l.Lang() != lang {
		return nil, bad
	}
	return l, nil
}
