package command

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner"
)

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
