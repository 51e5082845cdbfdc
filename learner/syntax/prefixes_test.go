package syntax

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

func TestNewPrefixes(t *testing.T) {
	wikidata := Prefixes{"wd": "http://www.wikidata.org/entity/", "wdt": "http://www.wikidata.org/prop/direct/"}
	for _, tt := range []struct {
		name  string
		known Prefixes
		iris  []string
		want  Prefixes
	}{
		{"none", nil, nil, Prefixes{}},
		{"one namespace is the default", nil, []string{zoo + "A", zoo + "r"}, Prefixes{"": zoo}},
		{"the most frequent is the default", nil,
			[]string{zoo + "A", "http://other.org/v1/b", zoo + "r", "http://other.org/v1/b"},
			Prefixes{"": zoo, "other": "http://other.org/v1/"}},
		{"known ones, as far as needed", wikidata, []string{"http://www.wikidata.org/entity/Q42"},
			Prefixes{"wd": wikidata["wd"]}},
		{"known and new", wikidata, []string{"http://www.wikidata.org/prop/direct/P31", zoo + "A"},
			Prefixes{"wdt": wikidata["wdt"], "": zoo}},
		{"known default", Prefixes{"": "urn:d:"}, []string{zoo + "A", "urn:d:B"}, Prefixes{"": "urn:d:", "zoo": zoo}},
		{"known default that is not needed", Prefixes{"": "urn:d:"}, []string{zoo + "A"}, Prefixes{"zoo": zoo}},
		{"names taken", Prefixes{"": "urn:d:", "zoo": "urn:z:"},
			[]string{zoo + "A", "http://zoo.org/owl/A", "http://a.b/%20/A"},
			Prefixes{"a": "http://a.b/%20/", "example": zoo, "zoo2": "http://zoo.org/owl/"}},
		{"readable parts of namespaces", Prefixes{"": "urn:d:"},
			[]string{"http://xmlns.com/foaf/0.1/name", "http://purl.org/dc/elements/1.1/title",
				"http://www.biopax.org/release/biopax-level3.owl#Pathway", "http://www.w3.org/2006/time#Instant",
				"http://en.wikipedia.org/x", "http://localhost:3030/ds/A", "urn:isbn:x", "http://127.0.0.1/x",
				"http://127.0.0.2/x"},
			Prefixes{
				"foaf":          "http://xmlns.com/foaf/0.1/",
				"elements":      "http://purl.org/dc/elements/1.1/",
				"biopax-level3": "http://www.biopax.org/release/biopax-level3.owl#",
				"time":          "http://www.w3.org/2006/time#",
				"wikipedia":     "http://en.wikipedia.org/",
				"ds":            "http://localhost:3030/ds/",
				"isbn":          "urn:isbn:",
				"ns":            "http://127.0.0.1/",
				"ns2":           "http://127.0.0.2/",
			},
		},
		{"the same part of two hosts", Prefixes{"": "urn:d:"},
			[]string{"http://a.org/zoo#A", "http://a.org/zoo#B", "http://b.org/zoo#A", "http://a.org/b/zoo#A"},
			Prefixes{"zoo": "http://a.org/zoo#", "b": "http://a.org/b/zoo#", "zoo2": "http://b.org/zoo#"}},
		{"no namespace", nil, []string{"A", "http://a.b/c d", "http://a.b/", "\xff#a b"}, Prefixes{}},
		{"datatypes and owl:Thing stay IRIs", nil, []string{dl.XSD + "integer", owl + "Thing"}, Prefixes{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := NewPrefixes(tt.known, tt.iris...)
			check.That(t, maps.Equal(got, tt.want), "got %v, want %v", got, tt.want)
			check.NoError(t, got.Validate())
			reversed := slices.Clone(tt.iris)
			slices.Reverse(reversed)
			again := NewPrefixes(tt.known, reversed...)
			check.That(t, maps.Equal(again, got), "in another order: %v", again)
		})
	}
}

