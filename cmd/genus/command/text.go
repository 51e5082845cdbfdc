package command

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/optimal"
	"github.com/genus-kg/genus/learner/syntax"
)

// page writes lines of the form "Label  text" and remembers the first error.
type page struct {
	w        io.Writer
	prefixes syntax.Prefixes // for the names in it
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
func textResult(w io.Writer, r *result, verbose bool) error {
	f := r.fitting
	p := &page{w: w, prefixes: r.source.prefixes}
	switch {
	case f.Concept == nil:
		p.nothing(r)
	case r.tooLarge:
		p.entry("Concept", "too large to write out")
		p.measures(r)
		p.verdict(r)
	default:
		p.prefixes = r.source.prefixesOf(f.Concept)
		p.concept(r)
	}
	p.solutions(r)
	p.ceiling(r)
	if verbose {
		p.stages(r)
	}
	if f.Concept != nil && !r.tooLarge {
		p.printf("\n%s\n", strings.TrimRight(r.query, "\n"))
		p.answers(r)
	}
	return p.err
}

func (p *page) nothing(r *result) {
	p.entry("Concept", "none found")
	if len(r.fitting.Stages) > 0 {
		last := r.fitting.Stages[len(r.fitting.Stages)-1]
		what := "searched up to size"
		if !last.Proved {
			what = "stopped at size"
		}
		p.entry("Searched", fmt.Sprintf("%s %d in %s", what, last.K, r.scope()))
	}
}

func (p *page) concept(r *result) {
	f := r.fitting
	prefixes := syntax.NewPrefixes(r.source.prefixes, syntax.IRIs(f.Concept)...)
	if r.interrupted {
		p.entry("Note", "interrupted: this is the best concept so far")
	}
	p.entry("Concept", syntax.Print(f.Concept, syntax.Options{Prefixes: prefixes, Width: conceptWidth}))
	for _, prefix := range slices.Sorted(maps.Keys(prefixes)) {
		p.entry("", prefix+": <"+prefixes[prefix]+">")
	}
	for _, iri := range syntax.IRIs(f.Concept) {
		if label := r.source.info.Labels[iri]; label != "" && !strings.HasSuffix(iri, label) {
			p.entry("", prefixes.Shorten(iri)+" is "+oneLine(label))
		}
	}
	p.measures(r)
	p.verdict(r)
	if r.anchor != "" {
		p.entry("Anchor", "the query asks for members of "+p.prefixes.Shorten(r.anchor)+" only (--anchor none for all)")
	}
}

func (p *page) measures(r *result) {
	f := r.fitting
	size := fmt.Sprintf("%d, role depth %d", f.Size, f.Depth)
	if r.options.Optimal {
		size = fmt.Sprintf("%s as a tree, %d as a DAG, role depth %d", optimal.TreeSize(f.Concept), dl.DAGSize(f.Concept), f.Depth)
	}
	p.entry("Size", size)
}

// verdict is how good the concept is, and what is proved of it.
func (p *page) verdict(r *result) {
	f := r.fitting
	p.entry("Score", r.score(f.Confusion))
	p.entry("Optimal", r.proof())
	if selected := r.selected(); selected != "" {
		p.entry("Selected", selected)
	}
	p.entry("Time", fmt.Sprintf("%.1f s, %.1f s of it learning", r.elapsed.Seconds(), f.Elapsed.Seconds()))
}

// solutions lists the concepts beyond the first.
func (p *page) solutions(r *result) {
	for i, s := range r.fitting.Solutions {
		if i == 0 {
			continue
		}
		prefixes := r.source.prefixesOf(s.Concept)
		proved := "not proved"
		if s.Optimal {
			proved = "proved"
		}
		p.entry(fmt.Sprintf("%d. concept", i+1), syntax.Print(s.Concept, syntax.Options{Prefixes: prefixes, Width: conceptWidth}))
		p.entry("", fmt.Sprintf("size %d, %s, %s", s.Size, r.correct(s.Confusion), proved))
	}
}

// score is the score of a classification by the weights of the examples.
func (r *result) score(c interp.Confusion) string { return r.correct(c) + counts(c) }

// correct says how many examples are on the right side, or what they weigh.
func (r *result) correct(c interp.Confusion) string {
	return correct(c, r.source.problem.Weighted())
}

func correct(c interp.Confusion, weighted bool) string {
	if weighted {
		return fmt.Sprintf("%d of %d correct, weighted", c.Correct(), c.Total())
	}
	return fmt.Sprintf("%d of %d examples correct", c.Correct(), c.Total())
}

func counts(c interp.Confusion) string {
	return fmt.Sprintf(": tp %d, fp %d, tn %d, fn %d; accuracy %.3f, F1 %.3f", c.TP, c.FP, c.TN, c.FN, c.Accuracy(), c.F1())
}

// ceiling names examples that no concept of the language separates.
func (p *page) ceiling(r *result) {
	pairs := r.pairs()
	if len(pairs) == 0 {
		return
	}
	const most = 5
	best := r.fitting.Ceiling.Confusion
	right := "right"
	if r.source.problem.Weighted() {
		right += ", weighted"
	}
	p.entry("Ceiling", fmt.Sprintf("no concept of the language, of any size, gets more than %d of %d %s; it cannot tell these apart:", best.Correct(), best.Total(), right))
	for i, pair := range pairs[:min(most, len(pairs))] {
		p.entry("", fmt.Sprintf("%s (positive) and %s (negative)", p.prefixes.Shorten(pair[0]), p.prefixes.Shorten(pair[1])))
		if i < len(r.fitting.Reasons) {
			for _, reason := range r.fitting.Reasons[i] {
				p.entry("", "  "+reason.Text)
			}
		}
	}
	if more := len(pairs) - most; more > 0 {
		p.entry("", fmt.Sprintf("and %d more pairs", more))
	}
}

func (p *page) stages(r *result) {
	p.printf("\n")
	t := tabwriter.NewWriter(p.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	correct := "correct"
	if r.source.problem.Weighted() {
		correct += ", weighted"
	}
	fmt.Fprintf(t, "stage\tnumbers\tthresholds\tindividuals\tleaves\t%s\tproved\tseconds\t\n", correct)
	for _, s := range r.fitting.Stages {
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
func (p *page) answers(r *result) {
	v := r.verdict
	if v == nil {
		return
	}
	p.printf("\n")
	wrong := v.mismatches()
	switch {
	case r.confirmErr != nil:
		p.entry("Endpoint", "not confirmed: "+oneLine(r.confirmErr.Error()))
		return
	case len(wrong) > 0:
		p.entry("Endpoint", fmt.Sprintf("not confirmed by %s: query and concept disagree on %s:", v.url, plural(len(wrong), "example")))
		for _, j := range wrong {
			p.entry("", fmt.Sprintf("%s: the concept says %s, the query %s", p.prefixes.Shorten(j.iri), yesNo(j.concept), yesNo(j.query)))
		}
	default:
		p.entry("Endpoint", fmt.Sprintf("confirmed by %s: all %s", v.url, plural(len(v.examples), "example")))
	}
	if len(r.matches) == 0 {
		p.entry("Matches", "no others")
		return
	}
	title := fmt.Sprintf("%d that are not among the examples:", len(r.matches))
	if r.moreMatches {
		title = fmt.Sprintf("more than %d that are not among the examples, such as", len(r.matches))
	}
	p.entry("Matches", title)
	for _, m := range r.matches {
		text := p.prefixes.Shorten(m.iri)
		if m.label != "" {
			text += "  " + oneLine(m.label)
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
