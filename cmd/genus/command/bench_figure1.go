package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	"github.com/genus-kg/genus/learner/interp"
)

// countingBench is genus bench figure1.
type countingBench struct {
	*program
	o        benchmarks.CountingOptions
	out      string
	external []string
	to       reporting
}

func benchFigure1(a *program) *cobra.Command {
	b := countingBench{program: a}
	cmd := &cobra.Command{
		Use:   "figure1 --data FILE...",
		Short: "Fitting that needs number restrictions, on a graph of yours (Figure 1)",
		Long: `Figure1 makes fitting problems from a graph, as the paper made them from the
children, spouses and genders of YAGO 4.5, and fits them in ALCQ. Individuals
that are bisimilar for ALC are split by bisimilarity for ALCQ: representatives
of half of these classes are the positive examples, of the other half the
negative ones; further problems are pairs of these put together. Some ALCQ
concept fits each problem, and no ALC concept does. The result is accuracy, F1,
size and seconds for each problem; the picture has the means of accuracy and F1
by number of examples. The paper gives its figures as a picture only.

--problems-out writes the problems to a folder, for other tools and genus eval. --external
NAME=CMD fits them by another learner, which gets all examples to learn and to test on;
see genus eval --help.

  genus bench figure1 --data yago.nt --only .../children --only .../spouse --only .../gender --picture figure1.svg`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return b.run(cmd.Context()) },
	}
	cmd.Flags().IntVar(&b.o.Problems, "problems", 120, "largest number `N` of problems")
	cmd.Flags().IntVar(&b.o.Examples, "examples", 35, "largest number `N` of examples of a problem")
	cmd.Flags().Uint64Var(&b.o.Seed, "seed", 1, "`SEED` of what is drawn")
	cmd.Flags().StringVar(&b.out, "problems-out", "", "write the problems to a new `FOLDER`")
	cmd.Flags().StringArrayVar(&b.external, "external", nil, "another learner on the same problems, as `NAME=CMD`; needs --problems-out")
	b.to.bind(cmd)
	a.bind(cmd, func(c *config.Config) {
		c.Timeout, c.Language, c.Select = time.Minute, "alcq", learner.SelectScore.String() // all examples are to be fitted
	}, nil, "data", "only", "exclude", "exclude-class", "language", "max-size", "max-number", "score", "engine", "workers", "timeout", "out", "quiet", "verbose")
	cmd.Flags().Lookup("timeout").Usage = "longest time of a problem"
	showFirst(cmd, "data", "language", "max-size", "timeout", "external", "format", "out", "picture", "quiet")
	return cmd
}

func (b countingBench) check() error {
	switch {
	case b.o.Problems < 1:
		return app.Usagef("--problems is %d, but must be 1 at least", b.o.Problems)
	case b.o.Examples < 4:
		return app.Usagef("--examples is %d, but must be 4 at least", b.o.Examples)
	case len(b.external) > 0 && b.out == "":
		return app.Usagef("--external needs the data in a file: give --problems-out too")
	}
	if err := checkExternal(b.external); err != nil {
		return err
	}
	return b.to.check()
}

