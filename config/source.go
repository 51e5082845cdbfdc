package config

import "maps"

// A SourceChoice chooses a source in place of the one that flags, environment and file
// name. Empty fields choose nothing.
type SourceChoice struct {
	Endpoint string
	Graph    []string
	Data     []string
	DB       string
	Preset   string
	Prefix   []string
}

// aboutSource are the settings of the source and of how it states things. Flags that set
// them are not meant for another source.
var aboutSource = []string{
	"endpoint", "data", "db", "preset", "graph", "dialect", "credentials", "type", "subclass", "reasoning", "label-property", "cache",
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
