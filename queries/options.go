package queries

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// Options say how to write concepts as SPARQL. With the zero value, classes are those of
// rdf:type without subclasses, in the endpoint's default graph, and there is no limit.
type Options struct {
	// Prefixes maps prefixes (without colon) to namespaces. A query declares those that
	// it uses. xsd, rdf, rdfs, owl, dct, foaf, schema and skos need not be in the map; it
	// may have other namespaces for these prefixes, or other prefixes for their
	// namespaces.
	Prefixes map[string]string

	// Vocabulary says how the graph states class membership.
	Vocabulary Vocabulary

	// Dialect has the rules that the engine needs.
	Dialect Dialect

	// Kinds are the kinds of values that occur, by feature. They make comparisons exact
	// between decimals and floating point, and comparisons of dates shorter. For a
	// feature without an entry, a query compares numbers as SPARQL does (0.1 as a
	// decimal and as a double are equal), and dates of all kinds.
	Kinds map[string][]dl.Kind

	// Zones says which time zones the dates of a feature have. This makes comparisons
	// shorter. The properties of a Wikibase need no entry in Kinds and Zones: all their times are dateTimes in UTC.
	Zones map[string]Zones

	// Axioms are the axioms whose consequences the graph does not state. The zero value
	// is for a graph without axioms or with their consequences.
	Axioms Axioms

	// Domain says which terms are individuals. A concept that only excludes ranges over
	// them if there is no anchor.
	Domain Domain

	// Statistics are sizes in the graph, which determine the order of patterns.
	Statistics Statistics

	// Anchor is the IRI of a class that every answer must be in; empty means
	// none. Without it, a concept that only excludes (¬A, ∀r.A, ≤n r.A, ⊤)
	// ranges over all individuals of the graph.
	//
	// Ask and Confirm are about given individuals and ignore Anchor.
	Anchor string

	// Labels are labels by IRI, for comments and the names of variables. Without one,
	// the last part of the IRI serves.
	Labels map[string]string

	// Nouns are those of [syntax.EnglishOptions], for the comment that describes the concept.
	Nouns func(dl.Concept) []syntax.Noun

	// ShowLabels makes Select ask for labels.
	ShowLabels ShowLabels

	// Columns make Select ask for values of properties of the answers, too. An answer has a
	// row for each combination of them; a value that it lacks is unbound.
	Columns []Column
	// Heading, if set, is a variable for the label of an answer, or else its text, in place of ?x and ?label.
	Heading string

	// Graphs are the named graphs to query (FROM); none means the endpoint's
	// default graph, and NamedGraphs alone all named graphs.
	Graphs []string

	// Limit is the largest number of answers of Select; 0 means all. Offset is the
	// number of answers to skip. With an offset, or if Ordered is set, the query orders its
	// answers, so that the answers are always the same and pages are disjoint. An engine
	// then finds all answers before it returns the first ones. Virtuoso orders 10000
	// answers at most.
	Limit, Offset int
	Ordered       bool
	// By orders the answers by their values, so that the first ones may be asked for.
	By *Order
	// Kept says which groups Groups returns.
	Kept Kept
	// subselects makes the query find the successors by a role in a subselect if they
	// must have successors themselves.
	subselects bool
}

// ShowLabels says which labels Select asks for, as ?label. The zero value means none.
type ShowLabels struct {
	// Languages are language tags, best first; "" is for labels without a language. An
	// answer has a row for each label by the first property, and in its first language, by
	// which it has labels, or one row without. Empty means no labels.
	Languages []string

	// Properties lead from an individual to its label, the best first; empty: rdfs:label.
	Properties []string
}

// A Column asks for the individuals and literals that a path of roles leads to, with their
// labels if Labelled is set and ShowLabels names languages. The last role may be a feature. An empty path leads to the
// answer itself. With an Aggregate it asks for one value that sums them up.
type Column struct {
	Path      []dl.Role
	Labelled  bool
	Aggregate Aggregate
	// Heading, if set, is the only variable of the column: the value or, if Labelled, its label or else its text. With
	// Year it is the year of a date.
	Heading string
	Year    bool
}

// An Order is that of the values in a column: of several values of an answer the lowest counts or, Descending, the
// highest. Answers without a value come last, and equal ones in the order of their IRIs.
type Order struct {
	Column
	// Labels, if it names languages, puts individuals in the order of their labels. Those without come after them, in
	// the order of the values.
	Labels     ShowLabels
	Descending bool
}

// NamedOrder returns the order that a user names: a column as in NamedColumn, with - before it for the highest first.
func NamedOrder(text string) (steps []string, o *Order) {
	text, descending := strings.CutPrefix(strings.TrimSpace(text), "-")
	steps, column := NamedColumn(text)
	return steps, &Order{Column: column, Descending: descending}
}

// NamedColumn returns the column that a user names, and the name of each step of its path, without their IRIs: steps
// have / between them, and ^ before a name stands for the inverse. The path may be in count(), sum(), avg(), min() or
// max(); # before it is count, too. A / in an IRI in angle brackets, or in a bare one, separates no steps.
func NamedColumn(text string) (steps []string, c Column) {
	text, c.Aggregate = cutAggregate(strings.TrimSpace(text))
	for _, name := range splitPath(text) {
		var role dl.Role
		name, role.Inverse = strings.CutPrefix(strings.TrimSpace(name), "^")
		c.Path = append(c.Path, role)
		steps = append(steps, strings.TrimSpace(name))
	}
	return steps, c
}

