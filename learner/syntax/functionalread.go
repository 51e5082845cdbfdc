package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/genus-kg/genus/learner/dl"
)

// ParseFunctional returns the definition of the class in an ontology in functional-style
// syntax: the concept of its EquivalentClasses axiom. Without a class, the ontology must
// define exactly one. Other axioms are ignored. ParseFunctional accepts the same concepts
// as [ReadOWL].
func ParseFunctional(text, class string) (dl.Concept, error) {
	definitions, err := readDefinitions(text)
	if err != nil {
		return nil, err
	}
	if class == "" {
		defined := slices.Sorted(maps.Keys(definitions))
		if len(defined) != 1 {
			return nil, fmt.Errorf("%w: %d classes are defined: expected one of %s", ErrNotDefined, len(defined), listIRIs(defined))
		}
		class = defined[0]
	}
	switch found := definitions[class]; len(found) {
	case 1:
		return conceptOf(found[0])
	case 0:
		return nil, fmt.Errorf("%w: %s is in no EquivalentClasses", ErrNotDefined, bracket(class))
	default:
		return nil, fmt.Errorf("%w: %s has %d: expected one", ErrNotDefined, bracket(class), len(found))
	}
}

// readDefinitions returns the definitions in the ontology by the IRI of the class.
func readDefinitions(text string) (definitions map[string][]owlTerm, err error) {
	defer catch(&err)
	r := &functionalReader{text: strings.TrimPrefix(text, "\ufeff"), line: 1, prefixes: maps.Clone(standard)}
	definitions = map[string][]owlTerm{}
	for {
		if r.skip(); r.i >= len(r.text) {
			return definitions, nil
		}
		switch t := r.term(); {
		case t.text == "Prefix" && len(t.args) == 2: // p:= and <…>
			r.prefixes[strings.TrimSuffix(t.args[0].text, ":=")] = t.args[1].iri
		case t.text == "Ontology":
			for _, axiom := range t.args {
				addDefinition(definitions, axiom)
			}
		}
	}
}

// addDefinition adds the definition in an EquivalentClasses axiom of two classes. If both
// are names, the axiom defines the first. Other axioms define nothing.
func addDefinition(definitions map[string][]owlTerm, axiom owlTerm) {
	if axiom.text != "EquivalentClasses" {
		return
	}
	classes := slices.DeleteFunc(slices.Clone(axiom.args), func(t owlTerm) bool { return t.kind == termApplied && t.text == "Annotation" })
	if len(classes) != 2 {
		return // a set of synonyms
	}
	for i, t := range classes {
		if t.kind != termApplied {
			iri := t.nameOf("a class")
			definitions[iri] = append(definitions[iri], classes[1-i])
			return
		}
	}
}

// functionalReader reads terms (OWL 2 Syntax, Section 3.7).
type functionalReader struct {
	text     string
	prefixes Prefixes
	i        int // the next byte
	line     int
	depth    int
}

func (r *functionalReader) fail(format string, args ...any) {
	owlTerm{line: r.line}.fail(format, args...)
}

// skip skips white space and comments.
func (r *functionalReader) skip() {
	for r.i < len(r.text) {
		switch c := r.text[r.i]; {
		case c == '\n':
			r.line++
			r.i++
		case c <= ' ':
			r.i++
		case c == '#':
			r.i += span(r.text[r.i:], func(c rune) bool { return c != '\n' })
		default:
			return
		}
	}
}

// term reads the next term.
func (r *functionalReader) term() (t owlTerm) {
	defer func() { r.depth-- }()
	if r.depth++; r.depth > MaxDepth {
		r.fail("nested more than %d levels deep", MaxDepth)
	}
	r.skip()
	t.line = r.line
	switch rest := r.text[r.i:]; {
	case rest == "":
		r.fail("the text ends too early")
	case rest[0] == '"':
		return r.literal()
	case rest[0] == '<':
		n := strings.IndexByte(rest, '>')
		if n < 0 {
			r.fail("an IRI that begins with < must end with >")
		}
		t.text, t.iri = rest[:n+1], rest[1:n]
	default:
		t.text = rest[:span(rest, isFunctionalNameChar)]
		if t.text == "" {
			_, n := utf8.DecodeRuneInString(rest)
			r.fail("unexpected %s", quote(rest[:n]))
		}
	}
	r.i += len(t.text)
	r.skip()
	if !strings.HasPrefix(r.text[r.i:], "(") {
		r.setName(&t)
		return t
	}
	r.i++
	t.kind = termApplied
	for {
		r.skip()
		if strings.HasPrefix(r.text[r.i:], ")") {
			r.i++
			return t
		}
		t.args = append(t.args, r.term())
	}
}

// setName makes t, a text without parentheses, a name or a number.
func (r *functionalReader) setName(t *owlTerm) {
	if strings.Trim(t.text, "0123456789") == "" {
		t.kind = termNumber
	}
	if strings.HasPrefix(t.text, "<") {
		return
	}
	prefix, local, ok := strings.Cut(t.text, ":")
	namespace, known := r.prefixes[prefix]
	if !ok || !known {
		t.err = fmt.Errorf("unknown prefix in %s", quote(t.text))
	}
	t.iri = namespace + local
}

// isFunctionalNameChar reports whether the character may be in a name: anything except
// white space and delimiters. The = of Prefix(p:=<…>) is part of the name.
func isFunctionalNameChar(c rune) bool { return c > ' ' && !strings.ContainsRune(`()<>"^#`, c) }

// literal reads "…", "…"@lang or "…"^^datatype.
func (r *functionalReader) literal() owlTerm {
	line := r.line
	var sb strings.Builder
	for r.i++; ; r.i++ {
		if r.i >= len(r.text) {
			r.fail(`a literal that begins with " must end with "`)
		}
		c := r.text[r.i]
		if c == '"' {
			break
		}
		if c == '\\' && r.i+1 < len(r.text) {
			r.i++
			c = r.text[r.i]
		}
		if c == '\n' {
			r.line++
		}
		sb.WriteByte(c)
	}
	r.i++
	datatype := dl.String.IRI()
	var err error
	switch rest := r.text[r.i:]; {
	case strings.HasPrefix(rest, "@"):
		r.i += span(rest, isFunctionalNameChar)
		datatype = rdfNS + "langString"
	case strings.HasPrefix(rest, "^^"):
		r.i += 2
		name := r.term()
		datatype, err = name.iri, name.err
	}
	t := literalTerm(sb.String(), datatype)
	t.line = line
	if err != nil {
		t.err = err
	}
	return t
}
