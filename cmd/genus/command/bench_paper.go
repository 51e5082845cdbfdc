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

// fittingBench is what the flags of the benchmarks that fit all examples say.
type fittingBench struct {
	*program
	match string
	to    reporting
}

// bind gives a benchmark that fits all examples of some problems its
// flags.
func (b *fittingBench) bind(cmd *cobra.Command, run func(ctx context.Context, dirs []string) error) {
	cmd.RunE = func(cmd *cobra.Command, dirs []string) error {
		if err := b.to.check(); err != nil {
			return err
		}
		if len(dirs) == 0 {
			return app.Usagef("no folder with the SML benchmarks: see %s --help", cmd.CommandPath())
		}
		return run(cmd.Context(), dirs)
	}
	cmd.Flags().StringVar(&b.match, "match", "", "only problems whose name contains this `TEXT`")
	b.to.bind(cmd)
	b.program.bind(cmd, func(c *config.Config) { c.Timeout, c.MaxSize = time.Minute, paperSize }, nil, "max-size", "timeout", "out", "quiet", "verbose")
	cmd.Flags().Lookup("timeout").Usage = "longest time of a run"
}

// eachProblem reads the problems below the directories that have one of the
// names, and calls run with each and with what the paper's table of that number
// has, until the context ends.
func (b fittingBench) eachProblem(ctx context.Context, number int, dirs []string, names []string,
	run func(name string, p interp.Problem, paper []map[string]string) error,
) error {
	problems, err := benchProblems(dirs, b.match)
	if err != nil {
		return err
	}
	problems = slices.DeleteFunc(problems, func(p benchmarks.Problem) bool { return !slices.Contains(names, path.Base(p.Name)) })
	if len(problems) == 0 {
		return app.Usagef("none of %s is in %s", strings.Join(names, ", "), strings.Join(dirs, ", "))
	}
	paper, err := benchmarks.PaperTable(number)
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
		if err := run(path.Base(p.Name), problem, paper); err != nil {
			return err
		}
	}
	return nil
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

// paperRow is the row of one of the paper's tables with these values, nil if
// there is none.
func paperRow(rows []map[string]string, values map[string]string) map[string]string {
	for _, row := range rows {
		fits := true
		for column, value := range values {
			fits = fits && row[column] == value
		}
		if fits {
			return row
		}
	}
	return nil
}

// paperFigure is a figure of the paper's, nil if it has none.
func paperFigure(row map[string]string, column string, digits int) any {
	x, err := strconv.ParseFloat(row[column], 64)
	if err != nil {
		return nil
	}
	return figure{x, digits}
}

// fitted is one run on all examples.
type fitted struct {
	learner.Fitting
	timeUp bool
}

// upTo are the seconds of the stages up to k.
func (f fitted) upTo(k int) float64 {
	s := 0.0
	for _, stage := range f.Stages {
		if stage.K <= k {
			s += stage.Elapsed.Seconds()
		}
	}
	return s
}

// proved is the last stage that was searched to its end, as all before it; if
// nothing can be better than what was found, all are.
func (b fittingBench) proved(f fitted) int {
	k := benchmarks.LastProved(f.Fitting)
	if f.Optimal && k == len(f.Stages) {
		return b.cfg.MaxSize
	}
	return k
}

// fitAll learns from all examples, within --timeout.
func (a *program) fitAll(ctx context.Context, phase string, p interp.Problem, o learner.Options) (fitted, error) {
	limited, cancel := context.WithTimeout(ctx, a.cfg.Timeout)
	defer cancel()
	o.Logger = a.status.Logger()
	o.Progress = func(pr learner.Progress) {
		a.status.Progress(phase, app.StageName(pr)+": "+app.StageText(pr, p.Weighted()))
	}
	f, err := learner.Learn(limited, p, o)
	if err != nil && (errors.Is(err, learner.ErrNoFitting) || limited.Err() != nil) {
		err = nil
	}
	return fitted{f, limited.Err() != nil}, err
}
