package syntax

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// TestLabels checks the places of labels, and that IRIs in their place make the concept.
func TestLabels(t *testing.T) {
	p := Prefixes{"": "http://e/"}
	for _, tt := range []struct{ in, labels, want string }{
		{"A", "", "A"},
		{"'a b' ⊓ ∃'r s'⁻.{'x', 'y\\'s'}", "class a b; property r s; individual x; individual y's", "<a b> ⊓ ∃<r s>⁻.{<x>, <y's>}"},
		{"('r s') value 'x' or inverse 'r' min 2", "", ""},
		{"'r s' value 'x' or inverse 'r' min 2", "property r s; individual x; property r", "<r s> value <x> or inverse <r> min 2"},
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
		check.Equal(t, replaced, strings.ReplaceAll(strings.ReplaceAll(tt.want, "a b", `a\u0020b`), "r s", `r\u0020s`), "%s becomes", tt.in)
		if _, err := Parse(replaced, p); err != nil {
			t.Error(err)
		}
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
	c := dl.And{L: dl.Name{IRI: "http://e/1"}, R: dl.Exists{Role: dl.Role{IRI: "http://e/2"}, C: dl.Nominal{IRI: "http://e/3"}}}
	for _, notation := range []Notation{DL, Manchester} {
		text := Print(c, Options{Notation: notation, Titles: Titles(c, labels, nil)})
		found := require.Value(Labels(text, nil))(t)
		var back []string
		for _, l := range found {
			back = append(back, iris[l.Text])
		}
		got, err := Parse(Replace(text, found, back), nil)
		check.That(t, err == nil && got == dl.Concept(c), "%s is read as %v, %v", text, got, err)
	}
}
