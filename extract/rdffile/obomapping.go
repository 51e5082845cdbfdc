package rdffile

import (
	"slices"
	"strconv"
	"strings"
)

// An oboMapper emits the axioms of an OBO document.
type oboMapper struct {
	*owlMapper
	frames   []*oboFrame // the header first
	typedefs map[string]*oboFrame
	spaces   map[string]string // namespace by prefix
	local    string            // what the IRIs of identifiers without a prefix begin with
	declared map[[2]string]bool
	lim      limits
	err      error // the first one
}

func newOBOMapper(frames []*oboFrame, out *sink, lim limits) *oboMapper {
	m := &oboMapper{
		owlMapper: newOWLMapper(out, "OBO"),
		frames:    frames,
		typedefs:  map[string]*oboFrame{},
		spaces:    map[string]string{"owl": owlNS, "rdf": rdfNS, "rdfs": rdfsNS, "xsd": xsdNS},
		declared:  map[[2]string]bool{},
		lim:       lim,
	}
	for _, f := range frames {
		if f.kind == "Typedef" {
			m.typedefs[f.id] = f
		}
	}
	out.stats.prefix("obo", oboNS)
	out.stats.prefix("oboInOwl", oioNS)
	for _, c := range frames[0].clauses {
		if c.tag == "idspace" && len(c.values) > 1 {
			m.spaces[c.values[0]] = c.values[1]
			out.stats.prefix(c.values[0], c.values[1])
		}
	}
	return m
}

func (m *oboMapper) document() error {
	name, version := m.frames[0].first("ontology"), m.frames[0].first("data-version")
	iri := name
	if m.local = oboNS + name + "#"; name == "" {
		m.local, iri = oboNS+"TEMP#", oboNS+"TEMP"
	} else if !strings.Contains(name, ":") {
		iri = oboNS + name + ".owl"
	}
	if version = oboNS + name + "/" + version + "/" + name + ".owl"; name == "" ||
		m.frames[0].first("data-version") == "" {
		version = ""
	}
	if err := m.owlMapper.header(iri, version); err != nil {
		return errorAt(1, "OBO: the ontology or its data-version: %w", err)
	}
	for _, f := range m.frames {
		for _, c := range f.clauses {
			m.clause(f, c)
		}
		switch f.kind {
		case "":
			continue
		case "Term":
			m.define(f, "intersection_of", "ObjectIntersectionOf")
			m.define(f, "union_of", "ObjectUnionOf")
		case "Typedef", "Instance":
		default:
			m.out.stats.warn("OBO: stanzas [" + shorten(f.kind) + "] are left out")
			continue
		}
		if namespace := m.frames[0].first("default-namespace"); namespace != "" && f.first("namespace") == "" {
			m.clause(f, oboClause{tag: "namespace", line: f.line, values: []string{namespace}})
		}
		if m.err != nil {
			return m.err
		}
	}
	return m.err
}

// clause emits the axioms of a clause of a frame.
func (m *oboMapper) clause(f *oboFrame, c oboClause) {
	if least := oboLeast[c.tag]; len(c.values) < least {
		m.fault(errorAt(c.line, "OBO: want %d values of %s", least, c.tag))
		return
	}
	annotations := m.annotations(c)
	switch {
	case f.kind == "":
		m.headerClause(c, annotations)
	case f.kind == "Term" && m.termClause(f, c, annotations),
		f.kind == "Typedef" && m.typedefClause(f, c, annotations),
		f.kind == "Instance" && m.instanceClause(f, c, annotations):
	case f.kind == "Term" || f.kind == "Typedef" || f.kind == "Instance":
		m.annotate(m.subject(f), c, annotations)
	}
}

// oboLeast has the number of values that tags have, if it is not one.
var oboLeast = map[string]int{"relationship": 2, "property_value": 2, "holds_over_chain": 2, "equivalent_to_chain": 2,
	"subsetdef": 2, "synonymtypedef": 2, "idspace": 2}

