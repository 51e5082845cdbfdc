package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
)

// report returns, for people, a section for each problem and, if there are several, a
// table of their means; for programs, rows for each fold, the means and the deviations.
func (v validation) report(results []validationResult) report {
	all := table{columns: slices.Concat([]string{"problem"}, measureNames())}
	r := report{
		how: v.how(),
		table: table{
			columns: slices.Concat([]string{"problem", "fold"}, measureNames(),
				[]string{"tp", "fn", "tn", "fp", "proved_k", "time_up", "concept"}),
		},
		markdown: &table{columns: slices.Concat([]string{"problem", "examples"}, measureNames())},
	}
	for _, result := range results {
		if note := result.note(); note != "" {
			r.notes = append(r.notes, note)
		}
		if len(result.tested) > 0 {
			examples := result.positives + result.negatives
			means := meanCells(result)
			var s section
			s.heading = fmt.Sprintf("%s: %s (%d positive, %d negative), %s", result.name,
				say.Plural(examples, "example"), result.positives, result.negatives,
				say.Plural(result.individuals, "individual"))
			s.table, s.footer = foldsTable(result, means)
			all.rows = append(all.rows, append([]any{result.name}, means...))
			r.markdown.rows = append(r.markdown.rows, append([]any{result.name, examples}, means...))
			r.rows = append(r.rows, foldRecords(result)...)
			r.sections = append(r.sections, s)
		}
	}
	if len(all.rows) > 1 {
		r.sections = append(r.sections, section{table: all})
	}
	return r
}

// how describes the evaluation.
func (v validation) how() string {
	split := fmt.Sprintf("%d folds, seed %d", v.folds, v.seed)
	s := fmt.Sprintf("Cross-validation, %s, at most %s a fold; %s by %s, selected by %s, language %s, size up to %d",
		split, v.cfg.Timeout, v.cfg.Mode, v.cfg.Score, v.cfg.Select, v.cfg.Language, v.cfg.MaxSize)
	if v.ranks() {
		s += ", preferring what was meant"
	}
	if len(v.without) > 0 {
		s += ", without " + strings.Join(v.without, ", ")
	}
	if v.noise > 0 {
		s += fmt.Sprintf(", labels of %g %% of the training examples flipped", 100*v.noise)
	}
	return s + "."
}

// digits returns the number of decimals of a measure in tables.
func digits(m evaluation.Measure) int {
	switch m.Name {
	case "size":
		return 1
	case "seconds":
		return 2
	}
	return 3
}

// foldsTable returns a table with a row for each fold and one for the means, and a
// footer about all test parts together.
func foldsTable(r validationResult, means []any) (t table, footer string) {
	t.columns = slices.Concat([]string{"fold"}, measureNames(), []string{"k", "concept"})
	for _, fold := range r.tested {
		row := []any{fold.Fold}
		for _, m := range evaluation.Measures {
			row = append(row, figure{m.Of(fold), digits(m)})
		}
		t.rows = append(t.rows, append(row, provedText(fold), conceptText(fold)))
	}
	t.rows = append(t.rows, append([]any{"mean"}, means...))
	all := evaluation.PooledConfusion(r.tested)
	return t, fmt.Sprintf("all test parts together: accuracy %.3f, F1 %.3f, precision %.3f, recall %.3f",
		all.Accuracy(), all.F1(), all.Precision(), all.Recall())
}

// foldRecords returns a row for each fold, and two for their means and deviations.
func foldRecords(r validationResult) [][]any {
	var records [][]any
	for _, t := range r.tested {
		record := []any{r.name, t.Fold}
		for _, m := range evaluation.Measures {
			record = append(record, figure{value: m.Of(t)})
		}
		records = append(
			records,
			append(record, t.Test.TP, t.Test.FN, t.Test.TN, t.Test.FP, evaluation.LastProved(t.Fitting), t.TimeUp,
				conceptText(t)),
		)
	}
	mean, deviation := []any{r.name, "mean"}, []any{r.name, "deviation"}
	for _, s := range evaluation.Statistics(r.tested) {
		mean, deviation = append(mean, figure{value: s.Mean}), append(deviation, figure{value: s.Deviation})
	}
	nothing := make([]any, 7) // in place of the counts and concepts of folds
	return append(records, append(mean, nothing...), append(deviation, nothing...))
}

// provedText returns the last stage that is proved, as are all before it, and whether
// the time was up then.
func provedText(t evaluation.Tested) string {
	if len(t.Fitting.Stages) == 0 {
		return "-"
	}
	k := strconv.Itoa(evaluation.LastProved(t.Fitting))
	if t.TimeUp {
		k += " (time up)"
	}
	return k
}

func conceptText(t evaluation.Tested) string {
	c := t.Fitting.Concept
	if c == nil {
		return "none"
	}
	if dl.Size(c) > answer.MostNodes {
		return "too large to write out"
	}
	return syntax.Print(c, syntax.Options{Prefixes: syntax.NewPrefixes(nil, syntax.IRIs(c)...)})
}

func measureNames() []string {
	var names []string
	for _, m := range evaluation.Measures {
		names = append(names, m.Name)
	}
	return names
}

func meanCells(r validationResult) []any {
	var cells []any
	for i, s := range evaluation.Statistics(r.tested) {
		cells = append(cells, plusMinus(s, digits(evaluation.Measures[i])))
	}
	return cells
}
