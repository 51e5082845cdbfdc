package config

import (
	"slices"
	"testing"
)

func TestExclusionsExpandPrefixes(t *testing.T) {
	names := []string{"rdfs:seeAlso", "ex:p", "http://example.org/q", "urn:x:y"}
	want := []string{
		"http://www.w3.org/2000/01/rdf-schema#seeAlso", "http://example.org/p", "http://example.org/q", "urn:x:y",
	}
	c := Config{}
	c.Prefix = []string{"ex=http://example.org/", "http=http://example.org/not-a-prefix/"}
	c.Only, c.Exclude, c.ExcludeClass = names, names, names
	e := c.Exclusions()
	for _, got := range [][]string{e.Only, e.Properties, e.Classes} {
		if !slices.Equal(got, want) {
			t.Errorf("Exclusions has %q, want %q", got, want)
		}
	}
}