func (m *oboMapper) headerClause(c oboClause, annotations []*element) {
	switch c.tag {
	case "ontology", "data-version", "idspace":
	case "import":
		m.state("Import", nil, m.absoluteName(c.values[0], c))
	case "subsetdef", "synonymtypedef":
		child := m.property("AnnotationProperty", c.values[0], c)
		m.state("SubAnnotationPropertyOf", annotations, child, m.tag(c.tag))
		label := map[string]string{"subsetdef": "comment", "synonymtypedef": "name"}[c.tag]
		m.state("AnnotationAssertion", nil, m.tag(label), child, literal(c.values[1]))
		if c.tag == "synonymtypedef" && len(c.values) > 2 {
			m.state("AnnotationAssertion", nil, m.tag("has_scope"), child, m.tag(c.values[2]))
		}
	case "owl-axioms":
		f := &functional{owlMapper: m.owlMapper, text: c.values[0], line: 1, depth: m.lim.depth}
		if err := f.document(func(string, string) error { return nil }); err != nil {
			m.fault(errorAt(c.line, "OBO: owl-axioms: %w", err))
		}
	case "property_value":
		m.state("Annotation", annotations, m.property("AnnotationProperty", c.values[0], c), m.value(c))
	default:
		m.state("Annotation", annotations, m.tag(c.tag), literal(c.values[0]))
	}
}

// termClause reports whether it has stated the clause.
func (m *oboMapper) termClause(f *oboFrame, c oboClause, annotations []*element) bool {
	class := m.class(f.id, c)
	if relation := c.qualifier("gci_relation"); relation != "" { // a general axiom, section 5.2.2
		class = call("ObjectIntersectionOf", class, call("ObjectSomeValuesFrom", m.property("ObjectProperty", relation, c),
			m.class(c.qualifier("gci_filler"), c)))
	}
	switch c.tag {
	case "intersection_of", "union_of": // see define
	case "is_a":
		m.state("SubClassOf", annotations, class, m.class(c.values[0], c))
	case "disjoint_from":
		m.state("DisjointClasses", annotations, class, m.class(c.values[0], c))
	case "equivalent_to":
		m.state("EquivalentClasses", annotations, class, m.class(c.values[0], c))
	case "relationship":
		if t := m.typedefs[c.values[0]]; t != nil && t.has("is_metadata_tag", "true") {
			m.state("AnnotationAssertion", annotations, m.property("AnnotationProperty", c.values[0], c), m.subject(f),
				m.iri(c.values[1], c))
		} else {
			m.state("SubClassOf", annotations, class, m.relation(c))
		}
	default:
		return false
	}
	return true
}

// define states that the class is equivalent to the conjunction or the union of all clauses with the tag.
func (m *oboMapper) define(f *oboFrame, tag, constructor string) {
	var parts, annotations []*element
	line := 0
	for _, c := range f.clauses {
		if c.tag != tag {
			continue
		}
		annotations, line = append(annotations, m.annotations(c)...), c.line
		if len(c.values) > 1 {
			parts = append(parts, m.relation(c))
		} else {
			parts = append(parts, m.class(c.values[0], c))
		}
	}
	switch {
	case len(parts) == 1:
		m.fault(errorAt(line, "OBO: only one %s of %s", tag, f.id))
	case len(parts) > 1:
		m.state("EquivalentClasses", annotations, m.subject(f), call(constructor, parts...))
	}
}

// relation returns the class expression of a relation and a class, section 5.2.3.
func (m *oboMapper) relation(c oboClause) *element {
	property := m.property("ObjectProperty", c.values[0], c)
	if t := m.typedefs[c.values[0]]; t != nil && t.has("is_class_level", "true") {
		return call("ObjectHasValue", property, m.iri(c.values[1], c))
	}
	class := m.class(c.values[1], c)
	number := func(constructor, qualifier string) *element {
		n := c.qualifier(qualifier)
		if n == "" {
			return nil
		}
		if _, err := strconv.ParseUint(n, 10, 31); err != nil {
			m.fault(errorAt(c.line, "OBO: %s=%q is not a number", qualifier, n))
		}
		e := call(constructor, property, class)
		e.attrs = map[string]string{"cardinality": n}
		return e
	}
	exact, least, most := number("ObjectExactCardinality", "cardinality"),
		number("ObjectMinCardinality", "minCardinality"),
		number("ObjectMaxCardinality", "maxCardinality")
	some, only := call("ObjectSomeValuesFrom", property, class), call("ObjectAllValuesFrom", property, class)
	switch {
	case c.qualifier("cardinality") == "0" || c.qualifier("maxCardinality") == "0":
		return call("ObjectAllValuesFrom", property, call("ObjectComplementOf", class))
	case exact != nil:
		return exact
	case least != nil && most != nil:
		return call("ObjectIntersectionOf", least, most)
	case least != nil:
		return least
	case most != nil:
		return most
	case c.qualifier("all_only") == "true" && c.qualifier("all_some") == "true":
		return call("ObjectIntersectionOf", some, only)
	case c.qualifier("all_only") == "true":
		return only
	}
	return some
}

