package rdffile

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A manchester reads OWL 2 Manchester Syntax (https://www.w3.org/TR/owl2-manchester-syntax/) as the elements of
// OWL/XML that say the same. Package learner/syntax reads the concepts of that syntax that genus can express; an
// ontology has axioms and expressions beyond these.
type manchester struct {
	*owlMapper
	tokens []token
	depth  int               // expressions that may yet be nested
	kinds  map[string]string // of entities, by their IRIs: those that have a frame
}

// frames are the kinds of entities by the keywords of their frames.
var frames = map[string]string{
	"Class:": "Class", "ObjectProperty:": "ObjectProperty", "DataProperty:": "DataProperty", "Datatype:": "Datatype",
	"AnnotationProperty:": "AnnotationProperty", "Individual:": "NamedIndividual",
}

// A section says how each item of its list makes an axiom about the subject of the frame.
type section struct {
	axiom string
	item  func(*manchester) (*element, error)
	// isReversed: the subject comes after the item.
	isReversed bool
}

// sections are the sections of frames by the kind of the entity and the keyword.
var sections = map[string]map[string]section{
	"Class": {
		"SubClassOf:":   {axiom: "SubClassOf", item: (*manchester).description},
		"SuperClassOf:": {axiom: "SubClassOf", item: (*manchester).description, isReversed: true},
		"EquivalentTo:": {axiom: "EquivalentClasses", item: (*manchester).description},
		"DisjointWith:": {axiom: "DisjointClasses", item: (*manchester).description},
		"Individuals:":  {axiom: "ClassAssertion", item: (*manchester).individual},
	},
	"ObjectProperty": {
		"Domain:":           {axiom: "ObjectPropertyDomain", item: (*manchester).description},
		"Range:":            {axiom: "ObjectPropertyRange", item: (*manchester).description},
		"SubPropertyOf:":    {axiom: "SubObjectPropertyOf", item: (*manchester).property},
		"SuperPropertyOf:":  {axiom: "SubObjectPropertyOf", item: (*manchester).property, isReversed: true},
		"EquivalentTo:":     {axiom: "EquivalentObjectProperties", item: (*manchester).property},
		"DisjointWith:":     {axiom: "DisjointObjectProperties", item: (*manchester).property},
		"InverseOf:":        {axiom: "InverseObjectProperties", item: (*manchester).property},
		"SubPropertyChain:": {axiom: "SubObjectPropertyOf", item: (*manchester).chain, isReversed: true},
	},
	"DataProperty": {
		"Domain:":          {axiom: "DataPropertyDomain", item: (*manchester).description},
		"Range:":           {axiom: "DataPropertyRange", item: (*manchester).dataRange},
		"SubPropertyOf:":   {axiom: "SubDataPropertyOf", item: (*manchester).property},
		"SuperPropertyOf:": {axiom: "SubDataPropertyOf", item: (*manchester).property, isReversed: true},
		"EquivalentTo:":    {axiom: "EquivalentDataProperties", item: (*manchester).property},
		"DisjointWith:":    {axiom: "DisjointDataProperties", item: (*manchester).property},
	},
	"AnnotationProperty": {
		"Domain:":        {axiom: "AnnotationPropertyDomain", item: (*manchester).entity},
		"Range:":         {axiom: "AnnotationPropertyRange", item: (*manchester).entity},
		"SubPropertyOf:": {axiom: "SubAnnotationPropertyOf", item: (*manchester).entity},
	},
	"Datatype": {
		"EquivalentTo:": {axiom: "DatatypeDefinition", item: (*manchester).dataRange},
	},
	"NamedIndividual": {
		"Types:":         {axiom: "ClassAssertion", item: (*manchester).description, isReversed: true},
		"SameAs:":        {axiom: "SameIndividual", item: (*manchester).individual},
		"DifferentFrom:": {axiom: "DifferentIndividuals", item: (*manchester).individual},
	},
}

// groups are the axioms about a list of things, by their keywords; for properties those of objects and of data.
var groups = map[string]struct {
	axiom, ofData string
	item          func(*manchester) (*element, error)
}{
	"EquivalentClasses:":    {axiom: "EquivalentClasses", item: (*manchester).description},
	"DisjointClasses:":      {axiom: "DisjointClasses", item: (*manchester).description},
	"EquivalentProperties:": {"EquivalentObjectProperties", "EquivalentDataProperties", (*manchester).property},
	"DisjointProperties:":   {"DisjointObjectProperties", "DisjointDataProperties", (*manchester).property},
	"SameIndividual:":       {axiom: "SameIndividual", item: (*manchester).individual},
	"DifferentIndividuals:": {axiom: "DifferentIndividuals", item: (*manchester).individual},
}

func readManchester(r io.Reader, out *sink, lim limits) error {
	text, err := readText(r, lim)
	if err != nil {
		return err
	}
	m := &manchester{owlMapper: newOWLMapper(out, "Manchester syntax"), depth: lim.depth, kinds: map[string]string{}}
	if m.tokens, err = manchesterTokens(text); err != nil {
		return err
	}
	if err := m.head(); err != nil {
		return err
	}
	for i, t := range m.tokens[:len(m.tokens)-1] { // a frame may come after the expressions that use its entity
		if kind := frames[t.text]; kind != "" && t.kind == keyword {
			iri, err := m.iri(m.tokens[i+1])
			if err != nil {
				continue // an anonymous individual, or an error that the frame has, too
			}
			m.kinds[iri] = kind
		}
	}
	for m.next().kind != end {
		if err := m.frame(); err != nil {
			return err
		}
		if out.ctx.Err() != nil {
			return out.ctx.Err()
		}
	}
	return nil
}

// head reads the prefixes and what is about the ontology itself.
func (m *manchester) head() error {
	for m.take("Prefix:") {
		name, is := strings.CutSuffix(m.pop().text, ":")
		iri := m.pop()
		if !is || iri.kind != iriToken {
			return m.errorf(iri, "want Prefix: name: <IRI>")
		}
		m.prefixes[name] = iri.text
		m.out.stats.prefix(name, iri.text)
	}
	if !m.take("Ontology:") {
		return m.errorf(m.next(), "want Prefix: or Ontology:")
	}
	iris := []string{"", ""}
	for i := 0; i < 2 && m.next().kind != keyword && m.next().kind != end; i++ {
		var err error
		if iris[i], err = m.iri(m.pop()); err != nil {
			return err
		}
	}
	if err := m.header(iris[0], iris[1]); err != nil {
		return err
	}
	for {
		switch {
		case m.take("Import:"):
			t := m.pop()
			iri, err := m.iri(t)
			if err != nil {
				return err
			}
			if err := m.axiom(&element{name: "Import", text: iri, line: t.line}); err != nil {
				return err
			}
		case m.next().text == "Annotations:":
			list, err := m.annotations()
			if err != nil {
				return err
			}
			for _, e := range list {
				if err := m.axiom(e); err != nil {
					return err
				}
			}
		default:
			return nil
		}
	}
}

// frame reads a frame, or an axiom about a list of things.
func (m *manchester) frame() error {
	t := m.pop()
	kind, isFrame := frames[t.text]
	group, isGroup := groups[t.text]
	switch {
	case t.kind != keyword:
		return m.errorf(t, "want a frame, such as Class:")
	case t.text == "Rule:":
		for m.next().kind != end && !startsFrame(m.next()) {
			m.pop()
		}
		m.out.stats.warn(m.form + ": rules are left out")
		return nil
	case isGroup:
		return m.group(t, group.axiom, group.ofData, group.item)
	case !isFrame:
		return m.errorf(t, "genus does not know this frame")
	}
	item := (*manchester).entity
	switch kind {
	case "Class": // a general axiom has an expression
		item = (*manchester).description
	case "NamedIndividual":
		item = (*manchester).individual
	case "ObjectProperty":
		item = (*manchester).property
	}
	subject, err := item(m)
	if err != nil {
		return err
	}
	if subject.name == "IRI" && !isBuiltIn(subject.text) {
		entity := &element{name: kind, attrs: map[string]string{"IRI": subject.text}, line: t.line}
		if err := m.axiom(&element{name: "Declaration", children: []*element{entity}, line: t.line}); err != nil {
			return err
		}
	}
	for m.next().kind == keyword && !startsFrame(m.next()) {
		if err := m.section(kind, subject); err != nil {
			return err
		}
	}
	return nil
}

func startsFrame(t token) bool {
	return t.kind == keyword && (frames[t.text] != "" || groups[t.text].axiom != "" || t.text == "Rule:")
}

// isBuiltIn reports whether the entity is one of OWL itself, which needs no declaration. The OWL API writes frames of
// these.
func isBuiltIn(iri string) bool {
	for _, ns := range []string{owlNS, rdfNS, rdfsNS, xsdNS} {
		if strings.HasPrefix(iri, ns) {
			return true
		}
	}
	return false
}

// group reads an axiom about a list of things.
func (m *manchester) group(t token, axiom, ofData string, item func(*manchester) (*element, error)) error {
	annotations, err := m.annotations()
	if err != nil {
		return err
	}
	e := &element{name: axiom, children: annotations, line: t.line}
	isData := false
	err = m.list(func() error {
		x, err := item(m)
		if err == nil {
			isData = isData || m.kinds[x.text] == "DataProperty"
			e.children = append(e.children, x)
		}
		return err
	})
	if err != nil {
		return err
	}
	if isData && ofData != "" {
		e.name = ofData
	}
	return m.axiom(e)
}

// section reads a section of a frame.
func (m *manchester) section(kind string, subject *element) error {
	t := m.pop()
	s, known := sections[kind][t.text]
	switch {
	case t.text == "Annotations:":
		m.tokens = append([]token{t}, m.tokens...)
		return m.assertAnnotations(subject)
	case t.text == "DisjointUnionOf:" && kind == "Class":
		return m.together(t, "DisjointUnion", subject, (*manchester).description)
	case t.text == "HasKey:" && kind == "Class":
		return m.together(t, "HasKey", subject, (*manchester).property)
	case t.text == "Characteristics:":
		return m.items(func(annotations []*element) error {
			name := m.pop()
			axiom := name.text + kind
			if characteristics[axiom] == "" {
				return m.errorf(name, "want a characteristic of a property, such as Functional")
			}
			return m.axiom(&element{name: axiom, children: append(annotations, subject), line: name.line})
		})
	case t.text == "Facts:" && kind == "NamedIndividual":
		return m.items(func(annotations []*element) error { return m.fact(annotations, subject) })
	case !known:
		return m.errorf(t, "genus does not know this section of %s", kind)
	}
	return m.items(func(annotations []*element) error {
		x, err := s.item(m)
		if err != nil {
			return err
		}
		of := []*element{subject, x}
		if s.isReversed {
			slices.Reverse(of)
		}
		return m.axiom(&element{name: s.axiom, children: slices.Concat(annotations, of), line: t.line})
	})
}

// together reads a section whose items make one axiom.
func (m *manchester) together(t token, axiom string, subject *element, item func(*manchester) (*element, error)) error {
	annotations, err := m.annotations()
	if err != nil {
		return err
	}
	e := &element{name: axiom, children: append(annotations, subject), line: t.line}
	for {
		x, err := item(m)
		if err != nil {
			return err
		}
		e.children = append(e.children, x)
		hasMore := m.take(",") || axiom == "HasKey" && m.next().kind != keyword && m.next().kind != end
		if !hasMore {
			return m.axiom(e)
		}
	}
}

// fact reads an assertion about an individual.
func (m *manchester) fact(annotations []*element, subject *element) error {
	line := m.next().line
	negative := ""
	if m.take("not") {
		negative = "Negative"
	}
	property, err := m.property()
	if err != nil {
		return err
	}
	value, err := m.value()
	if err != nil {
		return err
	}
	kind := "Object"
	if value.name == "Literal" {
		kind = "Data"
	}
	of := slices.Concat(annotations, []*element{property, subject, value})
	return m.axiom(&element{name: negative + kind + "PropertyAssertion", children: of, line: line})
}

// assertAnnotations reads the annotations of the subject of a frame, each of which may have its own.
func (m *manchester) assertAnnotations(subject *element) error {
	list, err := m.annotations()
	if err != nil {
		return err
	}
	for _, a := range list {
		at := len(a.children) - 1
		of := slices.Concat(a.children[:at], []*element{subject}, a.children[at:])
		if err := m.axiom(&element{name: "AnnotationAssertion", children: of, line: a.line}); err != nil {
			return err
		}
	}
	return nil
}

// annotations reads annotations, if there are some.
func (m *manchester) annotations() (list []*element, err error) {
	if !m.take("Annotations:") {
		return nil, nil
	}
	err = m.list(func() error {
		e := &element{name: "Annotation", line: m.next().line}
		if e.children, err = m.annotations(); err != nil {
			return err
		}
		property, err := m.entity()
		if err != nil {
			return err
		}
		value, err := m.value()
		e.children = append(e.children, property, value)
		list = append(list, e)
		return err
	})
	return list, err
}

// items calls read for each item of a list, with its annotations.
func (m *manchester) items(read func(annotations []*element) error) error {
	if m.next().kind == keyword && m.next().text != "Annotations:" || m.next().kind == end {
		return nil // an empty section
	}
	return m.list(func() error {
		annotations, err := m.annotations()
		if err != nil {
			return err
		}
		return read(annotations)
	})
}

// list calls read for each item of a list.
func (m *manchester) list(read func() error) error {
	for {
		if err := read(); err != nil {
			return err
		}
		if !m.take(",") {
			return nil
		}
	}
}

func (m *manchester) next() token { return m.tokens[0] }

func (m *manchester) pop() token {
	t := m.tokens[0]
	if t.kind != end {
		m.tokens = m.tokens[1:]
	}
	return t
}

// take skips the word if it comes next.
func (m *manchester) take(text string) bool {
	t := m.next()
	is := t.text == text && t.kind != literalToken && t.kind != iriToken
	if is {
		m.pop()
	}
	return is
}

func (m *manchester) errorf(t token, format string, args ...any) error {
	text := t.text
	if t.kind == end {
		text = "the end of the file"
	}
	return errorAt(t.line, "%s: at %q: %w", m.form, shorten(text), fmt.Errorf(format, args...))
}
