package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// engineBench is genus bench engines.
type engineBench struct {
	*program
	match, engines string
	to             reporting
}

func benchEngines(a *program) *cobra.Command {
	b := engineBench{program: a}
	cmd := &cobra.Command{
		Use:   "engines [DIR...]",
		Short: "Compare the engines, stage by stage",
		Long: `Engines runs every engine on every problem in one process, with one worker each,
one stage of each engine in turn. For each stage it prints the seconds, their
ratio to the seconds of the first engine, the best score, whether it is proved,
and whether the engines agree. It fails if engines prove different things.

A problem is a folder below DIR with pos.txt, neg.txt and RDF files; the RDF files
may also be in the folder above. Without DIR, the problems are the built-in elephants.

  genus bench engines --max-size 7
  genus bench engines datasets --match lymphography --thresholds 10 --max-number 3 --format markdown`,
		RunE: func(cmd *cobra.Command, dirs []string) error { return b.run(cmd.Context(), dirs) },
	}
	cmd.Flags().StringVar(&b.match, "match", "", "only problems whose name contains this `TEXT`")
	cmd.Flags().StringVar(&b.engines, "engines", "search,sat", "engines `E,...` to compare, each with the first: "+strings.Join(benchmarks.Engines(), ", "))
	must(cmd.RegisterFlagCompletionFunc("engines", listOf(benchmarks.Engines())))
	b.to.bindFormat(cmd)
	a.bind(cmd, func(c *config.Config) { c.Timeout, c.Nominals = time.Minute, config.Off }, nil, "language", "constructors", "max-size", "max-number", "thresholds", "threshold-method",
		"mode", "score", "depth", "timeout", "out", "quiet", "verbose")
	cmd.Flags().Lookup("timeout").Usage = "time limit of one engine on one problem"
	showFirst(cmd, "engines", "match", "language", "max-size", "timeout", "format", "out", "quiet")
	return cmd
}

// engineResult is a problem with the runs of the engines on it.
type engineResult struct {
	name       string
	positives  int
	negatives  int
	comparison benchmarks.Comparison
	err        error // why the problem could not be read
}

func (b engineBench) run(ctx context.Context, dirs []string) error {
	if err := b.to.check(); err != nil {
		return err
	}
	contenders, err := b.contenders()
	if err != nil {
		return err
	}
	problems, err := benchProblems(dirs, b.match)
	if err != nil {
		return err
	}
	var results []engineResult
	for _, p := range problems {
		r := b.compare(ctx, p, contenders)
		if ctx.Err() != nil && r.err != nil {
			break // the problem was not read
		}
		results = append(results, r)
		b.note(r)
		if ctx.Err() != nil {
			break
		}
	}
	if err := b.show(ctx, b.report(results), b.to); err != nil {
		return err
	}
	return comparisonError(results)
}

// contenders returns the engines of --engines, each with one worker.
func (b engineBench) contenders() ([]benchmarks.Contender, error) {
	var contenders []benchmarks.Contender
	for name := range strings.SplitSeq(b.engines, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(benchmarks.Engines(), name) {
			return nil, app.Usagef("--engines: unknown engine %q: choose from %s", name, strings.Join(benchmarks.Engines(), ", "))
		}
		if slices.ContainsFunc(contenders, func(c benchmarks.Contender) bool { return c.Name == name }) {
			return nil, app.Usagef("--engines: %s is named twice", name)
		}
		c := b.cfg
		c.Engine, c.Workers, c.Memory, c.Select = name, 1, 0, learner.SelectScore.String()
		o, err := c.Learner()
		if err != nil {
			return nil, app.Usage(err)
		}
		o.Logger = b.status.Logger()
		contenders = append(contenders, benchmarks.Contender{Name: name, Options: o})
	}
	if len(contenders) < 2 {
		return nil, app.Usagef("--engines: only %s is named: name two or more", b.engines)
	}
	return contenders, nil
}

// compare reads a problem and runs the engines on it.
func (b engineBench) compare(ctx context.Context, p benchmarks.Problem, contenders []benchmarks.Contender) engineResult {
	r := engineResult{name: p.Name}
	b.status.Progress(p.Name, "reading")
	problem, err := p.Load(ctx, extract.LoadOptions{Depth: max(b.cfg.Depth, 0)})
	if err != nil {
		r.err = err
		return r
	}
	r.positives, r.negatives = len(problem.Pos), len(problem.Neg)
	r.comparison = benchmarks.Compare(ctx, problem, contenders, benchmarks.Limits{
		Time: b.cfg.Timeout,
		Progress: func(engine string, pr learner.Progress) {
			b.status.Progress(p.Name, fmt.Sprintf("%s of %s: %s", app.StageName(pr), engine, app.StageText(pr, problem.Weighted())))
		},
	})
	return r
}

// note reports the result of a problem in one line on stderr.
func (b engineBench) note(r engineResult) {
	if r.err != nil {
		b.status.Note("%v", r.err)
		return
	}
	stages, elapsed := r.comparison.Total()
	text := fmt.Sprintf("%s: %s proved by all", r.name, app.Plural(stages, "stage"))
	for i, run := range r.comparison.Runs {
		text += fmt.Sprintf(", %s %s", run.Engine, secondsText(elapsed[i]))
	}
	b.status.Note("%s", text)
}

