package intended_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/bench/intended"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// compared are queries of every form from codex.txt that served to choose constants.
var compared = []string{
	"french citizens",
	"films",
	"french writers",
	"swiss municipalities of Bern",
	"catholic american politicians",
	"married to an actor",
	"three occupations or more",
	"rock or country",
	"singers without an instrument",
}

// Virtuoso, Oxigraph and Fuseki give the same ranking for queries over CoDEx, with the
// same numbers of members.
func TestEnginesCodexRanking(t *testing.T) {
	triples := engines.NTriples(t, testfiles.Dataset(t, "codex/codex.nt.gz"))
	text, err := os.Open("codex.txt")
	require.NoError(t, err)
	defer text.Close()
	file, err := intended.Read(text, "codex.txt")
	require.NoError(t, err)
	var examples [][2][]string // by query, drawn once
	var first []string         // the rankings of the first engine
	// The examples are drawn from the first engine, which has no row limit.
	for _, e := range []engines.Starter{{Name: "oxigraph", Start: engines.StartOxigraph},
		{Name: "fuseki", Start: engines.StartFuseki}, {Name: "virtuoso", Start: engines.StartVirtuoso}} {
		t.Run(e.Name, func(t *testing.T) {
			engine := e.Start(t, triples)
			cfg, err := genusyaml.Load(
				config.Given{
					Flags: map[string][]string{"preset": {"wikidata"}, "endpoint": {engine.Endpoint}},
					Dir:   t.TempDir(),
				},
			)
			require.NoError(t, err)
			graphs := slices.DeleteFunc([]string{engine.Graph}, func(name string) bool { return name == "" })
			c := engine.Connect(t, connector.Options{})
			d := queries.Probe(func(query string) (bool, error) { return c.Ask(t.Context(), query) })
			var rankings []string
			for i, name := range compared {
				if len(examples) == i {
					q := file.Queries[slices.IndexFunc(file.Queries, func(q intended.Query) bool { return q.Name == name })]
					k, err := file.Ask(t.Context(), intended.Selected(c), q)
					require.NoError(t, err)
					pos, neg := k.Sample(intended.Setting{Positives: 5, Negatives: 5}, 1)
					examples = append(examples, [2][]string{pos, neg})
				}
				g, endpoint := graph.NewWholeEndpoint(c, cfg.Vocabulary(), cfg.Exclusions(),
					queries.Options{Dialect: d, Graphs: graphs})
				s, err := intent.New(g, examples[i][0], examples[i][1], intent.Options{})
				require.NoError(t, err)
				r, err := s.Rank(t.Context())
				require.NoError(t, err)
				lines := []string{name}
				for _, x := range r.Candidates[:min(20, len(r.Candidates))] {
					lines = append(lines, fmt.Sprint(syntax.Print(x.Concept, syntax.Options{}), " ", x.Members))
				}
				rankings = append(rankings, strings.Join(lines, "\n"))
				t.Logf("%s: %d requests, first %s", name, endpoint.Requests(), lines[1])
			}
			if first == nil {
				first = rankings
			}
			for i := range rankings {
				if rankings[i] != first[i] {
					t.Errorf("got %s\nwant %s", rankings[i], first[i])
				}
			}
		})
	}
}