// oboProperties has the axioms of tags of relations. Those that begin with is_ have the value true.
var oboProperties = map[string]string{
	"is_a":                  "SubObjectPropertyOf",
	"disjoint_from":         "DisjointObjectProperties",
	"inverse_of":            "InverseObjectProperties",
	"equivalent_to":         "EquivalentObjectProperties",
	"domain":                "ObjectPropertyDomain",
	"range":                 "ObjectPropertyRange",
	"is_transitive":         "TransitiveObjectProperty",
	"is_reflexive":          "ReflexiveObjectProperty",
	"is_symmetric":          "SymmetricObjectProperty",
	"is_asymmetric":         "AsymmetricObjectProperty",
	"is_functional":         "FunctionalObjectProperty",
	"is_inverse_functional": "InverseFunctionalObjectProperty",
}

// typedefClause reports whether it has stated the clause.
func (m *oboMapper) typedefClause(f *oboFrame, c oboClause, annotations []*element) bool {
	if f.has("is_metadata_tag", "true") {
		if c.tag == "is_a" {
			m.state("SubAnnotationPropertyOf", annotations, m.subject(f), m.property("AnnotationProperty", c.values[0], c))
		}
		return c.tag == "is_a"
	}
	property := func(i int) *element { return m.property("ObjectProperty", c.values[i], c) }
	axiom := oboProperties[c.tag]
	switch {
	case c.tag == "domain" || c.tag == "range":
		m.state(axiom, annotations, m.subject(f), m.class(c.values[0], c))
	case axiom != "" && c.tag != "is_a" && strings.HasPrefix(c.tag, "is_"):
		if c.values[0] != "true" {
			return false
		}
		m.state(axiom, annotations, m.subject(f))
	case axiom != "":
		m.state(axiom, annotations, m.subject(f), property(0))
	case c.tag == "transitive_over":
		m.state("SubObjectPropertyOf", annotations, call("ObjectPropertyChain", m.subject(f), property(0)), m.subject(f))
	case c.tag == "equivalent_to_chain" || c.tag == "holds_over_chain":
		if c.tag == "equivalent_to_chain" {
			annotations = append(annotations,
				m.annotation(m.property("AnnotationProperty", oboNS+"IAO_isReversiblePropertyChain", c), "true"))
		}
		m.state("SubObjectPropertyOf", annotations, call("ObjectPropertyChain", property(0), property(1)), m.subject(f))
	case c.tag == "relationship" || c.tag == "intersection_of" || c.tag == "union_of":
		m.out.stats.warn("OBO: " + c.tag + " of relations is left out, for OWL has no axiom of it")
	default:
		return false
	}
	return true
}

// instanceClause reports whether it has stated the clause.
func (m *oboMapper) instanceClause(f *oboFrame, c oboClause, annotations []*element) bool {
	switch c.tag {
	case "instance_of":
		m.state("ClassAssertion", annotations, m.class(c.values[0], c), m.subject(f))
	case "relationship":
		m.state("ObjectPropertyAssertion", annotations, m.property("ObjectProperty", c.values[0], c), m.subject(f),
			m.iri(c.values[1], c))
	default:
		return false
	}
	return true
}

