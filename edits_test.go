package genus_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// TestSaying checks how conditions change a concept.
func TestSaying(t *testing.T) {
	name := func(s string) dl.Concept { return dl.Name{IRI: "urn:" + s} }
	a, b, c := name("a"), name("b"), name("c")
	for _, tt := range []struct {
		concept       dl.Concept
		must, mustNot []dl.Concept
		want          dl.Concept
	}{
		{a, []dl.Concept{b}, nil, dl.Conj(a, b)},
		{dl.Conj(a, b), []dl.Concept{b}, nil, dl.Conj(a, b)},
		{dl.Conj(a, b), nil, []dl.Concept{b}, dl.Conj(a, dl.Not{C: b})},
		{dl.Conj(a, dl.Not{C: b}), []dl.Concept{b}, nil, dl.Conj(a, b)},
		{dl.Top{}, []dl.Concept{a}, []dl.Concept{c}, dl.Conj(a, dl.Not{C: c})},
		{a, nil, []dl.Concept{dl.Not{C: b}}, dl.Conj(a, b)},
	} {
		check.Equal(t, genus.Saying(tt.concept, tt.must, tt.mustNot), tt.want, "%v with %v and without %v", tt.concept, tt.must, tt.mustNot)
	}
}

// TestParts checks the edits of the elephants of a zoo, and that their numbers of members are
// those of the concepts.
func TestParts(t *testing.T) {
	zoo := func(s string) string { return elephants.Namespace + s }
	c := dl.Conj(dl.Name{IRI: zoo("Elephant")}, dl.Exists{Role: dl.Role{IRI: zoo("livesIn")}, C: dl.Nominal{IRI: zoo("Lakeview")}})
	want := []string{"remove 200 zoo:Elephant", "remove 49 ∃zoo:livesIn.{zoo:Lakeview}", "widen 200 zoo:Elephant ⊓ ∃zoo:livesIn.zoo:Zoo",
		"widen 200 zoo:Elephant ⊓ ∃zoo:livesIn.⊤", "widen 49 zoo:Animal ⊓ ∃zoo:livesIn.{zoo:Lakeview}"}
	file := openSession(t, func(c *config.Config) { c.Data = []string{elephantFile} })
	endpoint, _ := onElephants(t, session(t, func(*config.Config) {}))
	for name, s := range map[string]genus.Session{"file": file, "endpoint": endpoint} {
		p := require.Value(s.Parts(t.Context(), c))(t)
		n := p.Members.Upper
		check.That(t, n != nil && *n == 30 && p.Members.Lower == 30, "%s: %q has %+v members", name, p.English, p.Members)
		var got []string
		for _, part := range p.Parts {
			for _, e := range part.Edits {
				got = append(got, fmt.Sprintf("%s %d %s", e.Kind, e.Members.Lower, e.Concept.DL))
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: the edits are %q", name, got)
		}
	}
}