func TestShorten(t *testing.T) {
	p := Prefixes{"": zoo, "zoo": zoo, "deep": zoo + "deep-", "o": owl, "rdfs": rdfsNS, "1": "urn:one:", "xsd": "urn:no:"}
	for _, tt := range []struct{ iri, want string }{
		{zoo + "A", "A"},
		{zoo + "and", "zoo:and"},
		{zoo + "1", "zoo:1"},
		{zoo + "deep-er", "deep:er"},
		{zoo + "deep-", "deep-"},
		{zoo, "<" + zoo + ">"},
		{zoo + "a.b", "<" + zoo + "a.b>"},
		{owl + "Class", "o:Class"},
		{owl + "Thing", "<" + owl + "Thing>"},
		{rdfsNS + "Class", "rdfs:Class"},
		{rdfNS + "List", "<" + rdfNS + "List>"},
		{"urn:one:A", "<urn:one:A>"},
		{"urn:no:A", "<urn:no:A>"},
		{"", "<>"},
		{"=", `<\u003D>`},
		{"\U000E0001", `<\U000E0001>`},
	} {
		check.Equal(t, p.Shorten(tt.iri), tt.want, "Shorten(%q)", tt.iri)
	}
}

func TestPrefixesValidate(t *testing.T) {
	for _, p := range []Prefixes{nil, {"": ""}, {"": zoo, "zoo-1": zoo, "é": "urn:e:", "xsd": dl.XSD}} {
		check.NoError(t, p.Validate(), "%v", p)
	}
	for _, p := range []Prefixes{{"1": zoo}, {"_": zoo}, {"a b": zoo}, {"a.b": zoo}, {"zoo:": zoo}, {"xsd": zoo},
		{"a": "\xff"}} {
		check.That(t, p.Validate() != nil, "%v is valid", p)
	}
}

func TestIRIs(t *testing.T) {
	want := []string{zoo + "Elephant", zoo + "Female", zoo + "Male", zoo + "childOf", zoo + "weight"}
	check.Slice(t, IRIs(elephant), want)
}

// TestLabels checks the places of labels, and that IRIs in their place make the concept.
func TestLabels(t *testing.T) {
	p := Prefixes{"": "http://e/"}
	for _, tt := range []struct{ in, labels, want string }{
		{"A", "", "A"},
		{"'a b' ⊓ ∃'r s'⁻.{'x', 'y\\'s'}", "class a b; property r s; individual x; individual y's",
			"<a b> ⊓ ∃<r s>⁻.{<x>, <y's>}"},
		{"('r s') value 'x' or inverse 'r' min 2", "", ""},
		{"'r s' value 'x' or inverse 'r' min 2", "property r s; individual x; property r",
			"<r s> value <x> or inverse <r> min 2"},
		{"('f' ≥ 3) ⊓ f = \"it's\" ⊓ <it's>", "property f", "(<f> ≥ 3) ⊓ f = \"it's\" ⊓ <it's>"},
		{"'f' some xsd:integer[>= 3]", "property f", "<f> some xsd:integer[>= 3]"},
		{"f = \"1\"^^'x'", "", ""},
		{"'a", "", ""},
		{"'a' 'b'", "", ""},
	} {
		labels, err := Labels(tt.in, p)
		if tt.want == "" {
			checkError(t, tt.in, err)
			continue
		}
		require.NoError(t, err)
		var got, iris []string
		for _, l := range labels {
			got = append(got, l.Place.String()+" "+l.Text)
			iris = append(iris, l.Text)
		}
		check.Equal(t, strings.Join(got, "; "), tt.labels, "%s has the labels", tt.in)
		replaced := Replace(tt.in, labels, iris)
		check.Equal(t, replaced, strings.ReplaceAll(strings.ReplaceAll(tt.want, "a b", `a\u0020b`), "r s", `r\u0020s`),
			"%s becomes", tt.in)
		check.NoError(t, check.Error(Parse(replaced, p)))
		_, err = Parse(tt.in, p)
		check.That(t, (err == nil) == (len(labels) == 0), "%s without data: %v", tt.in, err)
	}
}

// TestLabelsOfTitles checks that the titles of a concept, which are in quotes, are read
// back as its labels.
func TestLabelsOfTitles(t *testing.T) {
	iris := map[string]string{"film actor": "http://e/1", "it's \\ in": "http://e/2", "New York": "http://e/3"}
	labels := map[string]string{}
	for label, iri := range iris {
		labels[iri] = label
	}
	c := dl.And{
		L: dl.Name{IRI: "http://e/1"},
		R: dl.Exists{Role: dl.Role{IRI: "http://e/2"}, C: dl.Nominal{IRI: "http://e/3"}},
	}
	for _, notation := range []Notation{DL, Manchester} {
		text := Print(c, Options{Notation: notation, Titles: Titles(c, labels, nil)})
		found := require.Value(Labels(text, nil))(t)
		back := check.Map(found, func(l Label) string { return iris[l.Text] })
		got, err := Parse(Replace(text, found, back), nil)
		check.That(t, err == nil && got == dl.Concept(c), "%s is read as %v, %v", text, got, err)
	}
}
