package command

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/benchmarks"
)

// benchFormats are the values of genus bench NAME --format.
var benchFormats = []string{"text", "json", "markdown", "csv"}

func (a *program) formatEngines(w io.Writer, format string, contenders []benchmarks.Contender, results []compared, interrupted bool) error {
	switch format {
	case "json":
		return app.WriteJSON(w, a.enginesJSON(contenders, results, interrupted))
	case "csv":
		return enginesCSV(w, results)
	case "markdown":
		return a.enginesMarkdown(w, results, interrupted)
	}
	return a.enginesText(w, results, interrupted)
}

// enginesText is a table per problem, for people.
func (a *program) enginesText(w io.Writer, results []compared, interrupted bool) error {
	p := &page{w: w}
	for _, r := range results {
		if r.err != nil {
			p.printf("%s\n\n", app.OneLine(r.err.Error()))
			continue
		}
		p.printf("%s: %s, %s\n", r.name, app.Plural(r.positives+r.negatives, "example"), app.Plural(r.individuals, "individual"))
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
		stages, _ := r.comparison.Total()
		p.printf("all: the sum of the %s that every engine proved; MiB: the most of any stage\n", app.Plural(stages, "stage"))
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
func (a *program) enginesMarkdown(w io.Writer, results []compared, interrupted bool) error {
	p := &page{w: w}
	p.printf("Engines stage by stage, one worker each, at most %s for an engine on a problem; genus %s, %s.\n", a.cfg.Timeout, programVersion(), machine())
	p.printf("In the rows *all*, seconds are the sum of the stages that every engine proved, MiB the most of any stage.\n\n")
	var notes []string
	row := func(first string, cells []string) { p.printf("| %s | %s |\n", first, strings.Join(cells, " | ")) }
	headed := false
	for _, r := range results {
		if r.err != nil {
			notes = append(notes, app.OneLine(r.err.Error()))
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
func (a *program) enginesNotes(c benchmarks.Comparison) []string {
	var notes []string
	for _, run := range c.Runs {
		switch last := len(run.Fitting.Stages); {
		case run.Err != nil:
			notes = append(notes, fmt.Sprintf("%s: %s", run.Engine, app.OneLine(run.Err.Error())))
		case run.TimeUp && last == 0:
			notes = append(notes, fmt.Sprintf("%s: the time was up after %s, before the first stage", run.Engine, a.cfg.Timeout))
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
