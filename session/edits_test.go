package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
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
		check.Equal(t, look.Saying(tt.concept, tt.must, tt.mustNot), tt.want, "%v with %v and without %v", tt.concept, tt.must, tt.mustNot)
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
	endpoint, _ := onElephants(t, settings(t, func(*config.Config) {}))
	for name, s := range map[string]Session{"file": file, "endpoint": endpoint} {
		p := require.Value(s.Parts(t.Context(), c))(t)
		n := p.Members.Upper
		check.That(t, n != nil && *n == 30 && p.Members.Lower == 30, "%s: %q has %+v members", name, p.English, p.Members)
		var got []string
		for _, part := range p.Parts {
			for _, e := range part.Edits {
				got = append(got, fmt.Sprintf("%s %d %s", e.Kind, e.Members.Lower, e.Concept.DL))
			}
		}
		slices.Sort(got)
		check.That(t, slices.Equal(got, want), "%s: the edits are %q", name, got)
	}
}

// The reasons are the parts of the concept that hold or fail as the whole does, with what
// the data says.
func TestWhy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.ttl")
	text := `@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :Dog ; :likes :b , :c ; :weight 12 , 14 ; :tame true . :b a :Cat . :c a :Dog . :Dog rdfs:label "big dog" . :d a :Cat .`
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	s := openSession(t, func(c *config.Config) { c.Data, c.Prefix = []string{path}, []string{"=http://e/"} })
	p := require.Value(s.Problem(t.Context(), extract.Examples{Pos: []string{"http://e/a"}, Neg: []string{"http://e/d"}}))(t)
	for _, tt := range []struct {
		concept string
		of      int // 0: :a, 1: :d
		want    []string
	}{
		{"Dog ⊓ ∃likes.Cat", 0, []string{"Dog holds: is big dog", "∃likes.Cat holds: likes: b (1 of 2 meet the condition)"}},
		{"Dog ⊓ ∃likes.Cat", 1, []string{"Dog fails: is not big dog", "∃likes.Cat fails: has no likes"}},
		{"Dog ⊓ ∃likes.(Dog ⊓ Cat)", 0, []string{"∃likes.(Dog ⊓ Cat) fails: likes: b, c (0 of 2 meet the condition)"}},
		{"Cat ⊔ Dog", 0, []string{"Dog holds: is big dog"}},
		{"Cat ⊔ Dog ⊔ Dog", 0, []string{"Dog holds: is big dog"}},
		{"¬(Cat ⊔ ≥3 likes.⊤)", 0, []string{"¬Cat holds: is not Cat", "¬(≥3 likes.⊤) holds: likes: b, c (2)"}},
		{"¬(Dog ⊓ Cat)", 0, []string{"¬Cat holds: is not Cat"}},
		{"¬¬Dog", 1, []string{"Dog fails: is not big dog"}},
		{"(weight ≥ 13)", 0, []string{"(weight ≥ 13) holds: weight is 12, 14"}},
		{"(weight ≤ 11)", 0, []string{"(weight ≤ 11) fails: weight is 12, 14"}},
		{"(weight ≤ 11)", 1, []string{"(weight ≤ 11) fails: has no weight"}},
		{"(tame = true)", 0, []string{"(tame = true) holds: tame true is stated"}},
		{"(tame = true)", 1, []string{"(tame = true) fails: tame true is not stated"}},
		{"∃likes⁻.Dog", 0, []string{"∃likes⁻.Dog fails: has no likes⁻"}},
	} {
		c := require.Value(syntax.Parse(tt.concept, s.use.Source.Prefixes()))(t)
		list := require.Value(s.Why(t.Context(), p, c))(t)
		var got []string
		for _, r := range list[tt.of].Why {
			holds := " fails: "
			if r.Holds {
				holds = " holds: "
			}
			got = append(got, r.Concept+holds+r.Text)
		}
		diff := cmp.Diff(tt.want, got)
		check.That(t, diff == "", "%s of %d: %s", tt.concept, tt.of, strings.TrimSpace(diff))
	}
}

// A file and an endpoint with the same statements show the same neighbourhood.
func TestNeighbourhood(t *testing.T) {
	const zoo = elephants.Namespace
	ctx := t.Context()
	file := openSession(t, func(c *config.Config) { c.Data = []string{elephantFile} })
	endpoint, _ := onElephants(t, file)

	for _, name := range []string{"Bafari", "Kapiko", "Chobu", "Ada"} {
		read := require.Value(file.Neighbourhood(ctx, zoo+name, 0))(t)
		asked := require.Value(endpoint.Neighbourhood(ctx, zoo+name, 0))(t)
		check.Diff(t, asked, read, "%s: file and endpoint differ (-file +endpoint)", name)
	}

	n := require.Value(file.Neighbourhood(ctx, zoo+"Bafari", 0))(t)
	named := func(local, label string) source.Term { return source.Term{IRI: zoo + local, Label: label} }
	values := []look.Value{
		{Feature: named("birthDate", "date of birth"), Value: "2003-08-02", Kind: "date"},
		{Feature: named("chipped", "has a chip"), Value: "false", Kind: "boolean"},
		{Feature: named("height", "height"), Value: "1.92", Kind: "decimal"},
		{Feature: named("weight", "weight"), Value: "1177", Kind: "integer"},
	}
	diff := cmp.Diff(values, n.Values)
	check.That(t, diff == "" && n.Label == "Bafari" && !n.Truncated, "%q, truncated %t, values %s", n.Label, n.Truncated, diff)
	check.Diff(t, n.Classes, []source.Term{named("Elephant", "elephant"), named("Female", "female")})
	parent := (look.Edge{Role: named("childOf", "child of"), Target: named("Mogo", "Mogo")})
	check.That(t, slices.Contains(n.Edges, parent), "no parent: %v", n.Edges)

	for name, s := range map[string]Session{"file": file, "endpoint": endpoint} {
		few, err := s.Neighbourhood(ctx, zoo+"Ada", 3) // a keeper of many animals
		check.That(t, err == nil && few.Truncated && len(few.Edges) != 0 && len(few.Edges) <= 6,
			"%s: limit 3: %d edges, truncated %t, %v", name, len(few.Edges), few.Truncated, err)
		if _, err := s.Neighbourhood(ctx, zoo+"Nobody", 0); !errors.Is(err, look.ErrUnknownIndividual) ||
			!strings.Contains(err.Error(), zoo+"Nobody") {
			t.Errorf("%s: unknown: %v", name, err)
		}
		for _, bad := range []string{"", "no iri", "http://example.org/{x}"} {
			_, err := s.Neighbourhood(ctx, bad, 0)
			check.That(t, source.IsUsage(err), "%s: %q: %v", name, bad, err)
		}
		_, err = s.Neighbourhood(ctx, zoo+"Ada", -1)
		check.That(t, source.IsUsage(err), "%s: a negative limit: %v", name, err)
	}
}
