package command

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/internal/picture"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// What the paper's experiments have in common: ALCQ(f) as its tool has it, with
// comparisons (f ≥ v) only, numbers up to 3, and sizes up to 8.
const (
	paperLanguage = dl.ALCQIF &^ (dl.WithInverse | dl.WithDataAtMost)
	paperNumber   = 3
	paperSize     = 8
)

// fittingBench is a benchmark that fits all examples of the problems of one of the
// paper's tables.
type fittingBench struct {
	*program
	table    int
	problems []string
	match    string
	to       reporting
}

// newFittingBench returns a benchmark over the problems of a table and adds its flags
// to cmd.
func newFittingBench(a *program, cmd *cobra.Command, table int, problems ...string) *fittingBench {
	b := &fittingBench{program: a, table: table, problems: problems}
	cmd.Flags().StringVar(&b.match, "match", "", "only problems whose name contains this `TEXT`")
	b.to.bind(cmd)
	a.bind(cmd, func(c *config.Config) { c.Timeout, c.MaxSize = time.Minute, paperSize }, nil, "max-size", "timeout", "out", "quiet", "verbose")
	cmd.Flags().Lookup("timeout").Usage = "time limit of a run"
	return b
}

// A paperFigure looks up the paper's figure for a problem: in column, of the row whose
// column key is value. It returns nil if the paper has none.
type paperFigure func(key, value, column string, digits int) any

// run calls each for every problem below the directories until ctx ends, and writes the
// report.
func (b *fittingBench) run(ctx context.Context, dirs []string, r *report, each func(name string, p interp.Problem, paper paperFigure) error) error {
	if err := b.to.check(); err != nil {
		return err
	}
	if len(dirs) == 0 {
		return app.Usagef("no folder with the SML benchmarks: see genus bench %s --help", r.name)
	}
	problems, err := benchProblems(dirs, b.match)
	if err != nil {
		return err
	}
	problems = slices.DeleteFunc(problems, func(p benchmarks.Problem) bool { return !slices.Contains(b.problems, path.Base(p.Name)) })
	if len(problems) == 0 {
		return app.Usagef("none of %s is in %s", strings.Join(b.problems, ", "), strings.Join(dirs, ", "))
	}
	rows, err := benchmarks.PaperTable(b.table)
	if err != nil {
		return err
	}
	for _, p := range problems {
		if ctx.Err() != nil {
			break
		}
		b.status.Progress(p.Name, "reading")
		problem, err := p.Load(ctx, extract.LoadOptions{})
		if err != nil {
			return err
		}
		name := path.Base(p.Name)
		err = each(name, problem, func(key, value, column string, digits int) any {
			for _, row := range rows {
				if x, err := strconv.ParseFloat(row[column], 64); err == nil && row["problem"] == name && row[key] == value {
					return figure{x, digits}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return b.show(ctx, *r, b.to)
}

// paperLines holds two lines for each problem over the same settings: ours and the
// paper's.
type paperLines struct {
	settings []int
	series   []picture.Series
}

// add adds the lines of a problem. theirs has nil where the paper has no figure.
func (l *paperLines) add(name string, ours []float64, theirs []any) {
	line, paper := picture.Series{Name: name}, picture.Series{Name: name + ", paper", Same: true}
	for i := range ours {
		line.X, line.Y = append(line.X, float64(i)), append(line.Y, ours[i])
		if f, ok := theirs[i].(figure); ok {
			paper.X, paper.Y = append(paper.X, float64(i)), append(paper.Y, f.value)
		}
	}
	l.series = append(l.series, line, paper)
}

func (l *paperLines) chart(labels picture.Labels) (picture.Chart, error) {
	for _, n := range l.settings {
		labels.Ticks = append(labels.Ticks, strconv.Itoa(n))
	}
	return picture.Points(labels, l.series, true)
}

// secondsUpTo returns the seconds of the stages up to k.
func secondsUpTo(k int, f learner.Fitting) (s float64) {
	for _, stage := range f.Stages {
		if stage.K <= k {
			s += stage.Elapsed.Seconds()
		}
	}
	return s
}

// provedSize returns the last stage that was searched to its end, as were all before
// it. If nothing can be better than what was found, it returns the largest size.
func (b *fittingBench) provedSize(f learner.Fitting) int {
	k := benchmarks.LastProved(f)
	if f.Optimal && k == len(f.Stages) {
		return b.cfg.MaxSize
	}
	return k
}

// fitAll learns from all examples, within --timeout.
func (a *program) fitAll(ctx context.Context, phase string, p interp.Problem, o learner.Options) (learner.Fitting, error) {
	limited, cancel := context.WithTimeout(ctx, a.cfg.Timeout)
	defer cancel()
	o.Logger = a.status.Logger()
	o.Progress = func(pr learner.Progress) {
		a.status.Progress(phase, app.StageName(pr)+": "+app.StageText(pr, p.Weighted()))
	}
	f, err := learner.Learn(limited, p, o)
	if errors.Is(err, learner.ErrNoFitting) || limited.Err() != nil {
		err = nil
	}
	return f, err
}

func benchTable2(a *program) *cobra.Command {
	var values []int
	cmd := &cobra.Command{
		Use:   "table2 DIR...",
		Short: "Accuracy by number of values per feature, beside the paper's figures (Table 2)",
		Long: `Table2 fits all examples of mammographic, suramin and mutagenesis below DIR, with N
thresholds per feature, and prints accuracy and seconds beside the paper's figures. As in
the paper: ALCQ(f) with (f ≥ v), numbers up to 3, sizes up to 8; with N = 0, boolean
features only. Thresholds are quantiles of the values; the paper chooses a small number of
them differently.

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
				name, n, figure{f.Confusion.Accuracy(), 3}, f.Size, b.provedSize(f), figure{f.Elapsed.Seconds(), 2}, accuracy, paper("values", strconv.Itoa(n), "seconds", 1),
			})
		}
		lines.add(name, ours, theirs)
		return nil
	})
}

func benchTable3(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "table3 DIR...",
		Short: "What the quotient by bisimilarity saves, beside the paper's figures (Table 3)",
		Long: `Table3 fits all examples of mammographic, hepatitis and lymphography below DIR with the
paper's engine (sat), without and with the quotient by bisimilarity, in four languages.
Beside the paper's figures it prints the number of individuals within reach of the
examples, the number of their classes that the last stage tells apart, and the seconds of
the stages that both runs searched to their end, up to size K. As in the paper: numbers up
to 3; ten thresholds per feature, (f ≥ v) and (f ≤ v).

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
			k := min(b.provedSize(runs[0]), b.provedSize(runs[1]))
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
			runs, k = append(runs, f), min(k, b.provedSize(f))
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
