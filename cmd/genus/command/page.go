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

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// page is a text for people: a sentence, lines of the form "Label  text", and tables. It
// remembers the first error.
type page struct {
	w        io.Writer
	styles   io.Writer       // the same, for the codes of a terminal; nil where there are no colours
	answer   string          // the sentence
	prefixes syntax.Prefixes // for the names in it
	problem  *app.Problem
	titles   bool // print labels in place of names in concepts
	err      error
}

func (p *page) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// styled writes a text in a style.
func (p *page) styled(style, text string) {
	if p.styles == nil || style == "" || strings.TrimSpace(text) == "" || p.err != nil {
		p.printf("%s", text)
		return
	}
	fmt.Fprint(p.styles, style)
	p.printf("%s", text)
	fmt.Fprint(p.styles, plain)
}

// sentence writes the answer, from a capital letter to a full stop.
func (p *page) sentence(text string) {
	first, size := utf8.DecodeRuneInString(text)
	p.answer = string(unicode.ToUpper(first)) + text[size:] + "."
	p.styled(bold, p.answer)
	p.printf("\n\n")
}

// entry writes a labelled text; its further lines are indented likewise.
func (p *page) entry(label, text string) { p.entryIn("", label, text) }

// entryIn is entry with a style of the text.
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

// query writes a query, its comments dim.
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

// text is the concept in DL syntax.
func (p *page) text(c dl.Concept, prefixes syntax.Prefixes) string {
	o := syntax.Options{Prefixes: prefixes, Width: conceptWidth}
	if p.titles {
		o.Titles = syntax.Titles(c, p.problem.Info.Labels, prefixes)
	}
	return syntax.Print(c, o)
}

// list prints the first lines, and the number of the others.
func (p *page) list(label string, lines []string, most int) {
	if more := len(lines) - most; more > 0 {
		lines = append(slices.Clone(lines[:most]), fmt.Sprintf("and %d more", more))
	}
	if len(lines) > 0 {
		p.entry(label, strings.Join(lines, "\n"))
	}
}

// individual is the short name of an individual, with its label.
func (p *page) individual(iri string) string {
	if label := p.problem.Label(iri); label != "" {
		return p.prefixes.Shorten(iri) + " " + label
	}
	return p.prefixes.Shorten(iri)
}

// table is rows of cells: string, bool, a whole number or figure; nil where there
// is nothing.
type table struct {
	columns []string // none: there is no line for them
	rows    [][]any
}

// figure is a number that is shown with so many digits, whole in CSV and JSON.
type figure struct {
	value  float64
	digits int
}

// textTable writes a table, by the flags of package tabwriter.
func (p *page) textTable(t table, flags uint) {
	var b strings.Builder
	out := tabwriter.NewWriter(&b, 0, 0, 2, ' ', flags)
	if t.columns != nil {
		fmt.Fprintln(out, strings.Join(t.columns, "\t")+"\t")
	}
	for _, row := range t.rows {
		fmt.Fprintln(out, strings.Join(texts(row, true), "\t")+"\t")
	}
	_ = out.Flush() // a builder takes everything
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
