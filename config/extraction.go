package config

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// AllProperties stands for every property in Only.
const AllProperties = "all"

// AnyAge is the largest age of answers if there is no limit.
const AnyAge = -1

// ExtractionConfig controls what is extracted, how much, and where it is kept.
type ExtractionConfig struct {
	VocabularyConfig
	MaxSuccessors  int
	MaxIndividuals int
	MaxFacts       int
	Batch          int // IRIs per request
	Rows           int // rows per request
	MaxRequests    int // 0: no limit
	MaxTime        time.Duration
	Cache          string        // path of a database
	MaxAge         time.Duration // of the answers in the database; 0: ask again for everything; AnyAge: no limit
}

// VocabularyConfig says which properties state classes and labels, and what is not used.
type VocabularyConfig struct {
	Type          string // empty: rdf:type
	Subclass      string // empty: rdfs:subClassOf
	Closure       bool
	Reasoning     string
	Individuals   string // Auto, Named or Classes
	LabelProperty []string
	LabelLanguage []string
	Exclude       []string
	ExcludeClass  []string
	Only          []string
	Strings       bool     // for learning, too
	ExcludeKind   []string // of properties
	PropertyKind  string
	PropertyVia   string
	// RedirectProperty is that of queries.Vocabulary.
	RedirectProperty string
	Statements       string
	Elsewhere        string
}

func defaultExtraction() ExtractionConfig {
	return ExtractionConfig{
		VocabularyConfig: VocabularyConfig{Closure: true, Reasoning: Auto, Individuals: Auto},
		MaxSuccessors:    extract.DefaultSuccessors,
		MaxIndividuals:   extract.DefaultIndividuals,
		MaxFacts:         extract.DefaultFacts,
		Batch:            extract.DefaultBatch,
		Rows:             extract.DefaultRows,
		MaxAge:           AnyAge,
	}
}

// statementSettings returns the settings of the group Extraction that say what statements mean.
func (c *Config) statementSettings() []Setting {
	return []Setting{
		{
			Name: "type", Group: Extraction, Arg: "IRI", Value: &c.Type,
			Help: "property from an individual to its class (default rdf:type)",
		},
		{
			Name: "subclass", Group: Extraction, Arg: "IRI", Value: &c.Subclass,
			Help: "property from a class to its superclass (default rdfs:subClassOf)",
		},
		{
			Name: "closure", PresetOnly: true, Group: Extraction, Value: &c.Closure,
			Help: "a class has the members of its subclasses",
		},
		{
			Name: "reasoning", Group: Extraction, Arg: "R", Value: &c.Reasoning,
			OneOf: []string{Auto, None, rdfs, "owlrl", el},
			Help: "which statements to use in addition to the stated ones: rdfs (what follows from axioms such as " +
				"subproperties, domains, ranges and inverses), owlrl (what follows by OWL 2 RL; files only), none, " +
				"el (files only: rdfs, and if the individuals are classes, these are classified by the rules of EL) " +
				"or auto (classes by el, other individuals by none)",
		},
		{
			Name:  "individuals",
			Group: Extraction,
			Arg:   "WHAT",
			Value: &c.Individuals,
			OneOf: []string{Auto, extract.Named, extract.Classes},
			check: c.checkIndividuals,
			Help: "what the individuals are: named, classes (those of an ontology, by its axioms in RDF files or by triples " +
				"between classes at an endpoint), or auto (classes if the data is mostly about these)",
		},
		{
			Name: "label-property", Group: Extraction, Arg: "IRI", Value: &c.LabelProperty,
			Help: "property from a thing to its label (default rdfs:label, or else skos:prefLabel, schema:name, foaf:name, " +
				"dct:title and the like); of several, the first that it has",
		},
		{
			Name: "label-language", Group: Extraction, Arg: "TAG", Value: &c.LabelLanguage,
			Help: "languages of labels, best first (default en, then none)",
		},
		{
			Name: "exclude", Group: Extraction, Arg: "IRI", Value: &c.Exclude, Adds: true,
			Help: "property not to use, in addition to those of the preset; an IRI that ends in / or # is a namespace",
		},
		{
			Name: "exclude-class", Group: Extraction, Arg: "IRI", Value: &c.ExcludeClass, Adds: true,
			Help: "class not to use; an IRI that ends in / or # is a namespace",
		},
		{
			Name: "only", Group: Extraction, Arg: "IRI", Value: &c.Only,
			Help: "use these properties only; an IRI that ends in / or # is a namespace; all uses every property, also those " +
				"that genus leaves out by default",
		},
		{
			Name: "strings", Group: Extraction, Value: &c.Strings,
			Help: "use strings without a language tag: (f = s) is a concept",
		},
		{
			Name: "exclude-kind", PresetOnly: true, Group: Extraction, Arg: "IRI", Value: &c.ExcludeKind, Adds: true,
			Help: "kind of property not to use, such as external identifiers; the endpoint says which properties are " +
				"of that kind",
		},
		{
			Name: "property-kind", PresetOnly: true, Group: Extraction, Arg: "IRI", Value: &c.PropertyKind,
			Help: "property from a property to its kind",
		},
		{
			Name: "property-via", PresetOnly: true, Group: Extraction, Arg: "IRI", Value: &c.PropertyVia,
			Help: "property from the entity that describes a property to that property, if the property does not " +
				"describe itself",
		},
		{
			Name: "statements", PresetOnly: true, Group: Extraction, Arg: "IRI", Value: &c.Statements,
			Help: "namespace of the properties of a Wikibase, whose statements have qualifiers; it ends in /prop/",
		},
		{
			Name: "redirect-property", PresetOnly: true, Group: Extraction, Arg: "IRI", Value: &c.RedirectProperty,
			Help: "property from another name of a thing to the thing, which is meant where the name is a value",
		},
		{
			Name: "elsewhere", PresetOnly: true, Group: Extraction, Arg: "TEXT", Value: &c.Elsewhere,
			Help: "hint that genus prints when the endpoint has no statements about an example",
		},
	}
}

