//go:build unix

package learner_test

// What sessions are worth, by go test:
//
//	go test ./learner -run '^$' -bench Solutions -benchtime 1x
//	go test ./learner -run '^$' -bench Session -benchtime 3x
//
// Solutions asks for five solutions: sat/search is how many times longer SAT took
// for them than the search. Session runs all stages: apart/session is how many
// times longer they take if each is searched by itself. Two engines take turns;
// times are the process's on the processor, so that other work on the machine
// matters little.

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// apart is the search without sessions.
type apart struct{ search learner.Search }

func (apart) Name() string { return "apart" }

func (e apart) Search(ctx context.Context, t learner.Task) (dl.Concept, bool, error) {
	return e.search.Search(ctx, t)
}

// settings are options that a problem is learned with.
type settings struct {
	name    string
	options learner.Options
}

var (
	// papers are as the paper's tool has them: the space of all stages is the same.
	papers = settings{"fixed", learner.Options{Language: dl.ALCQIF &^ dl.WithInverse, MaxNumber: 3, Thresholds: 10}}
	// growing are the default: numbers and thresholds grow with the stages.
	growing = settings{"growing", learner.Options{}}
)

var sessionProblems = []struct {
	name            string
	load            func(*testing.B) interp.Problem
	settings        settings
	solutions, size int // the largest sizes for the two benchmarks
}{
	{"elephants", builtin, growing, 3, 8},
	{"lymphography", dataset("sml/lymphography"), papers, 4, 8},
	{"mammographic", dataset("sml/mammographic"), papers, 2, 8},
	{"mammographic", dataset("sml/mammographic"), growing, 2, 8},
	{"suramin", dataset("sml/suramin"), papers, 3, 8},
	{"suramin", dataset("sml/suramin"), growing, 3, 6},
	{"uncle_large", dataset("dl-learner/forte/uncle_large"), growing, 4, 8},
	{"hepatitis", dataset("sml/hepatitis"), papers, 1, 5},
}

// builtin returns the problem of the demo.
func builtin(b *testing.B) interp.Problem {
	p, err := benchmarks.Elephants()[0].Load(b.Context(), extract.LoadOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func BenchmarkSolutions(b *testing.B) {
	for _, p := range sessionProblems {
		o := p.settings.options
		o.MaxSize, o.Solutions = p.solutions, 5
		b.Run(fmt.Sprintf("%s/%s/k=%d", p.name, p.settings.name, o.MaxSize), func(b *testing.B) {
			turns(b, "sat/search", p.load(b), o, learner.Search{}, learner.SAT{})
		})
	}
}

func BenchmarkSession(b *testing.B) {
	for _, p := range sessionProblems {
		o := p.settings.options
		o.MaxSize = p.size
		b.Run(fmt.Sprintf("%s/%s/k=%d", p.name, p.settings.name, o.MaxSize), func(b *testing.B) {
			turns(b, "apart/session", p.load(b), o, learner.Search{}, apart{})
		})
	}
}

// processor returns the time that the process has taken on the processor.
func processor() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// turns runs two engines in turn and reports the ratio of their times, and the
// first one's.
func turns(b *testing.B, ratio string, p interp.Problem, o learner.Options, first, second learner.Engine) {
	var took [2]time.Duration
	for b.Loop() {
		var fittings [2]learner.Fitting
		for i, e := range []learner.Engine{first, second} {
			o.Engine = e
			start := processor()
			f, err := learner.Learn(b.Context(), p, o)
			if err != nil {
				b.Fatal(err)
			}
			took[i] += processor() - start
			fittings[i] = f
		}
		f, g := fittings[0], fittings[1]
		if o.Score.Compare(f.Confusion, g.Confusion) != 0 || f.Size != g.Size || f.Optimal != g.Optimal {
			b.Fatalf("%s and %s do not find the same: %+v, %+v", first.Name(), second.Name(), f, g)
		}
	}
	b.ReportMetric(float64(took[0].Nanoseconds())/float64(b.N), "ns/op")
	b.ReportMetric(benchmarks.Ratio(took[1], took[0]), ratio)
}
