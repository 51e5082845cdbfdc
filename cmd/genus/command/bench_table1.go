package command

import (
	"context"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/internal/picture"
	"github.com/genus-kg/genus/learner/interp"
)

func benchTable1(a *program) *cobra.Command {
	v := validation{program: a}
	cmd := &cobra.Command{
		Use:   "table1 DIR...",
		Short: "Generalisation on the SML benchmarks, beside the paper's figures (Tables 1 and 4)",
		Long: `Table1 cross-validates genus on the SML benchmarks below DIR, in the folders
that are named as in the paper, and prints F1, accuracy and size beside the
paper's figures for its tools: mean and sample deviation over ten folds. ALCSAT
is the paper's own. The paper used another machine, other folds and a limit of
5 minutes. Here genus maximises F1 on the training examples, unless --score
says otherwise.

With --external other learners run on the same folds; see genus eval --help.

  genus bench table1 datasets/sml --picture table1.svg
  genus bench table1 datasets/sml --match lympho --external 'mine=python3 learn.py'`,
		RunE: func(cmd *cobra.Command, dirs []string) error { return v.runTable1(cmd.Context(), dirs) },
	}
	v.bind(cmd)
	v.to.bind(cmd)
	a.bind(cmd, func(c *config.Config) {
		c.Timeout, c.Score, c.Nominals, c.Prefer = time.Minute, interp.F1.String(), config.Off, config.Smallest
	}, []config.Group{config.Learning}, "depth", "out", "quiet", "verbose")
	foldTimeout(cmd)
	showFirst(cmd, "match", "folds", "seed", "parallel", "timeout", "max-size", "external", "format", "out", "picture", "quiet")
	return cmd
}

func (v validation) runTable1(ctx context.Context, dirs []string) error {
	if len(dirs) == 0 {
		return app.Usagef("no folder with the SML benchmarks: see genus bench table1 --help")
	}
	published, err := benchmarks.PublishedResults()
	if err != nil {
		return err
	}
	isPublished := func(p benchmarks.Problem) bool { return paperTask(p.Name, published) != "" }
	return v.run(ctx, dirs, isPublished, func(results []validationResult) report { return v.table1(results, published) })
}

// paperTask returns the paper's name of the problem: the last or the last but one part
// of its path, as in mutagenesis/42. It is empty if the paper does not have the problem.
func paperTask(name string, published []benchmarks.Published) string {
	for _, part := range []string{path.Base(name), path.Base(path.Dir(name))} {
		if slices.ContainsFunc(published, func(r benchmarks.Published) bool { return r.Problem == part }) {
			return part
		}
	}
	return ""
}

// table1 returns a table with a row for each learner on each problem, ours first.
func (v validation) table1(results []validationResult, published []benchmarks.Published) report {
	r := report{
		name: "table1", how: v.how() + " Other tools: the paper, Table 4 (⊤: everything is in).",
		table: table{columns: []string{"problem", "learner", "f1", "f1_deviation", "accuracy", "accuracy_deviation", "size", "size_deviation", "seconds"}},
	}
	cells := func(s benchmarks.Statistic) []any {
		return []any{figure{s.Mean, 2}, figure{s.Deviation, 2}}
	}
	var problems, learners []string
	f1 := map[[2]string]benchmarks.Statistic{}
	add := func(problem, learner string, s ...benchmarks.Statistic) {
		if !slices.Contains(problems, problem) {
			problems = append(problems, problem)
		}
		if !slices.Contains(learners, learner) {
			learners = append(learners, learner)
		}
		f1[[2]string{problem, learner}] = s[0]
		row := slices.Concat([]any{problem, learner}, cells(s[0]), cells(s[1]), cells(s[2]))
		if len(s) > 3 {
			row = append(row, figure{s[3].Mean, 2})
		} else {
			row = append(row, nil)
		}
		r.rows = append(r.rows, row)
	}
	for i, result := range results {
		if note := result.note(); note != "" {
			r.notes = append(r.notes, note)
		}
		task := paperTask(result.name, published)
		problem := result.name[strings.LastIndex(result.name, task):]
		if len(result.tested) > 0 {
			s := benchmarks.Statistics(result.tested)
			add(problem, result.learner, s[1], s[0], s[4], s[5])
		}
		if i+1 < len(results) && results[i+1].name == result.name || len(result.tested) == 0 {
			continue
		}
		for _, p := range published {
			if p.Problem == task {
				add(problem, p.Tool, p.F1, p.Accuracy, p.Size)
			}
		}
	}
	r.chart = func(note string) (picture.Chart, error) {
		var series []picture.Series
		for _, learner := range learners {
			name := strings.ReplaceAll(learner, "⊤", "everything is in") // the font has no ⊤
			if slices.ContainsFunc(published, func(p benchmarks.Published) bool { return p.Tool == learner }) {
				name += ", paper"
			}
			s := picture.Series{Name: name}
			for _, problem := range problems {
				value, ok := f1[[2]string{problem, learner}]
				if !ok {
					value.Mean, value.Deviation = math.NaN(), math.NaN()
				}
				s.Y, s.Spread = append(s.Y, value.Mean), append(s.Spread, value.Deviation)
			}
			series = append(series, s)
		}
		return picture.Bars(picture.Labels{Title: "F1 on examples that were not seen (mean ± deviation over the folds)", Y: "F1", Note: note, Share: true}, problems, series)
	}
	return r
}
