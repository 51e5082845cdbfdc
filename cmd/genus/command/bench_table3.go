package command

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/internal/picture"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func benchTable3(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "table3 DIR...",
		Short: "What the quotient by bisimilarity saves, beside the paper's figures (Table 3)",
		Long: `Table3 fits all examples of mammographic, hepatitis and lymphography below DIR with the
paper's engine (sat), without and with the quotient by bisimilarity, in four languages,
and prints the individuals within reach of the examples, the classes of them that the last
stage tells apart, and seconds beside the paper's figures.
Seconds are of the stages that both runs searched to their end, up to size K. As in the
paper: numbers up to 3; ten thresholds per feature, (f ≥ v) and (f ≤ v).

  genus bench table3 datasets/sml --max-size 4 --format markdown`,
	}
	b := newFittingBench(a, cmd, 3, "mammographic", "hepatitis", "lymphography")
	cmd.RunE = func(cmd *cobra.Command, dirs []string) error { return b.runTable3(cmd.Context(), dirs) }
	return cmd
}

func (b *fittingBench) runTable3(ctx context.Context, dirs []string) error {
	var groups []string
	ours, theirs := picture.Series{Name: "genus"}, picture.Series{Name: "paper"}
	r := report{
		name: "table3", how: fmt.Sprintf("The quotient: sat up to size %d, at most %s a run, one worker.", b.cfg.MaxSize, b.cfg.Timeout),
		table: table{columns: []string{
			"problem", "language", "individuals", "classes", "k", "seconds_without", "seconds",
			"paper_individuals", "paper_classes", "paper_seconds_without", "paper_seconds",
		}},
		chart: func(note string) (picture.Chart, error) {
			return picture.Bars(picture.Labels{Title: "What the quotient leaves of the individuals (their number above)", Y: "share of the individuals", Note: note, Share: true}, groups, []picture.Series{ours, theirs})
		},
	}
	return b.run(ctx, dirs, &r, func(name string, p interp.Problem, paper paperFigure) error {
		for _, language := range []string{"alc", "alcf", "alcqf", "alcqif"} {
			o := learner.Options{MaxNumber: paperNumber, MaxSize: b.cfg.MaxSize, Thresholds: 10}
			var err error
			if o.Language, err = dl.ParseLanguage(language); err != nil {
				return err
			}
			var runs [2]learner.Fitting // without and with the quotient
			for i := range runs {
				o.Engine = learner.SAT{NoQuotient: i == 0}
				if runs[i], err = b.fitAll(ctx, name+", "+language+[]string{" without", " with"}[i]+" the quotient", p, o); err != nil {
					return err
				}
			}
			if ctx.Err() != nil || len(runs[1].Stages) == 0 {
				break
			}
			k := min(b.proved(runs[0]), b.proved(runs[1]))
			last := runs[1].Stages[len(runs[1].Stages)-1]
			individuals, classes := paper("language", language, "individuals", 0), paper("language", language, "classes", 0)
			r.rows = append(r.rows, []any{
				name, language, last.Reached, last.Individuals, k, figure{secondsUpTo(k, runs[0]), 2}, figure{secondsUpTo(k, runs[1]), 2},
				individuals, classes, paper("language", language, "seconds", 1), paper("language", language, "seconds_quotient", 1),
			})
			groups = append(groups, name+"\n"+language)
			of, _ := individuals.(figure)
			left, _ := classes.(figure)
			ours.Y, theirs.Y = append(ours.Y, float64(last.Individuals)/float64(last.Reached)), append(theirs.Y, left.value/of.value)
			ours.Above, theirs.Above = append(ours.Above, strconv.Itoa(last.Individuals)), append(theirs.Above, strconv.Itoa(int(left.value)))
		}
		return nil
	})
}
