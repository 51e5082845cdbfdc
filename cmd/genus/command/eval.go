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
	foldsIn, foldsOut string
	without           []string
	external          []string // NAME=CMD
	compare           []string // selections
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

--external NAME=CMD runs another learner on the same folds: the shell command CMD, once
a fold. GENUS_DATA is the RDF file, GENUS_TRAIN_POS and GENUS_TRAIN_NEG are files with
the examples to learn from, one IRI a line, GENUS_TEST one with the test examples, and
GENUS_TIMEOUT the seconds that it may take. CMD prints a line "concept: C", in DL or
Manchester syntax with whole IRIs, or the test examples that it takes for positive.

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
	v.bind(cmd)
	v.bindCompare(cmd)
	cmd.Flags().StringVar(&v.format, "format", "text", "`FORM` of the result: "+strings.Join(benchFormats, ", "))
	bind(cmd, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Learning}, "prefix", "out", "quiet", "verbose")
	a.foldTimeout(cmd)
	return cmd
}

// bind gives the command the flags about folds.
func (v *validation) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&v.match, "match", "", "only problems whose name contains this `TEXT`")
	cmd.Flags().IntVar(&v.folds, "folds", 10, "number `N` of folds")
	cmd.Flags().StringVar(&v.foldsIn, "folds-in", "", "read the folds from a `FILE`")
	cmd.Flags().StringVar(&v.foldsOut, "folds-out", "", "write the folds to a `FILE`, before learning")
	cmd.Flags().IntVar(&v.parallel, "parallel", 1, "`N` folds at a time; times are comparable with 1 only")
	cmd.Flags().StringSliceVar(&v.without, "without", nil, "leave out the features with this `NAME,...`: an IRI, or what is behind its last # or /")
	cmd.Flags().StringArrayVar(&v.external, "external", nil, "another learner on the same folds, as `NAME=CMD`; may be repeated")
}

// bindCompare gives the command the flag about selections.
func (v *validation) bindCompare(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&v.compare, "compare-select", nil, "also test what these selections `R,...` take from the same searches: score, occam, mdl")
}

// foldTimeout says what the time limit and the number of solutions mean here.
func (a *app) foldTimeout(cmd *cobra.Command) {
	cmd.Flags().Lookup("solutions").Hidden = true // one concept is tested
	timeout := cmd.Flags().Lookup("timeout")
	timeout.Usage, timeout.DefValue = "longest time of a fold", foldTime.String()
}

// validated is a problem and what cross-validation of a learner gave.
type validated struct {
	name        string
	learner     string // genus, or the name of an external one
	positives   int
	negatives   int
	individuals int
	weighted    bool
	folds       int // that were to be done
	tested      []benchmarks.Tested
	err         error
}

// genusName is the name of genus among the learners.
const genusName = "genus"

// title names the problem, and the learner if it is not genus.
func (r validated) title() string {
	if r.learner == genusName {
		return r.name
	}
	return r.name + " by " + r.learner
}

// checkExternal checks what --external says.
func checkExternal(external []string) error {
	for _, e := range external {
		if name, command, ok := strings.Cut(e, "="); !ok || name == "" || command == "" || name == genusName {
			return usagef("--external: %q is not NAME=CMD", e)
		}
	}
	return nil
}

