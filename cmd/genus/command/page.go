package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// page writes lines of the form "Label  text" and remembers the first error.
type page struct {
	w        io.Writer
	prefixes syntax.Prefixes // for the names in it
	problem  *app.Problem
	titles   bool // print labels in place of names in concepts
	err      error
}

// labels are those of all entries but for further solutions.
var labels = []string{
	"Concept", "Note", "Proved", "Searched", "Members", "Score", "Optimal", "Endpoint", "Question", "Wrong?", "Or", "Smallest",
	"Selected", "Ceiling", "Matches", "Anchor", "Names", "Size", "Time",
}

func (p *page) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// entry writes a labelled text; its further lines are indented likewise.
func (p *page) entry(label, text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			label = ""
		}
		p.printf("%s\n", strings.TrimRight(fmt.Sprintf("%-*s%s", labelWidth, label, line), " "))
	}
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
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
