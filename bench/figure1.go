package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/bench/benchmarks"
	"github.com/genus-kg/genus/bench/peers"
	"github.com/genus-kg/genus/bench/picture"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

var figure1 = benchmark{
	name: "figure1", args: "--data FILE",
	settings: []string{"data", "only", "exclude", "exclude-class", "language", "max-size", "max-number", "score", "engine",
		"workers", "timeout"},
	doc: `Fitting that needs number restrictions, on a graph of yours (Figure 1)

Figure1 makes fitting problems from a graph, as the paper did from the children, spouses and
genders of YAGO 4.5, and fits them in ALCQ. It splits individuals that are bisimilar for ALC by
bisimilarity for ALCQ: representatives of half of these classes are the positive examples, of
the other half the negative ones; further problems are unions of two of these. Each problem has
a fitting ALCQ concept and no fitting ALC concept. With --needs inverse or features, they need
inverse roles (ALCI) or comparisons (ALC(f)) instead; the language is the one that they need,
unless --language says otherwise. So the best accuracy is known: 1 in this language, and "without"
in ALC. The paper has no figures for these two. The table has accuracy, F1, size and seconds
of each problem; the picture has the mean accuracy and F1 by number of examples. The paper gives
its figures only as a picture. --external runs other learners on the same problems, with all
examples for training and for the test (docs/generalisation.md).

  go run -C bench . figure1 --data yago.nt --only .../children --only .../spouse --only .../gender --picture figure1.svg`,
	defaults: func(c *config.Config) { // all examples are to be fitted
		c.Timeout, c.Language, c.Select, c.MaxSize = time.Minute, "", learner.SelectScore.String(), 40
	},
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		var o benchmarks.CountingOptions
		f.StringVar(&o.Needs, "needs", benchmarks.NeedNames[0],
			"what the problems need: "+strings.Join(benchmarks.NeedNames, ", "))
		f.IntVar(&o.Problems, "problems", 120, "largest number `N` of problems")
		f.IntVar(&o.Examples, "examples", 35, "largest number `N` of examples of a problem")
		f.Uint64Var(&o.Seed, "seed", 1, "`SEED` of the random choices")
		external := f.StringArray("external", nil, "also run the learner `NAME=CMD`, by a shell command")
		return func(ctx context.Context, r *runner, args []string) (report, error) {
			return r.figure1(ctx, args, o, *external)
		}
	},
}

// fitter is a learner of Figure 1.
type fitter struct {
	name string
	fit  func(context.Context, interp.Problem) (peers.Tested, error)
}

// countingProblems returns the problems that the files of the settings give.
func (r *runner) countingProblems(ctx context.Context, o benchmarks.CountingOptions) ([]interp.Problem, error) {
	data, _, err := extract.ImportFiles(ctx, r.cfg.Data,
		extract.ImportOptions{Vocabulary: r.cfg.Vocabulary(), Exclusions: r.cfg.Exclusions()})
	if err != nil {
		return nil, err
	}
	whole, _, err := data.Problem(ctx, extract.Examples{}, extract.LoadOptions{})
	if err != nil {
		return nil, err
	}
	return benchmarks.Counting(ctx, whole.Structure, o)
}

// checkFigure1 returns a usage error if the arguments or the options cannot be used, and
// sets the language that the problems need if none is chosen.
func (r *runner) checkFigure1(args []string, o benchmarks.CountingOptions) error {
	switch {
	case len(args) > 0:
		return usagef("unexpected argument %q", args[0])
	case !slices.Contains(benchmarks.NeedNames, o.Needs):
		return usagef("--needs: unknown need %q: choose one of %s", o.Needs, strings.Join(benchmarks.NeedNames, ", "))
	case o.Problems < 1 || o.Examples < 4:
		return usagef("--problems must be at least 1 and --examples at least 4")
	case len(r.cfg.Data) == 0:
		return usagef("no graph: give --data FILE")
	}
	if r.cfg.Language == "" && len(r.cfg.Constructors) == 0 {
		r.cfg.Language = o.Language()
	}
	return nil
}

