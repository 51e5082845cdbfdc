package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// A Group is what a setting is about. A command has the flags of some groups.
type Group string

// The groups, in the order of help texts.
const (
	Source     Group = "Source"
	Endpoint   Group = "Endpoint"
	Extraction Group = "Extraction"
	Examples   Group = "Examples"
	Learning   Group = "Learning"
	Output     Group = "Output"
	Server     Group = "Server"
	Names      Group = "Names"
)

// Groups returns all groups.
func Groups() []Group {
	return []Group{Source, Endpoint, Extraction, Examples, Learning, Output, Server, Names}
}

// A Setting is one setting of a Config.
type Setting struct {
	Name  string // of the flag and the key
	Short string // one letter, or empty
	Group Group
	Arg   string // the placeholder of the value in the help text; empty for switches
	Help  string
	// Value points to the field: *string, *int, *float64, *bool, *Maybe, *Numbers,
	// *time.Duration, *[]string or *[]int.
	Value any
	// PresetOnly: only presets have it. It describes a source or engine, and no user has
	// a reason to change it for one run.
	PresetOnly bool
	// Adds: the entries are added to those of the preset.
	Adds bool
	// Choice names a group of settings that exclude each other. Only those of the highest
	// place count, and there only one side.
	Choice string
	// Side is the side of the choice that the setting is on.
	Side string
	// OneOf are the names that are allowed as the value, or as the entries of a list; nil
	// if any text is.
	OneOf []string

	zeroGrows bool         // 0 is the default, which grows, and cannot be given
	least     int          // of a number; for a time, 1 means more than 0
	check     func() error // nil: by the type
}

// Env returns the environment variable of the setting.
func (s Setting) Env() string {
	return "GENUS_" + strings.ToUpper(strings.ReplaceAll(s.Name, "-", "_"))
}

// IsSwitch reports whether the value is on or off.
func (s Setting) IsSwitch() bool {
	switch s.Value.(type) {
	case *bool, *Maybe:
		return true
	}
	return false
}

// IsList reports whether the setting may have several values.
func (s Setting) IsList() bool {
	switch s.Value.(type) {
	case *[]string, *[]int:
		return true
	}
	return false
}

// Settings returns the settings of c, by group.
func (c *Config) Settings() []Setting {
	return slices.DeleteFunc(c.all(), func(s Setting) bool { return s.PresetOnly })
}

