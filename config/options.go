package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// politeErrors is how many requests may fail in a minute where the load is limited: half of
// what Wikidata allows.
const politeErrors = 15

// Connector returns the options for the endpoint. The credentials are those of the file
// that the setting names, or else of the environment.
func (c Config) Connector(version string) (connector.Options, error) {
	o := connector.Options{
		URL: c.Endpoint, DefaultGraph: c.Graph, Method: connector.Method(c.Method), Version: version,
		UserAgentContact: c.Contact, Timeout: c.RequestTimeout, Retries: c.Retries, RowCaps: c.RowCap,
		Rate: c.Rate, Load: c.Load, Requests: c.Requests,
	}
	if c.Load > 0 {
		o.Errors = politeErrors
	}
	if c.Retries == 0 {
		o.Retries = -1 // 0 means the default there
	}
	var err error
	if c.Credentials != "" {
		o.Credentials, err = connector.CredentialsFromFile(c.Credentials)
	} else {
		o.Credentials, err = connector.CredentialsFromEnv()
	}
	if err != nil {
		return connector.Options{}, err
	}
	return o, o.Validate()
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
	v := extract.Vocabulary{NoClosure: !c.Closure, RDFS: c.Reasoning != None, OWLRL: c.Reasoning == "owlrl",
		Label: c.LabelProperty, Languages: c.LabelLanguage, Statements: dl.Statements(c.Statements)}
	if l, err := c.language(); err == nil { // an error is reported by Learner
		v.Strings = l.Has(dl.WithStrings)
	}
	if len(c.Data) > 0 && c.Prefer == Meant && !c.ChoosesLanguage() {
		v.Strings = true // the ranking names strings that the positives share, as it does over an endpoint
	}
	if c.Type != "" {
		v.Type = []string{c.Type}
	}
	if c.Subclass != "" {
		v.SubClass = []string{c.Subclass}
	}
	return v
}

// Exclusions returns what learning does not use, in addition to source.DefaultExclusions.
func (c Config) Exclusions() extract.Exclusions {
	return extract.Exclusions{
		Properties: c.Exclude, Classes: c.ExcludeClass, Only: c.Only,
		Kinds: c.ExcludeKind, Kind: c.PropertyKind, Via: c.PropertyVia,
	}
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
	return o, o.Validate()
}

// mostWorkers is far beyond the processors of any machine. Each worker takes memory.
const mostWorkers = 1024

// Learner returns the options of learning. Depth 0 removes the roles from the language;
// AutoDepth leaves the depth to the problem.
func (c Config) Learner() (learner.Options, error) {
	language, err := c.language()
	if err != nil {
		return learner.Options{}, err
	}
	if c.Workers > mostWorkers {
		return learner.Options{}, fmt.Errorf("workers is %d, but must be %d at most", c.Workers, mostWorkers)
	}
	o := learner.Options{
		Language: language, Shared: c.namesOnlyShared(), MaxSize: c.MaxSize,
		Thresholds: c.Thresholds,
		Memory:     uint64(c.Memory) << 20, Optimal: c.Engine == "optimal",
	}
	if o.MaxNumber, o.Growth, err = c.MaxNumber.limit(); err != nil {
		return learner.Options{}, err
	}
	switch c.Engine {
	case "sat":
		o.Engine = learner.SAT{Workers: c.Workers}
	case "search":
		o.Engine = learner.Search{Workers: c.Workers}
	default:
		o.Engine = learner.Portfolio{Workers: c.Workers}
	}
	switch {
	case c.Depth == 0:
		o.Language &^= dl.WithRoles | dl.WithInverse
	case c.Depth > 0:
		o.MaxDepth = c.Depth
	}
	if o.Language == 0 { // which would mean the default
		return learner.Options{}, errors.New("constructors: without roles none of them is left")
	}
	if o.Mode, err = learner.ParseMode(c.Mode); err != nil {
		return learner.Options{}, err
	}
	// A threshold in the middle between two examples favours neither.
	o.Midpoints = o.Mode == learner.Approx && o.Thresholds == 0
	if o.Score, err = interp.ParseScore(c.Score); err != nil {
		return learner.Options{}, err
	}
	if o.Select, err = learner.ParseSelect(c.Select); err != nil {
		return learner.Options{}, err
	}
	return o, o.Validate()
}

func (c Config) language() (l dl.Language, err error) {
	if len(c.Constructors) > 0 {
		var names []string
		for _, list := range c.Constructors {
			names = append(names, strings.Split(list, ",")...)
		}
		l, err = dl.ParseConstructors(names)
	} else if l = dl.ALCQIF; c.Language != Auto {
		l, err = dl.ParseLanguage(c.Language)
	}
	if c.Nominals == On || c.namesOnlyShared() {
		l |= dl.WithNominals
	}
	if c.Strings {
		l |= dl.WithStrings
	}
	return l, err
}

// namesOnlyShared reports whether concepts may name shared values, but no other individuals. They
// may unless the user chose a language, or whether it has nominals.
func (c Config) namesOnlyShared() bool {
	return c.Nominals == Auto && !c.ChoosesLanguage()
}

// ChoosesLanguage reports whether the user chose the language of the concepts.
func (c Config) ChoosesLanguage() bool { return len(c.Constructors) > 0 || c.Language != Auto }

// Languages returns the values of the setting language. The first, [Auto], is alcqif with values
// that the examples share.
func Languages() []string { return append([]string{Auto}, dl.LanguageNames()...) }

// Prefixes returns the prefixes for names. Of two entries for one prefix the last one
// counts.
func (c Config) Prefixes() (map[string]string, error) {
	m := map[string]string{}
	for _, entry := range c.Prefix {
		prefix, iri, ok := strings.Cut(entry, "=")
		prefix = strings.TrimSuffix(strings.TrimSpace(prefix), ":")
		if iri = strings.Trim(strings.TrimSpace(iri), "<>"); !ok || iri == "" {
			return nil, fmt.Errorf("%q is not a prefix: write p=IRI, such as ex=http://example.org/", entry)
		}
		m[prefix] = iri
	}
	return m, nil
}
