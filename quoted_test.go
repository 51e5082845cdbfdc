package genus_test

import (
	"os"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// actors has a class, properties and individuals with labels: a property with a label of its
// own and one that an entity describes, and a label for two individuals.
const actors = `@prefix e: <http://e/> .
@prefix d: <http://d/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:actor rdfs:label "actor"@en .
e:Q1 a e:actor ; rdfs:label "Jean Reno"@en ; d:P27 e:fr ; e:livesIn e:p1 .
e:Q2 a e:actor ; rdfs:label "Eva Green"@en ; d:P27 e:fr ; e:livesIn e:p2  .
e:fr a e:Country ; rdfs:label "France"@en ; e:has e:p1 .
e:p1 a e:City ; rdfs:label "Paris"@en ; e:in e:fr .
e:p2 a e:City ; rdfs:label "Paris"@en ; e:in e:texas .
e:P27 rdfs:label "country of citizenship"@en ; <http://wikiba.se/ontology#directClaim> d:P27 .
e:livesIn rdfs:label "lives in"@en .
`

// TestReplaceLabels checks what labels mean in a concept, in files and at an endpoint.
func TestReplaceLabels(t *testing.T) {
	file := t.TempDir() + "/actors.ttl"
	require.NoError(t, os.WriteFile(file, []byte(actors), 0o600))
	change := func(c *config.Config) {
		c.Exclude = []string{"http://wikiba.se/ontology#"}
		c.Data, c.PropertyVia, c.Prefix = []string{file}, "http://wikiba.se/ontology#directClaim", []string{"=http://e/", "d=http://d/"}
	}
	files := openSession(t, change)
	served := files
	var err error
	served.Source, err = files.OpenServed(t.Context())
	require.NoError(t, err)
	t.Cleanup(served.Source.Close)
	for _, tt := range []struct{ text, want string }{
		{"Country", "Country"},
		{"'actor' ⊓ ∃'country of citizenship'.{'France'}", "<http://e/actor> ⊓ ∃<http://d/P27>.{<http://e/fr>}"},
		{"'Actor' and 'lives in' some {p1, 'france'}", "<http://e/actor> and <http://e/livesIn> some {p1, <http://e/fr>}"},
		{"∃inverse 'lives in'.'actor'", "∃inverse <http://e/livesIn>.<http://e/actor>"},
		{"¬'actr'", `no class has the label "actr", but 'actor'`},
		{"∃'livs in'.⊤", `no property has the label "livs in", but 'lives in'`},
		{"∃d:P27.'France'", `no class has the label "France"; fr is that of an individual: write {'France'}`},
		{"{'country of citizenship'}", `no individual has the label "country of citizenship"; d:P27 is that of a property`},
		{"{'Paris'}", `"Paris" may be <http://e/p1> (City, in France) or <http://e/p2> (City, in texas): write the IRI`},
		{"{'Paris'} ⊔ {'Atlantis'}", `"Paris" may be <http://e/p1> (City, in France) or <http://e/p2> (City, in texas): write the IRI; no individual has the label "Atlantis"`},
		{"'actor' ⊓", "concept:11: expected a concept but the text ends"},
	} {
		for name, s := range map[string]genus.Session{"files": files, "endpoint": served} {
			got, err := s.ReplaceLabels(t.Context(), tt.text)
			if err != nil {
				got = strings.TrimPrefix(err.Error(), "labels of the concept: ")
			}
			want := tt.want
			if name == "endpoint" { // which finds no misspelt names
				want, _, _ = strings.Cut(want, ", but")
			}
			check.Equal(t, got, want, "%s in %s:\n", tt.text, name)
		}
	}
	files.Source = nil
	if got, err := files.ReplaceLabels(t.Context(), "'actor'"); got != "'actor'" || err != nil {
		t.Errorf("without a source: %s, %v", got, err)
	}
}
