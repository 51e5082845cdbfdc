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
	"github.com/genus-kg/genus/learner"
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

Of files each fold returns the concept that was most likely meant, as genus learn does, but
with thresholds in the middle between examples, and with values such as a country only with
--nominals. Of an endpoint or a database, and with --prefer smallest, it is the concept
of bounded fitting.

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

// validation is genus eval, and what benchmarks have of it.
type validation struct {
	*program
	match             string
	folds, parallel   int
	foldsIn, foldsOut string
	without           []string
	external          []string // NAME=CMD
	withoutGenus      bool     // only the others learn
	noise             float64  // share of the labels to learn from that are turned over
	processor         bool     // the limit is of processor time
	to                reporting
}

// bind gives the command the flags about folds.
func (v *validation) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&v.match, "match", "", "only problems whose name contains this `TEXT`")
	cmd.Flags().IntVar(&v.folds, "folds", 10, "number `N` of folds")
	cmd.Flags().StringVar(&v.foldsIn, "folds-in", "", "read the folds from a `FILE`")
	cmd.Flags().StringVar(&v.foldsOut, "folds-out", "", "write the folds to a `FILE`, before learning")
	cmd.Flags().IntVar(&v.parallel, "parallel", 1, "`N` folds at a time; times are comparable with 1 only")
	cmd.Flags().StringSliceVar(&v.without, "without", nil, "leave out the features with this `NAME,...`: an IRI, or what is behind its last # or /")
	cmd.Flags().Float64Var(&v.noise, "noise", 0, "turn over the labels of this `SHARE` of the examples to learn from; those to test on stay")
	cmd.Flags().StringArrayVar(&v.external, "external", nil, "another learner on the same folds, as `NAME=CMD`; may be repeated")
}

// foldTimeout says what the time limit and the number of solutions mean here.
func foldTimeout(cmd *cobra.Command) {
	cmd.Flags().Lookup("solutions").Hidden = true // one concept is tested
	cmd.Flags().Lookup("timeout").Usage = "longest time of a fold"
}

// options checks the flags and returns what each fold is learned with.
func (v validation) options() (o learner.Options, err error) {
	for _, e := range v.external {
		if name, command, ok := strings.Cut(e, "="); !ok || name == "" || command == "" || name == genusName {
			return o, app.Usagef("--external: %q is not NAME=CMD", e)
		}
	}
	switch {
	case v.folds < 2:
		return o, app.Usagef("--folds is %d, but must be 2 at least", v.folds)
	case !(v.noise >= 0 && v.noise < 0.5):
		return o, app.Usagef("--noise is %v, but must be at least 0 and less than 0.5", v.noise)
	case v.parallel < 1:
		return o, app.Usagef("--parallel is %d, but must be 1 at least", v.parallel)
	}
	if err := v.to.check(); err != nil {
		return o, err
	}
	if o, err = v.cfg.Learner(); err != nil {
		return o, app.Usage(err)
	}
	o.Solutions, o.Logger = 1, v.status.Logger()
	return o, nil
}
