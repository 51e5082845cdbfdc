package rdffile

import (
	"net/url"
	"slices"
	"strings"
)

// The entities of OBO documents and their IRIs.

const (
	oboNS = "http://purl.obolibrary.org/obo/"
	oioNS = "http://www.geneontology.org/formats/oboInOwl#"
)

// oboVocabulary has the IRI and the label of the annotation property that a tag becomes. Other tags are
// properties of the namespace oboInOwl.
var oboVocabulary = map[string][2]string{
	"name":                 {rdfsNS + "label"},
	"comment":              {rdfsNS + "comment"},
	"remark":               {rdfsNS + "comment"},
	"is_obsolete":          {owlNS + "deprecated"},
	"def":                  {oboNS + "IAO_0000115", "definition"},
	"replaced_by":          {oboNS + "IAO_0100001", "term replaced by"},
	"is_anti_symmetric":    {oboNS + "IAO_0000427", "antisymmetric property"},
	"expand_assertion_to":  {oboNS + "IAO_0000425", "expand assertion to"},
	"expand_expression_to": {oboNS + "IAO_0000424", "expand expression to"},
	"format-version":       {oioNS + "hasOBOFormatVersion", "has_obo_format_version"},
	"namespace":            {oioNS + "hasOBONamespace", "has_obo_namespace"},
	"xref":                 {oioNS + "hasDbXref", "database_cross_reference"},
	"alt_id":               {oioNS + "hasAlternativeId", "has_alternative_id"},
	"subset":               {oioNS + "inSubset", "in_subset"},
	"has_scope":            {oioNS + "hasScope", "has_scope"},
	"has_synonym_type":     {oioNS + "hasSynonymType", "has_synonym_type"},
	"subsetdef":            {oioNS + "SubsetProperty", "subset_property"},
	"synonymtypedef":       {oioNS + "SynonymTypeProperty", "synonym_type_property"},
	"BROAD":                {oioNS + "hasBroadSynonym", "has_broad_synonym"},
	"NARROW":               {oioNS + "hasNarrowSynonym", "has_narrow_synonym"},
	"EXACT":                {oioNS + "hasExactSynonym", "has_exact_synonym"},
	"RELATED":              {oioNS + "hasRelatedSynonym", "has_related_synonym"},
	"created_by":           {oioNS + "created_by", "created by"},
	"creation_date":        {oioNS + "creation_date", "creation date"},
	"namespace-id-rule":    {oioNS + "NamespaceIdRule", "namespace-id-rule"},
}

// oboLabelled are the tags that are properties of oboInOwl and have themselves as the label.
var oboLabelled = words(
	"id shorthand consider treat-xrefs-as-is_a treat-xrefs-as-has-subclass treat-xrefs-as-relationship " +
		"treat-xrefs-as-genus-differentia treat-xrefs-as-reverse-genus-differentia treat-xrefs-as-equivalent " +
		"logical-definition-view-relation")

// subject returns the entity of a frame.
func (m *oboMapper) subject(f *oboFrame) *element {
	c := oboClause{line: f.line}
	switch {
	case f.kind == "Term":
		return m.class(f.id, c)
	case f.kind == "Instance":
		e := m.iri(f.id, c)
		m.declare("NamedIndividual", e.text)
		return e
	case f.has("is_metadata_tag", "true"):
		return m.property("AnnotationProperty", f.id, c)
	}
	return m.property("ObjectProperty", f.id, c)
}

func (m *oboMapper) class(id string, c oboClause) *element {
	e := m.iri(id, c)
	m.declare("Class", e.text)
	return e
}

// property returns a property of the kind.
func (m *oboMapper) property(kind, id string, c oboClause) *element {
	e := m.iri(id, c)
	if m.declare(kind, e.text) && id != m.expanded(id) {
		m.state("AnnotationAssertion", nil, m.tag("shorthand"), e, literal(id))
	}
	return e
}

// tag returns the annotation property of a tag.
func (m *oboMapper) tag(tag string) *element {
	iri, label := oboVocabulary[tag][0], oboVocabulary[tag][1]
	switch {
	case iri == "" && strings.Contains(tag, ":"):
		iri = m.iri(tag, oboClause{tag: tag}).text
	case iri == "":
		iri = oioNS + url.PathEscape(tag)
	}
	if oboLabelled[tag] {
		label = tag
	}
	e := &element{name: "IRI", text: iri}
	if m.declare("AnnotationProperty", iri) && label != "" {
		m.state("AnnotationAssertion", nil, m.tag("name"), e, literal(label))
	}
	return e
}

// declare states that the IRI is an entity of the kind, and reports whether that is new.
func (m *oboMapper) declare(kind, iri string) bool {
	key := [2]string{kind, iri}
	if m.declared[key] {
		return false
	}
	m.declared[key] = true
	m.state("Declaration", nil, &element{name: kind, attrs: map[string]string{"IRI": iri}})
	return true
}

// iri returns the IRI of an identifier (section 5.9).
func (m *oboMapper) iri(id string, c oboClause) *element {
	return m.absoluteName(m.expand(m.expanded(id)), c)
}

// absoluteName returns an IRI.
func (m *oboMapper) absoluteName(iri string, c oboClause) *element {
	if _, err := m.absolute(iri); err != nil {
		m.fault(errorAt(c.line, "OBO: %s: %w", c.tag, err))
	}
	return &element{name: "IRI", text: iri, line: c.line}
}

func (m *oboMapper) expand(id string) string {
	prefix, local, isPrefixed := strings.Cut(id, ":")
	space, isKnown := m.spaces[prefix]
	switch {
	case slices.Contains([]string{"http", "https", "ftp", "urn"}, prefix) && isPrefixed:
		return id
	case !isPrefixed:
		return m.local + url.QueryEscape(id)
	case isKnown:
		return space + local
	case strings.Contains(local, "_"): // not canonical
		return oboNS + prefix + "_#" + url.QueryEscape(local)
	}
	return oboNS + prefix + "_" + url.QueryEscape(local)
}

// expanded returns the cross-reference that a relation without a prefix stands for (section 5.9.3).
func (m *oboMapper) expanded(id string) string {
	t := m.typedefs[id]
	if t == nil || strings.Contains(id, ":") {
		return id
	}
	found := id
	for _, c := range t.clauses {
		if x := c.values[0]; c.tag == "xref" && x != id &&
			(found == id || strings.HasPrefix(x, "RO") || strings.HasPrefix(x, "BFO")) {
			found = x
		}
	}
	return found
}