// extractionSettings returns the other settings of the group: how much is extracted.
func (c *Config) extractionSettings() []Setting {
	return []Setting{
		{
			Name: "max-successors", Group: Extraction, Arg: "N", Value: &c.MaxSuccessors, least: 1,
			Help: "largest number of successors of an individual; a role with more is not used",
		},
		{
			Name: "max-individuals", PresetOnly: true, Group: Extraction, Arg: "N", Value: &c.MaxIndividuals, least: 1,
			Help: "largest number of individuals to extract",
		},
		{
			Name: "max-facts", PresetOnly: true, Group: Extraction, Arg: "N", Value: &c.MaxFacts, least: 1,
			Help: "largest number of facts to extract",
		},
		{
			Name: "batch", PresetOnly: true, Group: Extraction, Arg: "N", Value: &c.Batch, least: 1,
			Help: "largest number of IRIs in one request; genus starts with few and adds more while requests succeed",
		},
		{
			Name: "rows", PresetOnly: true, Group: Extraction, Arg: "N", Value: &c.Rows, least: 1,
			Help: "largest number of rows to ask for in one request",
		},
		{
			Name: "max-requests", Group: Extraction, Arg: "N", Value: &c.MaxRequests,
			Help: "stop an extraction after N requests; the same genus extract command continues it; 0 means no limit",
		},
		{
			Name: "max-time", Group: Extraction, Arg: "TIME", Value: &c.MaxTime,
			Help: "ask the endpoint no more after this time, whatever for; the same genus extract command continues an " +
				"extraction; 0 means no limit",
		},
		{
			Name: "cache", Group: Extraction, Arg: "FILE", Value: &c.Cache,
			Help: "database that caches the answers of an endpoint (genus extract uses --out)",
		},
		{
			Name: "max-age", Group: Extraction, Arg: "TIME", Value: &c.MaxAge, check: c.checkAge,
			Help: "largest age of cached answers, such as 24h: ask again for older ones, or with --db refuse them; 0 " +
				"asks again for everything (default any age)",
		},
	}
}

func (c *Config) checkAge() error {
	if c.MaxAge < 0 && c.MaxAge != AnyAge {
		return fmt.Errorf("%s is negative: write 24h, or 0 to ask again for everything", c.MaxAge)
	}
	return nil
}

func (c *Config) checkIndividuals() error {
	if c.Individuals == extract.Classes && c.DB != "" && !c.HasClassTriples() {
		return errors.New("a database has the individuals that were extracted")
	}
	return nil
}

