package command

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/benchmarks"
)

func evalCommand(a *program) *cobra.Command {
	v := validation{program: a}
	cmd := &cobra.Command{
		Use:   "eval (DIR... | SOURCE EXAMPLES)",
		Short: "Cross-validate: how does what is learned do on examples that were not seen?",
		Long: `Eval splits the examples into folds, learns from all folds but one, tests on
that one, each fold in turn, and prints accuracy, F1, precision, recall, size
and seconds: for each fold, and as mean and sample deviation (n-1) over the
folds. Folds are stratified, and depend on the examples, --folds and --seed
alone.

Of files each fold returns what genus learn does: the concept that was most likely meant,
with thresholds in the middle between examples. Of an endpoint or a database, and with
--prefer smallest, it is the concept of bounded fitting.

The problems are folders below DIR with pos.txt, neg.txt and RDF files, which may also
be in the folder above; or one problem, given as for genus learn.

A folds file (--folds-out, --folds-in) is CSV: problem, fold, label, weight, iri; one
line for each example, which is tested in that fold, counted from 1, and trained on in
all others. When interrupted, eval prints the folds that are done.

A fold whose test part has no positives has no precision, recall and F1 and does not
count in their means. If a fold finds no concept, its test part is classified negative.

--external NAME=CMD runs another learner on the same folds: the shell command CMD, once
a fold, in the working directory. Its environment has GENUS_PROBLEM (name), GENUS_FOLD
(from 1), GENUS_DATA (the RDF file), GENUS_TRAIN_POS and GENUS_TRAIN_NEG (files with the
examples to learn from, one IRI a line), GENUS_TEST (a file with the test examples) and
GENUS_TIMEOUT (seconds). CMD prints a line "concept: C", in DL or Manchester syntax with
whole IRIs, or the test examples that it takes for positive. It may say how long it took
in a line "seconds: S", and stay for the next fold: it prints "end" and reads a line with
a JSON object of the same variables. When CMD fails in a fold, the other folds still count.`,
		Example: `  genus eval datasets --match lymphography
  genus eval datasets/sml --folds 10 --seed 1 --timeout 1m --format markdown --out table.md
  genus eval --data family.owl --pos fathers.txt --neg others.txt --folds 5`,
		RunE: func(cmd *cobra.Command, dirs []string) error { return v.run(cmd.Context(), dirs, nil, v.report) },
	}
	v.bind(cmd)
	v.to.bindFormat(cmd)
	a.bind(cmd, func(c *config.Config) { c.Timeout = time.Minute }, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Learning}, "prefix", "out", "quiet", "verbose")
	foldTimeout(cmd)
	showFirst(cmd, "data", "db", "endpoint", "pos", "neg", "problem", "folds", "seed", "parallel", "timeout", "max-size", "external", "format", "out", "quiet")
	return cmd
}

// run evaluates the problems for which keep is true, all if it is nil, and writes the
// report about the results.
func (v validation) run(ctx context.Context, dirs []string, keep func(benchmarks.Problem) bool, report func([]validated) report) error {
	o, err := v.options()
	if err != nil {
		return err
	}
	problems, err := v.problems(dirs)
	if err != nil {
		return err
	}
	if keep != nil {
		problems = slices.DeleteFunc(problems, func(p benchmarks.Problem) bool { return !keep(p) })
	}
	if len(problems) == 0 {
		return app.Usagef("none of the paper's problems is in %s", strings.Join(dirs, ", "))
	}
	results, err := v.validateAll(ctx, problems, o)
	if err != nil {
		return err
	}
	if err := v.show(ctx, report(results), v.to); err != nil {
		return err
	}
	var errs []error
	for _, r := range results {
		if r.err != nil {
			errs = append(errs, r.err)
		}
	}
	return joinErrors(errs)
}