// comparisonError returns an error if a problem could not be read, engines disagree,
// or an engine failed.
func comparisonError(results []engineResult) error {
	var errs []error
	for _, r := range results {
		if r.err != nil {
			errs = append(errs, r.err)
		}
		for _, row := range r.comparison.Disagreements() {
			errs = append(errs, fmt.Errorf("problem %s: the engines prove different things at stage %d: %s", r.name, row.K, claims(r.comparison, row)))
			break // later stages may be wrong as a consequence
		}
		for _, run := range r.comparison.Runs {
			if run.Err != nil {
				errs = append(errs, fmt.Errorf("problem %s: engine %s: %w", r.name, run.Engine, run.Err))
			}
		}
	}
	return joinErrors(errs)
}

// report returns a table with a row for each stage of each engine that began it, and
// for each engine a row with the sum of the stages that all engines proved.
func (b engineBench) report(results []engineResult) report {
	r := report{
		name: "engines",
		how: fmt.Sprintf("Engines stage by stage, one worker each, at most %s for an engine on a problem. In the rows all, "+
			"seconds are the sum of the stages that every engine proved.", b.cfg.Timeout),
		table: table{columns: []string{"problem", "k", "engine", "seconds", "ratio", "correct", "examples", "score", "size", "proved", "agree"}},
	}
	for _, result := range results {
		if result.err != nil {
			r.notes = append(r.notes, app.OneLine(result.err.Error()))
			continue
		}
		for _, row := range result.comparison.Rows() {
			r.rows = append(r.rows, stageRows(result, row)...)
		}
		r.rows = append(r.rows, totalRows(result)...)
		for _, note := range b.notes(result) {
			r.notes = append(r.notes, result.name+": "+note)
		}
	}
	return r
}

// stageRows returns a row for each engine that began the stage.
func stageRows(r engineResult, row benchmarks.Row) [][]any {
	var agree any // nil if fewer than two engines proved the stage
	if row.NumProved() >= 2 {
		agree = yesNo(row.RunsAgree(r.comparison.Score))
	}
	var rows [][]any
	for i, cell := range row.Cells {
		if !cell.Begun {
			continue
		}
		var ratio any
		if row.Cells[0].Begun {
			ratio = figure{benchmarks.Ratio(cell.Stage.Elapsed, row.Cells[0].Stage.Elapsed), 2}
		}
		s := cell.Stage
		rows = append(rows, []any{
			r.name, row.K, r.comparison.Runs[i].Engine, figure{s.Elapsed.Seconds(), 4}, ratio,
			s.Confusion.Correct(), r.positives + r.negatives, figure{r.comparison.Score.Of(s.Confusion), 3},
			sizeOf(cell), cell.Proved, agree,
		})
	}
	return rows
}

// totalRows returns a row for each engine: the sum of the stages that all engines
// proved.
func totalRows(r engineResult) [][]any {
	stages, elapsed := r.comparison.Total()
	var rows [][]any
	for i, run := range r.comparison.Runs {
		var ratio any
		if stages > 0 {
			ratio = figure{benchmarks.Ratio(elapsed[i], elapsed[0]), 2}
		}
		rows = append(rows, []any{r.name, "all", run.Engine, figure{elapsed[i].Seconds(), 4}, ratio, nil, r.positives + r.negatives, nil, nil, nil, nil})
	}
	return rows
}

// notes returns what the table has no column for: failures, timeouts, disagreements.
func (b engineBench) notes(r engineResult) []string {
	var notes []string
	c := r.comparison
	for _, run := range c.Runs {
		switch last := len(run.Fitting.Stages); {
		case run.Err != nil:
			notes = append(notes, fmt.Sprintf("%s: %s", run.Engine, app.OneLine(run.Err.Error())))
		case run.TimeUp && last == 0:
			notes = append(notes, fmt.Sprintf("%s: the time was up after %s, before the first stage", run.Engine, b.cfg.Timeout))
		case run.TimeUp:
			notes = append(notes, fmt.Sprintf("%s: the time was up after %s, in stage %d", run.Engine, b.cfg.Timeout, last))
		}
	}
	for _, row := range c.Disagreements() {
		notes = append(notes, fmt.Sprintf("stage %d: the engines prove different things: %s", row.K, claims(c, row)))
	}
	return notes
}

// claims describes what each engine proved at the stage of row.
func claims(c benchmarks.Comparison, row benchmarks.Row) string {
	var texts []string
	for i, cell := range row.Cells {
		if cell.Proved {
			score := fmt.Sprintf("%.4f", c.Score.Of(cell.Stage.Confusion))
			if c.Score == interp.Accuracy {
				score = fmt.Sprintf("%d/%d", cell.Stage.Confusion.Correct(), cell.Stage.Confusion.Total())
			}
			texts = append(texts, fmt.Sprintf("%s %s with size %d", c.Runs[i].Engine, score, sizeOf(cell)))
		}
	}
	return strings.Join(texts, ", ")
}

// sizeOf returns the size of the best concept, 0 if there is none.
func sizeOf(cell benchmarks.Cell) int {
	if cell.Stage.Concept == nil {
		return 0
	}
	return dl.Size(cell.Stage.Concept)
}
