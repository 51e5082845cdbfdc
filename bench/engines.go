package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/bench/benchmarks"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
)

var engineBench = benchmark{
	name: "engines", args: "[DIR...]",
	settings: []string{"language", "constructors", "max-size", "max-number", "thresholds", "mode", "score", "depth",
		"timeout"},
	doc: `The engines, stage by stage

Engines runs every engine on every problem in one process, with one worker each, one stage of
each engine in turn. For each stage it prints the seconds, their ratio to the seconds of the
first engine, the best score, whether it is proved, and whether the engines agree. It fails if
engines prove different things. A problem is a folder below DIR with pos.txt, neg.txt and RDF
files; the RDF files may also be in the folder above. Without DIR, the problems are the
built-in elephants. --timeout is for one engine on one problem.`,
	defaults: func(c *config.Config) { c.Timeout, c.Nominals = time.Minute, config.Off },
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		match := f.String("match", "", "only problems whose name contains this `TEXT`")
		names := f.StringSlice("engines", []string{"search", "sat"},
			"engines `E,...` to compare, each with the first: "+strings.Join(benchmarks.Engines(), ", "))
		return func(ctx context.Context, r *runner, dirs []string) (report, error) {
			contenders, err := r.contenders(*names)
			if err != nil {
				return report{}, err
			}
			problems := suite.Elephants()
			if len(dirs) > 0 {
				problems, err = problemsIn(dirs, *match, everyProblem)
			} else {
				problems = slices.DeleteFunc(problems, func(p suite.Problem) bool { return !strings.Contains(p.Name, *match) })
			}
			if err != nil {
				return report{}, err
			}
			return r.engines(ctx, problems, contenders)
		}
	},
}

// contenders returns the engines with these names, each with one worker.
func (r *runner) contenders(names []string) ([]benchmarks.Contender, error) {
	var contenders []benchmarks.Contender
	for _, name := range names {
		if !slices.Contains(benchmarks.Engines(), name) {
			return nil, usagef("--engines: unknown engine %q: choose from %s", name, strings.Join(benchmarks.Engines(), ", "))
		}
		c := r.cfg
		c.Engine, c.Workers, c.Memory, c.Select = name, 1, 0, learner.SelectScore.String()
		o, err := c.Learner()
		if err != nil {
			return nil, usageError{err}
		}
		contenders = append(contenders, benchmarks.Contender{Name: name, Options: o})
	}
	if slices.Sort(names); len(slices.Compact(names)) < max(2, len(contenders)) {
		return nil, usagef("--engines: name two or more different engines")
	}
	return contenders, nil
}

func (r *runner) engines(ctx context.Context, problems []suite.Problem,
	contenders []benchmarks.Contender) (report, error) {
	rep := report{
		how: fmt.Sprintf(
			"Engines stage by stage, one worker each, at most %s for an engine on a problem. In the rows all, "+
				"seconds are the sum of the stages that every engine proved.",
			r.cfg.Timeout,
		),
		columns: []string{
			"problem",
			"k",
			"engine",
			"seconds",
			"ratio",
			"correct",
			"examples",
			"score",
			"size",
			"proved",
			"agree",
		},
	}
	var errs []error
	for _, p := range problems {
		r.progress("%s", p.Name)
		problem, err := p.Load(ctx, extract.LoadOptions{Depth: max(r.cfg.Depth, 0)})
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		c := benchmarks.Compare(ctx, problem, contenders, benchmarks.Limits{Time: r.cfg.Timeout})
		rep.addComparison(p.Name, c, len(problem.Pos)+len(problem.Neg))
		for _, row := range c.Disagreements() {
			errs = append(errs, fmt.Errorf("problem %s: the engines prove different things at stage %d", p.Name, row.K))
		}
		for _, run := range c.Runs {
			if run.Err != nil {
				errs = append(errs, fmt.Errorf("problem %s: engine %s: %w", p.Name, run.Engine, run.Err))
			}
			if run.TimeUp {
				rep.notes = append(rep.notes,
					fmt.Sprintf("%s: %s: the time was up in stage %d", p.Name, run.Engine, len(run.Fitting.Stages)))
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	return rep, errors.Join(errs...)
}

// addComparison adds a row for each stage of each engine that began it, and for each engine
// the sum of the stages that all engines proved.
func (rep *report) addComparison(name string, c benchmarks.Comparison, examples int) {
	for _, row := range c.Rows() {
		var agree any // nil if fewer than two engines proved the stage
		if row.NumProved() >= 2 {
			agree = yesNo(row.RunsAgree(c.Score))
		}
		for i, cell := range row.Cells {
			if !cell.Begun {
				continue
			}
			var ratio any
			if row.Cells[0].Begun {
				ratio = figure{benchmarks.Ratio(cell.Stage.Elapsed, row.Cells[0].Stage.Elapsed), 2}
			}
			size, s := 0, cell.Stage
			if s.Concept != nil {
				size = dl.Size(s.Concept)
			}
			rep.rows = append(rep.rows, []any{
				name, row.K, c.Runs[i].Engine, figure{s.Elapsed.Seconds(), 4}, ratio, s.Confusion.Correct(), examples,
				figure{c.Score.Of(s.Confusion), 3}, size, cell.Proved, agree,
			})
		}
	}
	stages, elapsed := c.Total()
	for i, run := range c.Runs {
		var ratio any
		if stages > 0 {
			ratio = figure{benchmarks.Ratio(elapsed[i], elapsed[0]), 2}
		}
		rep.rows = append(rep.rows,
			[]any{name, "all", run.Engine, figure{elapsed[i].Seconds(), 4}, ratio, nil, examples, nil, nil, nil, nil})
	}
}
