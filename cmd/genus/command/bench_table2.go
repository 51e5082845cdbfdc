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
	"github.com/genus-kg/genus/learner/dl"
)

func (a *program) benchTable2() *cobra.Command {
	var b fittingBench
	var values []int
	cmd := &cobra.Command{
		Use:   "table2 DIR...",
		Short: "Accuracy by number of values per feature, beside the paper's figures (Table 2)",
		Long: `Table2 fits all examples of mammographic, suramin and mutagenesis below DIR, with N
thresholds per feature, and prints accuracy and seconds beside the paper's figures. As
there: ALCQ(f) with (f ≥ v), numbers up to 3, sizes up to 8; with N = 0, boolean features
only. Thresholds are quantiles of the values; the paper's choice differs for few.

  genus bench table2 datasets/sml --format markdown --picture table2.svg`,
	}
	cmd.Flags().IntSliceVar(&values, "values", []int{0, 2, 5, 10, 20, 1000}, "numbers `N,...` of thresholds per feature")
	b.bind(a, cmd, func(ctx context.Context, dirs []string) error { return a.runTable2(ctx, dirs, b, values) })
	return cmd
}

func (a *program) runTable2(ctx context.Context, dirs []string, b fittingBench, values []int) error {
	if len(values) == 0 || slices.Min(values) < 0 {
		return app.Usagef("--values: numbers of thresholds must be 0 or more")
	}
	problems, paper, err := paperProblems(2, dirs, b.match, "mammographic", "suramin", "mutagenesis")
	if err != nil {
		return err
	}
	r := report{
		name: "table2", how: fmt.Sprintf("Accuracy on all examples up to size %d, at most %s a run.", a.cfg.MaxSize, a.cfg.Timeout),
		columns: []string{"problem", "values", "accuracy", "size", "proved_size", "seconds", "paper_accuracy", "paper_seconds"},
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
		line, theirs := picture.Series{Name: name}, picture.Series{Name: name + ", paper", Same: true}
		for i, n := range values {
			o := learner.Options{Language: paperLanguage, MaxNumber: paperNumber, MaxSize: a.cfg.MaxSize, Thresholds: n, Engine: learner.Search{}}
			if n == 0 {
				o.Language &^= dl.WithDataAtLeast
			}
			f, err := a.fitAll(ctx, fmt.Sprintf("%s, %s", name, app.Plural(n, "value")), problem, o)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				break
			}
			row := paperRow(paper, map[string]string{"problem": name, "values": strconv.Itoa(n)})
			r.rows = append(r.rows, []any{
				name, n, figure{f.Confusion.Accuracy(), 3}, f.Size, a.proved(f), figure{f.Elapsed.Seconds(), 2},
				paperFigure(row, "accuracy", 2), paperFigure(row, "seconds", 1),
			})
			line.X, line.Y = append(line.X, float64(i)), append(line.Y, f.Confusion.Accuracy())
			if accuracy, ok := paperFigure(row, "accuracy", 2).(figure); ok {
				theirs.X, theirs.Y = append(theirs.X, float64(i)), append(theirs.Y, accuracy.value)
			}
		}
		series = append(series, line, theirs)
	}
	var ticks []string
	for _, n := range values {
		ticks = append(ticks, strconv.Itoa(n))
	}
	r.chart = func(note string) (picture.Chart, error) {
		return picture.Points(picture.Labels{
			Title: fmt.Sprintf("Accuracy on the training examples up to size %d", a.cfg.MaxSize), X: "thresholds per feature (0: boolean features only)", Y: "accuracy",
			Ticks: ticks, Note: note, Share: true,
		}, series, true)
	}
	return a.show(ctx, r, b.to)
}
