package command

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/session/source"
)

func evalCommand(a *program) *cobra.Command {
	in := api.EvalInput{Folds: 10, Seed: 1, Parallel: 1}
	var table exampleFlags
	var format string
	cmd := &cobra.Command{
		Use:   "eval (--endpoint URL | --data FILE... | --db FILE) (--pos FILE --neg FILE | ...)",
		Short: "Cross-validate: how well do learned concepts classify unseen examples?",
		Long: `Eval splits the examples into folds. For each fold it learns from all others and
tests on that one. It prints accuracy, F1, precision, recall, size and seconds
of each fold, and their mean and sample deviation (n-1). Folds are stratified,
and depend only on the examples, --folds and --seed.

On files, each fold learns the concept that was most likely meant, as genus learn does, but
with thresholds midway between examples, and with values such as a country only with
--nominals. On an endpoint or a database, and with --prefer smallest, it learns the concept
of bounded fitting. --exclude leaves properties out that tell the answer.

When interrupted, eval prints the folds that are done.

A fold whose test part has no positives has no precision, recall and F1, and does not
count in their means. If a fold finds no concept, its test part is classified negative.`,
		Example: `  genus eval --data family.owl --pos fathers.txt --neg others.txt --folds 5`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.takeExamples(cmd, nil, table); err != nil {
				return err
			}
			return a.eval(cmd.Context(), in, format)
		},
	}
	table.bind(cmd)
	inputFlags(cmd.Flags(), &in, "folds", "seed", "parallel")
	cmd.Flags().StringVar(&format, "format", "text", "`FORM` of the result: "+strings.Join(evalFormats, ", "))
	offer(cmd, "format", evalFormats)
	a.bind(cmd, func(c *config.Config) { c.Timeout = time.Minute },
		[]config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Learning}, "prefix",
		"out", "quiet", "verbose")
	cmd.Flags().Lookup("timeout").Usage = "time limit of a fold"
	showFirst(cmd, "data", "db", "endpoint", "pos", "neg", "problem", "examples", "iri", "label", "folds", "seed",
		"parallel", "timeout",
		"max-size", "exclude", "format", "out", "quiet")
	return cmd
}

var evalFormats = []string{"text", "json", "csv", "tsv", "xlsx", "md"}

// eval cross-validates, and writes the folds that have ended.
func (a *program) eval(ctx context.Context, in api.EvalInput, format string) error {
	switch {
	case in.Folds < 2:
		return source.Usagef("--folds is %d, but must be at least 2", in.Folds)
	case in.Parallel < 1:
		return source.Usagef("--parallel is %d, but must be at least 1", in.Parallel)
	case !slices.Contains(evalFormats, format):
		return source.Usagef("--format: unknown form %q: choose one of %s", format, strings.Join(evalFormats, ", "))
	}
	s, ex, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	in.Examples = ex
	out, failed := api.Eval(ctx, api.On(s), in)
	if failed != nil && len(out.Folds) == 0 {
		return failed
	}
	a.status.clear()
	switch format {
	case "json":
		err = a.deliverJSON(out)
	case "text":
		err = a.deliverPage(func(p *page) { p.evaluated(out) })
	default:
		var table []byte
		if table, err = evalTable(out, format); err == nil {
			err = a.deliver(table)
		}
	}
	if err != nil {
		return err
	}
	return failed
}

// evaluated writes a table with a row for each fold and one for the means, and a line about all test
// parts together.
func (p *page) evaluated(out api.EvalOutput) {
	pos, neg := len(out.Problem.Pos), len(out.Problem.Neg)
	p.printf("%s: %s (%d positive, %d negative), %s\n", out.Name, say.Plural(pos+neg, "example"), pos, neg,
		say.Plural(out.Problem.Structure.Len(), "individual"))
	digits := map[string]int{"accuracy": 3, "f1": 3, "precision": 3, "recall": 3, "size": 1, "seconds": 2}
	t, means := table{columns: []string{"fold"}}, []any{"mean"}
	for i, s := range evaluation.Statistics(out.Folds) {
		m := evaluation.Measures[i]
		t.columns = append(t.columns, m.Name)
		text := "-"
		if s.N > 0 {
			text = fmt.Sprintf("%.*f ± %.*f", digits[m.Name], s.Mean, digits[m.Name], s.Deviation)
		}
		means = append(means, text)
	}
	t.columns = append(t.columns, "k", "concept")
	for i, fold := range out.Folds {
		row := []any{fold.Fold}
		for _, m := range evaluation.Measures {
			row = append(row, figure{m.Of(fold), digits[m.Name]})
		}
		k := "-"
		if len(fold.Fitting.Stages) > 0 {
			k = strconv.Itoa(evaluation.LastProved(fold.Fitting))
		}
		if fold.TimeUp && k != "-" {
			k += " (time up)"
		}
		t.rows = append(t.rows, append(row, k, *out.Rows[i].Concept))
	}
	t.rows = append(t.rows, means)
	p.textTable(t, 0)
	all := evaluation.PooledConfusion(out.Folds)
	p.printf("all test parts together: accuracy %.3f, F1 %.3f, precision %.3f, recall %.3f\n\n%s\n",
		all.Accuracy(), all.F1(), all.Precision(), all.Recall(), out.How)
	if out.Interrupted {
		p.printf("interrupted: these are the results so far\n")
	}
}

// evalTable writes the folds as a table.
func evalTable(out api.EvalOutput, form string) ([]byte, error) {
	names := []string{"problem", "fold", "accuracy", "f1", "precision", "recall", "size", "seconds", "tp", "fn", "tn",
		"fp",
		"proved_k", "time_up", "concept"}
	var b bytes.Buffer
	err := sheet.Output{Form: form}.Write(&b, names, func(yield func([]string) bool) {
		for _, r := range out.Rows {
			row := []any{r.Problem, r.Fold}
			for _, x := range []*float64{r.Accuracy, r.F1, r.Precision, r.Recall, r.Size, r.Seconds} {
				row = append(row, pointed(x))
			}
			for _, n := range []*int{r.TP, r.FN, r.TN, r.FP, r.Proved} {
				row = append(row, pointed(n))
			}
			if !yield(texts(append(row, pointed(r.TimeUp), pointed(r.Concept)), false)) {
				return
			}
		}
	})
	return b.Bytes(), err
}

// pointed returns what the pointer points to; nil without one.
func pointed[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}
