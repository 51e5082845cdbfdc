package config

import (
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/syntax"
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

// expand returns the names with an IRI for each prefix:local whose prefix is standard or declared.
// Every other name stays.
func (c Config) expand(names []string) []string {
	prefixes, err := c.Prefixes()
	if err != nil {
		return names // the check of the setting reports it
	}
	var iris []string
	for _, name := range names {
		_, local, hasPrefix := strings.Cut(name, ":")
		iri, known := syntax.Prefixes(prefixes).Expand(name)
		if hasPrefix && known && !strings.HasPrefix(local, "//") {
			name = iri
		}
		iris = append(iris, name)
	}
	return iris
}
