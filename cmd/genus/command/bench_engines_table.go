package command

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// report has a row for each stage of each engine that began it, and for each engine
// the sum of the stages that all proved.
func (b engineBench) report(results []compared) report {
	r := report{
		name: "engines",
		how: fmt.Sprintf("Engines stage by stage, one worker each, at most %s for an engine on a problem. In the rows all, "+
			"seconds are the sum of the stages that every engine proved.", b.cfg.Timeout),
		table: table{columns: []string{"problem", "k", "engine", "seconds", "ratio", "correct", "examples", "score", "size", "proved", "agree"}},
	}
	for _, result := range results {
		if result.err != nil {
			r.notes = append(r.notes, app.OneLine(result.err.Error()))
			continue
		}
		for _, row := range result.comparison.Rows() {
			r.rows = append(r.rows, stageRows(result, row)...)
		}
		r.rows = append(r.rows, totalRows(result)...)
		for _, note := range b.notes(result) {
			r.notes = append(r.notes, result.name+": "+note)
		}
	}
	return r
}

// stageRows are a stage of each engine that began it.
func stageRows(r compared, row benchmarks.Row) [][]any {
	var agree any // nothing if fewer than two have proved it
	if row.NumProved() >= 2 {
		agree = yesNo(row.RunsAgree(r.comparison.Score))
	}
	var rows [][]any
	for i, cell := range row.Cells {
		if !cell.Begun {
			continue
		}
		var ratio any
		if row.Cells[0].Begun {
			ratio = figure{benchmarks.Ratio(cell.Stage.Elapsed, row.Cells[0].Stage.Elapsed), 2}
		}
		s := cell.Stage
		rows = append(rows, []any{
			r.name, row.K, r.comparison.Runs[i].Engine, figure{s.Elapsed.Seconds(), 4}, ratio,
			s.Confusion.Correct(), r.positives + r.negatives, figure{r.comparison.Score.Of(s.Confusion), 3},
			sizeOf(cell), cell.Proved, agree,
		})
	}
	return rows
}

// totalRows sum the stages that all engines proved.
func totalRows(r compared) [][]any {
	stages, elapsed := r.comparison.Total()
	var rows [][]any
	for i, run := range r.comparison.Runs {
		var ratio any
		if stages > 0 {
			ratio = figure{benchmarks.Ratio(elapsed[i], elapsed[0]), 2}
		}
		rows = append(rows, []any{r.name, "all", run.Engine, figure{elapsed[i].Seconds(), 4}, ratio, nil, r.positives + r.negatives, nil, nil, nil, nil})
	}
	return rows
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

// claims are what each engine proves.
func claims(c benchmarks.Comparison, row benchmarks.Row) string {
	var texts []string
	for i, cell := range row.Cells {
		if cell.Proved {
			score := fmt.Sprintf("%.4f", c.Score.Of(cell.Stage.Confusion))
			if c.Score == interp.Accuracy {
				score = fmt.Sprintf("%d/%d", cell.Stage.Confusion.Correct(), cell.Stage.Confusion.Total())
			}
			texts = append(texts, fmt.Sprintf("%s %s with size %d", c.Runs[i].Engine, score, sizeOf(cell)))
		}
	}
	return strings.Join(texts, ", ")
}

// sizeOf is the size of the best concept, 0 if there is none.
func sizeOf(cell benchmarks.Cell) int {
	if cell.Stage.Concept == nil {
		return 0
	}
	return dl.Size(cell.Stage.Concept)
}

// secondsText has three digits or more that count.
func secondsText(d time.Duration) string {
	digits := 0
	for x := d.Seconds(); x < 100 && digits < 6; x *= 10 {
		digits++
	}
	return strconv.FormatFloat(d.Seconds(), 'f', digits, 64)
}