// annotate states a clause that is an annotation of the subject.
func (m *oboMapper) annotate(subject *element, c oboClause, annotations []*element) {
	assert := func(property, value *element) { m.state("AnnotationAssertion", annotations, property, subject, value) }
	value := c.values[0]
	switch c.tag {
	case "exact_synonym", "narrow_synonym", "broad_synonym", "related_synonym":
		scope, _, _ := strings.Cut(c.tag, "_")
		assert(m.tag(strings.ToUpper(scope)), literal(value))
	case "synonym":
		scope := "RELATED"
		if len(c.values) > 1 {
			scope = c.values[1]
		}
		property := m.tag(scope)
		if !slices.Contains([]string{"EXACT", "NARROW", "BROAD", "RELATED"}, scope) {
			property = m.property("AnnotationProperty", scope, c)
		}
		if len(c.values) > 2 {
			annotations = append(annotations,
				call("Annotation", m.tag("has_synonym_type"), m.property("AnnotationProperty", c.values[2], c)))
		}
		assert(property, literal(value))
	case "subset":
		assert(m.tag(c.tag), m.property("AnnotationProperty", value, c))
	case "property_value":
		assert(m.property("AnnotationProperty", value, c), m.value(c))
	case "replaced_by", "consider":
		assert(m.tag(c.tag), m.iri(value, c))
	case "xref":
		if len(c.values) > 1 {
			annotations = append(annotations, m.annotation(m.tag("name"), c.values[1]))
		}
		assert(m.tag(c.tag), literal(value))
	case "alt_id":
		assert(m.tag(c.tag), literal(value))
		m.merged(subject, c)
	default:
		e := literal(value)
		if (value == "true" || value == "false") && (strings.HasPrefix(c.tag, "is_") || c.tag == "builtin") {
			e.attrs = map[string]string{"datatypeIRI": xsdNS + "boolean"}
		}
		assert(m.tag(c.tag), e)
	}
}

// merged states that an alternative identifier was merged into the subject.
func (m *oboMapper) merged(subject *element, c oboClause) {
	old := m.iri(c.values[0], c)
	m.declare(map[bool]string{
		true:  "ObjectProperty",
		false: "Class",
	}[m.declared[[2]string{"ObjectProperty", subject.text}]], old.text)
	yes := literal("true")
	yes.attrs = map[string]string{"datatypeIRI": xsdNS + "boolean"}
	m.state("AnnotationAssertion", nil, m.tag("is_obsolete"), old, yes)
	m.state("AnnotationAssertion", nil, m.tag("replaced_by"), old, subject)
	m.state("AnnotationAssertion", nil, m.property("AnnotationProperty", oboNS+"IAO_0000231", c), old,
		m.iri(oboNS+"IAO_0000227", c))
}

// oboQualifiers are those that are no annotations.
var oboQualifiers = words("gci_relation gci_filler cardinality minCardinality maxCardinality all_some all_only")

// annotations returns those of the cross-references and qualifiers of a clause.
func (m *oboMapper) annotations(c oboClause) (all []*element) {
	for _, x := range c.xrefs {
		all = append(all, m.annotation(m.tag("xref"), x))
	}
	for _, q := range c.qualifiers {
		if !oboQualifiers[q[0]] {
			all = append(all, m.annotation(m.tag(q[0]), q[1]))
		}
	}
	return all
}

func (m *oboMapper) annotation(property *element, text string) *element {
	return call("Annotation", property, literal(text))
}

func (c *oboClause) qualifier(name string) string {
	for _, q := range c.qualifiers {
		if q[0] == name {
			return q[1]
		}
	}
	return ""
}

// value returns the value of a property_value: an entity, or a text with a datatype.
func (m *oboMapper) value(c oboClause) *element {
	if len(c.values) == 2 {
		return m.iri(c.values[1], c)
	}
	e := literal(c.values[1])
	datatype := c.values[2]
	if local, ok := strings.CutPrefix(datatype, "xsd:"); ok {
		datatype = xsdNS + local
	}
	e.attrs = map[string]string{"datatypeIRI": m.absoluteName(datatype, c).text}
	return e
}

// state emits an axiom.
func (m *oboMapper) state(axiom string, annotations []*element, operands ...*element) {
	e := call(axiom, append(slices.Clone(annotations), operands...)...)
	if axiom == "Import" {
		e.text = operands[0].text
	}
	if len(operands) > 0 {
		e.line = operands[0].line
	}
	if m.err == nil {
		m.fault(m.axiom(e))
	}
}

func (m *oboMapper) fault(err error) {
	if m.err == nil {
		m.err = err
	}
}

func call(name string, operands ...*element) *element {
	return &element{name: name, children: operands}
}

func literal(text string) *element { return &element{name: "Literal", text: text} }
