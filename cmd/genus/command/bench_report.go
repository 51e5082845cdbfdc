package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/picture"
)

// report is the result of a benchmark: a table, how it was made, and a picture.
type report struct {
	name        string // of the benchmark
	how         string
	columns     []string
	rows        [][]any // string, int or number; nil where there is nothing
	notes       []string
	chart       func(note string) (picture.Chart, error) // with how it was made for a note
	interrupted bool
}

// figure is a number that is shown with so many digits, whole in CSV and JSON.
type figure struct {
	value  float64
	digits int
}

// drawable spells what the font of pictures has no glyph for.
var drawable = strings.NewReplacer("⊤", "top", "≥", ">=", "≤", "<=")

// reporting is what the flags of a benchmark say of its result.
type reporting struct{ format, picture string }

func (r *reporting) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.format, "format", "text", "`FORM` of the result: "+strings.Join(benchFormats, ", "))
	offer(cmd, "format", benchFormats)
	cmd.Flags().StringVar(&r.picture, "picture", "", "draw the result to a `FILE`: ."+strings.Join(picture.Formats, ", ."))
	must(cmd.MarkFlagFilename("picture", picture.Formats...))
}

func (r *reporting) check() error {
	if !slices.Contains(benchFormats, r.format) {
		return app.Usagef("--format: unknown form %q: choose one of %s", r.format, strings.Join(benchFormats, ", "))
	}
	if r.picture != "" && !slices.Contains(picture.Formats, r.pictureFormat()) {
		return app.Usagef("--picture: %s: the name must end in .%s", r.picture, strings.Join(picture.Formats, ", ."))
	}
	return writable(r.picture)
}

func (r *reporting) pictureFormat() string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(r.picture), "."))
}

// show writes the report and its picture.
func (a *program) show(ctx context.Context, r report, to reporting) error {
	a.status.clear()
	r.interrupted = ctx.Err() != nil
	r.how += " " + by()
	var text bytes.Buffer
	if err := r.write(&text, to.format); err != nil {
		return err
	}
	if err := a.deliver(text.Bytes()); err != nil {
		return err
	}
	if to.picture != "" && len(r.rows) > 0 {
		chart, err := r.chart(drawable.Replace(r.how))
		if err != nil {
			return err
		}
		if err := writeFile(to.picture, func(w io.Writer) error { return chart.Write(w, to.pictureFormat()) }); err != nil {
			return err
		}
	}
	if r.interrupted {
		return context.Canceled
	}
	return nil
}

func (r report) write(w io.Writer, format string) error {
	notes := r.notes
	if r.interrupted {
		notes = append(slices.Clone(notes), "interrupted: this is what there is")
	}
	switch format {
	case "json":
		return app.WriteJSON(w, r.json())
	case "csv":
		out := csv.NewWriter(w)
		records := [][]string{r.columns}
		for _, row := range r.rows {
			records = append(records, texts(row, false))
		}
		return out.WriteAll(records)
	case "markdown":
		p := &page{w: w}
		p.printf("%s\n\n| %s |\n|%s\n", r.how, strings.Join(r.columns, " | "), strings.Repeat("---|", len(r.columns)))
		for _, row := range r.rows {
			p.printf("| %s |\n", strings.Join(texts(row, true), " | "))
		}
		for i, note := range notes {
			if i == 0 {
				p.printf("\n")
			}
			p.printf("- %s\n", note)
		}
		return p.err
	}
	p := &page{w: w}
	p.table(func(row func(...string)) {
		row(r.columns...)
		for _, cells := range r.rows {
			row(texts(cells, true)...)
		}
	})
	p.printf("\n%s\n", r.how)
	for _, note := range notes {
		p.printf("%s\n", note)
	}
	return p.err
}

// texts are the cells as text, for people or for programs.
func texts(row []any, people bool) []string {
	var out []string
	for _, cell := range row {
		text := ""
		switch c := cell.(type) {
		case nil:
		case string:
			text = c
		case int:
			text = strconv.Itoa(c)
		case figure:
			switch {
			case math.IsNaN(c.value):
			case people:
				text = strconv.FormatFloat(c.value, 'f', c.digits, 64)
			default:
				text = exact(c.value)
			}
		}
		if text == "" && people {
			text = "-"
		}
		out = append(out, text)
	}
	return out
}

// The JSON form of a report, version 1: rows are objects with the columns for
// names, null where there is nothing.
type jsonReport struct {
	Version     int              `json:"version"`
	Benchmark   string           `json:"benchmark"`
	How         string           `json:"how"`
	Interrupted bool             `json:"interrupted"`
	Rows        []map[string]any `json:"rows"`
	Notes       []string         `json:"notes"`
}

func (r report) json() jsonReport {
	out := jsonReport{Version: 1, Benchmark: r.name, How: r.how, Interrupted: r.interrupted, Rows: []map[string]any{}, Notes: append([]string{}, r.notes...)}
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
