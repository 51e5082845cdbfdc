package rdffile

import (
	"regexp"
	"strings"
)

// The terms and expressions of the Manchester syntax.

type tokenKind int

const (
	end tokenKind = iota
	keyword
	iriToken
	literalToken // text is the lexical form
	word         // a name, a number, an operator or a bracket
)

type token struct {
	kind        tokenKind
	text        string
	lang, type_ string // of a literal; the type as it stands
	line        int
}

// manchesterToken matches white space, a comment, an IRI, a text with a language or a type, an operator, a bracket,
// a keyword or a word.
var manchesterToken = regexp.MustCompile(`^(?:(\s+)|(#[^\n]*)|<([^\s<>"{}|^` + "`" + `\\]+:[^\s<>"{}|^` + "`" +
	`\\]*)>` +
	`|"((?:[^"\\]|\\.)*)"(?:@([A-Za-z0-9-]+)|\^\^(<[^>\s]*>|[^\s,()\[\]{}"]+))?|(<=|>=|[<>,()\[\]{}])|([^\s,()\[\]{}"<>]+))`)

var isManchesterNumber = regexp.MustCompile(`^[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?[fF]?$`)

func manchesterTokens(text string) (tokens []token, err error) {
	line := 1
	for text != "" {
		x := manchesterToken.FindStringSubmatch(text)
		if x == nil {
			return nil, errorAt(line, "Manchester syntax: %q is no name, text or operator", shorten(text))
		}
		t := token{line: line, kind: word}
		switch {
		case x[1] != "" || x[2] != "":
			t.kind = end
		case x[3] != "":
			t.kind, t.text = iriToken, x[3]
		case x[7] != "":
			t.text = x[7]
		case x[8] != "":
			if t.text = x[8]; strings.HasSuffix(t.text, ":") && len(t.text) > 1 {
				t.kind = keyword
			}
		default:
			t.kind, t.lang, t.type_ = literalToken, x[5], x[6]
			t.text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(x[4])
		}
		if t.kind != end {
			tokens = append(tokens, t)
		}
		line += strings.Count(x[0], "\n")
		text = text[len(x[0]):]
	}
	return append(tokens, token{line: line}), nil
}

// shortDatatypes are the datatypes that have names without a prefix.
var shortDatatypes = map[string]bool{"integer": true, "decimal": true, "float": true, "string": true}

// iri returns the IRI of a name.
func (m *manchester) iri(t token) (string, error) {
	prefix, local, hasPrefix := strings.Cut(t.text, ":")
	switch {
	case t.kind == iriToken:
		_, err := absoluteIRI(t.text)
		return t.text, err
	case t.kind != word && t.kind != keyword || strings.ContainsAny(t.text, "<>,()[]{}"):
		return "", m.errorf(t, "want a name")
	case !hasPrefix && shortDatatypes[t.text]:
		return xsdNS + t.text, nil
	case !hasPrefix:
		prefix, local = "", t.text
	}
	namespace, known := m.prefixes[prefix]
	if !known {
		return "", m.errorf(t, "the prefix of the name is not declared")
	}
	_, err := absoluteIRI(namespace + local)
	return namespace + local, err
}

// entity reads a name.
func (m *manchester) entity() (*element, error) {
	t := m.pop()
	iri, err := m.iri(t)
	return &element{name: "IRI", text: iri, line: t.line}, err
}

func (m *manchester) individual() (*element, error) {
	t := m.next()
	if label, is := strings.CutPrefix(t.text, "_:"); is && t.kind == word && isNCName("x"+label) {
		m.pop()
		return &element{name: "AnonymousIndividual", attrs: map[string]string{"nodeID": label}, line: t.line}, nil
	}
	return m.entity()
}

// property reads a property or its inverse.
func (m *manchester) property() (*element, error) {
	line := m.next().line
	if !m.take("inverse") {
		isInner := m.take("(")
		e, err := m.entity()
		if err == nil && isInner && !m.take(")") {
			err = m.errorf(m.next(), "want )")
		}
		return e, err
	}
	of, err := m.property()
	return &element{name: "ObjectInverseOf", children: []*element{of}, line: line}, err
}

// chain reads p o q.
func (m *manchester) chain() (*element, error) {
	e := &element{name: "ObjectPropertyChain", line: m.next().line}
	for {
		p, err := m.property()
		if err != nil {
			return nil, err
		}
		if e.children = append(e.children, p); !m.take("o") {
			return e, nil
		}
	}
}