func (v validation) check() error {
	if err := checkExternal(v.external); err != nil {
		return err
	}
	for _, name := range v.compare {
		if s, err := learner.ParseSelect(name); err != nil || s == learner.SelectCV {
			return usagef("--compare-select: %s is none of score, occam, mdl", name)
		}
	}
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
	a.cfg.Select = o.Select.String() // what auto is
	if len(v.compare) > 0 && o.Select != learner.SelectOccam && o.Select != learner.SelectMDL {
		return usagef("--compare-select needs the counts of --select occam or mdl")
	}
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
	results, err := a.validateAll(ctx, problems, given, o, v)
	if err != nil {
		return err
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
	return failures(results)
}

// failures are what went wrong, as one error.
func failures(results []validated) error {
	var errs []error
	for _, r := range results {
		if r.err != nil {
			errs = append(errs, r.err)
		}
	}
	return several(errs)
}

// validateAll splits all problems, and then cross-validates genus and the
// external learners on each. When the context ends, the results are those so far.
func (a *app) validateAll(ctx context.Context, problems []benchmarks.Problem, given benchmarks.FoldsFile, o learner.Options, v validation) ([]validated, error) {
	var split []benchmarks.FoldsOf
	var results []validated
	for _, p := range problems {
		one, err := a.split(ctx, p, v, given)
		if ctx.Err() != nil {
			return nil, context.Canceled
		}
		if err != nil {
			results = append(results, validated{name: p.Name, learner: genusName, err: err})
			a.status.note("%v", err)
			continue
		}
		split = append(split, one)
	}
	if v.foldsOut != "" {
		if err := writeFile(v.foldsOut, func(w io.Writer) error { return benchmarks.WriteFolds(w, split) }); err != nil {
			return nil, err
		}
	}
	for _, one := range split {
		for _, external := range slices.Concat([]string{""}, v.external) {
			r := a.validate(ctx, one, o, v, external)
			results = append(results, r)
			if external == "" {
				others, err := reselected(r, one, o, v.compare)
				if err != nil {
					return nil, err
				}
				results = append(results, others...)
			}
			if ctx.Err() != nil {
				return results, nil
			}
		}
	}
	return results, nil
}

// reselected is what other selections would have made of the same searches.
func reselected(r validated, one benchmarks.FoldsOf, o learner.Options, selections []string) ([]validated, error) {
	var out []validated
	for _, name := range selections {
		var err error
		if o.Select, err = learner.ParseSelect(name); err != nil {
			return nil, usagef("--compare-select: %w", err)
		}
		other := r
		other.learner, other.tested = genusName+" with "+name, nil
		for _, t := range r.tested {
			train, _ := one.Folds.Split(one.Problem, t.Fold-1)
			if t.Fitting, err = t.Fitting.Reselect(train, o); err != nil {
				return nil, usagef("--compare-select: %s: %w", name, err)
			}
			if t.Fitting.Concept != nil {
				t.Train, t.Test = t.Fitting.Confusion, t.Stages[t.Fitting.Chosen]
			}
			other.tested = append(other.tested, t)
		}
		out = append(out, other)
	}
	return out, nil
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
	if out.Problem, out.File, err = p.LoadFrom(ctx, extract.LoadOptions{Depth: max(a.cfg.Depth, 0)}); err != nil {
		return out, err
	}
	out.Problem = benchmarks.Without(out.Problem, v.without)
	if given != nil {
		out.Folds, err = given.Of(p.Name, out.Problem)
		if err != nil {
			err = fmt.Errorf("%s: %w", v.foldsIn, err)
		}
	} else {
		out.Folds, err = folds.Stratified(out.Problem, v.folds, uint64(a.cfg.Seed))
	}
	if err != nil {
		err = fmt.Errorf("problem %s: %w", p.Name, err)
	}
	return out, err
}

// validate cross-validates genus, or the external learner NAME=CMD, on a problem.
func (a *app) validate(ctx context.Context, one benchmarks.FoldsOf, o learner.Options, v validation, external string) validated {
	p := one.Problem
	r := validated{
		name: one.Name, learner: genusName, positives: len(p.Pos), negatives: len(p.Neg), individuals: p.Structure.Len(),
		weighted: p.Weighted(), folds: one.Folds.N,
	}
	var other *benchmarks.External
	if external != "" {
		name, command, _ := strings.Cut(external, "=")
		r.learner = name
		if one.File == "" {
			r.err = fmt.Errorf("problem %s: --external needs the RDF file of a folder's problem", one.Name)
			return r
		}
		other = &benchmarks.External{Name: name, Command: command, Data: one.File}
		a.status.progress(r.title(), "")
	}
	tested, err := benchmarks.Validate(ctx, p, one.Folds, o, benchmarks.ValidateOptions{
		Time: a.cfg.Timeout, Parallel: v.parallel, External: other,
		Progress: func(fold int, pr learner.Progress) {
			a.status.progress(fmt.Sprintf("%s, fold %d of %d", one.Name, fold, one.Folds.N), fmt.Sprintf("stage %d: %s", pr.K, progressText(pr, r.weighted)))
		},
		Done: func(t benchmarks.Tested) {
			a.status.detail("%s, fold %d of %d: accuracy %.3f, F1 %.3f, size %s, %s s", r.title(), t.Fold, one.Folds.N, t.Test.Accuracy(), t.Test.F1(), measured(t.Size(), 0), secondsText(t.Elapsed))
		},
	})
	r.tested = tested
	if err != nil && !errors.Is(err, context.Canceled) {
		r.err = fmt.Errorf("problem %s: %w", one.Name, err)
		a.status.note("%v", r.err)
		return r
	}
	s := benchmarks.Statistics(tested, benchmarks.Measures...)
	a.status.note("%s: accuracy %s, F1 %s, size %s", r.title(), plusMinus(s[0], 3), plusMinus(s[1], 3), plusMinus(s[4], 1))
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
