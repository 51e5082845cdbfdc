package queries

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Options say how concepts are written as SPARQL. The zero value asks about
// rdf:type without subclasses, over the endpoint's default graph, without a
// limit.
type Options struct {
	// Prefixes maps prefixes (without colon) to namespaces. Only those that a
	// query uses are declared in it. xsd, rdf, rdfs, owl, dct, foaf, schema and skos
	// are known unless the map gives these names to other namespaces, or other names
	// to these namespaces.
	Prefixes map[string]string

	// Vocabulary says how the graph states class membership.
	Vocabulary Vocabulary

	// Dialect is what the engine needs beside the text of the standard.
	Dialect Dialect

	// Kinds are the kinds of values known to occur per feature. They make
	// comparisons exact between decimals and floating point, and those of dates
	// shorter; without an entry here, numbers are compared as SPARQL does (0.1
	// as a decimal and as a double are equal), and dates of all kinds.
	Kinds map[string][]dl.Kind

	// Zones say of features that have dates which time zones these have. They
	// make comparisons shorter, too.
	Zones map[string]Zones

	// Axioms are what the graph says about its properties where it does not state
	// what follows from that; the zero value if it does, or says nothing.
	Axioms Axioms

	// Domain says which terms are individuals, over which a concept that only
	// excludes ranges without an anchor.
	Domain Domain

	// Statistics are sizes of the graph, which the order of patterns heeds.
	Statistics Statistics

	// Anchor is the IRI of a class that every answer must be in; empty means
	// none. Without it, a concept that only excludes (¬A, ∀r.A, ≤n r.A, ⊤)
	// ranges over all individuals of the graph.
	//
	// Ask and Confirm take what they are asked about for individuals and ignore it.
	Anchor string

	// Labels are names for comments and variables, by IRI; without one, the
	// last part of the IRI serves.
	Labels map[string]string

	// ShowLabels makes Select answer with names, too.
	ShowLabels ShowLabels

	// Graphs are the named graphs to ask (FROM); none means the endpoint's
	// default graph.
	Graphs []string

	// Limit is the largest number of answers of Select; 0 means all. Offset
	// skips answers. Either makes the query order them, so that the same
	// question has the same answer and pages are disjoint. Virtuoso orders
	// 10000 answers at most.
	Limit, Offset int
	// apart: what is behind a role is found first, and on its own, where it has a
	// role in turn.
	apart bool
}

// ShowLabels says which names Select answers with, as ?label. The zero value
// asks for none.
type ShowLabels struct {
	// Languages are the tags of the languages, best first; "" is a name without
	// a language. An answer has the names of the first language in which it has
	// any, one a row, or none. Empty means no labels.
	Languages []string

	// Property leads from an individual to its name; empty: rdfs:label.
	Property string
}

// Zones is what is known of the time zones of a feature's dates.
type Zones uint8

// What may be known.
const (
	AnyZones Zones = iota // nothing: some may have a zone, others none
	NoZones               // none has a zone
	UTCOnly               // all have the zone Z
)

// Vocabulary names the predicates that state class membership.
type Vocabulary struct {
	Type       string // from an individual to its class; empty: rdf:type. Wikidata: wdt:P31
	SubClassOf string // from a class to its superclass; empty: rdfs:subClassOf. Wikidata: wdt:P279

	// Closure says that the members of a class are those of its subclasses,
	// too, over any number of steps.
	Closure bool
}

// The W3C's predicates.
const (
	rdfType        = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	rdfsSubClassOf = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
)

func (v Vocabulary) withDefaults() Vocabulary {
	v.Type, v.SubClassOf = cmp.Or(v.Type, rdfType), cmp.Or(v.SubClassOf, rdfsSubClassOf)
	return v
}

// ErrOptions is returned for options that no query can be written with.
var ErrOptions = errors.New("query options")

// Validate checks what the IRIs in a query do not show.
func (o Options) Validate() error {
	for _, prefix := range slices.Sorted(maps.Keys(o.Prefixes)) {
		if prefix != "" && !prefixForm.MatchString(prefix) {
			return fmt.Errorf("%w: %q is not a prefix: use letters, digits, - and _, beginning with a letter", ErrOptions, prefix)
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
	return nil
}
