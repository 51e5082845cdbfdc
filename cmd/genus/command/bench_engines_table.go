package command

import (
	"fmt"
	"strconv"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/benchmarks"
)

// report has a section for each problem, for people, and a row for each
// stage of each engine, for programs.
func (b engineBench) report(results []compared) report {
	r := report{
		name: "engines",
		how: fmt.Sprintf("Engines stage by stage, one worker each, at most %s for an engine on a problem. In the rows all, "+
			"seconds are the sum of the stages that every engine proved, MiB the most of any stage.", b.cfg.Timeout),
		table:    table{columns: []string{"problem", "k", "engine", "seconds", "ratio", "correct", "examples", "score", "size", "proved", "agree", "peak_bytes"}},
		sections: []section{},
		markdown: &table{right: true},
	}
	for _, result := range results {
		if result.err != nil {
			r.sections = append(r.sections, section{notes: []string{app.OneLine(result.err.Error())}})
			continue
		}
		c := result.comparison
		stages, _ := c.Total()
		s := section{
			name:    result.name,
			heading: fmt.Sprintf("%s: %s, %s", result.name, app.Plural(result.positives+result.negatives, "example"), app.Plural(result.individuals, "individual")),
			table:   table{columns: enginesHeader(c), right: true},
			footer:  fmt.Sprintf("all: the sum of the %s that every engine proved; MiB: the most of any stage", app.Plural(stages, "stage")),
			notes:   b.notes(result),
		}
		for _, row := range c.Rows() {
			s.rows = append(s.rows, cells(enginesRow(c, row)...))
			r.rows = append(r.rows, stageRecords(result, row)...)
		}
		s.rows = append(s.rows, cells(enginesTotal(c)...))
		r.markdown.columns = append([]string{"problem"}, s.columns...)
		for _, row := range s.rows {
			r.markdown.rows = append(r.markdown.rows, append([]any{result.name}, row...))
		}
		r.sections = append(r.sections, s)
	}
	return r
}

// stageRecords are a stage of each engine that began it.
func stageRecords(r compared, row benchmarks.Row) [][]any {
	var records [][]any
	for i, cell := range row.Cells {
		if !cell.Begun {
			continue
		}
		var ratio any
		if row.Cells[0].Begun {
			ratio = figure{value: benchmarks.Ratio(cell.Stage.Elapsed, row.Cells[0].Stage.Elapsed)}
		}
		s := cell.Stage
		records = append(records, []any{
			r.name, row.K, r.comparison.Runs[i].Engine, figure{value: s.Elapsed.Seconds()}, ratio,
			s.Confusion.Correct(), r.positives + r.negatives, figure{value: r.comparison.Score.Of(s.Confusion)},
			sizeOf(cell), cell.Proved, agreeText(r.comparison, row), cell.Peak,
		})
	}
	return records
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

// notes say what a table does not.
func (b engineBench) notes(r compared) []string {
	var notes []string
	c := r.comparison
	for _, run := range c.Runs {
		switch last := len(run.Fitting.Stages); {
		case run.Err != nil:
			notes = append(notes, fmt.Sprintf("%s: %s", run.Engine, app.OneLine(run.Err.Error())))
		case run.TimeUp && last == 0:
			notes = append(notes, fmt.Sprintf("%s: the time was up after %s, before the first stage", run.Engine, b.cfg.Timeout))
		case run.TimeUp:
			notes = append(notes, fmt.Sprintf("%s: the time was up after %s, in stage %d", run.Engine, b.cfg.Timeout, last))
		}
	}
	for _, row := range c.Disagreements() {
		notes = append(notes, fmt.Sprintf("stage %d: the engines prove different things: %s", row.K, claims(c, row)))
	}
	return notes
}
