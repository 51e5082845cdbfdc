package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// foldTime is how long a fold may learn if nobody says otherwise.
const foldTime = time.Minute

// validation is what the flags of genus eval say beyond the settings.
type validation struct {
	match, format     string
	folds, parallel   int
	seed              uint64
	foldsIn, foldsOut string
	without           []string
}

func (a *app) eval() *cobra.Command {
	var v validation
	cmd := &cobra.Command{
		Use:   "eval (DIR... | SOURCE EXAMPLES)",
		Short: "Cross-validate: how does what is learned do on examples that were not seen?",
		Long: `Eval splits the examples into folds, learns from all folds but one, tests on that
one, each fold in turn, and prints accuracy, F1, precision, recall, size and seconds:
for each fold, and as mean and sample deviation (n-1) over the folds. Folds are
stratified, and depend on the examples, --folds and --seed alone.

The problems are folders below DIR with pos.txt, neg.txt and RDF files, which may also
be in the folder above; or one problem, given as for genus learn.

A folds file (--folds-out, --folds-in) is CSV: problem, fold, label, weight, iri; one
line for each example, which is tested in that fold, counted from 1, and trained on in
all others. When interrupted, eval prints the folds that are done.

A fold whose test part has no positives has neither recall nor F1 and does not count
in their means. Where nothing is found, nothing is said to belong.

  genus eval datasets --match lymphography
  genus eval datasets/sml --folds 10 --seed 1 --timeout 1m --format markdown --out table.md
  genus eval --data family.owl --pos fathers.txt --neg others.txt --folds 5`,
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if err := a.loadWith(cmd, func(c *config.Config) { c.Timeout = foldTime }); err != nil {
				return err
			}
			return a.runEval(cmd.Context(), dirs, v)
		},
	}
	cmd.Flags().StringVar(&v.match, "match", "", "only problems whose name contains this `TEXT`")
	cmd.Flags().IntVar(&v.folds, "folds", 10, "number `N` of folds")
	cmd.Flags().Uint64Var(&v.seed, "seed", 1, "`SEED` of the split into folds")
	cmd.Flags().StringVar(&v.foldsIn, "folds-in", "", "read the folds from a `FILE`")
	cmd.Flags().StringVar(&v.foldsOut, "folds-out", "", "write the folds to a `FILE`, before learning")
	cmd.Flags().IntVar(&v.parallel, "parallel", 1, "`N` folds at a time; times are comparable with 1 only")
	cmd.Flags().StringSliceVar(&v.without, "without", nil, "leave out the features with this `NAME,...`: an IRI, or what is behind its last # or /")
	cmd.Flags().StringVar(&v.format, "format", "text", "`FORM` of the result: "+strings.Join(benchFormats, ", "))
	bind(cmd, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Learning}, "prefix", "out", "quiet", "verbose")
	cmd.Flags().Lookup("solutions").Hidden = true // one concept is tested
	timeout := cmd.Flags().Lookup("timeout")
	timeout.Usage, timeout.DefValue = "longest time of a fold", foldTime.String()
	return cmd
}

// validated is a problem and what cross-validation gave.
type validated struct {
	name        string
	positives   int
	negatives   int
	individuals int
	weighted    bool
	folds       int // that were to be done
	tested      []benchmarks.Tested
	err         error
}

func (v validation) check() error {
	switch {
	case !slices.Contains(benchFormats, v.format):
		return usagef("--format: unknown form %q: choose one of %s", v.format, strings.Join(benchFormats, ", "))
	case v.folds < 2:
		return usagef("--folds is %d, but must be 2 at least", v.folds)
	case v.parallel < 1:
		return usagef("--parallel is %d, but must be 1 at least", v.parallel)
	}
	return nil
}

func (a *app) runEval(ctx context.Context, dirs []string, v validation) error {
	if err := v.check(); err != nil {
		return err
	}
	o, err := a.cfg.Learner()
	if err != nil {
		return usage(err)
	}
	o.Solutions, o.Logger = 1, a.status.logger()
	problems, err := a.evalProblems(dirs, v)
	if err != nil {
		return err
	}
	var given benchmarks.FoldsFile
	if v.foldsIn != "" {
		if given, err = readFolds(v.foldsIn); err != nil {
			return err
		}
	}
	var split []benchmarks.FoldsOf
	var results []validated
	for _, p := range problems {
		one, err := a.split(ctx, p, v, given)
		if ctx.Err() != nil {
			return context.Canceled
		}
		if err != nil {
			results = append(results, validated{name: p.Name, err: err})
			a.status.note("%v", err)
			continue
		}
		split = append(split, one)
	}
	if v.foldsOut != "" {
		if err := writeFile(v.foldsOut, func(w io.Writer) error { return benchmarks.WriteFolds(w, split) }); err != nil {
			return err
		}
	}
	for _, one := range split {
		results = append(results, a.validate(ctx, one, o, v))
		if ctx.Err() != nil {
			break
		}
	}
	a.status.clear()
	var text bytes.Buffer
	if err := a.formatEval(&text, v, results, ctx.Err() != nil); err != nil {
		return err
	}
	if err := a.deliver(text.Bytes()); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Canceled
	}
	var errs []error
	for _, r := range results {
		if r.err != nil {
			errs = append(errs, r.err)
		}
	}
	return several(errs)
}

