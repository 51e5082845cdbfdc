package command

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// A page writes a text for people: a sentence, lines of the form "Label  text", and
// tables. It keeps the first error.
type page struct {
	w        io.Writer
	styles   io.Writer       // the same writer, for the style codes of a terminal; nil: no colours
	answer   string          // the sentence
	prefixes syntax.Prefixes // for the names in the text
	problem  *genus.Problem
	titles   bool // print labels in place of names in concepts
	err      error
}

func (p *page) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

func (p *page) styled(style, text string) {
	if p.styles == nil || style == "" || strings.TrimSpace(text) == "" || p.err != nil {
		p.printf("%s", text)
		return
	}
	fmt.Fprint(p.styles, style)
	p.printf("%s", text)
	fmt.Fprint(p.styles, plain)
}

// sentence writes the answer with a capital letter and a full stop.
func (p *page) sentence(text string) {
	first, size := utf8.DecodeRuneInString(text)
	p.answer = string(unicode.ToUpper(first)) + text[size:] + "."
	p.styled(bold, p.answer)
	p.printf("\n\n")
}

// entry writes a labelled text; its further lines are indented like the first.
func (p *page) entry(label, text string) { p.entryIn("", label, text) }

func (p *page) entryIn(style, label, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			p.styled(dim, fmt.Sprintf("%-*s", labelWidth, label))
		} else {
			p.styled(dim, label)
		}
		p.styled(style, line)
		p.printf("\n")
		label = ""
	}
}

// query writes a query with dimmed comments.
func (p *page) query(text string) {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		style := ""
		if strings.HasPrefix(strings.TrimLeft(line, " "), "# ") {
			style = dim
		}
		p.styled(style, line)
		p.printf("\n")
	}
}

func (p *page) text(c dl.Concept, prefixes syntax.Prefixes) string {
	o := syntax.Options{Prefixes: prefixes, Width: conceptWidth}
	if p.titles {
		o.Titles = syntax.Titles(c, p.problem.Info.Labels, prefixes)
	}
	return syntax.Print(c, o)
}

// list writes the first limit lines and the number of the others.
func (p *page) list(label string, lines []string, limit int) {
	if more := len(lines) - limit; more > 0 {
		lines = append(slices.Clone(lines[:limit]), fmt.Sprintf("and %d more", more))
	}
	if len(lines) > 0 {
		p.entry(label, strings.Join(lines, "\n"))
	}
}

// individual returns the short name of an individual, with its label if it has one.
func (p *page) individual(iri string) string {
	if label := p.problem.Label(iri); label != "" {
		return p.prefixes.Shorten(iri) + " " + label
	}
	return p.prefixes.Shorten(iri)
}

// A table has rows of cells: string, bool, a whole number, figure, or nil for an empty
// cell.
type table struct {
	columns []string // nil: the table has no heading
	rows    [][]any
}

// A figure is a number that people see with this number of decimals. CSV and JSON have
// all its digits.
type figure struct {
	value  float64
	digits int
}

// textTable writes a table with flags of package tabwriter.
func (p *page) textTable(t table, flags uint) {
	var b strings.Builder
	out := tabwriter.NewWriter(&b, 0, 0, 2, ' ', flags)
	if t.columns != nil {
		fmt.Fprintln(out, strings.Join(t.columns, "\t")+"\t")
	}
	for _, row := range t.rows {
		fmt.Fprintln(out, strings.Join(texts(row, true), "\t")+"\t")
	}
	_ = out.Flush() // a strings.Builder returns no errors
	for line := range strings.Lines(b.String()) {
		p.printf("%s\n", strings.TrimRight(line, " \n"))
	}
}

// texts returns the cells as text, for people or for programs.
func texts(row []any, people bool) []string {
	var out []string
	for _, cell := range row {
		f, isFigure := cell.(figure)
		switch {
		case (cell == nil || isFigure && math.IsNaN(f.value)) && people:
			out = append(out, "-")
		case cell == nil || isFigure && math.IsNaN(f.value):
			out = append(out, "")
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
