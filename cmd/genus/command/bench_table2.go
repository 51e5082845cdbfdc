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
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func benchTable2(a *program) *cobra.Command {
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
	b := newFittingBench(a, cmd, 2, "mammographic", "suramin", "mutagenesis")
	cmd.RunE = func(cmd *cobra.Command, dirs []string) error { return b.runTable2(cmd.Context(), dirs, values) }
	return cmd
}

func (b *fittingBench) runTable2(ctx context.Context, dirs []string, values []int) error {
	if len(values) == 0 || slices.Min(values) < 0 {
		return app.Usagef("--values: numbers of thresholds must be 0 or more")
	}
	lines := paperLines{settings: values}
	r := report{
		name: "table2", how: fmt.Sprintf("Accuracy on all examples up to size %d, at most %s a run.", b.cfg.MaxSize, b.cfg.Timeout),
		table: table{columns: []string{"problem", "values", "accuracy", "size", "proved_size", "seconds", "paper_accuracy", "paper_seconds"}},
		chart: func(note string) (picture.Chart, error) {
			return lines.chart(picture.Labels{
				Title: fmt.Sprintf("Accuracy on the training examples up to size %d", b.cfg.MaxSize), X: "thresholds per feature (0: boolean features only)", Y: "accuracy",
				Note: note, Share: true,
			})
		},
	}
	return b.run(ctx, dirs, &r, func(name string, p interp.Problem, paper paperFigure) error {
		var ours []float64
		var theirs []any
		for _, n := range values {
			o := learner.Options{Language: paperLanguage, MaxNumber: paperNumber, MaxSize: b.cfg.MaxSize, Thresholds: n, Engine: learner.Search{}}
			if n == 0 {
				o.Language &^= dl.WithDataAtLeast
			}
			f, err := b.fitAll(ctx, fmt.Sprintf("%s, %s", name, app.Plural(n, "value")), p, o)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				break
			}
			accuracy := paper("values", strconv.Itoa(n), "accuracy", 2)
			ours, theirs = append(ours, f.Confusion.Accuracy()), append(theirs, accuracy)
			r.rows = append(r.rows, []any{
				name, n, figure{f.Confusion.Accuracy(), 3}, f.Size, b.proved(f), figure{f.Elapsed.Seconds(), 2}, accuracy, paper("values", strconv.Itoa(n), "seconds", 1),
			})
		}
		lines.add(name, ours, theirs)
		return nil
	})
}
