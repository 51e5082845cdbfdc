package benchmarks_test

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/bench/benchmarks"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner"
)

var (
	datasetTime = flag.Duration("dataset-time", testsize.Choose(time.Minute, 200*time.Millisecond),
		"time of an engine for each dataset and setting, in the comparison of the engines")
	datasetMatch = flag.String("dataset-match", testsize.Choose("lymphography", ""),
		"only datasets whose name contains this")
)

// At every stage that both engines prove, on every dataset, they prove the same, by
// independent means. By default the test takes one dataset and few stages. The full run
// takes a quarter of an hour:
//
//	go test -C bench ./benchmarks -run EqualsSAT -dataset-match "" -dataset-time 20s -timeout 3h -v
func TestSearchEqualsSATOnDatasets(t *testing.T) {
	problems, err := suite.Find(testfiles.Dataset(t, ""))
	require.NoError(t, err)
	if testing.Short() {
		t.Skipf("%s compares the engines on all datasets: not with -short", t.Name())
	}
	settings := []struct {
		name    string
		options learner.Options
	}{
		{"default", learner.Options{}},
		{"alcsat", learner.Options{Thresholds: 10, MaxNumber: 3}},
	}
	compared := 0
	for _, p := range problems {
		if !strings.Contains(p.Name, *datasetMatch) {
			continue
		}
		problem, err := p.Load(t.Context(), extract.LoadOptions{})
		if err != nil {
			t.Error(err)
			continue
		}
		for _, s := range settings {
			t.Run(p.Name+"/"+s.name, func(t *testing.T) {
				s.options.MaxSize = testsize.Choose(3, 0)
				search, sat := s.options, s.options
				search.Engine, sat.Engine = learner.Search{}, learner.SAT{}
				c := benchmarks.Compare(t.Context(), problem, []benchmarks.Contender{
					{Name: "search", Options: search}, {Name: "sat", Options: sat},
				}, benchmarks.Limits{Time: *datasetTime})
				for _, run := range c.Runs {
					if run.Err != nil {
						t.Errorf("%s: %v", run.Engine, run.Err)
					}
				}
				for _, row := range c.Disagreements() {
					a, b := row.Cells[0].Stage, row.Cells[1].Stage
					t.Errorf("k = %d: search proves %+v of %#v, sat %+v of %#v", row.K, a.Confusion, a.Concept, b.Confusion, b.Concept)
				}
				stages, elapsed := c.Total()
				compared += stages
				t.Logf("k ≤ %d proved by both, search %v, sat %v; search went on to k = %d, sat to %d",
					stages, elapsed[0], elapsed[1], c.Runs[0].LastProved(), c.Runs[1].LastProved())
			})
		}
	}
	if compared == 0 {
		t.Errorf("no stage was proved by both engines within %v a dataset", *datasetTime)
	}
}
