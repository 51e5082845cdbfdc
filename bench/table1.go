package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/bench/benchmarks"
	"github.com/genus-kg/genus/bench/picture"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner/interp"
)

var table1 = benchmark{
	name: "table1", args: "DIR...", settings: append(slices.Clone(learning), "timeout"),
	doc: `Generalisation on the SML benchmarks, beside the paper's figures (Tables 1 and 4)

Table1 cross-validates genus on the SML benchmarks below DIR, in the folders that are named
as in the paper, and prints F1, accuracy and size beside the paper's figures for its tools:
mean and sample deviation over ten folds. ALCSAT is the paper's own. The paper used another
machine, other folds and a limit of 5 minutes. Here genus maximises F1 on the training
examples, unless --score says otherwise. --external runs other learners on the same folds
(docs/generalisation.md).`,
	defaults: func(c *config.Config) {
		c.Timeout, c.Score, c.Nominals, c.Prefer = time.Minute, interp.F1.String(), config.Off, config.Smallest
	},
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		match := f.String("match", "", "only problems whose name contains this `TEXT`")
		folds := f.Int("folds", 10, "split into `N` folds")
		seed := f.Uint64("seed", 1, "`SEED` of the folds")
		external := f.StringArray("external", nil, "also run the learner `NAME=CMD`, by a shell command")
		return func(ctx context.Context, r *runner, dirs []string) (report, error) {
			c := crossing{folds: *folds, seed: *seed, limit: r.cfg.Timeout, genus: true, others: *external}
			return r.table1(ctx, dirs, *match, c)
		}
	},
}

// paperTask returns the paper's name of the problem: the last or the last but one part of
// its path, as in mutagenesis/42. It is empty if the paper does not have the problem.
func paperTask(name string, published []benchmarks.Published) string {
	for _, part := range []string{path.Base(name), path.Base(path.Dir(name))} {
		if slices.ContainsFunc(published, func(r benchmarks.Published) bool { return r.Problem == part }) {
			return part
		}
	}
	return ""
}

func (r *runner) table1(ctx context.Context, dirs []string, match string, c crossing) (report, error) {
	rep := report{
		how: fmt.Sprintf("Cross-validation, %d folds, at most %s a fold; %s by %s, selected by %s, %s, size up to %d. "+
			"Other tools: the paper, Table 4 (⊤: everything is in).",
			c.folds, r.cfg.Timeout, r.cfg.Mode, r.cfg.Score, r.cfg.Select, r.cfg.Language, r.cfg.MaxSize),
		columns: []string{"problem", "learner", "f1", "f1_deviation", "accuracy", "accuracy_deviation", "size",
			"size_deviation", "seconds"},
	}
	published, err := benchmarks.PublishedResults()
	if err != nil {
		return rep, err
	}
	problems, err := problemsIn(dirs, match, func(p suite.Problem) bool { return paperTask(p.Name, published) != "" })
	if err != nil {
		return rep, err
	}
	var names, learners []string
	f1 := map[[2]string]evaluation.Statistic{}
	add := func(problem, learner string, seconds any, s ...evaluation.Statistic) {
		if !slices.Contains(names, problem) {
			names = append(names, problem)
		}
		if !slices.Contains(learners, learner) {
			learners = append(learners, learner)
		}
		f1[[2]string{problem, learner}] = s[0]
		row := []any{problem, learner}
		for _, x := range s {
			row = append(row, figure{x.Mean, 2}, figure{x.Deviation, 2})
		}
		rep.rows = append(rep.rows, append(row, seconds))
	}
	for _, p := range problems {
		results, err := r.validate(ctx, p, c)
		if errors.As(err, new(usageError)) {
			return rep, err
		}
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			rep.notes = append(rep.notes, err.Error())
		}
		task := paperTask(p.Name, published)
		name := p.Name[strings.LastIndex(p.Name, task):]
		for _, v := range results {
			add(name, v.learner, figure{v.of("seconds").Mean, 2}, v.of("f1"), v.of("accuracy"), v.of("size"))
			if len(v.done) < v.folds {
				rep.notes = append(rep.notes,
					fmt.Sprintf("%s by %s: only %d of %d folds are done", name, v.learner, len(v.done), v.folds))
			}
		}
		for _, x := range published {
			if x.Problem == task {
				add(name, x.Tool, nil, x.F1, x.Accuracy, x.Size)
			}
		}
	}
	rep.chart = func(note string) (picture.Chart, error) {
		var series []picture.Series
		for _, learner := range learners {
			name := strings.ReplaceAll(learner, "⊤", "everything is in") // the font has no ⊤
			if slices.ContainsFunc(published, func(p benchmarks.Published) bool { return p.Tool == learner }) {
				name += ", paper"
			}
			s := picture.Series{Name: name}
			for _, problem := range names {
				value, ok := f1[[2]string{problem, learner}]
				if !ok {
					value.Mean, value.Deviation = math.NaN(), math.NaN()
				}
				s.Y, s.Spread = append(s.Y, value.Mean), append(s.Spread, value.Deviation)
			}
			series = append(series, s)
		}
		labels := picture.Labels{
			Title: "F1 on examples that were not seen (mean ± deviation over the folds)",
			Y:     "F1",
			Note:  note,
			Share: true,
		}
		return picture.Bars(labels, names, series)
	}
	return rep, nil
}
