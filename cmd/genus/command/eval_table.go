package command

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

func (a *program) formatEval(w io.Writer, v validation, results []validated, interrupted bool) error {
	switch v.format {
	case "json":
		return app.WriteJSON(w, a.evalJSON(v, results, interrupted))
	case "csv":
		return evalCSV(w, results)
	case "markdown":
		return a.evalMarkdown(w, v, results, interrupted)
	}
	return a.evalText(w, v, results, interrupted)
}

// how describes the evaluation.
func (a *program) how(v validation) string {
	split := fmt.Sprintf("%d folds, seed %d", v.folds, a.cfg.Seed)
	if v.foldsIn != "" {
		split = "folds of " + v.foldsIn
	}
	s := fmt.Sprintf("Cross-validation, %s, at most %s a fold; %s by %s, selected by %s, %s, size up to %d",
		split, a.cfg.Timeout, a.cfg.Mode, a.cfg.Score, a.cfg.Select, a.cfg.Language, a.cfg.MaxSize)
	if len(v.without) > 0 {
		s += ", without " + strings.Join(v.without, ", ")
	}
	return s + "."
}

// by names the program and the machine.
func by() string { return fmt.Sprintf("genus %s, %s.", programVersion(), machine()) }

// formatMeasure is a number in a table; "-" if it has no meaning.
func formatMeasure(x float64, digits int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// plusMinus is mean ± deviation.
func plusMinus(s benchmarks.Statistic, digits int) string {
	if s.N == 0 {
		return "-"
	}
	return formatMeasure(s.Mean, digits) + " ± " + formatMeasure(s.Deviation, digits)
}

// digits are those of the measures in tables.
func digits(m benchmarks.Measure) int {
	switch m.Name {
	case "size":
		return 1
	case "seconds":
		return 2
	}
	return 3
}

// evalText is a table per problem, and one of all problems if there are several.
func (a *program) evalText(w io.Writer, v validation, results []validated, interrupted bool) error {
	p := &page{w: w}
	done := 0
	for _, r := range results {
		if len(r.tested) > 0 {
			p.printf("%s: %s (%d positive, %d negative), %s\n", r.title(), app.Plural(r.positives+r.negatives, "example"), r.positives, r.negatives, app.Plural(r.individuals, "individual"))
			p.evalFolds(r)
			done++
		}
		if note := r.note(); note != "" {
			p.printf("%s\n", note)
		}
		p.printf("\n")
	}
	if done > 1 {
		p.table(func(row func(...string)) {
			row(append([]string{"problem"}, measureNames()...)...)
			for _, r := range results {
				if len(r.tested) > 0 {
					row(append([]string{r.title()}, means(r)...)...)
				}
			}
		})
		p.printf("\n")
	}
	p.printf("%s %s\n", a.how(v), by())
	if interrupted {
		p.printf("interrupted: this is what there is\n")
	}
	return p.err
}

// table writes rows of cells in columns.
func (p *page) table(fill func(row func(cells ...string))) {
	if p.err != nil {
		return
	}
	t := tabwriter.NewWriter(p.w, 0, 0, 2, ' ', 0)
	fill(func(cells ...string) { fmt.Fprintln(t, strings.Join(cells, "\t")) })
	p.err = t.Flush()
}

func (p *page) evalFolds(r validated) {
	p.table(func(row func(...string)) {
		row(slices.Concat([]string{"fold"}, measureNames(), []string{"k", "concept"})...)
		for _, t := range r.tested {
			cells := []string{strconv.Itoa(t.Fold)}
			for _, m := range benchmarks.Measures {
				cells = append(cells, formatMeasure(m.Of(t), digits(m)))
			}
			row(append(cells, searched(t), conceptOf(t))...)
		}
		row(append([]string{"mean"}, means(r)...)...)
	})
	all := benchmarks.PooledConfusion(r.tested)
	p.printf("all test parts together: accuracy %.3f, F1 %.3f, precision %.3f, recall %.3f\n", all.Accuracy(), all.F1(), all.Precision(), all.Recall())
}

// searched is the last stage that is proved, as all before it are, and whether
// the time was up then.
func searched(t benchmarks.Tested) string {
	if len(t.Fitting.Stages) == 0 {
		return "-"
	}
	k := strconv.Itoa(benchmarks.LastProved(t.Fitting))
	if t.TimeUp {
		k += " (time up)"
	}
	return k
}

func conceptOf(t benchmarks.Tested) string {
	c := t.Fitting.Concept
	switch {
	case t.Predicted:
		return "predictions"
	case c == nil:
		return "none"
	}
	if dl.Size(c) > app.MostNodes {
		return "too large to write out"
	}
	return syntax.Print(c, syntax.Options{Prefixes: syntax.NewPrefixes(nil, syntax.IRIs(c)...)})
}

func measureNames() []string {
	var names []string
	for _, m := range benchmarks.Measures {
		names = append(names, m.Name)
	}
	return names
}

func means(r validated) []string {
	var cells []string
	for i, s := range benchmarks.Statistics(r.tested, benchmarks.Measures...) {
		cells = append(cells, plusMinus(s, digits(benchmarks.Measures[i])))
	}
	return cells
}

// note explains missing folds of a problem.
func (r validated) note() string {
	switch {
	case r.err != nil:
		return app.OneLine(r.err.Error())
	case len(r.tested) < r.folds:
		return fmt.Sprintf("%s: only %d of %d folds are done", r.title(), len(r.tested), r.folds)
	}
	return ""
}

// evalMarkdown is one table of all problems, under how it was made.
func (a *program) evalMarkdown(w io.Writer, v validation, results []validated, interrupted bool) error {
	p := &page{w: w}
	p.printf("%s %s\nMean ± sample deviation over the folds.\n\n", a.how(v), by())
	p.printf("| problem | examples | %s |\n|---|---:|%s\n", strings.Join(measureNames(), " | "), strings.Repeat("---|", len(benchmarks.Measures)))
	var notes []string
	for _, r := range results {
		if len(r.tested) > 0 {
			p.printf("| %s | %d | %s |\n", r.title(), r.positives+r.negatives, strings.Join(means(r), " | "))
		}
		if note := r.note(); note != "" {
			notes = append(notes, note)
		}
	}
	if interrupted {
		notes = append(notes, "interrupted: this is what there is")
	}
	if len(notes) > 0 {
		p.printf("\n")
	}
	for _, note := range notes {
		p.printf("- %s\n", note)
	}
	return p.err
}

// evalCSV has a line for each fold of each problem, and two for their means and
// deviations.
func evalCSV(w io.Writer, results []validated) error {
	out := csv.NewWriter(w)
	records := [][]string{slices.Concat([]string{"problem", "learner", "fold"}, measureNames(), []string{"tp", "fn", "tn", "fp", "proved_k", "time_up", "concept"})}
	number := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return exact(x)
	}
	for _, r := range results {
		if len(r.tested) == 0 {
			continue
		}
		for _, t := range r.tested {
			record := []string{r.name, r.learner, strconv.Itoa(t.Fold)}
			for _, m := range benchmarks.Measures {
				record = append(record, number(m.Of(t)))
			}
			records = append(records, append(record, strconv.Itoa(t.Test.TP), strconv.Itoa(t.Test.FN), strconv.Itoa(t.Test.TN), strconv.Itoa(t.Test.FP),
				strconv.Itoa(benchmarks.LastProved(t.Fitting)), strconv.FormatBool(t.TimeUp), conceptOf(t)))
		}
		mean, deviation := []string{r.name, r.learner, "mean"}, []string{r.name, r.learner, "deviation"}
		for _, s := range benchmarks.Statistics(r.tested, benchmarks.Measures...) {
			mean, deviation = append(mean, number(s.Mean)), append(deviation, number(s.Deviation))
		}
		for _, record := range [][]string{mean, deviation} {
			records = append(records, append(record, slices.Repeat([]string{""}, 7)...))
		}
	}
	return out.WriteAll(records)
}
