package command

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/optimal"
	"github.com/genus-kg/genus/learner/syntax"
)

// page writes lines of the form "Label  text" and remembers the first error.
type page struct {
	w        io.Writer
	prefixes syntax.Prefixes // for the names in it
	problem  *app.Problem
	titles   bool            // print labels in place of names in concepts
	labelled map[string]bool // the IRIs whose labels were printed
	err      error
}

const (
	labelWidth   = 11
	conceptWidth = 90
)

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

// textResult writes the result for people.
func textResult(w io.Writer, r *app.Result, titles, verbose bool) error {
	f := r.Fitting
	p := &page{w: w, prefixes: r.Problem.Source.Prefixes, problem: r.Problem, titles: titles, labelled: map[string]bool{}}
	switch {
	case f.Concept == nil:
		p.nothing(r)
	case r.TooLarge:
		p.entry("Concept", "too large to write out")
		p.measures(r)
		p.verdict(r)
	default:
		p.prefixes = r.Problem.Source.PrefixesOf(f.Concept)
		p.concept(r)
	}
	p.solutions(r)
	p.ceiling(r)
	if verbose {
		p.stages(r)
	}
	if f.Concept != nil && !r.TooLarge {
		p.printf("\n%s\n", strings.TrimRight(r.Query, "\n"))
		p.answers(r)
	}
	return p.err
}

func (p *page) nothing(r *app.Result) {
	p.entry("Concept", "none found")
	if refuted := r.Refuted(); refuted != "" {
		p.entry("Proved", refuted)
	}
	if stages := r.Fitting.Stages; len(stages) > 0 && !stages[len(stages)-1].Proved {
		p.entry("Searched", fmt.Sprintf("stopped at size %d: %s", stages[len(stages)-1].K, r.WhyUnproved()))
	}
}

