package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// musicians is a graph as Wikidata's: opaque names with labels. Q100 plays the guitar and jazz, and is from the US.
func musicians() string {
	w := &worked{}
	name := func(iri, label string) string {
		fmt.Fprintf(&w.nt, "<%s> <http://www.w3.org/2000/01/rdf-schema#label> %q@en .\n", iri, label)
		return iri
	}
	ids := func(first int, labels ...string) (out []string) {
		for i, l := range labels {
			out = append(out, name(fmt.Sprint(wd, "Q", first+i), l))
		}
		return out
	}
	properties := map[string]string{
		"P1303": "instrument", "P27": "country of citizenship", "P136": "genre", "P20": "place of death",
	}
	for p, l := range properties {
		w.add(name(wd+p, l), "http://wikiba.se/ontology#directClaim", wdt+p)
	}
	name(wd+"Q5", "human")
	instruments, genres := ids(10, "guitar", "piano", "drum kit"), ids(20, "jazz", "rock music")
	countries := ids(30, "United States of America", "France", "Germany", "Italy")
	places := ids(40, "Vienna", "Paris")
	ids(50, "Germany", "France") // films
	for i := range 120 {
		x := name(fmt.Sprint(wd, "Q", 100+i), fmt.Sprint("somebody ", i))
		w.add(x, wdt+"P31", wd+"Q5")
		w.add(x, wdt+"P1303", instruments[i%3])
		w.add(x, wdt+"P27", countries[i/3%4])
		w.add(x, wdt+"P136", genres[i/12%2])
		if i%5 > 0 {
			w.add(x, wdt+"P20", places[i%2])
		}
	}
	return w.nt.String()
}

// TestWordsOverEndpoint: words find what they find in files, also values that no example has. They take at most two
// more requests before the first answer.
func TestWordsOverEndpoint(t *testing.T) {
	e := engines.StartEmbedded(t, musicians())
	some := func(p, o string) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: wdt + p}, C: dl.Nominal{IRI: wd + o}}
	}
	usOrGermany := dl.Or{L: dl.Nominal{IRI: wd + "Q30"}, R: dl.Nominal{IRI: wd + "Q32"}}
	guitar, us := some("P1303", "Q10"), some("P27", "Q30")
	first := func(words string, pos ...string) (*answer.Result, int64) {
		s := openSession(t, func(c *config.Config) { c.Endpoint, c.Preset, c.Words = e.Endpoint, "wikidata", words })
		s.use = s.use.On(s.use.Source)
		c := &counted{Client: s.use.Source.Endpoint()}
		source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return c })
		var first *answer.Result
		var n int64
		_ = require.Value(s.Work().Answer(t.Context(), answer.Task{Examples: require.Value(extract.NewExamples(pos, nil))(t),
			Options: require.Value(s.use.Config.Learner())(t), Show: func(r *answer.Result) {
				if first == nil {
					first, n = r, c.n.Load()
				}
			}}))(t)
		return first, n
	}
	for _, tt := range []struct {
		words string
		want  dl.Concept
		lost  string
	}{
		{"guitarists", guitar, ""},
		{"american guitarists", dl.And{L: guitar, R: us}, ""},
		{"from Germany or the US", dl.Exists{Role: dl.Role{IRI: wdt + "P27"}, C: usOrGermany}, ""},
		{"guitarists who are not from France", dl.And{L: guitar, R: dl.Not{C: some("P27", "Q31")}}, ""},
		{"guitarists on Mars", guitar, "mars"},
	} {
		t.Run(tt.words, func(t *testing.T) {
			pos := []string{wd + "Q100", wd + "Q136"}
			_, plain := first("", pos...)
			r, n := first(tt.words, pos...)
			check.Equal(t, r.Fitting.Concept, tt.want, "the first concept")
			check.That(t, n <= plain+2, "%d requests before the first answer, and %d without words", n, plain)
			notes := strings.Join(r.Ranking.Notes, "\n")
			check.That(t, strings.Contains(notes, "your words: said: "), "the notes: %s", notes)
			check.That(t, strings.Contains(notes, "not found: "+tt.lost) == (tt.lost != ""), "the notes: %s", notes)
		})
	}
}
