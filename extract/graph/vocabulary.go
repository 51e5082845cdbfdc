package graph

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Namespaces.
const (
	RDF       = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	RDFSchema = "http://www.w3.org/2000/01/rdf-schema#"
	OWL       = "http://www.w3.org/2002/07/owl#"
	SHACL     = "http://www.w3.org/ns/shacl#"
	SWRL      = "http://www.w3.org/2003/11/swrl#"
	SameAs    = OWL + "sameAs"
	// Redirect leads from the title of a page of DBpedia to the page that has its place.
	Redirect = "http://dbpedia.org/ontology/wikiPageRedirects"
)

// IsRedirect reports whether a term with this number of statements is a redirect if this is one of them: owl:sameAs is
// one where it is alone.
func IsRedirect(property string, statements int) bool {
	return property == Redirect || property == SameAs && statements == 1
}

// Vocabulary says which properties of a source mean "is a", "is below" and "is
// called". They are never roles.
type Vocabulary struct {
	queries.Vocabulary
	// RDFS applies axioms: subproperties, equivalent, inverse, symmetric and transitive
	// properties, domains, ranges and equivalent classes.
	RDFS bool `json:"rdfs,omitempty"`
	// OWLRL, with RDFS, applies OWL 2 RL to RDF files. Endpoints are reasoned about
	// with RDFS only.
	OWLRL bool `json:"owlrl,omitempty"`
	// EL classifies the classes of RDF files, if these are the individuals. Otherwise it has no effect.
	EL bool `json:"el,omitempty"`
	// Label are the properties from a term to its name; empty means rdfs:label, and Further by default more.
	Label []string `json:"label"`
	// Further are the properties to the names of what has none by Label; nil means skos:prefLabel. A Wikibase, which
	// repeats its labels there, has none.
	Further []string `json:"further,omitempty"`
	// Languages are the languages of labels, best first; "" is no language. Empty
	// means en, then no language.
	Languages []string `json:"languages"`
	// Strings: literals of xsd:string (those without a language) are values of
	// features. Otherwise they are not kept.
	Strings bool `json:"strings,omitempty"`
}

// BeyondQueries returns the rules by which there are members that queries do not find, and what queries cover;
// empty if there are none.
func (v Vocabulary) BeyondQueries() (rules, covered string) {
	switch {
	case v.OWLRL:
		return "OWL 2 RL", "what follows by RDFS"
	case v.EL:
		return "EL", "what the axioms of the classes state"
	}
	return "", ""
}

// WithDefaults replaces empty properties and lists by their defaults.
func (v Vocabulary) WithDefaults() Vocabulary {
	def := func(list []string, or ...string) []string {
		if len(list) == 0 {
			return or
		}
		return slices.Clone(list)
	}
	v.Vocabulary = v.Vocabulary.WithDefaults()
	if len(v.Label) == 0 {
		v.Label, v.Further = []string{RDFSchema + "label"}, def(v.Further, nameProperties...)
	}
	v.Languages = def(v.Languages, "en", "")
	return v
}

// nameProperties lead to the names of things in vocabularies that have properties of their own for that.
var nameProperties = []string{
	skos + "prefLabel", "https://schema.org/name", "http://schema.org/name", "http://xmlns.com/foaf/0.1/name",
	"http://purl.org/dc/terms/title", "http://purl.org/dc/elements/1.1/title", "http://www.w3.org/2006/vcard/ns#fn",
	"http://www.geonames.org/ontology#name", "http://usefulinc.com/ns/doap#name",
}

// otherNames are properties to names that find a thing and are not shown.
var otherNames = []string{
	skos + "altLabel", "http://schema.org/alternateName", "https://schema.org/alternateName",
	"http://www.geneontology.org/formats/oboInOwl#hasExactSynonym",
	"http://purl.uniprot.org/core/scientificName", "http://purl.uniprot.org/core/mnemonic",
}

const skos = "http://www.w3.org/2004/02/skos/core#"

// Names returns the properties to the names of a thing: to its label, which is by the first of labels that it
// has, and to others, which only find it.
func (v Vocabulary) Names() (labels, others []string) {
	labels = slices.Clone(v.Label)
	further := v.Further
	if further == nil {
		further = []string{skos + "prefLabel"}
	}
	for _, p := range further {
		if v.Statements == "" && !slices.Contains(labels, p) {
			labels = append(labels, p)
		}
	}
	return labels, slices.DeleteFunc(slices.Clone(otherNames), func(p string) bool { return slices.Contains(labels, p) })
}

