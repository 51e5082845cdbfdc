package peers_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/genus-kg/genus/bench/peers"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// Each learner of Ontolearn learns two folds of a small problem in one process. The test
// needs GENUS_PEERS, which .ci/full sets.
func TestPeers(t *testing.T) {
	python := os.Getenv("GENUS_PEERS")
	if python == "" {
		t.Skipf(`%s: GENUS_PEERS is not set: run eval "$(.ci/peers)"`, t.Name())
	}
	script := testfiles.Write(t, "peers.py", string(peers.Program))
	problems, err := suite.Find("testdata")
	require.NoError(t, err)
	p, file, err := problems[0].LoadFrom(context.Background(), extract.LoadOptions{})
	require.NoError(t, err)
	split, err := folds.Stratified(p, 2, 1)
	require.NoError(t, err)
	for _, name := range peers.Learners {
		t.Run(name, func(t *testing.T) {
			external := &peers.External{
				Name:    name,
				Command: python + " " + script + " " + name,
				Problem: problems[0].Name,
				Data:    file,
				Grace:   5 * time.Minute,
			}
			defer external.Close()
			tested, err := evaluation.Validate(context.Background(), p, split, 1,
				func(ctx context.Context, fold int, train, test interp.Problem) (evaluation.Tested, error) {
					t, err := external.Fold(ctx, fold, train, test, 2*time.Second)
					return t.Tested, err
				}, nil)
			require.NoError(t, err)
			if all := evaluation.PooledConfusion(tested); all.Correct() <= len(p.Neg) {
				t.Errorf("%d of %d test examples are correct, not more than if none were taken for positive",
					all.Correct(), all.Total())
			}
		})
	}
}
