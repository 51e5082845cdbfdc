package command

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/internal/picture"
	"github.com/genus-kg/genus/learner"
)

// countingBench is genus bench figure1.
type countingBench struct {
	*program
	o  benchmarks.CountingOptions
	to reporting
}

func benchFigure1(a *program) *cobra.Command {
	b := countingBench{program: a}
	cmd := &cobra.Command{
		Use:   "figure1 --data FILE...",
		Short: "Fitting that needs number restrictions, on a graph of yours (Figure 1)",
		Long: `Figure1 makes fitting problems from a graph, as the paper did from the children,
spouses and genders of YAGO 4.5, and fits them in ALCQ. It splits individuals
that are bisimilar for ALC by bisimilarity for ALCQ: representatives of half of
these classes are the positive examples, of the other half the negative ones;
further problems are unions of two of these. Each problem has a fitting ALCQ
concept and no fitting ALC concept. The table has accuracy, F1, size and seconds
of each problem; the picture has the mean accuracy and F1 by number of examples.
The paper gives its figures only as a picture.

  genus bench figure1 --data yago.nt --only .../children --only .../spouse --only .../gender --picture figure1.svg`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return b.run(cmd.Context()) },
	}
	cmd.Flags().IntVar(&b.o.Problems, "problems", 120, "largest number `N` of problems")
	cmd.Flags().IntVar(&b.o.Examples, "examples", 35, "largest number `N` of examples of a problem")
	cmd.Flags().Uint64Var(&b.o.Seed, "seed", 1, "`SEED` of the random choices")
	b.to.bind(cmd)
	a.bind(cmd, func(c *config.Config) {
		c.Timeout, c.Language, c.Select = time.Minute, "alcq", learner.SelectScore.String() // all examples are to be fitted
	}, nil, "data", "only", "exclude", "exclude-class", "language", "max-size", "max-number", "score", "engine", "workers", "timeout", "out", "quiet", "verbose")
	cmd.Flags().Lookup("timeout").Usage = "time limit of a problem"
	showFirst(cmd, "data", "language", "max-size", "timeout", "format", "out", "picture", "quiet")
	return cmd
}

func (b countingBench) run(ctx context.Context) error {
	switch {
	case b.o.Problems < 1:
		return app.Usagef("--problems is %d, but must be at least 1", b.o.Problems)
	case b.o.Examples < 4:
		return app.Usagef("--examples is %d, but must be at least 4", b.o.Examples)
	case len(b.cfg.Data) == 0:
		return app.Usagef("no graph: give --data FILE...")
	}
	if err := b.to.check(); err != nil {
		return err
	}
	o, err := b.cfg.Learner()
	if err != nil {
		return app.Usage(err)
	}
	data, err := b.session().ImportFiles(ctx)
	if err != nil {
		return err
	}
	whole, _, err := data.Problem(ctx, extract.Examples{}, extract.LoadOptions{})
	if err != nil {
		return err
	}
	b.status.Progress("making the problems", app.Plural(whole.Structure.Len(), "individual"))
	problems, err := benchmarks.Counting(ctx, whole.Structure, b.o)
	if err != nil {
		return err
	}
	r := report{
		name: "figure1",
		how: fmt.Sprintf("Fitting in %s by %s, at most %s a problem: %s of %s, seed %d.",
			b.cfg.Language, b.cfg.Score, b.cfg.Timeout, app.Plural(len(problems), "problem"), strings.Join(b.cfg.Data, ", "), b.o.Seed),
		table: table{columns: []string{"problem", "examples", "learner", "accuracy", "f1", "size", "seconds", "concept"}},
	}
	all := 0 // problems of which all examples are fitted
	measures := []string{"accuracy", "F1"}
	values := [2][]float64{}
	byExamples := [2]map[int][]float64{{}, {}}
	for i, p := range problems {
		f, err := b.fitAll(ctx, fmt.Sprintf("problem %d of %d", i+1, len(problems)), p, o)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		c, n := f.Confusion, len(p.Pos)+len(p.Neg)
		if c.Correct() == c.Total() {
			all++
		}
		for m, x := range []float64{c.Accuracy(), c.F1()} {
			values[m], byExamples[m][n] = append(values[m], x), append(byExamples[m][n], x)
		}
		t := benchmarks.Tested{Fitting: f}
		r.rows = append(r.rows, []any{
			i + 1, n, genusName, figure{c.Accuracy(), 3}, figure{c.F1(), 3}, figure{t.Size(), 0}, figure{f.Elapsed.Seconds(), 2}, conceptText(t),
		})
	}
	if len(r.rows) > 0 {
		r.notes = []string{fmt.Sprintf("%s fits all examples in %d of %s; accuracy %s, F1 %s", genusName, all, app.Plural(len(r.rows), "problem"),
			plusMinus(benchmarks.StatisticOf(values[0]), 3), plusMinus(benchmarks.StatisticOf(values[1]), 3))}
	}
	r.chart = func(note string) (picture.Chart, error) {
		var series []picture.Series
		for i, by := range byExamples {
			s := picture.Series{Name: genusName + ", " + measures[i], Same: i > 0}
			for _, n := range slices.Sorted(maps.Keys(by)) {
				s.X, s.Y = append(s.X, float64(n)), append(s.Y, benchmarks.StatisticOf(by[n]).Mean)
			}
			series = append(series, s)
		}
		return picture.Points(picture.Labels{Title: "Fitting that needs number restrictions: mean by number of examples", X: "examples", Y: "accuracy, F1", Note: note, Share: true}, series, false)
	}
	return b.show(ctx, r, b.to)
}
