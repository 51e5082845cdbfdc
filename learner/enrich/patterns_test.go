package enrich

import (
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// A class whose name or textual definition has the form of others gets their definition.
func TestPatterns(t *testing.T) {
	name := func(iri string) dl.Concept { return dl.Name{IRI: iri} }
	some := func(r, iri string) dl.Concept { return dl.Exists{Role: dl.Role{IRI: r}, C: name(iri)} }
	supers := map[string][]string{}
	var classes []Described
	add := func(iri, label, text, super string, definition ...dl.Concept) {
		c := Described{IRI: iri, Names: []string{label}, Definition: text, IsUndefined: len(definition) == 0}
		if super != "" {
			c.Supers, supers[iri] = []string{super}, []string{super}
		}
		if len(definition) > 0 {
			c.Equivalent = []dl.Concept{dl.Conj(definition...)}
		}
		classes = append(classes, c)
	}
	add("Quality", "quality", "", "")
	add("Place", "place", "", "")
	for _, q := range []string{"acute", "chronic", "mild"} {
		add(q, q, "", "Quality")
	}
	add("river", "river", "", "Place")
	add("flu sequence", "flu sequence", "", "Quality")
	add("cold sequence", "cold sequence", "", "Quality")
	add("fever sequence", "fever sequence", "", "Quality")
	for _, d := range []string{"flu", "cold", "fever"} {
		add(d, d, "", "")
		add("warm "+d, "warm_"+d, "", "")
	}
	add("1", "acute flu", "A flu that is acute.", "flu", name("flu"), some("has", "acute"))
	add("2", "chronic cold", "A cold that is chronic.", "cold", name("cold"), some("has", "chronic"))
	add("3", "acute fever", "", "fever")
	add("4", "river flu", "", "flu")                           // a river is no quality
	add("5", "heavy fever", "A Fever  that is mild.", "fever") // by the textual definition
	add("6", "acute flu germ", "", "", name("flu"), some("of", "flu sequence"))
	add("7", "flu germ", "", "flu", name("flu"), some("of", "flu sequence"))
	add("8", "cold germ", "", "cold", name("cold"), some("of", "cold sequence"))
	add("9", "fever germ", "", "fever") // by a part of a name
	add("10", "strong flu", "", "warm flu", name("warm flu"), some("has", "acute"))
	add("11", "strong cold", "", "warm cold", name("warm cold"), some("has", "acute"))
	add("12", "strong fever", "", "warm fever") // the genus is narrower than the name says
	holds := func(class string, d dl.Concept) bool {
		n, is := d.(dl.Name)
		for c := []string{class}; is && len(c) > 0; c = supers[c[0]] {
			if c[0] == n.IRI {
				return true
			}
		}
		return false
	}
	add("13", "strong warm", "", "")
	add("specimen", "specimen", "", "Place")
	for _, of := range []string{"flu", "cold"} {
		add(of+" specimen", of+" specimen", "", "specimen", name("specimen"), some("from", of))
	}
	add("14", "fever specimen", "", "specimen")
	add("15", "fever river", "", "river") // all that is defined so is a specimen
	ps := require.Value(NewPatterns(t.Context(), classes, holds))(t)
	for _, tt := range []struct{ class, want string }{
		{"3", "fever ⊓ ∃has.acute"}, {"4", ""}, {"5", "fever ⊓ ∃has.mild"}, {"9", "fever ⊓ ∃of.fever sequence"},
		{"12", "warm fever ⊓ ∃has.acute"}, {"13", ""},
		{"14", "specimen ⊓ ∃from.fever"}, {"15", ""}, {"1", ""}, {"flu", ""}, {"nobody", ""},
	} {
		var got []string
		for _, c := range ps.Complete(tt.class) {
			for _, part := range dl.Conjuncts(c.Concept) {
				switch part := part.(type) {
				case dl.Name:
					got = append(got, part.IRI)
				case dl.Exists:
					got = append(got, "∃"+part.Role.IRI+"."+part.C.(dl.Name).IRI)
				}
			}
			check.That(t, c.Support >= 2 && c.Support <= c.Of, "class %s: %d of %d", tt.class, c.Support, c.Of)
			check.That(t, len(c.Pattern.Instances) >= 2 && !slices.Contains(c.Pattern.Instances, tt.class), "instances %v",
				c.Pattern.Instances)
		}
		check.Equal(t, strings.Join(got, " ⊓ "), tt.want, "class %s", tt.class)
	}
}
