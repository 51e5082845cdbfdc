package ask_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/ask/asktest"
	"github.com/genus-kg/genus/extract/ask/endpoint"
	"github.com/genus-kg/genus/extract/ask/memory"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	scripted "github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// The same question has the same answer from facts in memory and from an endpoint that serves them.
func TestExecutors(t *testing.T) {
	dir := t.TempDir()
	asktest.Compare(t, func(t *rapid.T, g *graphs.Random) asktest.Opened {
		file := filepath.Join(dir, "graph.nt")
		require.NoError(t, os.WriteFile(file, []byte(g.String()), 0o600))
		v := extract.Vocabulary{
			Vocabulary: queries.Vocabulary{Type: g.Typing, SubClassOf: g.SubClass, NoClosure: !g.Axioms},
			RDFS:       g.Axioms,
			Strings:    true,
		}
		d, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, extract.ImportOptions{Vocabulary: v}))(t)
		p, info := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
		client := engines.StartEmbedded(t, g.String()).Connect(t, connector.Options{Retries: -1})
		return asktest.Opened{
			One: &memory.Executor{
				Data: d.Dataset,
				Load: func(ctx context.Context, c dl.Concept) (*interp.Structure, extract.Info, error) {
					names := dl.EntitiesOf(c)
					named := extract.Exclusions{Named: d.LeavesOut(names.Properties(), names.Classes)}
					p, info, err := d.Problem(ctx, extract.Examples{}, extract.LoadOptions{Exclusions: named})
					if err == nil && neighbourhood.Removed(p.Removed).In(c) {
						err = queries.ErrThroughLiteral
					}
					return p.Structure, info, err
				},
			},
			Other: &endpoint.Executor{Client: client, Kept: endpoint.NewKept(), Options: func(dl.Concept) queries.Options {
				return queries.Options{
					Vocabulary: info.Vocabulary.Vocabulary,
					Kinds:      info.Kinds,
					Zones:      info.Zones,
					Axioms:     info.Axioms,
					Domain:     info.Domain,
				}
			}},
			Structure: p.Structure,
		}
	})
}

// TestWholeTables: a table is compared with the number of its rows only until a larger one was whole.
func TestWholeTables(t *testing.T) {
	var graph strings.Builder
	for i := range 300 {
		for _, class := range []string{"Person", "Adult"}[:1+i%2] {
			fmt.Fprintf(&graph, "<http://e/p%d> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/%s> .\n", i, class)
		}
		fmt.Fprintf(&graph, "<http://e/p%d> <http://e/knows> <http://e/p%d> .\n", i, (i+7)%300)
	}
	client := &scripted.Client{To: engines.StartEmbedded(t, graph.String()).Connect(t, connector.Options{})}
	plain := func(dl.Concept) queries.Options { return queries.Options{} }
	e := &endpoint.Executor{Client: client, Kept: endpoint.NewKept(), Options: plain}
	for _, tt := range []struct {
		class             string
		members, requests int // the number of members, the rows and, at first, the number of rows
	}{{"Adult", 150, 3}, {"Person", 300, 3}, {"Adult", 150, 1}} {
		before := client.Requests()
		a, missing, err := e.Ask(t.Context(), ask.Question{
			Concept: dl.Name{IRI: "http://e/" + tt.class}, Count: true,
			Columns: []queries.Column{{Path: []dl.Role{{IRI: "http://e/knows"}}}},
		})
		check.That(t, err == nil && missing.What == nil && len(a.Members) == tt.members,
			"%d of class %s: %v, %v", len(a.Members), tt.class, missing, err)
		check.Equal(t, client.Requests()-before, tt.requests, "requests for class %s", tt.class)
	}
}