// splitPath returns the parts of the text between slashes that stand in no IRI.
func splitPath(text string) (parts []string) {
	inside, start := false, 0
	for i, r := range text {
		switch {
		case r == '<' || r == '>':
			inside = r == '<'
		case r == '/' && !inside && strings.HasPrefix(text[i:], "//") && strings.HasSuffix(text[:i], ":"):
			return append(parts, text[start:]) // a bare IRI goes on to the end
		case r == '/' && !inside:
			parts, start = append(parts, text[start:i]), i+1
		}
	}
	return append(parts, text[start:])
}

// Zones is what is known about the spelling of a feature's dates.
type Zones uint8

// The values of Zones.
const (
	AnyZones   Zones = iota // nothing: dates may or may not have a zone, and years any number of digits
	NoZones                 // none has a zone, nor a year of more than four digits
	UTCOnly                 // all have the zone Z, and years of four digits
	UTCAnyYear              // all have the zone Z, and years any number of digits, as in a Wikibase
)

// Vocabulary names the predicates that state class membership.
type Vocabulary struct {
	// Type leads from an individual to its class; empty: rdf:type. Wikidata: wdt:P31.
	Type string `json:"type"`
	// SubClassOf leads from a class to its superclass; empty: rdfs:subClassOf. Wikidata: wdt:P279.
	SubClassOf string `json:"subclass"`
	// NoClosure: the members of the subclasses of a class are not members of the class.
	NoClosure bool `json:"no_closure,omitempty"`
	// Classes: the individuals are the named classes of an ontology in RDF. What is true of them
	// follows from its axioms: see terminology.go.
	Classes bool `json:"classes,omitempty"`
	// Superproperties, with Classes: a value of a property is one of those above it, too.
	Superproperties bool `json:"superproperties,omitempty"`
	// Statements is the namespace of the properties of a Wikibase, whose statements have
	// qualifiers; empty: there are none. The roles that lead to its statements do not lead to
	// deprecated ones.
	Statements dl.Statements `json:"statements,omitempty"`
	// Redirect leads from a name of something to the thing, which is meant where the name is the value of a role;
	// empty: nothing redirects. DBpedia: dbo:wikiPageRedirects. See redirect.go.
	Redirect string `json:"redirect,omitempty"`
}

// ClassTriples reports whether the graph states, of classes, all that they are below and all values that
// their members have, as Ubergraph does: what is a value is so for all that it is below, too.
func (v Vocabulary) ClassTriples() bool { return v.NoClosure && v.Type != "" && v.Type == v.SubClassOf }

// OfClasses reports whether the individuals are classes.
func (v Vocabulary) OfClasses() bool { return v.Classes || v.ClassTriples() }

// The namespaces and predicates of the W3C.
const (
	rdfNS          = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS         = "http://www.w3.org/2000/01/rdf-schema#"
	owlNS          = "http://www.w3.org/2002/07/owl#"
	rdfType        = rdfNS + "type"
	rdfsSubClassOf = rdfsNS + "subClassOf"
	rdfsLabel      = rdfsNS + "label"
)

// WithDefaults replaces empty properties by their defaults.
func (v Vocabulary) WithDefaults() Vocabulary {
	v.Type = cmp.Or(v.Type, rdfType)
	v.SubClassOf = cmp.Or(v.SubClassOf, rdfsSubClassOf)
	return v
}

// ErrOptions reports options or arguments with which no query can be written.
var ErrOptions = errors.New("query options")

// Validate checks prefixes, language tags, the limit, the offset, and whether the engine can answer
// about axioms. IRIs are checked when a query uses them.
func (o Options) Validate() error {
	for _, prefix := range slices.Sorted(maps.Keys(o.Prefixes)) {
		if prefix != "" && !prefixForm.MatchString(prefix) {
			const form = "use letters, digits, - and _, beginning with a letter"
			return fmt.Errorf("%w: %q is not a prefix: %s", ErrOptions, prefix, form)
		}
		if _, err := IRI(o.Prefixes[prefix]); err != nil {
			return fmt.Errorf("%w: namespace of prefix %s: %w", ErrOptions, prefix, err)
		}
	}
	for _, tag := range o.ShowLabels.Languages {
		if !languageTag.MatchString(tag) {
			return fmt.Errorf("%w: %q is not a language tag", ErrOptions, tag)
		}
	}
	if o.Limit < 0 || o.Offset < 0 {
		return fmt.Errorf("%w: limit %d, offset %d: neither can be negative", ErrOptions, o.Limit, o.Offset)
	}
	if o.Vocabulary.Classes && o.Dialect.Has(LooseOrder) {
		return fmt.Errorf(
			"%w: no query about the axioms of an ontology is right on Virtuoso, which cannot follow lists of classes: "+
				"choose another dialect", ErrOptions)
	}
	return nil
}
