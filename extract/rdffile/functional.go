package rdffile

import (
	"fmt"
	"io"
	"strings"
)

// A functional reads OWL 2 Functional-Style Syntax (https://www.w3.org/TR/owl2-syntax/, section 3.7) as the
// elements of OWL/XML that say the same.
type functional struct {
	*owlMapper
	text  string
	pos   int
	line  int // of pos
	depth int // parentheses that may yet be opened
}

func readFunctional(r io.Reader, out *sink, lim limits) error {
	text, err := readText(r, lim)
	if err != nil {
		return err
	}
	f := &functional{owlMapper: newOWLMapper(out, "OWL functional syntax"), text: text, line: 1, depth: lim.depth}
	return f.document(f.header)
}

// document reads the document, and calls header with the IRIs of the ontology and its version.
func (f *functional) document(header func(ontologyIRI, versionIRI string) error) error {
	for {
		switch word := f.word("("); {
		case word == "Prefix" && f.consume("("):
			if err := f.prefix(); err != nil {
				return err
			}
		case word == "Ontology" && f.consume("("):
			if err := f.ontologyTerms(header); err != nil {
				return err
			}
			if f.space(); f.pos < len(f.text) {
				return f.errorf("text after the end of the ontology: %q", shorten(f.text[f.pos:]))
			}
			return nil
		default:
			return f.errorf("want Prefix(…) or Ontology(…), not %q", shorten(word+f.text[f.pos:]))
		}
	}
}

// prefix reads what follows Prefix and its parenthesis.
func (f *functional) prefix() error {
	name, isPrefix := strings.CutSuffix(f.word("=)"), ":")
	if !isPrefix || !f.consume("=") {
		return f.errorf("want Prefix(name:=<IRI>)")
	}
	iri, err := f.term()
	if err != nil {
		return err
	}
	if iri.name != "IRI" || !f.consume(")") {
		return f.errorf("want Prefix(name:=<IRI>)")
	}
	f.prefixes[name] = iri.text
	f.out.stats.prefix(name, iri.text)
	return nil
}

// ontologyTerms reads what follows Ontology and its parenthesis.
func (f *functional) ontologyTerms(header func(ontologyIRI, versionIRI string) error) error {
	var iris []string
	for begun := false; ; {
		end := f.consume(")")
		var e *element
		var err error
		if !end {
			if e, err = f.term(); err != nil {
				return err
			}
			if e.name == "IRI" && !begun && len(iris) < 2 {
				iris = append(iris, e.text)
				continue
			}
		}
		if !begun {
			begun, iris = true, append(iris, "", "")
			if err := header(iris[0], iris[1]); err != nil {
				return err
			}
		}
		if end {
			return nil
		}
		if err := f.axiom(e); err != nil {
			return err
		}
	}
}

// term reads a name, a literal, a number, or a word with terms in parentheses.
func (f *functional) term() (*element, error) {
	f.space()
	e := &element{line: f.line}
	switch {
	case f.pos == len(f.text):
		return nil, f.errorf("the text ends within parentheses")
	case f.text[f.pos] == '<':
		end := strings.IndexAny(f.text[f.pos:], ">\n")
		if end < 0 || f.text[f.pos+end] != '>' {
			return nil, f.errorf("an IRI has no end: %s", shorten(f.text[f.pos:]))
		}
		e.name, e.text = "IRI", f.text[f.pos+1:f.pos+end]
		f.pos += end + 1
		return e, f.check(e.text)
	case f.text[f.pos] == '"':
		return e, f.literal(e)
	}
	word := f.word("()\"<")
	prefix, local, isName := strings.Cut(word, ":")
	switch {
	case prefix == "_" && isName && isNCName("x"+local):
		e.name, e.attrs = "AnonymousIndividual", map[string]string{"nodeID": local}
		return e, nil
	case isName:
		namespace, known := f.prefixes[prefix]
		if !known {
			return nil, f.errorf("the prefix of %q is not declared", shorten(word))
		}
		e.name, e.text = "IRI", namespace+local
		return e, f.check(e.text)
	case word != "" && strings.Trim(word, "0123456789") == "":
		e.name, e.text = "number", word
		return e, nil
	case word == "" || !f.consume("("):
		return nil, f.errorf("want a name, a literal or an axiom, not %q", shorten(word+f.text[f.pos:]))
	}
	e.name = word
	if err := f.terms(e); err != nil {
		return nil, err
	}
	return e, f.adapt(e)
}

