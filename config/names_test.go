package config

import (
	"slices"
	"strings"
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

func TestDeclaredPrefixesOfExclusions(t *testing.T) {
	c := Config{}
	c.Prefix = []string{"own=http://own.example/"}
	c.Only = []string{"own:p", "d:p", "<http://example.org/q>"}
	want := []string{"http://own.example/p", "http://data.example/p", "http://example.org/q"}
	declared := c.Declaring(map[string]string{"own": "http://other.example/", "d": "http://data.example/"})
	if got := declared.Exclusions().Only; !slices.Equal(got, want) {
		t.Errorf("Only is %q, want %q", got, want)
	}
	if err := declared.CheckExclusions(); err != nil {
		t.Errorf("CheckExclusions: %v", err)
	}
}

func TestCheckExclusions(t *testing.T) {
	const unknown = `the prefix "nope" is not known`
	for _, test := range []struct{ only, exclude, class, want string }{
		{"nope:x", "", "", "--only nope:x: " + unknown},
		{"", "nope:x", "", "--exclude nope:x: " + unknown},
		{"", "", "nope:x", "--exclude-class nope:x: " + unknown},
		{"p", "", "", "--only p is neither an IRI nor prefix:name"},
		{"all", "urn:x:y", "rdfs:Class", ""},
		{"<oai:x>", "<any-scheme:x>", "", ""},
		{"http://example.org/", "", "", ""},
	} {
		list := func(name string) []string {
			return slices.DeleteFunc([]string{name}, func(n string) bool { return n == "" })
		}
		c := Config{}
		c.Only, c.Exclude, c.ExcludeClass = list(test.only), list(test.exclude), list(test.class)
		got := ""
		if err := c.CheckExclusions(); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%+v: got %q", test, got)
		}
	}
}
