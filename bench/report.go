package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/bench/picture"
	"github.com/genus-kg/genus/internal/evaluation"
)

// A report is the result of a benchmark.
type report struct {
	how         string // how the table was made
	columns     []string
	rows        [][]any // nil cells are empty
	notes       []string
	chart       func(note string) (picture.Chart, error) // nil: there is no picture
	interrupted bool
}

// A figure is a number that people see with this number of decimals. CSV has all digits.
type figure struct {
	value  float64
	digits int
}

// output holds the flags about the output.
type output struct{ format, out, picture string }

// formats are the values of --format.
var formats = []string{"text", "markdown", "csv"}

func (o *output) bind(f *pflag.FlagSet) {
	f.StringVar(&o.format, "format", "text", "form of the table: "+strings.Join(formats, ", "))
	f.StringVar(&o.out, "out", "", "write the table to a `FILE`")
	f.StringVar(&o.picture, "picture", "", "draw the result to a `FILE`: ."+strings.Join(picture.Formats, ", ."))
}

func (o *output) pictureFormat() string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(o.picture), "."))
}

func (o *output) check() error {
	if !slices.Contains(formats, o.format) {
		return usagef("--format: unknown form %q: choose one of %s", o.format, strings.Join(formats, ", "))
	}
	if o.picture != "" && !slices.Contains(picture.Formats, o.pictureFormat()) {
		return usagef("--picture: %s: the name must end in .%s", o.picture, strings.Join(picture.Formats, ", ."))
	}
	return nil
}

// write writes the report, to stdout or to --out, and the picture.
func (o *output) write(stdout io.Writer, r report) error {
	r.how += " " + machine()
	if r.interrupted {
		r.notes = append(r.notes, "interrupted: these are the results so far")
	}
	var b strings.Builder
	switch o.format {
	case "csv":
		records := [][]string{r.columns}
		for _, row := range r.rows {
			records = append(records, texts(row, false))
		}
		if err := csv.NewWriter(&b).WriteAll(records); err != nil {
			return err
		}
	case "markdown":
		fmt.Fprintf(&b, "%s\n\n| %s |\n|%s\n", r.how, strings.Join(r.columns, " | "), strings.Repeat("---|", len(r.columns)))
		for _, row := range r.rows {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(texts(row, true), " | "))
		}
		for i, note := range r.notes {
			b.WriteString([]string{"\n", ""}[min(i, 1)] + "- " + note + "\n")
		}
	default:
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, strings.Join(r.columns, "\t"))
		for _, row := range r.rows {
			fmt.Fprintln(t, strings.Join(texts(row, true), "\t"))
		}
		_ = t.Flush() // a strings.Builder returns no errors
		fmt.Fprintln(&b, "\n"+strings.Join(append([]string{r.how}, r.notes...), "\n"))
	}
	if o.out == "" {
		if _, err := io.WriteString(stdout, b.String()); err != nil {
			return err
		}
	} else if err := os.WriteFile(o.out, []byte(b.String()), 0o644); err != nil { // for everybody to read
		return err
	}
	return o.draw(r)
}

// drawable replaces characters that the font of pictures lacks.
var drawable = strings.NewReplacer("⊤", "top", "≥", ">=", "≤", "<=")

func (o *output) draw(r report) error {
	if o.picture == "" || r.chart == nil || len(r.rows) == 0 {
		return nil
	}
	chart, err := r.chart(drawable.Replace(r.how))
	if err != nil {
		return err
	}
	f, err := os.Create(o.picture)
	if err != nil {
		return err
	}
	return cmp.Or(chart.Write(f, o.pictureFormat()), f.Close())
}

// texts returns the cells as text, for people or for programs.
func texts(row []any, people bool) []string {
	empty := ""
	if people {
		empty = "-"
	}
	var out []string
	for _, cell := range row {
		f, isFigure := cell.(figure)
		switch {
		case cell == nil || isFigure && math.IsNaN(f.value):
			out = append(out, empty)
		case isFigure && people:
			out = append(out, strconv.FormatFloat(f.value, 'f', f.digits, 64))
		case isFigure:
			out = append(out, strconv.FormatFloat(f.value, 'g', -1, 64))
		default:
			out = append(out, fmt.Sprint(cell))
		}
	}
	return out
}

// machine describes what the benchmark runs on.
func machine() string {
	return fmt.Sprintf("%s on %s/%s with %s (GOMAXPROCS %d).", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		plural(runtime.NumCPU(), "processor"), runtime.GOMAXPROCS(0))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// plusMinus formats mean ± deviation.
func plusMinus(s evaluation.Statistic, digits int) string {
	return fmt.Sprintf("%.*f ± %.*f", digits, s.Mean, digits, s.Deviation)
}
