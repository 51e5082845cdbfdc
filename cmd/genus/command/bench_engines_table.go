package command

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// benchFormats are the values of genus bench NAME --format.
var benchFormats = []string{"text", "json", "markdown", "csv"}

func (a *app) formatEngines(w io.Writer, format string, contenders []benchmarks.Contender, results []compared, interrupted bool) error {
	switch format {
	case "json":
		return writeJSON(w, a.enginesJSON(contenders, results, interrupted))
	case "csv":
		return enginesCSV(w, results)
	case "markdown":
		return a.enginesMarkdown(w, contenders, results, interrupted)
	}
	return a.enginesText(w, results, interrupted)
}

// enginesText is a table per problem, for people.
func (a *app) enginesText(w io.Writer, results []compared, interrupted bool) error {
	p := &page{w: w}
	for _, r := range results {
		p.printf("%s: ", r.name)
		if r.err != nil {
			p.printf("%v\n\n", r.err)
			continue
		}
		p.printf("%s, %s\n", plural(r.positives+r.negatives, "example"), plural(r.individuals, "individual"))
		if p.err != nil {
			return p.err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		write := func(cells []string) { fmt.Fprintln(table, strings.Join(cells, "\t")+"\t") }
		write(enginesHeader(r.comparison))
		for _, row := range r.comparison.Rows() {
			write(enginesRow(r.comparison, row))
		}
		write(enginesTotal(r.comparison))
		if err := table.Flush(); err != nil {
			return err
		}
		for _, note := range a.enginesNotes(r.comparison) {
			p.printf("%s\n", note)
		}
		p.printf("\n")
	}
	if interrupted {
		p.printf("interrupted: this is what there is\n")
	}
	return p.err
}

// enginesMarkdown is one table of all problems, under how it was made.
func (a *app) enginesMarkdown(w io.Writer, contenders []benchmarks.Contender, results []compared, interrupted bool) error {
	p := &page{w: w}
	p.printf("Engines stage by stage, one worker each, at most %s for an engine on a problem; genus %s, %s.\n\n", a.cfg.Timeout, programVersion(), machine())
	var notes []string
	row := func(first string, cells []string) { p.printf("| %s | %s |\n", first, strings.Join(cells, " | ")) }
	headed := false
	for _, r := range results {
		if r.err != nil {
			notes = append(notes, r.err.Error())
			continue
		}
		if !headed {
			header := enginesHeader(r.comparison)
			row("problem", header)
			row("---", slices.Repeat([]string{"---:"}, len(header)))
			headed = true
		}
		for _, stage := range r.comparison.Rows() {
			row(r.name, enginesRow(r.comparison, stage))
		}
		row(r.name, enginesTotal(r.comparison))
		for _, note := range a.enginesNotes(r.comparison) {
			notes = append(notes, r.name+": "+note)
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

func enginesHeader(c benchmarks.Comparison) []string {
	cells := []string{"k"}
	for _, run := range c.Runs {
		cells = append(cells, run.Engine+" s")
	}
	for _, run := range c.Runs[1:] {
		cells = append(cells, run.Engine+"/"+c.Runs[0].Engine)
	}
	cells = append(cells, "score", "size", "proved", "agree")
	for _, run := range c.Runs {
		cells = append(cells, run.Engine+" MiB")
	}
	return cells
}

func enginesRow(c benchmarks.Comparison, row benchmarks.Row) []string {
	cells := []string{strconv.Itoa(row.K)}
	each := func(text func(benchmarks.Cell) string) []string {
		var texts []string
		for _, cell := range row.Cells {
			if cell.Begun {
				texts = append(texts, text(cell))
			} else {
				texts = append(texts, "-")
			}
		}
		return texts
	}
	cells = append(cells, each(func(cell benchmarks.Cell) string { return secondsText(cell.Stage.Elapsed) })...)
	for _, cell := range row.Cells[1:] {
		cells = append(cells, ratioText(cell, row.Cells[0]))
	}
	cells = append(cells,
		once(each(func(cell benchmarks.Cell) string { return scoreOf(c.Score, cell) })),
		once(each(func(cell benchmarks.Cell) string { return strconv.Itoa(sizeOf(cell)) })),
		provedText(c, row), agreeText(c, row))
	return append(cells, each(func(cell benchmarks.Cell) string { return mebibytes(cell.Peak) })...)
}

// enginesTotal sums the stages that all engines proved.
func enginesTotal(c benchmarks.Comparison) []string {
	stages, elapsed := c.Total()
	cells := []string{"all"}
	for _, e := range elapsed {
		cells = append(cells, secondsText(e))
	}
	for _, e := range elapsed[1:] {
		ratio := "-"
		if stages > 0 {
			ratio = number(benchmarks.Ratio(e, elapsed[0]))
		}
		cells = append(cells, ratio)
	}
	cells = append(cells, "", "", "", "")
	for _, run := range c.Runs {
		var most uint64
		for _, peak := range run.Peaks {
			most = max(most, peak)
		}
		cells = append(cells, mebibytes(most))
	}
	return cells
}

// enginesNotes say what a table does not.
func (a *app) enginesNotes(c benchmarks.Comparison) []string {
	stages, _ := c.Total()
	notes := []string{fmt.Sprintf("all: the sum of the %s that every engine proved; MiB: the most of any stage", plural(stages, "stage"))}
	for _, run := range c.Runs {
		last := len(run.Fitting.Stages)
		switch {
		case run.Err != nil:
			notes = append(notes, fmt.Sprintf("%s: %s", run.Engine, oneLine(run.Err.Error())))
		case run.TimeUp:
			notes = append(notes, fmt.Sprintf("%s: the time was up after %s, in stage %d", run.Engine, a.cfg.Timeout, last))
		}
	}
	for _, row := range c.Disagreements() {
		notes = append(notes, fmt.Sprintf("stage %d: the engines prove different things: %s", row.K, claims(c, row)))
	}
	return notes
}

// enginesCSV has a line for each stage of each engine on each problem.
func enginesCSV(w io.Writer, results []compared) error {
	out := csv.NewWriter(w)
	records := [][]string{{"problem", "k", "engine", "seconds", "ratio", "correct", "examples", "score", "size", "proved", "agree", "peak_bytes"}}
	for _, r := range results {
		for _, row := range r.comparison.Rows() {
			for i, cell := range row.Cells {
				if !cell.Begun {
					continue
				}
				ratio := ""
				if row.Cells[0].Begun {
					ratio = exact(benchmarks.Ratio(cell.Stage.Elapsed, row.Cells[0].Stage.Elapsed))
				}
				s := cell.Stage
				records = append(records, []string{
					r.name, strconv.Itoa(row.K), r.comparison.Runs[i].Engine, exact(s.Elapsed.Seconds()), ratio,
					strconv.Itoa(s.Confusion.Correct()), strconv.Itoa(r.positives + r.negatives), exact(r.comparison.Score.Of(s.Confusion)),
					strconv.Itoa(sizeOf(cell)), strconv.FormatBool(cell.Proved), agreeText(r.comparison, row), strconv.FormatUint(cell.Peak, 10),
				})
			}
		}
	}
	return out.WriteAll(records)
}

func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// secondsText has three digits or more that count.
func secondsText(d time.Duration) string { return number(d.Seconds()) }

// number is a positive number with about three digits.
func number(x float64) string {
	digits := 0
	for y := x; y < 100 && digits < 6; y *= 10 {
		digits++
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

func mebibytes(bytes uint64) string { return fmt.Sprintf("%.1f", float64(bytes)/(1<<20)) }

// ratioText is how many times longer the stage took than that of the first
// engine, "-" if one of them did not come to its end: > or < if only one did.
func ratioText(cell, first benchmarks.Cell) string {
	switch ratio := number(benchmarks.Ratio(cell.Stage.Elapsed, first.Stage.Elapsed)); {
	case cell.Proved && first.Proved:
		return ratio
	case cell.Begun && first.Proved:
		return ">" + ratio
	case cell.Proved && first.Begun:
		return "<" + ratio
	}
	return "-"
}

// once is the text that all have who have one, or all of these texts.
func once(texts []string) string {
	var said []string
	for _, text := range texts {
		if text != "-" && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	return strings.Join(said, " or ")
}

// scoreOf is the score of the best concept: for accuracy, in examples.
func scoreOf(s interp.Score, cell benchmarks.Cell) string {
	c := cell.Stage.Confusion
	switch {
	case cell.Stage.Concept == nil:
		return "none"
	case s == interp.Accuracy:
		return fmt.Sprintf("%d/%d", c.Correct(), c.Total())
	}
	return fmt.Sprintf("%.4f", s.Of(c))
}

// sizeOf is the size of the best concept, 0 if there is none.
func sizeOf(cell benchmarks.Cell) int {
	if cell.Stage.Concept == nil {
		return 0
	}
	return dl.Size(cell.Stage.Concept)
}

// provedText says who proved the stage.
func provedText(c benchmarks.Comparison, row benchmarks.Row) string {
	switch row.Proved() {
	case len(row.Cells):
		return "yes"
	case 0:
		return "no"
	}
	var names []string
	for i, cell := range row.Cells {
		if cell.Proved {
			names = append(names, c.Runs[i].Engine)
		}
	}
	return strings.Join(names, "+")
}

// agreeText is empty if fewer than two have proved the stage.
func agreeText(c benchmarks.Comparison, row benchmarks.Row) string {
	if row.Proved() < 2 {
		return ""
	}
	return yesNo(row.Agree(c.Score))
}

// claims are what each engine proves.
func claims(c benchmarks.Comparison, row benchmarks.Row) string {
	var texts []string
	for i, cell := range row.Cells {
		if cell.Proved {
			texts = append(texts, fmt.Sprintf("%s %s with size %d", c.Runs[i].Engine, scoreOf(c.Score, cell), sizeOf(cell)))
		}
	}
	return strings.Join(texts, ", ")
}
