package session

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// A name that only reasoning derives is known.
func TestUnknownNamesWithReasoning(t *testing.T) {
	url, _ := serveTurtle(t, `@prefix : <http://x.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:mother rdfs:subPropertyOf :parent . :a a :Person ; :mother :b . :b a :Person .`)
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Reasoning = url, "rdfs" })
	told := &notes{}
	s.use.Reporter = told
	c := require.Value(syntax.Parse("∃<http://x.org/parent>.<http://x.org/Persn>", nil))(t)
	p := require.Value(s.ProblemAbout(t.Context(),
		extract.Examples{Pos: []string{"http://x.org/a"}, Neg: []string{"http://x.org/b"}}, c))(t)
	unknown, err := s.UnknownNames(t.Context(), c, p)
	want := []names.UnknownName{{IRI: "http://x.org/Persn", Nearest: "http://x.org/Person"}}
	check.That(t, err == nil && slices.Equal(unknown, want), "unknown %v, notes %q: %v", unknown, told.texts, err)
}

// One request asks an endpoint about all names of a concept. Nothing is asked about names
// that were extracted.
func TestUnknownNamesOneRequest(t *testing.T) {
	s, asked := onElephants(t, settings(t, func(c *config.Config) { c.Depth = 1 }))
	unknownIn := func(text string, p *source.Problem) (found []names.UnknownName, queries int) {
		t.Helper()
		c := require.Value(syntax.Parse(text, s.use.Source.Prefixes()))(t)
		before := asked.n.Load()
		found = require.Value(s.UnknownNames(t.Context(), c, p))(t)
		return found, int(asked.n.Load() - before)
	}
	const wrong = "zoo:Elefant and zoo:Male and (zoo:wieght >= 3) and zoo:childOf some {zoo:Adda}"
	found, n := unknownIn(wrong, nil)
	want := []names.UnknownName{
		{IRI: elephants.Namespace + "Elefant"},
		{IRI: elephants.Namespace + "wieght"},
		{IRI: elephants.Namespace + "Adda"},
	}
	check.That(t, n == 1 && slices.Equal(found, want), "%d requests find %v", n, found)
	ex := require.Value(extract.NewExamples(elephants.Positives, elephants.Negatives))(t)
	p := require.Value(s.Problem(t.Context(), ex))(t)
	if found, n := unknownIn("zoo:Elephant and zoo:Male and (zoo:weight >= 3) and zoo:childOf some zoo:Female", p); n != 0 || len(found) > 0 {
		t.Errorf("after an extraction %d requests find %v", n, found)
	}
	found, _ = unknownIn(wrong, p)
	nearest := check.Map(found, func(u names.UnknownName) string { return u.Text(s.use.Source.Prefixes()) })
	check.Equal(t, strings.Join(nearest, ", "), "zoo:Elefant is in no statement; zoo:Elephant is, zoo:wieght is in no statement; zoo:weight is, zoo:Adda is in no statement; zoo:Ada is",
		"after an extractio")
}

// The nearest name is of the same kind. Of equal names that in the same namespace is the
// nearest. A name that differs in digits only is not near.
func TestUnknownNamesNearest(t *testing.T) {
	file := testfiles.Write(t, "people.ttl", `@prefix : <http://x.org/> . @prefix y: <http://y.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:a a :Person, y:Person, y:Town, :Q42 ; :persn :b ; y:colour "red" . :b a :Person . :Empty a owl:look.Class .`)
	s := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	prefixes := syntax.Prefixes{"x": "http://x.org/", "y": "http://y.org/"}
	for text, want := range map[string]string{
		"x:Persn":                           "x:Persn is in no statement; x:Person is", // although the property is nearer
		"y:Persn":                           "y:Persn is in no statement; y:Person is",
		"x:Town":                            "x:Town is in no statement; y:Town is",
		"x:Q43":                             "x:Q43 is in no statement",
		"x:prsn some Thing":                 "x:prsn is in no statement; x:persn is",
		"x:persn some {x:bb}":               "x:bb is in no statement; x:b is",
		"x:Empty and (y:colour some Thing)": "", // statements that are no facts are statements, too
	} {
		c := require.Value(syntax.Parse(text, prefixes))(t)
		unknown := require.Value(s.UnknownNames(t.Context(), c, nil))(t)
		var got string
		for _, u := range unknown {
			got += u.Text(prefixes)
		}
		check.Equal(t, got, want, "%s", text)
	}
}

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
	served.use.Source = require.Value(files.use.OpenServed(t.Context()))(t)
	t.Cleanup(served.use.Source.Close)
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
		for name, s := range map[string]Session{"files": files, "endpoint": served} {
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
	files.use.Source = nil
	got, err := files.ReplaceLabels(t.Context(), "'actor'")
	check.That(t, got == "'actor'" && err == nil, "without a source: %s, %v", got, err)
}

// TestReadConcept compares queries with the concepts that they are read as, in files and at an endpoint: a
// difference is an error that says who is a member of only one of the two.
func TestReadConcept(t *testing.T) {
	file := t.TempDir() + "/things.ttl"
	require.NoError(t, os.WriteFile(file, []byte(`@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:B rdfs:subClassOf :A . :a1 a :A ; :n 5 ; :r :b1 . :a2 a :A ; :n 5.0 ; :r :a1 . :b1 a :B ; :n 4.5 ; :s "x" . :b2 a :B ; :n 7, 1 .
`), 0o600))
	files := openSession(t, func(c *config.Config) { c.Data, c.Prefix = []string{file}, []string{"=http://e/"} })
	served := files
	served.use.Source = require.Value(files.use.OpenServed(t.Context()))(t)
	t.Cleanup(served.use.Source.Close)
	for _, tt := range []struct{ query, want string }{
		{"?x a :B", ":B"},
		{"?x a :A", "only the concept has b1, b2"},
		{"?x a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* :A", ":A"},
		{"?x :n 5", "only the concept has a2"},
		{"?x :n ?n FILTER(?n >= 2 && ?n <= 6)", "only the concept has b2"},
		{"?x :r ?y FILTER(?y != :a1)", "∃:r.¬{:a1}"},
		{"?x :s ?y", "(∃:s)"},
		{"?x :r ?y", "∃:r.⊤"},
		{"?x ?p :a1", "line 1: the property ?p is a variable"},
	} {
		for name, s := range map[string]Session{"files": files, "endpoint": served} {
			c, _, err := s.ReadConcept(t.Context(), tt.query, "", s.use.Source.Prefixes(), ":a1", ":b1")
			if err != nil {
				check.Contains(t, err.Error(), tt.want, "%s in %s", tt.query, name)
				continue
			}
			want, err := syntax.Parse(tt.want, s.use.Source.Prefixes())
			check.That(t, err == nil && c == want, "%s in %s: got %#v, want %s", tt.query, name, c, tt.want)
		}
	}
}
