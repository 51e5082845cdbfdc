package session

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// namesakes has two things called Paris, a person and a city, and a city without a label.
const namesakes = `@prefix e: <http://e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:paris a e:City ; rdfs:label "Paris"@en ; e:in e:france ; e:near e:lyon .
e:paris2 a e:City ; rdfs:label "Paris"@en ; e:in e:texas .
e:hilton a e:Person ; rdfs:label "Paris"@en ; e:bornIn e:nyc .
e:lyon a e:City ; rdfs:label "Lyon"@en ; e:in e:france .
e:rome a e:City ; rdfs:label "Rome"@en .
e:Big_Apple a e:City ; e:in e:usa .
e:ada a e:Person ; rdfs:label "Ada Lovelace"@en ; e:bornIn e:london .
e:eva a e:Person ; rdfs:label "Eva"@en ; e:knows e:ada .
e:City rdfs:label "City"@en .
`

// meaning writes what was accepted, or the candidates, without the namespace.
func meaning(r names.Names) string {
	var lines []string
	for _, n := range r.Names {
		line := n.Text + ":"
		if n.Accepted != nil {
			line += " = " + strings.TrimPrefix(n.Accepted.IRI, "http://e/")
		} else {
			for _, c := range n.Candidates {
				line += " " + strings.TrimPrefix(c.IRI, "http://e/")
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TestResolve checks what names mean in files and at an endpoint.
func TestResolve(t *testing.T) {
	file := t.TempDir() + "/names.ttl"
	require.NoError(t, os.WriteFile(file, []byte(namesakes), 0o600))
	files := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	served := files
	var err error
	served.use.Source = require.Value(settings(t, func(c *config.Config) { c.Data = []string{file} }).use.OpenServed(t.Context()))(t)
	t.Cleanup(served.use.Source.Close)
	for _, tt := range []struct {
		name  string
		texts []string
		want  string
	}{
		{"IRIs", []string{"<http://e/lyon>", "e:rome", "http://e/nothing", "e:nothing"},
			"<http://e/lyon>: = lyon\ne:rome: = rome\nhttp://e/nothing:\ne:nothing:"},
		{"one of several", []string{"Paris"}, "Paris: paris hilton paris2"},
		{"a person among persons", []string{"Paris", "Ada Lovelace", "eva"}, "Paris: = hilton\nAda Lovelace: = ada\neva: = eva"},
		{"a city of two among cities", []string{"Paris", "Lyon", "Rome"}, "Paris: paris paris2 hilton\nLyon: = lyon\nRome: = rome"},
		{"beside an IRI", []string{" Paris ", "e:ada"}, " Paris : = hilton\ne:ada: = ada"},
		{"no label", []string{"big apple"}, "big apple: = Big_Apple"},
		{"a part", []string{"Lovelace", "love ada"}, "Lovelace: ada\nlove ada: ada"},
		{"unknown", []string{"Atlantis", "", "?", "City"}, "Atlantis:\n:\n?:\nCity:"},
	} {
		for kind, s := range map[string]Session{"files": files, "endpoint": served} {
			t.Run(tt.name+" in "+kind, func(t *testing.T) {
				check.Equal(t, meaning(require.Value(s.Resolve(t.Context(), tt.texts))(t)), tt.want)
			})
		}
	}
	_, err = served.finder().Individuals(t.Context(), []string{"Paris", "Atlantis", "Rome"})
	const want = `"Paris" may be e:paris (City, e:in e:france; e:near Lyon) or e:paris2 (City, e:in e:texas) or e:hilton (e:Person, e:bornIn e:nyc): write the IRI; nothing has the name "Atlantis"`
	check.That(t, err != nil && strings.Contains(err.Error(), want), "the error is %v", err)
}

// TestResolveOnEngines resolves 50 names of a part of Wikidata, with few requests.
func TestResolveOnEngines(t *testing.T) {
	text := engines.NTriples(t, testfiles.Dataset(t, "codex/codex.nt.gz"))
	e := engines.StartOxigraph(t, text)
	const human = "<http://www.wikidata.org/prop/direct/P31> <http://www.wikidata.org/entity/Q5> .\n"
	people := map[string]bool{}
	var texts, meant []string
	for line := range strings.Lines(text) {
		if subject, is := strings.CutSuffix(line, " "+human); is {
			people[subject] = true
		}
	}
	for line := range strings.Lines(text) {
		subject, label, is := strings.Cut(line, " <http://www.w3.org/2000/01/rdf-schema#label> \"")
		if is && people[subject] && len(texts) < 50 {
			name, _, _ := strings.Cut(label, "\"")
			texts, meant = append(texts, name), append(meant, strings.Trim(subject, "<>"))
		}
	}
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Preset = e.Endpoint, "wikidata"; c.Search = "scan" })
	client := &counted{Client: s.use.Source.Endpoint()}
	source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return client })
	texts = append(texts, "Nobody at All of That Name")
	began := time.Now()
	r := require.Value(s.Resolve(t.Context(), texts))(t)
	t.Logf("%d texts, %d requests, %s", len(texts), client.n.Load(), time.Since(began).Round(time.Millisecond))
	for i, n := range r.Names[:len(meant)] {
		is := func(c names.NameCandidate) bool { return c.IRI == meant[i] }
		check.That(t, (n.Accepted != nil || slices.ContainsFunc(n.Candidates, is)) && (n.Accepted == nil ||
			n.Accepted.IRI == meant[i]), "%s is %+v, want %s", n.Text, n, meant[i])
	}
	last := r.Names[len(texts)-1]
	check.That(t, last.Accepted == nil && len(last.Candidates) <= 0, "an unknown name is %+v", last)
	if n := client.n.Load(); n > 20 {
		t.Errorf("%d requests", n)
	}
	accepted := 0
	for _, n := range r.Names {
		if n.Accepted != nil {
			accepted++
		}
	}
	check.That(t, accepted >= 45, "only %d of 50 names are accepted: %s", accepted, meaning(r))
}