// all returns the settings, and what only presets have.
func (c *Config) all() []Setting {
	return []Setting{
		{
			Name: "endpoint", Group: Source, Arg: "URL", Value: &c.Endpoint, Choice: "source", Side: "endpoint",
			Help: "SPARQL endpoint to learn from",
		},
		{
			Name: "data", Group: Source, Arg: "FILE...", Value: &c.Data, Choice: "source", Side: "data",
			Help: "RDF files: .nt .ttl .owl .rdf, and .gz of each",
		},
		{
			Name: "db", Group: Source, Arg: "FILE", Value: &c.DB, Choice: "source", Side: "db",
			Help: "database made by genus extract",
		},
		{
			Name: "preset", Group: Source, Arg: "NAME", Value: &c.Preset, check: c.checkPreset,
			OneOf: append(Presets(), None),
			Help: "settings for a kind of source: " + strings.Join(Presets(), ", ") +
				", or a .yaml file like them (docs/configuration.md); none: not even if the data look like Wikidata",
		},
		{
			Name: "depth", Group: Source, Arg: "N", Value: &c.Depth, least: AutoDepth,
			Help: "role depth of concepts, and edges to crawl; 0 means no roles (default 2 for endpoints, that of " +
				"the database, none for files)",
		},

		{Name: "graph", Group: Endpoint, Arg: "IRI", Help: "default graph to ask about; may be repeated", Value: &c.Graph},
		{
			Name: "dialect", Group: Endpoint, Arg: "D", Value: &c.Dialect,
			Help: "dialect of the engine: auto (ask the endpoint), standard, virtuoso, fuseki, blazegraph, oxigraph",
		},
		{
			Name: "method", PresetOnly: true, Group: Endpoint, Arg: "M",
			Value: &c.Method, OneOf: []string{string(connector.PostForm), string(connector.Get), string(connector.PostDirect)},
			Help: "how queries are sent: post, get or post-direct",
		},
		{
			Name: "contact", Group: Endpoint, Arg: "MAIL", Value: &c.Contact,
			Help: "your mail address or web page, for the User-Agent; public endpoints ask for it",
		},
		{
			Name: "credentials", Group: Endpoint, Arg: "FILE", Value: &c.Credentials,
			Help: "file with user and password, or token (or set GENUS_ENDPOINT_USER, _PASSWORD, _AUTH, _TOKEN)",
		},
		{
			Name: "request-timeout", Group: Endpoint, Arg: "TIME", Value: &c.RequestTimeout, least: 1,
			Help: "time limit of one request",
		},
		{Name: "retries", Group: Endpoint, Arg: "N", Help: "how often a failed request is repeated", Value: &c.Retries},
		{
			Name: "rate", Group: Endpoint, Arg: "X", Value: &c.Rate,
			Help: "largest number of requests per second, repeats included; 0 means no limit",
		},
		{
			Name: "requests", PresetOnly: true, Group: Endpoint, Arg: "N", Value: &c.Requests, least: 1,
			Help: "largest number of requests at a time; genus starts with one and adds more while the endpoint " +
				"keeps up",
		},
		{
			Name: "load", Group: Endpoint, Arg: "X", Value: &c.Load,
			Help: "largest share of the time that the endpoint may spend on genus, such as 0.5; genus also pauses " +
				"after 15 failed requests in a minute then; 0 means no limit",
		},
		{
			Name: "search", Group: Endpoint, Arg: "HOW", Value: &c.Search, OneOf: queries.FinderNames(),
			Help: "how genus serve finds individuals by name at the endpoint: " + strings.Join(queries.FinderNames(), ", "),
		},
		{
			Name: "row-cap", PresetOnly: true, Group: Endpoint, Arg: "N", Value: &c.RowCap,
			Help: "number of rows at which the endpoint silently truncates results",
		},

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
			Name: "reasoning", Group: Extraction, Arg: "R", Value: &c.Reasoning, OneOf: []string{None, "rdfs", "owlrl"},
			Help: "which statements to use in addition to the stated ones: rdfs (what follows from axioms such as " +
				"subproperties, domains, ranges and inverses), owlrl (what follows by OWL 2 RL; files only) or none",
		},
		{
			Name: "label-property", Group: Extraction, Arg: "IRI", Value: &c.LabelProperty,
			Help: "property from a thing to its label (default rdfs:label)",
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
			Help: "use these properties only; an IRI that ends in / or # is a namespace",
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
			Name: "elsewhere", PresetOnly: true, Group: Extraction, Arg: "TEXT", Value: &c.Elsewhere,
			Help: "hint that genus prints when the endpoint has no statements about an example",
		},
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
			Help: "stop an extraction after this time; the same genus extract command continues it; 0 means no limit",
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

		{
			Name: "pos", Group: Examples, Arg: "FILE", Value: &c.Pos, Choice: "examples", Side: "pos and neg",
			Help: "positive examples: one IRI or CURIE per line, optionally followed by a weight; # starts a comment",
		},
		{
			Name: "neg", Group: Examples, Arg: "FILE", Value: &c.Neg, Choice: "examples", Side: "pos and neg",
			Help: "negative examples",
		},
		{
			Name: "pos-iri", Group: Examples, Arg: "IRI...",
			Value: &c.PosIRI, Choice: "examples", Side: "pos-iri and neg-iri",
			Help: "positive examples",
		},
		{
			Name: "neg-iri", Group: Examples, Arg: "IRI...",
			Value: &c.NegIRI, Choice: "examples", Side: "pos-iri and neg-iri",
			Help: "negative examples",
		},
		{
			Name: "problem", Group: Examples, Arg: "FILE[#NAME]",
			Value: &c.Problem, Choice: "examples", Side: "problem",
			Help: "examples of an Ontolearn JSON or DL-Learner .conf file; FILE#NAME chooses one of several problems",
		},

		{
			Name:   "language",
			Group:  Learning,
			Arg:    "L",
			Help:   "language of concepts: " + strings.Join(Languages(), ", "),
			Value:  &c.Language,
			Choice: "language",
			Side:   "language",
			OneOf:  Languages(),
			check: func() error {
				_, err := c.language()
				return err
			},
		},
		{
			Name:   "constructors",
			Group:  Learning,
			Arg:    "C,...",
			Help:   "language of these constructors and no others: " + strings.Join(dl.ConstructorNames(), ", "),
			Value:  &c.Constructors,
			Choice: "language",
			Side:   "constructors",
			OneOf:  dl.ConstructorNames(),
			check: func() error {
				_, err := c.language()
				return err
			},
		},
		{
			Name:  "nominals",
			Group: Learning,
			Help:  "use individuals by name, such as a country: {o} is a concept for each that at least two examples lead to (default: only for up to 20 shared values, in the default language)",
			Value: &c.Nominals,
		},
		{Name: "max-size", Group: Learning, Arg: "N", Help: "largest size of a concept", Value: &c.MaxSize, least: 1},
		{
			Name: "max-number", Group: Learning, Arg: "N", Value: &c.MaxNumber,
			Help: "largest number in ≥n and ≤n: a number, or a function of the size k: k, 2k or 2^k",
			check: func() error {
				_, _, err := c.MaxNumber.limit()
				return err
			},
		},
		{
			Name: "thresholds", Group: Learning, Arg: "N", Value: &c.Thresholds, zeroGrows: true,
			Help: "number of thresholds per feature (default grows with the size)",
		},
		{
			Name: "mode", Group: Learning, Arg: "M", Value: &c.Mode, OneOf: learner.ModeNames(),
			Help: "approx: the best score; exact: no errors",
		},
		{
			Name: "score", Group: Learning, Arg: "S", Value: &c.Score, OneOf: interp.ScoreNames(),
			Help: "score that the mode approx maximises: " + strings.Join(interp.ScoreNames(), ", "),
		},
		{
			Name: "select", Group: Learning, Arg: "R", Value: &c.Select, OneOf: learner.SelectNames(),
			Help: "which of the best concepts of all sizes the mode approx returns: that with the best score " +
				"(score), or with the minimum description length (mdl)",
		},
		{
			Name: "engine", Group: Learning, Arg: "E", Value: &c.Engine, OneOf: Engines(),
			Help: "auto (search, with sat in parallel where it may be faster), search, sat (the paper's) or optimal " +
				"(best score at any size, at once)",
		},
		{
			Name: "workers", Group: Learning, Arg: "N", Value: &c.Workers, least: 1,
			Help: "number of solvers at a time; the result is the same for any number",
		},
		{
			Name: "prefer", Group: Learning, Arg: "W", Value: &c.Prefer, OneOf: []string{Meant, Smallest},
			Help: "which concept that fits to return: meant (the one most likely meant) or smallest",
		},
		{
			Name: "memory", Group: Learning, Arg: "MIB", Value: &c.Memory,
			Help: "memory limit while learning, in MiB; the result is then the best concept so far; 0 means half of " +
				"the memory of the machine or container",
		},
		{
			Name: "timeout", Group: Learning, Arg: "TIME", Value: &c.Timeout, least: 1,
			Help: "time limit for learning; the result is then the best concept so far",
		},

		{
			Name: "anchor", Group: Output, Arg: "CLASS", Value: &c.Anchor,
			Help: "class that restricts the query, and that the shape of shacl targets; auto: the smallest class of " +
				"all positives if the query would have to look at everything; none: no class",
		},
		{
			Name: "confirm", Group: Output, Value: &c.Confirm,
			Help: "confirm the query on an endpoint inside the process (files and databases)",
		},
		{
			Name: "format", Group: Output, Arg: "F", Value: &c.Format, OneOf: Formats(),
			Help: "form of the result: " + strings.Join(Formats(), ", "),
		},
		{Name: "out", Group: Output, Arg: "FILE", Help: "write the result to a file", Value: &c.Out},
		{
			Name: "as", Group: Output, Arg: "IRI", Value: &c.As,
			Help: "class that turtle defines (default urn:genus:Concept), or shape that shacl does (default " +
				"urn:genus:Shape)",
		},
		{Name: "labels", Group: Output, Help: "print labels in place of names (text, dl, manchester)", Value: &c.Labels},

		{
			Name: "addr", Group: Server, Arg: "ADDR", Value: &c.Addr,
			Help: "address to listen on; an address that other machines can reach needs a token (GENUS_TOKEN, or " +
				"genus makes one)",
		},
		{
			Name: "allow", Group: Server, Arg: "WHAT", Value: &c.Allow,
			Help: "what may be opened or reached besides the source of the flags: an endpoint (URL), a file or " +
				"folder (path), or host:NAME, a host name of the server (default any endpoint on a loopback " +
				"address, and nothing else); may be repeated",
		},
		{
			Name: "state", Group: Server, Arg: "FILE", Value: &c.State,
			Help: "database of saved work (default serve.db in your data directory)",
		},
		{Name: "jobs", Group: Server, Arg: "N", Help: "number of jobs that learn at a time", Value: &c.Jobs, least: 1},

		{
			Name:  "prefix",
			Group: Names,
			Arg:   "P=IRI",
			Help:  "prefix for names; may be repeated",
			Value: &c.Prefix,
			Adds:  true,
			check: func() error {
				_, err := c.Prefixes()
				return err
			},
		},
		{Name: "quiet", Short: "q", Group: Names, Help: "print no progress and no notes", Value: &c.Quiet},
		{Name: "verbose", Short: "v", Group: Names, Help: "print more progress and notes", Value: &c.Verbose},
	}
}