// literal reads a text, a number or a truth value.
func (m *manchester) literal() (*element, error) {
	t := m.pop()
	e := &element{name: "Literal", text: t.text, lang: t.lang, attrs: map[string]string{}, line: t.line}
	typed := func(name string) (*element, error) {
		e.attrs["datatypeIRI"] = xsdNS + name
		return e, nil
	}
	switch {
	case t.kind == literalToken && t.type_ == "":
		return e, nil
	case t.kind == literalToken:
		x := token{kind: word, text: t.type_, line: t.line}
		if inner, is := strings.CutPrefix(t.type_, "<"); is {
			x = token{kind: iriToken, text: strings.TrimSuffix(inner, ">"), line: t.line}
		}
		var err error
		e.attrs["datatypeIRI"], err = m.iri(x)
		if at := strings.LastIndexByte(e.text, '@'); at >= 0 && e.attrs["datatypeIRI"] == rdfNS+"PlainLiteral" {
			e.text, e.lang = e.text[:at], e.text[at+1:]
		}
		return e, err
	case t.text == "true" || t.text == "false":
		return typed("boolean")
	case !isManchesterNumber.MatchString(t.text):
		return nil, m.errorf(t, "want a literal")
	case strings.ContainsAny(t.text, "fF"):
		e.text = strings.TrimRight(t.text, "fF")
		return typed("float")
	case strings.ContainsAny(t.text, "eE"):
		return typed("double")
	case strings.Contains(t.text, "."):
		return typed("decimal")
	}
	return typed("integer")
}

// value reads a literal or an individual.
func (m *manchester) value() (*element, error) {
	t := m.next()
	if t.kind == literalToken ||
		t.kind == word && (t.text == "true" || t.text == "false" || isManchesterNumber.MatchString(t.text)) {
		return m.literal()
	}
	return m.individual()
}

// description reads a class expression.
func (m *manchester) description() (*element, error) { return m.expression("Object") }

// dataRange reads an expression of datatypes.
func (m *manchester) dataRange() (*element, error) {
	e, err := m.expression("Data")
	if err == nil {
		m.ofData(e)
	}
	return e, err
}

// expression reads operands of or, each of which has operands of and.
func (m *manchester) expression(kind string) (*element, error) {
	if m.depth--; m.depth < 0 {
		return nil, m.errorf(m.next(), "expressions nested too deep: %w", ErrTooLarge)
	}
	defer func() { m.depth++ }()
	return m.operands(kind+"UnionOf", []string{"or"}, func() (*element, error) {
		return m.operands(kind+"IntersectionOf", []string{"and", "that"}, m.primary)
	})
}

// operands reads what is between the operators; one alone is itself.
func (m *manchester) operands(name string, operators []string, read func() (*element, error)) (*element, error) {
	e := &element{name: name, line: m.next().line}
	for {
		x, err := read()
		if err != nil {
			return nil, err
		}
		e.children = append(e.children, x)
		isMore := false
		for _, operator := range operators {
			isMore = isMore || m.take(operator)
		}
		switch {
		case !isMore && len(e.children) == 1:
			return x, nil
		case !isMore:
			return e, nil
		}
	}
}

// primary reads a negation, a restriction, a list, an expression in parentheses or a name.
func (m *manchester) primary() (*element, error) {
	t := m.next()
	switch {
	case m.take("not"):
		if m.depth--; m.depth < 0 {
			return nil, m.errorf(t, "expressions nested too deep: %w", ErrTooLarge)
		}
		defer func() { m.depth++ }()
		of, err := m.primary()
		return &element{name: "ObjectComplementOf", children: []*element{of}, line: t.line}, err
	case m.take("{"):
		e := &element{name: "ObjectOneOf", line: t.line}
		err := m.list(func() error {
			x, err := m.value()
			e.children = append(e.children, x)
			return err
		})
		if err == nil && !m.take("}") {
			err = m.errorf(m.next(), "want , or }")
		}
		return e, err
	case m.take("("):
		e, err := m.description()
		if err == nil && !m.take(")") {
			err = m.errorf(m.next(), "want )")
		}
		if err == nil && e.name == "ObjectInverseOf" {
			return m.restrictionOf(e)
		}
		return e, err
	}
	name, err := m.property()
	if err != nil {
		return nil, err
	}
	if m.take("[") {
		return m.facetsOf(name)
	}
	return m.restrictionOf(name)
}