func (p *page) concept(r *app.Result) {
	f := r.Fitting
	prefixes := syntax.NewPrefixes(r.Problem.Source.Prefixes, syntax.IRIs(f.Concept)...)
	if r.Interrupted {
		p.entry("Note", "interrupted: this is the best concept so far")
	}
	p.entry("Meaning", syntax.English(f.Concept, syntax.EnglishOptions{Labels: r.Problem.Info.Labels, Prefixes: prefixes}))
	p.entry("Concept", p.text(f.Concept, prefixes))
	for _, prefix := range slices.Sorted(maps.Keys(prefixes)) {
		p.entry("", prefix+": <"+prefixes[prefix]+">")
	}
	p.labels(f.Concept, prefixes)
	p.ranking(r)
	p.measures(r)
	p.verdict(r)
	if r.Anchor != "" {
		p.entry("Anchor", "the query asks for members of "+p.prefixes.Shorten(r.Anchor)+" only (--anchor none for all)")
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

// labels prints the labels of the concept's symbols, each once.
func (p *page) labels(c dl.Concept, prefixes syntax.Prefixes) {
	for _, iri := range syntax.IRIs(c) {
		if label := p.problem.Label(iri); label != "" && !p.labelled[iri] {
			p.labelled[iri] = true
			p.entry("", prefixes.Shorten(iri)+" is "+label)
		}
	}
}

// individual is the short name of an individual, with its label.
func (p *page) individual(iri string) string {
	if label := p.problem.Label(iri); label != "" {
		return p.prefixes.Shorten(iri) + " " + label
	}
	return p.prefixes.Shorten(iri)
}

func (p *page) measures(r *app.Result) {
	f := r.Fitting
	size := fmt.Sprintf("%d, role depth %d", f.Size, f.Depth)
	if r.Options.Optimal {
		size = fmt.Sprintf("%s as a tree, %d as a DAG, role depth %d", optimal.TreeSize(f.Concept), dl.DAGSize(f.Concept), f.Depth)
	}
	p.entry("Size", size)
}

// verdict is how good the concept is, and what is proved of it.
func (p *page) verdict(r *app.Result) {
	f := r.Fitting
	p.entry("Score", r.Correct(f.Confusion)+counts(f.Confusion))
	p.entry("Optimal", r.Proof())
	if s := r.Smallest; s != nil {
		proved := "not proved"
		if s.Optimal {
			proved = "proved"
		}
		p.entry("Smallest", p.text(s.Concept, r.Problem.Source.PrefixesOf(s.Concept)))
		p.entry("", fmt.Sprintf("size %d, %s, %s (--prefer smallest)", s.Size, r.Correct(s.Confusion), proved))
	}
	if selected := r.Selected(); selected != "" {
		p.entry("Selected", selected)
	}
	p.entry("Time", fmt.Sprintf("%.1f s, %.1f s of it learning", r.Elapsed.Seconds(), f.Elapsed.Seconds()))
}

// solutions lists the concepts beyond the first.
func (p *page) solutions(r *app.Result) {
	for i, s := range r.Fitting.Solutions {
		if i == 0 {
			continue
		}
		prefixes := r.Problem.Source.PrefixesOf(s.Concept)
		proved := "not proved"
		if s.Optimal {
			proved = "proved"
		}
		p.entry(fmt.Sprintf("%d. concept", i+1), p.text(s.Concept, prefixes))
		p.labels(s.Concept, prefixes)
		p.entry("", fmt.Sprintf("size %d, %s, %s", s.Size, r.Correct(s.Confusion), proved))
	}
}

func counts(c interp.Confusion) string {
	return fmt.Sprintf(": tp %d, fp %d, tn %d, fn %d; accuracy %.3f, F1 %.3f", c.TP, c.FP, c.TN, c.FN, c.Accuracy(), c.F1())
}

// ceiling names examples that no concept of the language separates.
func (p *page) ceiling(r *app.Result) {
	pairs := r.Pairs()
	if len(pairs) == 0 {
		return
	}
	const most = 5
	best := r.Fitting.Ceiling.Confusion
	right := "right"
	if r.Problem.Weighted() {
		right += ", weighted"
	}
	p.entry("Ceiling", fmt.Sprintf("no concept of the language, of any size, gets more than %d of %d %s; it cannot tell these apart:", best.Correct(), best.Total(), right))
	for i, pair := range pairs[:min(most, len(pairs))] {
		p.entry("", fmt.Sprintf("%s (positive) and %s (negative)", p.individual(pair[0]), p.individual(pair[1])))
		if i < len(r.Fitting.Reasons) {
			for _, reason := range r.Fitting.Reasons[i] {
				p.entry("", "  "+reason.Text)
			}
		}
	}
	if more := len(pairs) - most; more > 0 {
		p.entry("", fmt.Sprintf("and %d more pairs", more))
	}
}

func (p *page) stages(r *app.Result) {
	p.printf("\n")
	t := tabwriter.NewWriter(p.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	correct := "correct"
	if r.Problem.Weighted() {
		correct += ", weighted"
	}
	fmt.Fprintf(t, "stage\tnumbers\tthresholds\tindividuals\tleaves\t%s\tproved\tseconds\t\n", correct)
	for _, s := range r.Fitting.Stages {
		proved := "no"
		if s.Proved {
			proved = "yes"
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%s\t%.2f\t\n", s.K, s.MaxNumber, s.Thresholds, s.Individuals, s.Names, s.Confusion.Correct(), proved, s.Elapsed.Round(10*time.Millisecond).Seconds())
	}
	if err := t.Flush(); p.err == nil {
		p.err = err
	}
}

// answers says what the endpoint said.
func (p *page) answers(r *app.Result) {
	v := r.Verdict
	if v == nil {
		return
	}
	p.printf("\n")
	wrong := v.Mismatches()
	switch {
	case r.ConfirmErr != nil:
		p.entry("Endpoint", "not confirmed: "+app.OneLine(r.ConfirmErr.Error()))
		return
	case len(wrong) > 0:
		p.entry("Endpoint", fmt.Sprintf("not confirmed by %s: query and concept disagree on %s:", v.URL, app.Plural(len(wrong), "example")))
		for _, j := range wrong {
			p.entry("", fmt.Sprintf("%s: the concept says %s, the query %s", p.individual(j.IRI), yesNo(j.Concept), yesNo(j.Query)))
		}
	default:
		p.entry("Endpoint", fmt.Sprintf("confirmed by %s: all %s", v.URL, app.Plural(len(v.Examples), "example")))
	}
	if len(r.Matches) == 0 {
		p.entry("Matches", "no others")
		return
	}
	title := fmt.Sprintf("%d that are not among the examples:", len(r.Matches))
	if r.MoreMatches {
		title = fmt.Sprintf("more than %d that are not among the examples, such as", len(r.Matches))
	}
	p.entry("Matches", title)
	for _, m := range r.Matches {
		text := p.prefixes.Shorten(m.IRI)
		if m.Label != "" {
			text += "  " + app.OneLine(m.Label)
		}
		p.entry("", text)
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
