package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/source"
)

// A report is the result of a cross-validation: tables, and how they were made.
type report struct {
	how         string    // how the tables were made
	table                 // for CSV and JSON, and for the forms below unless they have their own
	sections    []section // for the text form, if not nil
	markdown    *table    // for the Markdown form, if not nil
	notes       []string
	interrupted bool
}

// A section is the part of a text about one problem.
type section struct {
	heading string
	table
	footer string // what the table means; may be empty
}

// reporting holds the flag about the form of a report.
type reporting struct{ format string }

var reportFormats = []string{"text", "json", "markdown", "csv"}

func (r *reporting) bindFormat(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.format, "format", "text", "`FORM` of the result: "+strings.Join(reportFormats, ", "))
	offer(cmd, "format", reportFormats)
}

func (r *reporting) check() error {
	if !slices.Contains(reportFormats, r.format) {
		return source.Usagef("--format: unknown form %q: choose one of %s", r.format, strings.Join(reportFormats, ", "))
	}
	return nil
}

// show writes the report.
func (a *program) show(ctx context.Context, r report, to reporting) error {
	a.status.clear()
	r.interrupted = ctx.Err() != nil
	r.how += " " + signature()
	var text bytes.Buffer
	if err := r.write(&text, to.format); err != nil {
		return err
	}
	if err := a.deliver(text.Bytes()); err != nil {
		return err
	}
	if r.interrupted {
		return context.Canceled
	}
	return nil
}

func (r report) write(w io.Writer, format string) error {
	notes := slices.Clone(r.notes)
	if r.interrupted {
		notes = append(notes, "interrupted: these are the results so far")
	}
	p := &page{w: w}
	switch format {
	case "json":
		return say.WriteJSON(w, r.json())
	case "csv":
		return r.table.writeCSV(w)
	case "markdown":
		t := r.table
		if r.markdown != nil {
			t = *r.markdown
		}
		p.printf("%s\n\n", r.how)
		p.markdownTable(t)
		for i, note := range notes {
			if i == 0 {
				p.printf("\n")
			}
			p.printf("- %s\n", note)
		}
		return p.err
	}
	sections := r.sections
	if sections == nil {
		sections = []section{{table: r.table}}
	}
	for _, s := range sections {
		p.section(s)
	}
	for _, line := range append([]string{r.how}, notes...) {
		p.printf("%s\n", line)
	}
	return p.err
}

func (p *page) section(s section) {
	if s.heading != "" {
		p.printf("%s\n", s.heading)
	}
	if len(s.rows) > 0 {
		p.textTable(s.table, 0)
	}
	if s.footer != "" {
		p.printf("%s\n", s.footer)
	}
	p.printf("\n")
}

func (p *page) markdownTable(t table) {
	p.printf("| %s |\n|%s\n", strings.Join(t.columns, " | "), strings.Repeat("---|", len(t.columns)))
	for _, row := range t.rows {
		p.printf("| %s |\n", strings.Join(texts(row, true), " | "))
	}
}

func (t table) writeCSV(w io.Writer) error {
	records := [][]string{t.columns}
	for _, row := range t.rows {
		record := texts(row, false)
		for i := range record {
			record[i] = members.Cell(record[i])
		}
		records = append(records, record)
	}
	return csv.NewWriter(w).WriteAll(records)
}

// jsonReport is the JSON form of a report, version 1. Rows are objects with the columns
// as names, and null for empty cells.
type jsonReport struct {
	Version     int              `json:"version"`
	Benchmark   string           `json:"benchmark"`
	How         string           `json:"how"`
	Interrupted bool             `json:"interrupted"`
	Rows        []map[string]any `json:"rows"`
	Notes       []string         `json:"notes"`
}

func (r report) json() jsonReport {
	out := jsonReport{Version: 1, Benchmark: "eval", How: r.how, Interrupted: r.interrupted, Rows: []map[string]any{}, Notes: append([]string{}, r.notes...)}
	for _, row := range r.rows {
		cells := map[string]any{}
		for i, cell := range row {
			if f, ok := cell.(figure); ok {
				cell = nil
				if !math.IsNaN(f.value) {
					cell = f.value
				}
			}
			cells[r.columns[i]] = cell
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

func signature() string { return fmt.Sprintf("genus %s, %s.", programVersion(), machine()) }

// machine describes what the benchmark runs on.
func machine() string {
	s := fmt.Sprintf("%s on %s/%s with %s", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		say.Plural(runtime.NumCPU(), "processor"))
	if n := runtime.GOMAXPROCS(0); n < runtime.NumCPU() {
		s += fmt.Sprintf(" (GOMAXPROCS %d)", n)
	}
	return s
}

// problemsIn returns the problems below the directories whose names contain match.
func problemsIn(dirs []string, match string) ([]evaluation.Problem, error) {
	var problems []evaluation.Problem
	for _, dir := range dirs {
		found, err := evaluation.Find(dir)
		if err != nil {
			return nil, source.Usage(err)
		}
		problems = append(problems, found...)
	}
	all := len(problems)
	problems = slices.DeleteFunc(problems, func(p evaluation.Problem) bool { return !strings.Contains(p.Name, match) })
	if len(problems) == 0 {
		return nil, source.Usagef("--match: none of %s has %q in its name", say.Plural(all, "problem"), match)
	}
	return problems, nil
}

// joinErrors returns the first error with the number of the others; nil if there is none.
func joinErrors(errs []error) error {
	switch len(errs) {
	case 0:
		return nil
	case 1:
		return errs[0]
	}
	return fmt.Errorf("%w (and %s more)", errs[0], say.Plural(len(errs)-1, "error"))
}

// formatMeasure formats a number for a table; NaN is "-".
func formatMeasure(x float64, digits int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// plusMinus formats mean ± deviation; "-" without values.
func plusMinus(s evaluation.Statistic, digits int) string {
	if s.N == 0 {
		return "-"
	}
	return formatMeasure(s.Mean, digits) + " ± " + formatMeasure(s.Deviation, digits)
}

// secondsText formats seconds with at least three significant digits.
func secondsText(d time.Duration) string {
	digits := 0
	for x := d.Seconds(); x < 100 && digits < 6; x *= 10 {
		digits++
	}
	return strconv.FormatFloat(d.Seconds(), 'f', digits, 64)
}
