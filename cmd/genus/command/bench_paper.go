package command

import (
	"context"
	"errors"
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

// newFittingBench gives the command its flags.
func newFittingBench(a *program, cmd *cobra.Command, table int, problems ...string) *fittingBench {
	b := &fittingBench{program: a, table: table, problems: problems}
	cmd.Flags().StringVar(&b.match, "match", "", "only problems whose name contains this `TEXT`")
	b.to.bind(cmd)
	a.bind(cmd, func(c *config.Config) { c.Timeout, c.MaxSize = time.Minute, paperSize }, nil, "max-size", "timeout", "out", "quiet", "verbose")
	cmd.Flags().Lookup("timeout").Usage = "longest time of a run"
	return b
}

// paperFigure is a figure of the paper's about a problem, from the row that has the value
// in the column key; nil if it has none.
type paperFigure func(key, value, column string, digits int) any

// run calls each with the problems below the directories, until the context ends, and
// writes the report.
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

// paperLines are two lines for each problem over the same settings: ours and the
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

// secondsUpTo are the seconds of the stages up to k.
func secondsUpTo(k int, f learner.Fitting) (s float64) {
	for _, stage := range f.Stages {
		if stage.K <= k {
			s += stage.Elapsed.Seconds()
		}
	}
	return s
}

// proved is the last stage that was searched to its end, as all before it; if
// nothing can be better than what was found, all are.
func (b *fittingBench) proved(f learner.Fitting) int {
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
