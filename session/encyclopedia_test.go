package session

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/encyclopedia"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// found is how learning a concept of an encyclopedia from three positives ended.
type found struct {
	exact           bool
	f1, stated      float64
	asked, requests int
	english         string
}

// learnFrom learns with no settings but the source, and answers what is asked by what is meant.
func learnFrom(t *testing.T, c encyclopedia.Concept, seed uint64, judge extract.Client,
	change func(*config.Config)) (out found) {
	t.Helper()
	s := openSession(t, change)
	s.use = s.use.On(s.use.Source)
	counting := &counted{}
	if client := s.use.Source.Endpoint(); client != nil {
		counting.Client = client
		source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return counting })
	}
	r := require.Value(
		s.Work().Answer(t.Context(), answer.Task{Examples: require.Value(extract.NewExamples(c.Sample(3, seed), nil))(t),
			Options: require.Value(s.use.Config.Learner())(t),
			Ask: func(_ context.Context, r *answer.Ranking) (answer.Reply, error) {
				out.asked++
				if c.Members[r.Question.Individual] {
					return answer.Reply{Is: intent.Yes}, nil
				}
				return answer.Reply{Is: intent.No}, nil
			}}))(t)
	out.requests, out.stated, out.english = int(counting.n.Load()), r.Ranking.Confidence, r.English()
	var both int
	rows := require.Value(judge.Select(t.Context(), r.Query))(t).Rows
	for _, x := range rows {
		if c.Members[x[0].String()] {
			both++
		}
	}
	out.f1 = 2 * float64(both) / float64(len(rows)+len(c.Members))
	out.exact = both == len(rows) && both == len(c.Members)
	return out
}

// everyDay are the concepts that are learned every day: heights have units, and DBpedia states some singers by a name
// that redirects.
var everyDay = []string{"people of 190 cm and more", "people married to a singer"}

// TestEncyclopedias learns what somebody means in graphs in the shapes of YAGO and DBpedia, with no settings, from
// three positives and questions. Every day it learns two concepts, from files; in full all concepts, also over
// endpoints.
func TestEncyclopedias(t *testing.T) {
	for _, g := range []encyclopedia.Graph{encyclopedia.Yago(1), encyclopedia.DBpedia(1)} {
		file := filepath.Join(t.TempDir(), g.Name+".nt")
		require.NoError(t, os.WriteFile(file, []byte(g.NTriples), 0o600))
		endpoint := engines.StartEmbedded(t, g.NTriples).Endpoint
		doors := map[string]func(*config.Config){
			"files":    func(c *config.Config) { c.Data = []string{file} },
			"endpoint": func(c *config.Config) { c.Endpoint = endpoint },
		}
		judge := openSession(t, doors["endpoint"]).use.Source.Endpoint()
		for door, change := range doors {
			check.Equal(t, openSession(t, change).Use().Source.Preset(), g.Preset, g.Name+", "+door+": the preset")
			check.Equal(t, openSession(t, func(c *config.Config) { change(c); c.Preset = config.None }).Use().Source.Preset(),
				"", "--preset none")
			if door != "files" && !testsize.Full() {
				continue
			}
			t.Run(g.Name+", "+door, func(t *testing.T) { learnAll(t, g, judge, change) })
		}
	}
}

func learnAll(t *testing.T, g encyclopedia.Graph, judge extract.Client, change func(*config.Config)) {
	learned, exact := map[bool]int{}, map[bool]int{} // by the part
	for _, c := range g.Concepts {
		if !testsize.Full() && !slices.Contains(everyDay, c.Name) {
			continue
		}
		f := learnFrom(t, c, 1, judge, change)
		t.Logf("%s: exact %t, F1 %.2f, stated %.2f, %d questions, %d requests: %s", c.Name, f.exact, f.f1, f.stated, f.asked,
			f.requests, f.english)
		if learned[c.Confirm]++; f.exact {
			exact[c.Confirm]++
		}
	}
	for part, n := range learned {
		check.That(t, 8*exact[part] >= 7*n, "confirming %t: %d of %d are exact", part, exact[part], n)
	}
}
