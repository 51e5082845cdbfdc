package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// AutoDepth is the depth that depends on the source.
const AutoDepth = -1

// SourceConfig chooses the source. Exactly one of the first three fields is set where a
// source is needed.
type SourceConfig struct {
	Endpoint string
	Data     []string // RDF files, or tables
	DB       string   // a database of genus extract
	Preset   string
	Depth    int  // AutoDepth, or the role depth
	SkipBad  bool // leave out bad lines of the files; a flag of a run, not a setting
	NoCache  bool // keep nothing of what is read of files; a flag of a run, not a setting
	// columns that name the rows of tables: each table uses the first that it has; a flag of a run, not a setting
	Key    []string
	Tables []string // how tables are read: see extract.ImportOptions; a flag of a run, not a setting
}

// sourceSettings returns the settings of the group Source.
func (c *Config) sourceSettings() []Setting {
	return []Setting{
		{
			Name: "endpoint", Group: Source, Arg: "URL", Value: &c.Endpoint, Choice: "source", Side: "endpoint",
			Help: "SPARQL endpoint to learn from",
		},
		{
			Name: "data", Group: Source, Arg: "FILE...", Value: &c.Data, Choice: "source", Side: "data",
			Help: "files: .nt .ttl .owl .rdf .csv, or compressed; also .tsv .nq .trig .jsonld .ofn .omn .obo .json; " +
				"builtin:wikidata, builtin:pizza and builtin:elephants are in the program",
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
	}
}

func (c *Config) checkPreset() error {
	names := append(Presets(), None)
	if c.Preset == "" || isPresetFile(c.Preset) || slices.Contains(names, c.Preset) {
		return nil
	}
	return fmt.Errorf("unknown value %q: choose one of %s, or name a .yaml file", c.Preset, strings.Join(names, ", "))
}

// A SourceChoice chooses a source in place of the one that flags, environment and file
// name. Empty fields choose nothing.
type SourceChoice struct {
	Endpoint string
	Graph    []string
	Data     []string
	Key      []string
	Tables   []string
	DB       string
	Preset   string
	Prefix   []string
}

// aboutSource are the settings of the source and of how it states things. Flags that set
// them are not meant for another source.
var aboutSource = []string{
	"endpoint", "data", "db", "preset", "graph", "dialect", "credentials", "type", "subclass", "reasoning", "individuals",
	"label-property", "cache",
}

// WithSource returns g with the choice in place of the flags about another source.
func (g Given) WithSource(c SourceChoice) Given {
	flags := maps.Clone(g.Flags)
	if flags == nil {
		flags = map[string][]string{}
	}
	if c.Endpoint != "" || c.DB != "" || len(c.Data) > 0 {
		for _, name := range aboutSource {
			delete(flags, name)
		}
		g.Key, g.Tables = c.Key, c.Tables
	}
	for _, f := range []struct {
		name   string
		values []string
	}{
		{"endpoint", text(c.Endpoint)}, {"graph", c.Graph}, {"data", c.Data}, {"db", text(c.DB)},
		{"preset", text(c.Preset)}, {"prefix", c.Prefix},
	} {
		if len(f.values) > 0 {
			flags[f.name] = f.values
		}
	}
	g.Flags = flags
	return g
}

func text(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
