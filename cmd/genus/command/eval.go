package command

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/session/source"
)

func evalCommand(a *program) *cobra.Command {
	v := validation{program: a}
	cmd := &cobra.Command{
		Use:   "eval (DIR... | SOURCE EXAMPLES)",
		Short: "Cross-validate: how well do learned concepts classify unseen examples?",
		Long: `Eval splits the examples into folds. For each fold it learns from all others and
tests on that one. It prints accuracy, F1, precision, recall, size and seconds
of each fold, and their mean and sample deviation (n-1). Folds are stratified,
and depend only on the examples, --folds and --seed.

On files, each fold learns the concept that was most likely meant, as genus learn does, but
with thresholds midway between examples, and with values such as a country only with
--nominals. On an endpoint or a database, and with --prefer smallest, it learns the concept
of bounded fitting.

The problems are folders below DIR with pos.txt, neg.txt and RDF files, which may also
be in the folder above; or one problem, given as for genus learn.

When interrupted, eval prints the folds that are done.

A fold whose test part has no positives has no precision, recall and F1, and does not
count in their means. If a fold finds no concept, its test part is classified negative.`,
		Example: `  genus eval datasets --match lymphography
  genus eval datasets/sml --folds 10 --seed 1 --timeout 1m --format markdown --out table.md
  genus eval --data family.owl --pos fathers.txt --neg others.txt --folds 5`,
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if err := v.takeExamples(cmd, nil, v.examples); err != nil {
				return err
			}
			return v.run(cmd.Context(), dirs)
		},
	}
	v.bind(cmd)
	v.to.bindFormat(cmd)
	a.bind(cmd, func(c *config.Config) { c.Timeout = time.Minute },
		[]config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Learning}, "prefix",
		"out", "quiet", "verbose")
	foldTimeout(cmd)
	showFirst(cmd, "data", "db", "endpoint", "pos", "neg", "problem", "examples", "iri", "label", "folds", "seed", "parallel", "timeout",
		"max-size", "format", "out", "quiet")
	return cmd
}

// run evaluates the problems and writes the report about the results.
func (v validation) run(ctx context.Context, dirs []string) error {
	o, err := v.options()
	if err != nil {
		return err
	}
	problems, err := v.problems(dirs)
	if err != nil {
		return err
	}
	results, err := v.validateAll(ctx, problems, o)
	if err != nil {
		return err
	}
	if err := v.show(ctx, v.report(results), v.to); err != nil {
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

// validation is genus eval.
type validation struct {
	*program
	match           string
	folds, parallel int
	seed            uint64 // of the folds
	without         []string
	noise           float64 // share of the training labels that are flipped
	to              reporting
	examples        exampleFlags
}

// bind adds the flags about folds to the command.
func (v *validation) bind(cmd *cobra.Command) {
	v.examples.bind(cmd)
	cmd.Flags().StringVar(&v.match, "match", "", "only problems whose name contains this `TEXT`")
	cmd.Flags().IntVar(&v.folds, "folds", 10, "split into `N` folds")
	cmd.Flags().Uint64Var(&v.seed, "seed", 1, "`SEED` of the folds")
	cmd.Flags().IntVar(&v.parallel, "parallel", 1, "run `N` folds at a time; times are comparable only with 1")
	cmd.Flags().StringSliceVar(&v.without, "without", nil, "leave out the features `NAME,...`: IRIs, or their parts after the last # or /")
	cmd.Flags().Float64Var(&v.noise, "noise", 0, "flip the labels of this `SHARE` of the training examples; test examples keep theirs")
}

func foldTimeout(cmd *cobra.Command) {
	cmd.Flags().Lookup("timeout").Usage = "time limit of a fold"
}

// options checks the flags and returns the options for learning each fold.
func (v validation) options() (o learner.Options, err error) {
	switch {
	case v.folds < 2:
		return o, source.Usagef("--folds is %d, but must be at least 2", v.folds)
	case !(v.noise >= 0 && v.noise < 0.5):
		return o, source.Usagef("--noise is %v, but must be at least 0 and less than 0.5", v.noise)
	case v.parallel < 1:
		return o, source.Usagef("--parallel is %d, but must be at least 1", v.parallel)
	}
	if err := v.to.check(); err != nil {
		return o, err
	}
	if o, err = v.cfg.Learner(); err != nil {
		return o, source.Usage(err)
	}
	o.Logger = v.status.Logger()
	return o, nil
}