// NameRank returns the rank of the names that the property leads to; false if it leads to none.
func (v Vocabulary) NameRank(property string) (rank uint8, ok bool) {
	labels, others := v.Names()
	if at := slices.Index(labels, property); at >= 0 {
		return uint8(min(at, facts.OtherName-1)), true
	}
	if at := slices.Index(others, property); at >= 0 {
		return uint8(facts.OtherName + at), true
	}
	return 0, false
}

// NameProperty returns the property to the names with the rank.
func (v Vocabulary) NameProperty(rank uint8) string {
	list, others := v.Names()
	at := int(rank)
	if rank >= facts.OtherName {
		list, at = others, at-facts.OtherName
	}
	return list[min(at, len(list)-1)]
}

// Validate reports the first entry that is not an IRI.
func (v Vocabulary) Validate() error {
	v = v.WithDefaults()
	for _, list := range []struct {
		name string
		iris []string
	}{{"type", []string{v.Type}}, {"subclass", []string{v.SubClassOf}}, {"label", v.Label}} {
		for _, iri := range list.iris {
			if _, err := queries.IRI(iri); err != nil {
				return fmt.Errorf("vocabulary, %s property: %w", list.name, err)
			}
		}
	}
	if base := string(v.Statements); base != "" {
		if _, err := queries.IRI(base); err != nil || !strings.HasSuffix(base, "/prop/") {
			return fmt.Errorf("vocabulary: statements: %q is not a namespace that ends in /prop/", base)
		}
	}
	if v.RDFS && v.NoClosure {
		return errors.New(
			"vocabulary: RDFS puts the members of a class into its superclasses: leave the closure on, or use no reasoning",
		)
	}
	return nil
}

// Exclusions says which properties and classes are not worth learning with. An
// entry that ends in / or # stands for every IRI that begins with it.
type Exclusions struct {
	// Properties are neither roles nor features.
	Properties []string `json:"properties"`
	// Classes are not concept names; their superclasses may be.
	Classes []string `json:"classes"`
	// Only, if not empty, are the only properties to use (except Properties). The properties of
	// DefaultExclusions are then used if Only has them.
	Only []string `json:"only,omitempty"`
	// Named are properties and classes that a concept names and that the other lists leave out. They are used.
	Named []string `json:"named,omitempty"`
	// Kinds: properties of these kinds are neither roles nor features. The source
	// states the kind of a property with the property Kind, at the property itself or,
	// if Via is not empty, at the entity from which Via leads to the property.
	Kinds []string `json:"kinds,omitempty"`
	Kind  string   `json:"kind,omitempty"`
	Via   string   `json:"via,omitempty"`
	// NoDefaults: do not add the lists of DefaultExclusions.
	NoDefaults bool `json:"no_defaults,omitempty"`
}

// DefaultExclusions returns what seldom says what a thing is: the terms of RDF, RDFS, OWL and SHACL, texts
// that name or describe a thing, its pictures and pages, and the record about it. Everything else is the
// data of somebody, such as dct:creator.
func DefaultExclusions() Exclusions {
	e := Exclusions{
		// The facets of XSD say what a data range has.
		Properties: []string{RDF, RDFSchema, OWL, SHACL, dl.XSD, "http://www.w3.org/2007/05/powder-s#"},
		Classes:    []string{RDF, RDFSchema, OWL, SHACL},
	}
	add := func(namespace, locals string) {
		for _, local := range strings.Fields(locals) {
			e.Properties = append(e.Properties, namespace+local)
		}
	}
	add("http://purl.org/dc/elements/1.1/", "description identifier title")
	add(
		"http://purl.org/dc/terms/",
		"abstract alternative bibliographicCitation dateAccepted dateSubmitted description identifier modified title")
	add("http://www.w3.org/2004/02/skos/core#", `altLabel changeNote closeMatch definition editorialNote exactMatch example
		hiddenLabel historyNote note prefLabel scopeNote`)
	add("http://xmlns.com/foaf/0.1/", "depiction homepage img isPrimaryTopicOf name nick page thumbnail")
	add("http://www.w3.org/2006/vcard/ns#", "fn")
	add("http://www.geonames.org/ontology#", "name")
	add("http://usefulinc.com/ns/doap#", "name")
	for _, schema := range []string{"http://schema.org/", "https://schema.org/"} {
		add(schema, "alternateName dateModified description image mainEntityOfPage name sameAs thumbnailUrl url version")
	}
	return e
}