func (c *Config) checkPreset() error {
	names := append(Presets(), None)
	if c.Preset == "" || isPresetFile(c.Preset) || slices.Contains(names, c.Preset) {
		return nil
	}
	return fmt.Errorf("unknown value %q: choose one of %s, or name a .yaml file", c.Preset, strings.Join(names, ", "))
}

// presetNames returns the keys that presets may have.
func (c *Config) presetNames() []string {
	var names []string
	for _, s := range c.all() {
		names = append(names, s.Name)
	}
	return names
}

func (c *Config) checkAge() error {
	if c.MaxAge < 0 && c.MaxAge != AnyAge {
		return fmt.Errorf("%s is negative: write 24h, or 0 to ask again for everything", c.MaxAge)
	}
	return nil
}

// Check returns an error if the value is not allowed.
func (s Setting) Check() error {
	if s.check != nil {
		return s.check()
	}
	tooSmall := func(n, least int) error {
		if n < least {
			return fmt.Errorf("%d is too small: give at least %d", n, max(least, 0))
		}
		return nil
	}
	switch v := s.Value.(type) {
	case *string:
		if s.OneOf != nil && *v != "" && !slices.Contains(s.OneOf, *v) {
			return fmt.Errorf("unknown value %q: choose one of %s", *v, strings.Join(s.OneOf, ", "))
		}
	case *int:
		return tooSmall(*v, s.least)
	case *[]int:
		for _, n := range *v {
			if err := tooSmall(n, 1); err != nil {
				return err
			}
		}
	case *float64:
		if !(*v >= 0) { // NaN too
			return fmt.Errorf("%g is not a rate", *v)
		}
	case *time.Duration:
		if *v < 0 && s.least == 0 {
			return fmt.Errorf("%s is negative: write 30s or 5m, or 0 for no limit", *v)
		}
		if *v < time.Duration(s.least) {
			return fmt.Errorf("%s is not long enough: write 30s or 5m", *v)
		}
	}
	return nil
}

// Check returns an error about the first setting whose value is not allowed.
func (c *Config) Check() error {
	for _, s := range c.Settings() {
		if err := s.Check(); err != nil {
			return &Error{Where: s.Name, Msg: err.Error()}
		}
	}
	return nil
}