// evalProblems are those of the directories, or the one of the settings.
func (a *app) evalProblems(dirs []string, v validation) ([]benchmarks.Problem, error) {
	if len(dirs) == 0 {
		if a.cfg.Endpoint == "" && len(a.cfg.Data) == 0 && a.cfg.DB == "" {
			return nil, usagef("nothing to evaluate: give a DIR with problems, or a source and examples as for genus learn")
		}
		name := a.cfg.Name
		if name == "" {
			name = "examples"
		}
		return []benchmarks.Problem{benchmarks.Loaded(name, func(ctx context.Context, _ extract.LoadOptions) (interp.Problem, error) {
			s, err := a.open(ctx)
			if err != nil {
				return interp.Problem{}, err
			}
			defer s.close()
			return s.problem, nil
		})}, nil
	}
	problems, err := benchProblems(dirs, v.match)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, p := range problems {
		if seen[p.Name] {
			return nil, usagef("two problems have the name %s: give a folder that both are in", p.Name)
		}
		seen[p.Name] = true
	}
	return problems, nil
}

func readFolds(path string) (benchmarks.FoldsFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, usagef("--folds-in: %w", err)
	}
	defer func() { _ = f.Close() }()
	all, err := benchmarks.ReadFolds(f)
	if err != nil {
		return nil, usagef("--folds-in: %s: %w", path, err)
	}
	return all, nil
}

// split reads a problem and splits its examples.
func (a *app) split(ctx context.Context, p benchmarks.Problem, v validation, given benchmarks.FoldsFile) (benchmarks.FoldsOf, error) {
	a.status.progress(p.Name, "reading")
	out := benchmarks.FoldsOf{Name: p.Name}
	var err error
	if out.Problem, err = p.Load(ctx, extract.LoadOptions{Depth: max(a.cfg.Depth, 0)}); err != nil {
		return out, err
	}
	out.Problem = benchmarks.Without(out.Problem, v.without)
	if given != nil {
		out.Folds, err = given.Of(p.Name, out.Problem)
		if err != nil {
			err = fmt.Errorf("%s: %w", v.foldsIn, err)
		}
	} else {
		out.Folds, err = folds.Stratified(out.Problem, v.folds, v.seed)
	}
	if err != nil {
		err = fmt.Errorf("problem %s: %w", p.Name, err)
	}
	return out, err
}

// validate cross-validates one problem.
func (a *app) validate(ctx context.Context, one benchmarks.FoldsOf, o learner.Options, v validation) validated {
	p := one.Problem
	r := validated{
		name: one.Name, positives: len(p.Pos), negatives: len(p.Neg), individuals: p.Structure.Len(),
		weighted: p.Weighted(), folds: one.Folds.N,
	}
	tested, err := benchmarks.Validate(ctx, p, one.Folds, o, benchmarks.ValidateOptions{
		Time: a.cfg.Timeout, Parallel: v.parallel,
		Progress: func(fold int, pr learner.Progress) {
			a.status.progress(fmt.Sprintf("%s, fold %d of %d", one.Name, fold, one.Folds.N), fmt.Sprintf("stage %d: %s", pr.K, progressText(pr, r.weighted)))
		},
		Done: func(t benchmarks.Tested) {
			a.status.detail("%s, fold %d of %d: accuracy %.3f, F1 %.3f, size %d, %s s", one.Name, t.Fold, one.Folds.N, t.Test.Accuracy(), t.Test.F1(), t.Size(), secondsText(t.Elapsed))
		},
	})
	r.tested = tested
	if err != nil && !errors.Is(err, context.Canceled) {
		r.err = fmt.Errorf("problem %s: %w", one.Name, err)
		a.status.note("%v", r.err)
		return r
	}
	s := benchmarks.Statistics(tested, benchmarks.Measures...)
	a.status.note("%s: accuracy %s, F1 %s, size %s", one.Name, plusMinus(s[0], 3), plusMinus(s[1], 3), plusMinus(s[4], 1))
	return r
}

// several is one error out of some.
func several(errs []error) error {
	switch len(errs) {
	case 0:
		return nil
	case 1:
		return errs[0]
	}
	return fmt.Errorf("%w (and %s more)", errs[0], plural(len(errs)-1, "error"))
}
