package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
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
		{
			Name:  "verbose",
			Short: "v",
			Group: Names,
			Help:  "print more notes, and progress where stderr is no terminal",
			Value: &c.Verbose,
		},
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

// Declaring returns the settings with the prefixes that the source declares. Those of the user go before.
func (c Config) Declaring(prefixes map[string]string) Config {
	c.declared = prefixes
	return c
}

// Respelling returns the settings with other IRIs, too, in place of those that the source has in another form.
func (c Config) Respelling(forms map[string]string) Config {
	all := maps.Clone(c.forms)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, forms)
	c.forms = all
	return c
}

// A Listed name is in the list of a setting, such as --only.
type Listed struct{ Setting, Name, IRI string }

// listed returns the properties and classes to use or to leave out.
func (c Config) listed() (names []Listed) {
	for _, list := range []struct {
		setting string
		names   []string
	}{{"--only", c.Only}, {"--exclude", c.Exclude}, {"--exclude-class", c.ExcludeClass}} {
		for i, iri := range c.expand(list.names) {
			names = append(names, Listed{list.setting, list.names[i], iri})
		}
	}
	return names
}

// Listed returns the properties and classes that the user, not a preset, says to use or to leave out. It has no
// namespaces.
func (c Config) Listed() []Listed {
	preset, _ := Preset(c.Preset)
	ofPreset := map[string]bool{}
	for _, n := range preset.listed() {
		ofPreset[n.IRI] = true
	}
	return slices.DeleteFunc(c.listed(), func(n Listed) bool {
		isNamespace := strings.HasSuffix(n.IRI, "/") || strings.HasSuffix(n.IRI, "#")
		return isNamespace || n.Name == AllProperties || ofPreset[n.IRI]
	})
}

// CheckExclusions reports the first property or class to use or to leave out that is no IRI, because nothing
// declares its prefix.
func (c Config) CheckExclusions() error {
	for _, n := range c.listed() {
		prefix, _, hasPrefix := strings.Cut(n.IRI, ":")
		switch {
		case strings.HasPrefix(n.Name, "<"), n.Name == AllProperties && len(c.Only) == 1:
		case !hasPrefix:
			return fmt.Errorf("%s %s is neither an IRI nor prefix:name", n.Setting, n.Name)
		case !isScheme(prefix):
			return fmt.Errorf("%s %s: the prefix %q is not known: declare it with --prefix %s=IRI or write the IRI",
				n.Setting, n.Name, prefix, prefix)
		}
	}
	return nil
}

// LeftOutBy names the setting that has the list; it is empty for the default list. A preset may have the same lists.
func (c Config) LeftOutBy(cause extract.Cause) string {
	var by string
	switch cause {
	case extract.InProperties:
		by = "--exclude"
	case extract.InClasses:
		by = "--exclude-class"
	case extract.NotInOnly:
		by = "--only"
	case extract.OfKinds:
		return "the preset"
	default:
		return ""
	}
	if c.Preset != "" || c.Statements != "" {
		return "the preset or " + by
	}
	return by
}

// OnlyOfPreset reports whether the list of properties to use is that of a preset. Such a list says where the facts of
// a vocabulary are; one of the user leaves out all else, labels included.
func (c Config) OnlyOfPreset() bool {
	return len(c.Only) > 0 && slices.ContainsFunc(Presets(), func(name string) bool {
		preset, err := Preset(name)
		return err == nil && slices.Equal(preset.Only, c.Only)
	})
}

// isScheme reports whether IRIs begin with the name and a colon.
func isScheme(name string) bool {
	switch strings.ToLower(name) {
	case "http", "https", "urn", "tag", "file", "ftp", "mailto", "info", "doi", "did", "ni", "data", "geo", "tel":
		return true
	}
	return false
}

// expand returns the names with an IRI for each prefix:local whose prefix is standard or declared, and without
// the brackets of an <IRI>. Every other name stays.
func (c Config) expand(names []string) []string {
	own, err := c.Prefixes()
	if err != nil {
		return names // the check of the setting reports it
	}
	prefixes := syntax.Prefixes{}
	maps.Copy(prefixes, c.declared)
	maps.Copy(prefixes, own)
	var iris []string
	for _, name := range names {
		_, local, hasPrefix := strings.Cut(name, ":")
		iri, known := prefixes.Expand(name)
		inBrackets := strings.HasPrefix(name, "<") && strings.HasSuffix(name, ">")
		switch {
		case inBrackets:
			name = name[1 : len(name)-1]
		case hasPrefix && known && !strings.HasPrefix(local, "//"):
			name = iri
		}
		if form := c.forms[name]; form != "" {
			name = form
		}
		iris = append(iris, name)
	}
	return iris
}
