package learner_test

// How the engines compare, by go test:
//
//	go test ./learner -run '^$' -bench Engines
//	go test ./learner -run '^$' -bench 'Engines/lymphography' -benchtime 1x
//
// A benchmark's name is Engines/PROBLEM/ENGINE/k=K: all stages up to k together,
// proved by every engine. ns/op is the time of the stages alone, MiB the most
// that the engine held on the heap, and sat/search how many times longer than the
// search they took, both in the same run, a stage of each in turn. The settings
// are those of the paper's tool; without datasets (GENUS_DATASETS, or
// ../shared/datasets beside the checkout) their benchmarks are skipped. genus bench
// engines prints the same for any problem, stage by stage.

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// benchEngines compete; ratios are to the first of them.
var benchEngines = []learner.Engine{learner.Search{}, learner.SAT{}, learner.Portfolio{}}

// benchProblem is a problem, and the stages that SAT finishes on it in seconds.
type benchProblem struct {
	name string
	load func(b *testing.B) interp.Problem
	ks   []int
}

var benchProblems = []benchProblem{
	{"names", random(1, dltest.Config{Individuals: 80, Names: 16, Roles: -1, Features: -1, Booleans: -1, Size: 7, Labels: dltest.NoisyLabels}), []int{2, 4, 6}},
	{"roles", random(2, dltest.Config{Individuals: 40, Names: 4, Roles: 2, Features: -1, Booleans: -1, Language: dl.ALCQIF, Size: 6, Labels: dltest.NoisyLabels}), []int{2, 3, 4}},
	{"features", random(3, dltest.Config{Individuals: 60, Names: 2, Roles: 1, Features: 3, Booleans: 1, Size: 6, Labels: dltest.NoisyLabels}), []int{2, 3, 4}},
	{"lymphography", dataset("sml/lymphography"), []int{3, 5}},
	{"mammographic", dataset("sml/mammographic"), []int{2, 3}},
	{"suramin", dataset("sml/suramin"), []int{3, 5}},
}

// random returns a problem that is always the same.
func random(seed uint64, c dltest.Config) func(*testing.B) interp.Problem {
	return func(*testing.B) interp.Problem { return dltest.Problem(dltest.Rand(seed), c) }
}

// dataset returns one of the datasets, without which the benchmark is skipped.
func dataset(name string) func(*testing.B) interp.Problem {
	return func(b *testing.B) interp.Problem {
		dir := os.Getenv("GENUS_DATASETS")
		if dir == "" {
			dir = "../../shared/datasets"
		}
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			b.Skipf("%s: no %s in %s (set GENUS_DATASETS)", b.Name(), name, dir)
		}
		problems, err := benchmarks.Find(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		p, err := problems[0].Load(b.Context(), extract.LoadOptions{})
		if err != nil {
			b.Fatal(err)
		}
		return p
	}
}

func BenchmarkEngines(b *testing.B) {
	for _, p := range benchProblems {
		b.Run(p.name, func(b *testing.B) {
			problem := p.load(b)
			for _, engine := range benchEngines {
				for _, k := range p.ks {
					b.Run(fmt.Sprintf("%s/k=%d", engine.Name(), k), func(b *testing.B) { benchEngine(b, problem, engine, k) })
				}
			}
		})
	}
}

// benchEngine runs the engine, and beside it the first of them.
func benchEngine(b *testing.B, p interp.Problem, engine learner.Engine, k int) {
	engines := []learner.Engine{benchEngines[0], engine}
	if engine == benchEngines[0] {
		engines = engines[1:]
	}
	var contenders []benchmarks.Contender
	for _, e := range engines {
		o := learner.Options{Language: dl.ALCQIF &^ dl.WithInverse, MaxSize: k, MaxNumber: 3, Thresholds: 10, Engine: e}
		contenders = append(contenders, benchmarks.Contender{Name: e.Name(), Options: o})
	}
	var took, first time.Duration
	var peak uint64
	for b.Loop() {
		c := benchmarks.Compare(b.Context(), p, contenders, benchmarks.Limits{})
		for _, run := range c.Runs {
			if run.Err != nil {
				b.Fatalf("%s: %v", run.Engine, run.Err)
			}
		}
		rows := c.Rows()
		if stages, _ := c.Total(); stages != len(rows) || len(c.Disagreements()) > 0 {
			b.Fatalf("the engines do not prove the same: %+v", rows)
		}
		_, elapsed := c.Total()
		first += elapsed[0]
		took += elapsed[len(elapsed)-1]
		for _, row := range rows {
			peak = max(peak, row.Cells[len(row.Cells)-1].Peak)
		}
	}
	b.ReportMetric(float64(took.Nanoseconds())/float64(b.N), "ns/op")
	b.ReportMetric(float64(peak)/(1<<20), "MiB")
	if len(contenders) > 1 {
		b.ReportMetric(benchmarks.Ratio(took, first), engine.Name()+"/"+benchEngines[0].Name())
	}
}
