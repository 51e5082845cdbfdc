package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

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
	switch row.NumProved() {
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
	if row.NumProved() < 2 {
		return ""
	}
	return yesNo(row.RunsAgree(c.Score))
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