// WithDefaults adds DefaultExclusions, unless NoDefaults is set.
func (e Exclusions) WithDefaults() Exclusions {
	if e.NoDefaults {
		return e
	}
	d := DefaultExclusions()
	if len(e.Only) == 0 {
		e.Properties = slices.Concat(d.Properties, e.Properties)
	}
	e.Classes = slices.Concat(d.Classes, e.Classes)
	return e
}

// UsesAll reports whether every property counts that Properties does not have, labels included.
func (e Exclusions) UsesAll() bool { return e.NoDefaults && len(e.Only) == 0 }

// A Cause is the list that leaves something out.
type Cause int

// The lists of Exclusions. InDefaults also stands for what none of the others leaves out.
const (
	InDefaults Cause = iota
	InProperties
	InClasses
	NotInOnly
	OfKinds
)

// Causes returns the lists that may leave something out, without the default list.
func (e Exclusions) Causes() (causes []Cause) {
	for i, list := range [][]string{e.Properties, e.Classes, e.Only, e.Kinds} {
		if len(list) > 0 {
			causes = append(causes, []Cause{InProperties, InClasses, NotInOnly, OfKinds}[i])
		}
	}
	return causes
}

// WhyProperty returns what leaves out the property. Only takes the place of the default list.
func (e Exclusions) WhyProperty(iri string) Cause {
	switch {
	case newMatcher(e.Properties).match(iri):
		return InProperties
	case len(e.Only) > 0 && !newMatcher(e.Only).match(iri):
		return NotInOnly
	}
	return InDefaults
}

// WhyClass returns what leaves out the class. Only is about properties.
func (e Exclusions) WhyClass(iri string) Cause {
	if newMatcher(e.Classes).match(iri) {
		return InClasses
	}
	return InDefaults
}

// Validate reports the first entry of the kinds that cannot be used.
func (e Exclusions) Validate() error {
	if len(e.Kinds) > 0 && e.Kind == "" {
		return errors.New("kinds of properties are excluded, but property-kind does not say which property states the kind")
	}
	for _, iri := range append([]string{e.Kind, e.Via}, e.Kinds...) {
		if _, err := queries.IRI(iri); err != nil && iri != "" {
			return fmt.Errorf("kinds of properties: %w", err)
		}
	}
	return nil
}

// matcher finds IRIs in a list of IRIs and namespaces.
type matcher struct {
	exact      map[string]bool
	namespaces []string
}

func newMatcher(list []string) matcher {
	m := matcher{exact: map[string]bool{}}
	for _, entry := range list {
		if strings.HasSuffix(entry, "/") || strings.HasSuffix(entry, "#") {
			m.namespaces = append(m.namespaces, entry)
		} else {
			m.exact[entry] = true
		}
	}
	return m
}

func (m matcher) match(iri string) bool {
	if m.exact[iri] {
		return true
	}
	for _, ns := range m.namespaces {
		if strings.HasPrefix(iri, ns) {
			return true
		}
	}
	return false
}

func (m matcher) empty() bool { return len(m.exact)+len(m.namespaces) == 0 }

// Domain returns which statements of a source with the vocabulary are facts; see
// dataset/fill.go. Its list is never nil: a query would use a default list then. A namespace
// with a property in Named is not excluded.
func (e Exclusions) Domain(v Vocabulary) queries.Domain {
	v, e = v.WithDefaults(), e.WithDefaults()
	excluded := slices.Concat(e.Properties, []string{v.Type, v.SubClassOf, SWRL})
	if !e.UsesAll() {
		excluded = append(excluded, v.Label...)
	}
	slices.Sort(excluded)
	d := queries.Domain{Excluded: slices.Compact(excluded), Only: e.Only}
	if len(e.Only) > 0 {
		d.Only = slices.Concat(e.Only, e.Named)
	}
	isUsed := newMatcher(slices.Concat(e.Only, e.Named)).exact
	d.Excluded = slices.DeleteFunc(d.Excluded, func(entry string) bool {
		covers := newMatcher([]string{entry})
		return slices.Contains(v.Label, entry) && isUsed[entry] || slices.ContainsFunc(e.Named, covers.match)
	})
	return d
}

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
