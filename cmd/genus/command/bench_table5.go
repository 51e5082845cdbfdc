package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/picture"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/interp"
)

func benchTable5(a *program) *cobra.Command {
	var workers []int
	cmd := &cobra.Command{
		Use:   "table5 DIR...",
		Short: "Seconds by number of workers, beside the paper's figures (Table 5)",
		Long: `Table5 fits all examples of mammographic, carcinogenesis and lymphography below DIR with
the paper's engine (sat) and 1, 2, 4 and 8 solvers at a time, and prints the seconds for
the stages that all of these runs searched to their end, up to size K, beside the paper's
figures for size 8. Language and numbers as in the paper; ten thresholds per feature.

  genus bench table5 datasets/sml --max-size 6 --workers 1,2 --picture table5.svg`,
	}
	cmd.Flags().IntSliceVar(&workers, "workers", []int{1, 2, 4, 8}, "numbers `N,...` of solvers at a time")
	b := newFittingBench(a, cmd, 5, "mammographic", "carcinogenesis", "lymphography")
	cmd.RunE = func(cmd *cobra.Command, dirs []string) error { return b.runTable5(cmd.Context(), dirs, workers) }
	return cmd
}

func (b *fittingBench) runTable5(ctx context.Context, dirs []string, workers []int) error {
	if len(workers) == 0 || slices.Min(workers) < 1 {
		return app.Usagef("--workers: numbers of solvers must be 1 or more")
	}
	lines := paperLines{settings: workers}
	r := report{
		name: "table5", how: fmt.Sprintf("Workers: sat up to size %d, at most %s a run.", b.cfg.MaxSize, b.cfg.Timeout),
		table: table{columns: []string{"problem", "workers", "k", "seconds", "times_faster", "paper_seconds"}},
		chart: func(note string) (picture.Chart, error) {
			return lines.chart(picture.Labels{
				Title: fmt.Sprintf("Times faster than with %s (sat)", app.Plural(workers[0], "worker")), X: "workers", Y: "times faster", Note: note,
			})
		},
	}
	return b.run(ctx, dirs, &r, func(name string, p interp.Problem, paper paperFigure) error {
		var runs []learner.Fitting
		k := b.cfg.MaxSize
		for _, n := range workers {
			o := learner.Options{Language: paperLanguage, MaxNumber: paperNumber, MaxSize: b.cfg.MaxSize, Thresholds: 10, Engine: learner.SAT{Workers: n}}
			f, err := b.fitAll(ctx, fmt.Sprintf("%s, %s", name, app.Plural(n, "worker")), p, o)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				break
			}
			runs, k = append(runs, f), min(k, b.proved(f))
		}
		var ours []float64
		var theirs []any
		var first figure // the paper's
		for i, f := range runs {
			seconds := paper("workers", strconv.Itoa(workers[i]), "seconds", 1)
			paperSeconds, known := seconds.(figure)
			if i == 0 {
				first = paperSeconds
			}
			faster := secondsUpTo(k, runs[0]) / secondsUpTo(k, f)
			ours, theirs = append(ours, faster), append(theirs, nil)
			if known && first.value > 0 {
				theirs[i] = figure{value: first.value / paperSeconds.value}
			}
			r.rows = append(r.rows, []any{name, workers[i], k, figure{secondsUpTo(k, f), 2}, figure{faster, 2}, seconds})
		}
		lines.add(name, ours, theirs)
		return nil
	})
}
