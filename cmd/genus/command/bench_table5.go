package command

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/picture"
	"github.com/genus-kg/genus/learner"
)

func (a *program) benchTable5() *cobra.Command {
	var b fittingBench
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
	b.bind(a, cmd, func(ctx context.Context, dirs []string) error { return a.runTable5(ctx, dirs, b, workers) })
	return cmd
}

func (a *program) runTable5(ctx context.Context, dirs []string, b fittingBench, workers []int) error {
	if len(workers) == 0 || slices.Min(workers) < 1 {
		return app.Usagef("--workers: numbers of solvers must be 1 or more")
	}
	problems, paper, err := paperProblems(5, dirs, b.match, "mammographic", "carcinogenesis", "lymphography")
	if err != nil {
		return err
	}
	r := report{
		name: "table5", how: fmt.Sprintf("Workers: sat up to size %d, at most %s a run.", a.cfg.MaxSize, a.cfg.Timeout),
		columns: []string{"problem", "workers", "k", "seconds", "times_faster", "paper_seconds"},
	}
	var series []picture.Series
	for _, p := range problems {
		if ctx.Err() != nil {
			break
		}
		problem, err := a.read(ctx, p)
		if err != nil {
			return err
		}
		name := path.Base(p.Name)
		var runs []fitted
		k := a.cfg.MaxSize
		for _, n := range workers {
			o := learner.Options{Language: paperLanguage, MaxNumber: paperNumber, MaxSize: a.cfg.MaxSize, Thresholds: 10, Engine: learner.SAT{Workers: n}}
			f, err := a.fitAll(ctx, fmt.Sprintf("%s, %s", name, app.Plural(n, "worker")), problem, o)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				break
			}
			runs = append(runs, f)
			k = min(k, a.proved(f))
		}
		line, theirs := picture.Series{Name: name}, picture.Series{Name: name + ", paper", Same: true}
		first, _ := paperFigure(paperRow(paper, map[string]string{"problem": name, "workers": strconv.Itoa(workers[0])}), "seconds", 1).(figure)
		for i, f := range runs {
			row := paperRow(paper, map[string]string{"problem": name, "workers": strconv.Itoa(workers[i])})
			r.rows = append(r.rows, []any{
				name, workers[i], k, figure{f.upTo(k), 2}, figure{share(runs[0].upTo(k), f.upTo(k)), 2}, paperFigure(row, "seconds", 1),
			})
			line.X, line.Y = append(line.X, float64(i)), append(line.Y, share(runs[0].upTo(k), f.upTo(k)))
			if seconds, ok := paperFigure(row, "seconds", 1).(figure); ok && first.value > 0 {
				theirs.X, theirs.Y = append(theirs.X, float64(i)), append(theirs.Y, share(first.value, seconds.value))
			}
		}
		series = append(series, line, theirs)
	}
	var ticks []string
	for _, n := range workers {
		ticks = append(ticks, strconv.Itoa(n))
	}
	r.chart = func(note string) (picture.Chart, error) {
		return picture.Points(picture.Labels{
			Title: fmt.Sprintf("Times faster than with %s (sat)", app.Plural(workers[0], "worker")), X: "workers", Y: "times faster", Ticks: ticks, Note: note,
		}, series, true)
	}
	return a.show(ctx, r, b.to)
}
