package ask_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask/asktest"
	"github.com/genus-kg/genus/extract/ask/endpoint"
	"github.com/genus-kg/genus/extract/ask/memory"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
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
			Vocabulary: queries.Vocabulary{Type: g.Typing, SubClassOf: g.SubClass, NoClosure: !g.Axioms}, RDFS: g.Axioms, Strings: true,
		}
		d, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, extract.ImportOptions{Vocabulary: v}))(t)
		p, info := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
		client := engines.StartEmbedded(t, g.String()).Connect(t, connector.Options{Retries: -1})
		return asktest.Opened{
			One: &memory.Executor{Data: d.Dataset, Load: func(ctx context.Context, c dl.Concept) (*interp.Structure, extract.Info, error) {
				names := dl.EntitiesOf(c)
				named := extract.Exclusions{Named: d.LeavesOut(names.Properties(), names.Classes)}
				p, info, err := d.Problem(ctx, extract.Examples{}, extract.LoadOptions{Exclusions: named})
				if err == nil && neighbourhood.Removed(p.Removed).In(c) {
					err = queries.ErrThroughLiteral
				}
				return p.Structure, info, err
			}},
			Other: &endpoint.Executor{Client: client, Kept: endpoint.NewKept(), Options: func(dl.Concept) queries.Options {
				return queries.Options{
					Vocabulary: info.Vocabulary.Vocabulary, Kinds: info.Kinds, Zones: info.Zones, Axioms: info.Axioms, Domain: info.Domain,
				}
			}},
			Structure: p.Structure,
		}
	})
}