// quantifiers are the restrictions by their words.
var quantifiers = map[string]string{
	"some": "SomeValuesFrom", "only": "AllValuesFrom", "value": "HasValue", "Self": "HasSelf",
	"min": "MinCardinality", "max": "MaxCardinality", "exactly": "ExactCardinality",
}

// restrictionOf reads a restriction of a property, or returns the name.
func (m *manchester) restrictionOf(name *element) (*element, error) {
	t := m.next()
	kind := quantifiers[t.text]
	if t.kind != word || kind == "" {
		if name.name == "ObjectInverseOf" && t.text != ")" {
			return nil, m.errorf(t, "want some, only, value, Self, min, max or exactly after an inverse property")
		}
		return name, nil
	}
	m.pop()
	e := &element{name: kind, children: []*element{name}, line: t.line}
	item := (*manchester).primary
	switch kind {
	case "HasSelf":
		e.name = "ObjectHasSelf"
		return e, nil
	case "HasValue":
		item = (*manchester).value
	case "MinCardinality", "MaxCardinality", "ExactCardinality":
		number := m.pop()
		if strings.Trim(number.text, "0123456789") != "" || number.kind != word {
			return nil, m.errorf(number, "want a number")
		}
		e.attrs = map[string]string{"cardinality": number.text}
		x := m.next()
		hasFiller := x.kind == iriToken ||
			x.kind == word && (x.text == "(" || x.text == "{" || !strings.Contains("<>,()[]{} and or that o", x.text))
		if !hasFiller {
			item = nil
		}
	}
	if item != nil {
		filler, err := item(m)
		if err != nil {
			return nil, err
		}
		e.children = append(e.children, filler)
	}
	if m.isOfData(e) {
		e.name = "Data" + e.name
		m.ofData(e.children[len(e.children)-1])
	} else {
		e.name = "Object" + e.name
	}
	return e, nil
}

// isOfData reports whether a restriction is about a data property: one that has a frame as such, or whose values
// are literals.
func (m *manchester) isOfData(e *element) bool {
	kind := m.kinds[e.children[0].text]
	return kind == "DataProperty" || kind != "ObjectProperty" && len(e.children) > 1 && m.isData(e.children[1])
}

// isData reports whether the expression is one of datatypes, as far as its names tell.
func (m *manchester) isData(e *element) bool {
	switch e.name {
	case "Literal", "DatatypeRestriction":
		return true
	case "IRI":
		return strings.HasPrefix(e.text, xsdNS) || e.text == rdfsNS+"Literal" || e.text == rdfNS+"PlainLiteral" ||
			m.kinds[e.text] == "Datatype"
	case "ObjectComplementOf", "ObjectUnionOf", "ObjectIntersectionOf", "ObjectOneOf":
		return len(e.children) > 0 && m.isData(e.children[0])
	}
	return false
}

// ofData makes an expression one of datatypes.
func (m *manchester) ofData(e *element) {
	switch e.name {
	case "ObjectComplementOf", "ObjectUnionOf", "ObjectIntersectionOf", "ObjectOneOf":
		e.name = "Data" + strings.TrimPrefix(e.name, "Object")
		fallthrough
	case "DataComplementOf", "DataUnionOf", "DataIntersectionOf":
		for _, x := range e.children {
			m.ofData(x)
		}
	}
}

// facetNames are the facets by their words.
var facetNames = map[string]string{
	">=": xsdNS + "minInclusive", "<=": xsdNS + "maxInclusive", ">": xsdNS + "minExclusive", "<": xsdNS + "maxExclusive",
	"length": xsdNS + "length", "minLength": xsdNS + "minLength", "maxLength": xsdNS + "maxLength",
	"pattern": xsdNS + "pattern", "totalDigits": xsdNS + "totalDigits", "fractionDigits": xsdNS + "fractionDigits",
	"langRange": rdfNS + "langRange",
}

// facetsOf reads what follows a datatype and [.
func (m *manchester) facetsOf(datatype *element) (*element, error) {
	e := &element{name: "DatatypeRestriction", children: []*element{datatype}, line: datatype.line}
	err := m.list(func() error {
		t := m.pop()
		facet := facetNames[t.text]
		if facet == "" {
			return m.errorf(t, "want a facet, such as >=")
		}
		value, err := m.literal()
		e.children = append(e.children, &element{name: "FacetRestriction", line: t.line,
			attrs: map[string]string{"facet": facet}, children: []*element{value}})
		return err
	})
	if err == nil && !m.take("]") {
		err = m.errorf(m.next(), "want , or ]")
	}
	return e, err
}
