package config

import (
	"fmt"
	"strings"
)

// nameSettings returns the settings of the group Names.
func (c *Config) nameSettings() []Setting {
	return []Setting{
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
		{Name: "verbose", Short: "v", Group: Names, Help: "print more notes, and progress where stderr is no terminal", Value: &c.Verbose},
	}
}

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
