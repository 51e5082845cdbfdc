package session

import (
	"context"
	"fmt"
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
func learnFrom(t *testing.T, c encyclopedia.Concept, seed uint64, judge extract.Client, change func(*config.Config)) (out found) {
	t.Helper()
	s := openSession(t, change)
	s.use = s.use.On(s.use.Source)
	counting := &counted{}
	if client := s.use.Source.Endpoint(); client != nil {
		counting.Client = client
		source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return counting })
	}
	r := require.Value(s.Answer(t.Context(), answer.Task{Examples: require.Value(extract.NewExamples(c.Sample(3, seed), nil))(t),
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

func TestEncyclopediasTrial(t *testing.T) {
	for _, g := range []encyclopedia.Graph{encyclopedia.Yago(1), encyclopedia.DBpedia(1)} {
		file := filepath.Join(t.TempDir(), g.Name+".nt")
		require.NoError(t, os.WriteFile(file, []byte(g.NTriples), 0o600))
		endpoint := engines.StartEmbedded(t, g.NTriples).Endpoint
		judge := openSession(t, func(c *config.Config) { c.Endpoint = endpoint }).use.Source.Endpoint()
		for _, door := range []string{"files", "endpoint"} {
			if d := os.Getenv("DOOR"); d != "" && d != door {
				continue
			}
			for _, c := range g.Concepts {
				if c.Confirm != (os.Getenv("CONFIRM") != "") {
					continue
				}
				f := learnFrom(t, c, 1, judge, func(cfg *config.Config) {
					if door == "files" {
						cfg.Data = []string{file}
						return
					}
					cfg.Endpoint = endpoint
				})
				fmt.Printf("%-8s %-8s %-45s exact %-5t f1 %.2f stated %.2f asked %2d requests %3d: %s\n", g.Name, door, c.Name, f.exact, f.f1, f.stated, f.asked, f.requests, f.english)
			}
		}
	}
	_ = slices.Sort[[]int]
	check.That(t, true, "")
}
