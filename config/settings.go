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
	// Value points to the field: *string, *int, *float64, *bool, *Maybe,
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
		{Name: "endpoint", Group: Source, Arg: "URL", Help: "SPARQL endpoint to learn from", Value: &c.Endpoint, Choice: "source", Side: "endpoint"},
		{Name: "data", Group: Source, Arg: "FILE...", Help: "RDF files: .nt .ttl .owl .rdf, and .gz of each", Value: &c.Data, Choice: "source", Side: "data"},
		{Name: "db", Group: Source, Arg: "FILE", Help: "database made by genus extract", Value: &c.DB, Choice: "source", Side: "db"},
		{Name: "preset", Group: Source, Arg: "NAME", Help: "settings for a kind of source: " + strings.Join(Presets(), ", ") + ", or a .yaml file like them (docs/configuration.md)", Value: &c.Preset, OneOf: Presets(), check: c.checkPreset},
		{Name: "depth", Group: Source, Arg: "N", Help: "role depth of concepts, and edges to crawl; 0 means no roles (default 2 for endpoints, that of the database, none for files)", Value: &c.Depth, least: AutoDepth},

		{Name: "graph", Group: Endpoint, Arg: "IRI", Help: "default graph to ask about; may be repeated", Value: &c.Graph},
		{Name: "dialect", Group: Endpoint, Arg: "D", Help: "dialect of the engine: auto (ask the endpoint), standard, virtuoso, fuseki, blazegraph, oxigraph", Value: &c.Dialect},
		{Name: "method", PresetOnly: true, Group: Endpoint, Arg: "M", Help: "how queries are sent: post, get or post-direct", Value: &c.Method, OneOf: []string{string(connector.PostForm), string(connector.Get), string(connector.PostDirect)}},
		{Name: "contact", Group: Endpoint, Arg: "MAIL", Help: "your mail address or web page, for the User-Agent; public endpoints ask for it", Value: &c.Contact},
		{Name: "credentials", Group: Endpoint, Arg: "FILE", Help: "file with user and password, or token (or set GENUS_ENDPOINT_USER, _PASSWORD, _AUTH, _TOKEN)", Value: &c.Credentials},
		{Name: "request-timeout", Group: Endpoint, Arg: "TIME", Help: "time limit of one request", Value: &c.RequestTimeout, least: 1},
		{Name: "retries", Group: Endpoint, Arg: "N", Help: "how often a failed request is repeated", Value: &c.Retries},
		{Name: "rate", Group: Endpoint, Arg: "X", Help: "largest number of requests per second, repeats included; 0 means no limit", Value: &c.Rate},
		{Name: "requests", PresetOnly: true, Group: Endpoint, Arg: "N", Help: "largest number of requests at a time; genus starts with one and adds more while the endpoint keeps up", Value: &c.Requests, least: 1},
		{Name: "load", Group: Endpoint, Arg: "X", Help: "largest share of the time that the endpoint may spend on genus, such as 0.5; genus also pauses after 15 failed requests in a minute then; 0 means no limit", Value: &c.Load},
		{Name: "search", Group: Endpoint, Arg: "HOW", Help: "how genus serve finds individuals by name at the endpoint: " + strings.Join(queries.FinderNames(), ", "), Value: &c.Search, OneOf: queries.FinderNames()},
		{Name: "row-cap", PresetOnly: true, Group: Endpoint, Arg: "N", Help: "number of rows at which the endpoint silently truncates results", Value: &c.RowCap},

		{Name: "type", Group: Extraction, Arg: "IRI", Help: "property from an individual to its class (default rdf:type)", Value: &c.Type},
		{Name: "subclass", Group: Extraction, Arg: "IRI", Help: "property from a class to its superclass (default rdfs:subClassOf)", Value: &c.Subclass},
		{Name: "closure", PresetOnly: true, Group: Extraction, Help: "a class has the members of its subclasses", Value: &c.Closure},
		{Name: "reasoning", Group: Extraction, Arg: "R", Help: "which statements to use in addition to the stated ones: rdfs (what follows from axioms such as subproperties, domains, ranges and inverses), owlrl (what follows by OWL 2 RL; files only) or none", Value: &c.Reasoning, OneOf: []string{None, "rdfs", "owlrl"}},
		{Name: "label", Group: Extraction, Arg: "IRI", Help: "property from a thing to its label (default rdfs:label)", Value: &c.Label},
		{Name: "label-language", Group: Extraction, Arg: "TAG", Help: "languages of labels, best first (default en, then none)", Value: &c.LabelLanguage},
		{Name: "exclude", Group: Extraction, Arg: "IRI", Help: "property not to use, in addition to those of the preset; an IRI that ends in / or # is a namespace", Value: &c.Exclude, Adds: true},
		{Name: "exclude-class", Group: Extraction, Arg: "IRI", Help: "class not to use; an IRI that ends in / or # is a namespace", Value: &c.ExcludeClass, Adds: true},
		{Name: "only", Group: Extraction, Arg: "IRI", Help: "use these properties only; an IRI that ends in / or # is a namespace", Value: &c.Only},
		{Name: "strings", Group: Extraction, Help: "use strings without a language tag: (f = s) is a concept", Value: &c.Strings},
		{Name: "exclude-kind", PresetOnly: true, Group: Extraction, Arg: "IRI", Help: "kind of property not to use, such as external identifiers; the endpoint says which properties are of that kind", Value: &c.ExcludeKind, Adds: true},
		{Name: "property-kind", PresetOnly: true, Group: Extraction, Arg: "IRI", Help: "property from a property to its kind", Value: &c.PropertyKind},
		{Name: "property-via", PresetOnly: true, Group: Extraction, Arg: "IRI", Help: "property from the entity that describes a property to that property, if the property does not describe itself", Value: &c.PropertyVia},
		{Name: "elsewhere", PresetOnly: true, Group: Extraction, Arg: "TEXT", Help: "hint that genus prints when the endpoint has no statements about an example", Value: &c.Elsewhere},
		{Name: "max-successors", Group: Extraction, Arg: "N", Help: "largest number of successors of an individual; a role with more is not used", Value: &c.MaxSuccessors, least: 1},
		{Name: "max-individuals", PresetOnly: true, Group: Extraction, Arg: "N", Help: "largest number of individuals to extract", Value: &c.MaxIndividuals, least: 1},
		{Name: "max-facts", PresetOnly: true, Group: Extraction, Arg: "N", Help: "largest number of facts to extract", Value: &c.MaxFacts, least: 1},
		{Name: "batch", PresetOnly: true, Group: Extraction, Arg: "N", Help: "largest number of IRIs in one request; genus starts with few and adds more while requests succeed", Value: &c.Batch, least: 1},
		{Name: "rows", PresetOnly: true, Group: Extraction, Arg: "N", Help: "largest number of rows to ask for in one request", Value: &c.Rows, least: 1},
		{Name: "max-requests", Group: Extraction, Arg: "N", Help: "stop an extraction after N requests; the same genus extract command continues it; 0 means no limit", Value: &c.MaxRequests},
		{Name: "max-time", Group: Extraction, Arg: "TIME", Help: "stop an extraction after this time; the same genus extract command continues it; 0 means no limit", Value: &c.MaxTime},
		{Name: "cache", Group: Extraction, Arg: "FILE", Help: "database that caches the answers of an endpoint (genus extract uses --out)", Value: &c.Cache},
		{Name: "max-age", Group: Extraction, Arg: "TIME", Help: "largest age of cached answers, such as 24h: ask again for older ones, or with --db refuse them; 0 asks again for everything (default any age)", Value: &c.MaxAge, check: c.checkAge},

		{Name: "pos", Group: Examples, Arg: "FILE", Help: "positive examples: one IRI or CURIE per line, optionally followed by a weight; # starts a comment", Value: &c.Pos, Choice: "examples", Side: "pos and neg"},
		{Name: "neg", Group: Examples, Arg: "FILE", Help: "negative examples", Value: &c.Neg, Choice: "examples", Side: "pos and neg"},
		{Name: "pos-iri", Group: Examples, Arg: "IRI...", Help: "positive examples", Value: &c.PosIRI, Choice: "examples", Side: "pos-iri and neg-iri"},
		{Name: "neg-iri", Group: Examples, Arg: "IRI...", Help: "negative examples", Value: &c.NegIRI, Choice: "examples", Side: "pos-iri and neg-iri"},
		{Name: "problem", Group: Examples, Arg: "FILE[#NAME]", Help: "examples of an Ontolearn JSON or DL-Learner .conf file; FILE#NAME chooses one of several problems", Value: &c.Problem, Choice: "examples", Side: "problem"},

		{Name: "language", Group: Learning, Arg: "L", Help: "language of concepts: " + strings.Join(Languages(), ", "), Value: &c.Language, Choice: "language", Side: "language", OneOf: Languages(), check: func() error {
			_, err := c.language()
			return err
		}},
		{Name: "constructors", Group: Learning, Arg: "C,...", Help: "language of these constructors and no others: " + strings.Join(dl.ConstructorNames(), ", "), Value: &c.Constructors, Choice: "language", Side: "constructors", OneOf: dl.ConstructorNames(), check: func() error {
			_, err := c.language()
			return err
		}},
		{Name: "nominals", Group: Learning, Help: "use individuals by name, such as a country: {o} is a concept for each that at least two examples lead to (default: only for up to 20 shared values, in the default language)", Value: &c.Nominals},
		{Name: "max-size", Group: Learning, Arg: "N", Help: "largest size of a concept", Value: &c.MaxSize, least: 1},
		{Name: "max-number", Group: Learning, Arg: "N", Help: "largest number in ≥n and ≤n (default grows with the size)", Value: &c.MaxNumber, zeroGrows: true},
		{Name: "thresholds", Group: Learning, Arg: "N", Help: "number of thresholds per feature (default grows with the size)", Value: &c.Thresholds, zeroGrows: true},
		{Name: "mode", Group: Learning, Arg: "M", Help: "approx: the best score; exact: no errors", Value: &c.Mode, OneOf: learner.ModeNames()},
		{Name: "score", Group: Learning, Arg: "S", Help: "score that the mode approx maximises: " + strings.Join(interp.ScoreNames(), ", "), Value: &c.Score, OneOf: interp.ScoreNames()},
		{Name: "select", Group: Learning, Arg: "R", Help: "which of the best concepts of all sizes the mode approx returns: that with the best score (score), or with the minimum description length (mdl)", Value: &c.Select, OneOf: learner.SelectNames()},
		{Name: "engine", Group: Learning, Arg: "E", Help: "auto (search, with sat in parallel where it may be faster), search, sat (the paper's) or optimal (best score at any size, at once)", Value: &c.Engine, OneOf: Engines()},
		{Name: "workers", Group: Learning, Arg: "N", Help: "number of solvers at a time; the result is the same for any number", Value: &c.Workers, least: 1},
		{Name: "prefer", Group: Learning, Arg: "W", Help: "which concept that fits to return: meant (the one most likely meant) or smallest", Value: &c.Prefer, OneOf: []string{Meant, Smallest}},
		{Name: "memory", Group: Learning, Arg: "MIB", Help: "memory limit while learning, in MiB; the result is then the best concept so far; 0 means half of the memory of the machine or container", Value: &c.Memory},
		{Name: "timeout", Group: Learning, Arg: "TIME", Help: "time limit for learning; the result is then the best concept so far", Value: &c.Timeout, least: 1},

		{Name: "anchor", Group: Output, Arg: "CLASS", Help: "class that restricts the query, and that the shape of shacl targets; auto: the smallest class of all positives if the query would have to look at everything; none: no class", Value: &c.Anchor},
		{Name: "confirm", Group: Output, Help: "confirm the query on an endpoint inside the process (files and databases)", Value: &c.Confirm},
		{Name: "format", Group: Output, Arg: "F", Help: "form of the result: " + strings.Join(Formats(), ", "), Value: &c.Format, OneOf: Formats()},
		{Name: "out", Group: Output, Arg: "FILE", Help: "write the result to a file", Value: &c.Out},
		{Name: "as", Group: Output, Arg: "IRI", Help: "class that turtle defines (default urn:genus:Concept), or shape that shacl does (default urn:genus:Shape)", Value: &c.As},
		{Name: "labels", Group: Output, Help: "print labels in place of names (text, dl, manchester)", Value: &c.Labels},

		{Name: "addr", Group: Server, Arg: "ADDR", Help: "address to listen on; an address that other machines can reach needs a token (GENUS_TOKEN, or genus makes one)", Value: &c.Addr},
		{Name: "allow", Group: Server, Arg: "WHAT", Help: "what may be opened or reached besides the source of the flags: an endpoint (URL), a file or folder (path), or host:NAME, a host name of the server (default any endpoint on a loopback address, and nothing else); may be repeated", Value: &c.Allow},
		{Name: "state", Group: Server, Arg: "FILE", Help: "database of saved work (default serve.db in your data directory)", Value: &c.State},
		{Name: "jobs", Group: Server, Arg: "N", Help: "number of jobs that learn at a time", Value: &c.Jobs, least: 1},

		{Name: "prefix", Group: Names, Arg: "P=IRI", Help: "prefix for names; may be repeated", Value: &c.Prefix, Adds: true, check: func() error {
			_, err := c.Prefixes()
			return err
		}},
		{Name: "quiet", Short: "q", Group: Names, Help: "print no progress and no notes", Value: &c.Quiet},
		{Name: "verbose", Short: "v", Group: Names, Help: "print more progress and notes", Value: &c.Verbose},
	}
}

func (c *Config) checkPreset() error {
	if c.Preset == "" || isPresetFile(c.Preset) || slices.Contains(Presets(), c.Preset) {
		return nil
	}
	return fmt.Errorf("unknown value %q: choose one of %s, or name a .yaml file", c.Preset, strings.Join(Presets(), ", "))
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