// terms reads the terms of e and the parenthesis after them. The lists of properties of HasKey are in
// parentheses of their own.
func (f *functional) terms(e *element) error {
	if f.depth--; f.depth < 0 {
		return f.errorf("parentheses nested too deep: %w", ErrTooLarge)
	}
	defer func() { f.depth++ }()
	for !f.consume(")") {
		if e.name == "HasKey" && f.consume("(") {
			if err := f.terms(e); err != nil {
				return err
			}
			continue
		}
		child, err := f.term()
		if err != nil {
			return err
		}
		e.children = append(e.children, child)
	}
	return nil
}

// adapt gives an element the form that it has in OWL/XML.
func (f *functional) adapt(e *element) error {
	first := func(name string) bool { return len(e.children) > 0 && e.children[0].name == name }
	switch {
	case declared[e.name] != "" && first("IRI") && len(e.children) == 1:
		e.attrs, e.children = map[string]string{"IRI": e.children[0].text}, nil
	case e.name == "Import" && first("IRI"):
		e.text = e.children[0].text
	case strings.HasSuffix(e.name, "Cardinality"):
		if !first("number") {
			return f.fail(e, "want a number first")
		}
		e.attrs, e.children = map[string]string{"cardinality": e.children[0].text}, e.children[1:]
	case e.name == "DatatypeRestriction":
		if len(e.children)%2 == 0 {
			return f.fail(e, "want a datatype, and facets each with a value")
		}
		rest := e.children[1:]
		e.children = e.children[:1:1]
		for ; len(rest) > 0; rest = rest[2:] {
			e.children = append(e.children, &element{name: "FacetRestriction", line: e.line,
				attrs: map[string]string{"facet": rest[0].text}, children: rest[1:2]})
		}
	}
	return nil
}

// literal reads a literal into e.
func (f *functional) literal(e *element) error {
	var text strings.Builder
	for f.pos++; ; f.pos++ {
		if f.pos == len(f.text) {
			return errorAt(e.line, "%s: a literal has no end", f.form)
		}
		c := f.text[f.pos]
		if c == '"' {
			break
		}
		if c == '\n' {
			f.line++
		}
		if c == '\\' && f.pos+1 < len(f.text) && strings.IndexByte(`"\`, f.text[f.pos+1]) >= 0 {
			f.pos++
			c = f.text[f.pos]
		}
		text.WriteByte(c)
	}
	f.pos++
	e.name, e.text = "Literal", text.String()
	switch {
	case strings.HasPrefix(f.text[f.pos:], "@"):
		f.pos++
		e.lang = f.word("()\"<")
	case strings.HasPrefix(f.text[f.pos:], "^^"):
		f.pos += 2
		datatype, err := f.term()
		if err != nil {
			return err
		}
		if datatype.name != "IRI" {
			return f.errorf("want the IRI of a datatype after ^^")
		}
		if e.attrs = map[string]string{"datatypeIRI": datatype.text}; datatype.text == rdfNS+"PlainLiteral" {
			if at := strings.LastIndexByte(e.text, '@'); at >= 0 {
				e.text, e.lang = e.text[:at], e.text[at+1:]
			}
		}
	}
	return nil
}

// space skips white space and comments.
func (f *functional) space() {
	for ; f.pos < len(f.text); f.pos++ {
		switch f.text[f.pos] {
		case '\n':
			f.line++
		case ' ', '\t', '\r':
		case '#':
			end := strings.IndexByte(f.text[f.pos:], '\n')
			if end < 0 {
				end = len(f.text) - f.pos
			}
			f.pos += end - 1
		default:
			return
		}
	}
}

// word returns the text up to white space or one of the characters.
func (f *functional) word(until string) string {
	f.space()
	end := strings.IndexAny(f.text[f.pos:], until+" \t\r\n")
	if end < 0 {
		end = len(f.text) - f.pos
	}
	f.pos += end
	return f.text[f.pos-end : f.pos]
}

// consume skips the text if it comes next.
func (f *functional) consume(text string) bool {
	f.space()
	found := strings.HasPrefix(f.text[f.pos:], text)
	if found {
		f.pos += len(text)
	}
	return found
}

// check returns an error if the text is not an absolute IRI.
func (f *functional) check(iri string) error {
	if _, err := absoluteIRI(iri); err != nil {
		return f.errorf("%w", err)
	}
	return nil
}

func (f *functional) errorf(format string, args ...any) error {
	return errorAt(f.line, "%s: %w", f.form, fmt.Errorf(format, args...))
}