// OldestLoaded returns the largest age of answers that are read from a database; 0 means any.
func (c Config) OldestLoaded() time.Duration {
	switch c.MaxAge {
	case AnyAge:
		return 0
	case 0: // none is new enough
		return 1
	}
	return c.MaxAge
}

// Bounds returns the bounds of an extraction from an endpoint.
func (c Config) Bounds() extract.Bounds {
	depth := c.Depth
	switch depth {
	case AutoDepth:
		depth = extract.DefaultDepth
	case 0:
		depth = -1 // 0 means the default there
	}
	return extract.Bounds{Depth: depth, Successors: c.MaxSuccessors, Individuals: c.MaxIndividuals, Facts: c.MaxFacts}
}

// Vocabulary returns how the source states classes and labels.
func (c Config) Vocabulary() extract.Vocabulary {
	v := extract.Vocabulary{
		RDFS: c.Reasons(), OWLRL: c.Reasoning == "owlrl", EL: c.classifies(),
		Label: c.LabelProperty, Languages: c.LabelLanguage,
	}
	v.Type, v.SubClassOf, v.NoClosure, v.Statements = c.Type, c.Subclass, !c.Closure, dl.Statements(c.Statements)
	v.Redirect = c.RedirectProperty
	switch {
	case c.HasClassTriples(): // are closed
		v.RDFS, v.OWLRL, v.EL = false, false, false
	case c.Individuals == extract.Classes:
		v.Classes, v.Superproperties = true, v.RDFS || v.EL
	}
	if l, err := c.language(); err == nil { // an error is reported by Learner
		v.Strings = l.Has(dl.WithStrings)
	}
	if len(c.Data) > 0 && c.Prefer == Meant && !c.ChoosesLanguage() {
		v.Strings = true // the ranking names strings that the positives share, as it does over an endpoint
	}
	return v
}

// Values of Reasoning.
const (
	rdfs = "rdfs"
	el   = "el"
)

// Reasons reports whether facts about individuals are derived.
func (c Config) Reasons() bool { return c.Reasoning != None && c.Reasoning != Auto }

// ReasoningToPropose returns the reasoning for proposals: auto is el for files, else rdfs.
func (c Config) ReasoningToPropose() string {
	switch {
	case c.Reasoning != Auto || !c.Closure:
		return c.Reasoning
	case len(c.Data) > 0:
		return el
	}
	return rdfs
}

// classifies reports whether the classes of an ontology are classified, if these are the individuals.
func (c Config) classifies() bool {
	return c.Reasoning == el || c.Reasoning == Auto && c.Closure && len(c.Data) > 0
}

// HasClassTriples reports whether the source states what is true of classes by triples between them.
func (c Config) HasClassTriples() bool {
	return queries.Vocabulary{Type: c.Type, SubClassOf: c.Subclass, NoClosure: !c.Closure}.ClassTriples()
}

// Exclusions returns what learning does not use, in addition to source.DefaultExclusions.
func (c Config) Exclusions() extract.Exclusions {
	e := extract.Exclusions{
		Properties: c.expand(c.Exclude), Classes: c.expand(c.ExcludeClass), Only: c.expand(c.Only),
		Kinds: c.ExcludeKind, Kind: c.PropertyKind, Via: c.PropertyVia,
	}
	if slices.Equal(c.Only, []string{AllProperties}) {
		e.Only, e.NoDefaults = nil, true
	}
	return e
}

// Crawl returns the options of an extraction from an endpoint.
func (c Config) Crawl() (extract.CrawlOptions, error) {
	prefixes, err := c.Prefixes()
	if err != nil {
		return extract.CrawlOptions{}, err
	}
	o := extract.CrawlOptions{
		Bounds: c.Bounds(), Vocabulary: c.Vocabulary(), Exclusions: c.Exclusions(),
		Graphs: c.Graph, MaxAge: max(c.MaxAge, 0), Refresh: c.MaxAge == 0,
		Prefixes: prefixes, Batch: c.Batch, Rows: c.Rows, Workers: c.Requests,
		Budget: extract.Budget{MaxRequests: c.MaxRequests, MaxTime: c.MaxTime}, Elsewhere: c.Elsewhere,
	}
	if c.Reasoning == Auto { // which an endpoint has none for
		o.Vocabulary.EL = false
	}
	return o, o.Validate()
}