func (b countingBench) run(ctx context.Context) error {
	if err := b.check(); err != nil {
		return err
	}
	if len(b.cfg.Data) == 0 {
		return app.Usagef("no graph: give --data FILE...")
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
	file := ""
	if b.out != "" {
		if file, err = writeProblems(ctx, b.out, data, problems); err != nil {
			return err
		}
	}
	r := report{
		name: "figure1",
		how: fmt.Sprintf("Fitting in %s by %s, at most %s a problem: %s of %s, seed %d.",
			b.cfg.Language, b.cfg.Score, b.cfg.Timeout, app.Plural(len(problems), "problem"), strings.Join(b.cfg.Data, ", "), b.o.Seed),
		table: table{columns: []string{"problem", "examples", "learner", "accuracy", "f1", "size", "seconds", "concept"}},
	}
	var points []fittedPoint
	for i, p := range problems {
		phase := fmt.Sprintf("problem %d of %d", i+1, len(problems))
		for _, external := range slices.Concat([]string{""}, b.external) {
			var t benchmarks.Tested
			name, command, _ := strings.Cut(external, "=")
			if external == "" {
				name = genusName
				f, err := b.fitAll(ctx, phase, p, o)
				if err != nil {
					return err
				}
				t = benchmarks.Tested{Fitting: f.Fitting, Test: f.Confusion, Elapsed: f.Elapsed}
			} else {
				b.status.Progress(phase, name)
				if t, err = (&benchmarks.External{Name: name, Command: command, Problem: strconv.Itoa(i + 1), Data: file}).Fit(ctx, p, b.cfg.Timeout); err != nil && ctx.Err() == nil {
					return fmt.Errorf("problem %d: %w", i+1, err)
				}
			}
			if ctx.Err() != nil {
				break
			}
			n := len(p.Pos) + len(p.Neg)
			r.rows = append(r.rows, []any{
				i + 1, n, name, figure{t.Test.Accuracy(), 3}, figure{t.Test.F1(), 3}, figure{t.Size(), 0}, figure{t.Elapsed.Seconds(), 2}, conceptOf(t),
			})
			points = append(points, fittedPoint{name, n, t.Test})
		}
		if ctx.Err() != nil {
			break
		}
	}
	r.chart = func(note string) (picture.Chart, error) { return figure1Chart(points, note) }
	r.notes = figure1Notes(points)
	return b.show(ctx, r, b.to)
}

// fittedPoint is how a learner fitted a problem.
type fittedPoint struct {
	learner   string
	examples  int
	confusion interp.Confusion
}

// figure1Chart has the means of accuracy and F1 by number of examples, of each
// learner.
func figure1Chart(points []fittedPoint, note string) (picture.Chart, error) {
	var series []picture.Series
	for _, name := range learnersOf(points) {
		by := map[int][2][]float64{}
		for _, p := range points {
			if p.learner == name {
				m := by[p.examples]
				by[p.examples] = [2][]float64{append(m[0], p.confusion.Accuracy()), append(m[1], p.confusion.F1())}
			}
		}
		for i, measure := range []string{"accuracy", "F1"} {
			s := picture.Series{Name: name + ", " + measure, Same: i > 0}
			for n, m := range by {
				s.X, s.Y = append(s.X, float64(n)), append(s.Y, benchmarks.StatisticOf(m[i]).Mean)
			}
			series = append(series, s)
		}
	}
	return picture.Points(picture.Labels{Title: "Fitting that needs number restrictions: mean by number of examples", X: "examples", Y: "accuracy, F1", Note: note, Share: true}, series, false)
}

func learnersOf(points []fittedPoint) []string {
	var names []string
	for _, p := range points {
		if !slices.Contains(names, p.learner) {
			names = append(names, p.learner)
		}
	}
	return names
}

// figure1Notes say in how many problems each learner fits all examples.
func figure1Notes(points []fittedPoint) []string {
	var notes []string
	for _, name := range learnersOf(points) {
		all, whole := 0, 0
		var accuracy, f1 []float64
		for _, p := range points {
			if p.learner != name {
				continue
			}
			all++
			if p.confusion.Correct() == p.confusion.Total() {
				whole++
			}
			accuracy, f1 = append(accuracy, p.confusion.Accuracy()), append(f1, p.confusion.F1())
		}
		notes = append(notes, fmt.Sprintf("%s fits all examples in %d of %s; accuracy %s, F1 %s", name, whole, app.Plural(all, "problem"),
			plusMinus(benchmarks.StatisticOf(accuracy), 3), plusMinus(benchmarks.StatisticOf(f1), 3)))
	}
	return notes
}

// writeProblems writes the problems as folders below a new one, with the data
// beside them, and returns the path of the data.
func writeProblems(ctx context.Context, dir string, data *extract.Data, problems []interp.Problem) (string, error) {
	if err := os.Mkdir(dir, 0o755); err != nil { //nolint:gosec // it is to be read by others
		return "", app.Usagef("--problems-out: %w", err)
	}
	file := filepath.Join(dir, "data.nt")
	if err := writeFile(file, func(w io.Writer) error { return data.WriteNTriples(ctx, w) }); err != nil {
		return "", err
	}
	for i, p := range problems {
		folder := filepath.Join(dir, fmt.Sprintf("%03d", i+1))
		if err := os.Mkdir(folder, 0o755); err != nil { //nolint:gosec // as above
			return "", err
		}
		for name, examples := range map[string][]interp.Individual{"pos.txt": p.Pos, "neg.txt": p.Neg} {
			var b bytes.Buffer
			for _, e := range examples {
				fmt.Fprintln(&b, p.Structure.IRI(e))
			}
			if err := os.WriteFile(filepath.Join(folder, name), b.Bytes(), 0o644); err != nil { //nolint:gosec // as above
				return "", err
			}
		}
	}
	return file, nil
}