func (r *runner) figure1(ctx context.Context, args []string, o benchmarks.CountingOptions,
	external []string) (report, error) {
	if err := r.checkFigure1(args, o); err != nil {
		return report{}, err
	}
	options, err := r.cfg.Learner()
	if err != nil {
		return report{}, usageError{err}
	}
	problems, err := r.countingProblems(ctx, o)
	if err != nil {
		return report{}, err
	}
	without, err := benchmarks.Without(ctx, problems, o)
	if err != nil {
		return report{}, err
	}
	fits := []fitter{{genusName, func(ctx context.Context, p interp.Problem) (peers.Tested, error) {
		f, err := r.fitAll(ctx, p, options)
		return peers.Tested{Tested: evaluation.Tested{Fitting: f, Elapsed: f.Elapsed, Test: f.Confusion}}, err
	}}}
	others, err := externals(external, "figure1", r.cfg.Data[0])
	if err != nil {
		return report{}, err
	}
	for _, other := range others {
		other.Grace = time.Minute
		defer other.Close()
		fits = append(fits, fitter{other.Name, func(ctx context.Context, p interp.Problem) (peers.Tested, error) {
			return other.Fold(ctx, 0, p, p, r.cfg.Timeout)
		}})
	}
	rep := report{
		how: fmt.Sprintf("Fitting in %s by %s, size up to %d, at most %s a problem: %s of %s, seed %d.",
			r.cfg.Language, r.cfg.Score, r.cfg.MaxSize, r.cfg.Timeout, plural(len(problems), "problem"),
			strings.Join(r.cfg.Data, ", "), o.Seed),
		columns: []string{"problem", "examples", "learner", "accuracy", "without", "f1", "size", "seconds", "concept"},
	}
	var series []picture.Series
	for _, learner := range fits {
		all, values, byExamples := 0, [2][]float64{}, [2]map[int][]float64{{}, {}}
		for i, p := range problems {
			r.progress("%s, problem %d of %d", learner.name, i+1, len(problems))
			t, err := learner.fit(ctx, p)
			if ctx.Err() != nil {
				break
			}
			n := len(p.Pos) + len(p.Neg)
			if err != nil {
				rep.notes = append(rep.notes, fmt.Sprintf("%s, problem %d: %v", learner.name, i+1, err))
				continue
			}
			if t.Test.Correct() == t.Test.Total() {
				all++
			}
			for m, x := range []float64{t.Test.Accuracy(), t.Test.F1()} {
				values[m], byExamples[m][n] = append(values[m], x), append(byExamples[m][n], x)
			}
			var concept any
			if c := t.Fitting.Concept; c != nil {
				concept = syntax.Print(c, syntax.Options{Prefixes: syntax.NewPrefixes(nil, syntax.IRIs(c)...)})
			}
			rep.rows = append(rep.rows, []any{
				i + 1, n, learner.name, figure{t.Test.Accuracy(), 3}, figure{without[i], 3}, figure{t.Test.F1(), 3}, size(t),
				figure{t.Elapsed.Seconds(), 2}, concept,
			})
		}
		if len(values[0]) > 0 {
			rep.notes = append(rep.notes,
				fmt.Sprintf("%s fits all examples in %d of %s; accuracy %s, F1 %s", learner.name, all,
					plural(len(values[0]), "problem"),
					plusMinus(evaluation.StatisticOf(values[0]), 3), plusMinus(evaluation.StatisticOf(values[1]), 3)))
		}
		for m, measure := range []string{"accuracy", "F1"} {
			s := picture.Series{Name: learner.name + ", " + measure, Same: m > 0}
			for _, n := range slices.Sorted(maps.Keys(byExamples[m])) {
				s.X, s.Y = append(s.X, float64(n)), append(s.Y, evaluation.StatisticOf(byExamples[m][n]).Mean)
			}
			series = append(series, s)
		}
	}
	rep.chart = func(note string) (picture.Chart, error) {
		labels := picture.Labels{
			Title: "Fitting that needs " + o.Needs + ": mean by number of examples",
			X:     "examples",
			Y:     "accuracy, F1",
			Note:  note,
			Share: true,
		}
		return picture.Points(labels, series, false)
	}
	return rep, nil
}

// size returns the size of the concept; nil for predictions.
func size(t peers.Tested) any {
	if t.Predicted {
		return nil
	}
	return t.Fitting.Size
}
