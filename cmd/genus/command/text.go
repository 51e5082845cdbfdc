package command

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/optimal"
	"github.com/genus-kg/genus/learner/syntax"
)

const (
	labelWidth   = 11
	conceptWidth = 90
)

// result writes the result for people.
func (p *page) result(r *genus.Result, verbose bool) {
	p.problem, p.prefixes = r.Problem, r.Problem.Prefixes()
	if r.Fitting.Concept == nil {
		p.noConcept(r)
		p.ceiling(r)
	} else {
		p.mainEntries(r)
		p.otherEntries(r)
	}
	if verbose {
		p.stages(r)
	}
}

func (p *page) noConcept(r *genus.Result) {
	p.entry("Concept", "none found")
	if refuted := r.Refuted(); refuted != "" {
		p.entry("Proved", refuted)
	}
	if stages := r.Fitting.Stages; len(stages) > 0 && !stages[len(stages)-1].Proved {
		p.entry("Searched", fmt.Sprintf("stopped at size %d: %s", stages[len(stages)-1].K, r.WhyUnproved()))
	}
}

// mainEntries writes the sentence, the entries that matter most, and the query.
func (p *page) mainEntries(r *genus.Result) {
	if r.Interrupted {
		p.entry("Note", "interrupted: this is the best concept so far")
	}
	if r.TooLarge {
		p.entry("Concept", "too large to write out")
	} else {
		p.likely(r)
	}
	if apart := r.Ranking.Apart(r.Problem); apart != "" {
		p.entry("Apart", apart)
	}
	if r.Ranking != nil {
		p.list("Note", r.Ranking.Notes, len(r.Ranking.Notes))
	}
	if c := r.Fitting.Confusion; c.Correct() < c.Total() || r.TooLarge {
		p.score(r)
	}
	p.entry("Optimal", r.Proof())
	p.endpoint(r)
	if r.Ranking != nil && r.Ranking.Question != nil {
		p.entry("Question",
			fmt.Sprintf("is %s one of them? genus learn --ask asks", p.individual(r.Ranking.Question.Individual)))
	}
	if !r.TooLarge {
		p.printf("\n")
		p.query(r.Query)
		p.printf("\n")
	}
}

// likely writes the sentence, the concept, and how likely it was meant.
func (p *page) likely(r *genus.Result) {
	c := r.Fitting.Concept
	p.prefixes = r.Problem.PrefixesOf(c)
	p.sentence(p.problem.English(c))
	p.entryIn(bold, "Concept", p.text(c, p.prefixes))
	if likely, ok := r.Likely(); ok {
		p.entry("Members",
			fmt.Sprintf("%s; %s likely that this was meant%s", membersText(likely.Members), percent(likely.Alone),
				withAnyThreshold(likely)))
	}
}

func (p *page) otherEntries(r *genus.Result) {
	if c := r.Fitting.Confusion; c.Correct() == c.Total() && !r.TooLarge {
		p.score(r)
	}
	p.wrongExamples(r)
	p.rivals(r)
	if s := r.Smallest; s != nil { // the result of bounded fitting
		p.entry("Smallest", p.text(s.Concept, r.Problem.PrefixesOf(s.Concept)))
		p.entry("", fmt.Sprintf("size %d, %s (--prefer smallest); %s", s.Size, r.Correct(s.Confusion), r.SmallestProof()))
	}
	if selected := r.Selected(); selected != "" {
		p.entry("Selected", selected)
	}
	p.ceiling(r)
	p.matches(r)
	if r.Anchor != "" {
		text := "the query asks for members of " + p.prefixes.Shorten(r.Anchor) + " only (--anchor none for all)"
		if n := r.OutsideAnchor(); n > 0 {
			text += fmt.Sprintf("; it does not find %d of the positives, which are not members", n)
		}
		p.entry("Anchor", text)
	}
	p.names(r)
	size := fmt.Sprintf("%d, role depth %d", r.Fitting.Size, r.Fitting.Depth)
	if r.Options.Optimal {
		size = fmt.Sprintf("%s as a tree, %d as a DAG, role depth %d", optimal.TreeSize(r.Fitting.Concept),
			dl.DAGSize(r.Fitting.Concept), r.Fitting.Depth)
	}
	p.entry("Size", size)
	p.entry("Time", fmt.Sprintf("%.1f s, %.1f s of it learning", r.Elapsed.Seconds(), r.Fitting.Elapsed.Seconds()))
}

// mostNames is the largest number of labels that are printed.
const mostNames = 10

// names writes the labels of the symbols of the result and of the smallest concept.
func (p *page) names(r *genus.Result) {
	if r.TooLarge {
		return
	}
	iris := syntax.IRIs(r.Fitting.Concept)
	if r.Smallest != nil {
		iris = append(iris, syntax.IRIs(r.Smallest.Concept)...)
	}
	slices.Sort(iris)
	var lines []string
	for _, iri := range slices.Compact(iris) {
		if label := p.problem.Label(iri); label != "" {
			lines = append(lines, p.prefixes.Shorten(iri)+" is "+label)
		}
	}
	p.list("Names", lines, mostNames)
}

func (p *page) score(r *genus.Result) {
	c := r.Fitting.Confusion
	p.entry("Score", r.Correct(c)+counts(c))
}

func counts(c interp.Confusion) string {
	return fmt.Sprintf(": tp %d, fp %d, tn %d, fn %d; accuracy %.3f, F1 %.3f", c.TP, c.FP, c.TN, c.FN, c.Accuracy(),
		c.F1())
}

// ceiling writes the pairs of examples that no concept of the language separates.
func (p *page) ceiling(r *genus.Result) {
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
	p.entry(
		"Ceiling",
		fmt.Sprintf("no concept in %s, of any size, gets more than %d of %d %s; it cannot tell these apart:", r.Everything(),
			best.Correct(), best.Total(), right),
	)
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

func (p *page) stages(r *genus.Result) {
	correct := "correct"
	if r.Problem.Weighted() {
		correct += ", weighted"
	}
	t := table{columns: []string{"stage", "numbers", "thresholds", "individuals", "leaves", correct, "proved", "seconds"}}
	for _, s := range r.Fitting.Stages {
		t.rows = append(t.rows, []any{
			s.K, s.MaxNumber, s.Thresholds, s.Individuals, s.Names, s.Confusion.Correct(), yesNo(s.Proved),
			figure{s.Elapsed.Seconds(), 2},
		})
	}
	p.printf("\n")
	p.textTable(t, tabwriter.AlignRight)
	if f := r.Fitting; f.FeatureValues > 0 {
		p.printf("Theorem 6: up to %s by one role, and up to %s of one feature\n",
			say.Plural(f.Outdegree, "successor"), say.Plural(f.FeatureValues, "value"))
	}
}

// rivals writes the other concepts that may be meant.
func (p *page) rivals(r *genus.Result) {
	var lines []string
	for _, c := range r.Rivals() {
		lines = append(lines,
			fmt.Sprintf("%s: %s, %s%s", p.problem.English(c.Concept), membersText(c.Members), percent(c.Alone),
				withAnyThreshold(c)))
	}
	p.list("Or", lines, len(lines))
}

func membersText(b intent.Bounds) string {
	switch {
	case b.Exact():
		return say.Plural(int(b.Lower), "member")
	case b.Upper == math.MaxInt64:
		return "at least " + say.Plural(int(b.Lower), "member")
	}
	return number(b) + " members"
}

// number writes a number or its bounds.
func number(b intent.Bounds) string {
	switch {
	case b.Exact():
		return strconv.FormatInt(b.Lower, 10)
	case b.Upper == math.MaxInt64:
		return fmt.Sprintf("at least %d", b.Lower)
	}
	return fmt.Sprintf("%d to %d", b.Lower, b.Upper)
}

// withAnyThreshold returns how likely the candidate is if its thresholds are left open, and nothing if
// that is as likely.
func withAnyThreshold(c intent.Candidate) string {
	if p := percent(c.Probability); p != percent(c.Alone) {
		return fmt.Sprintf(", %s with any threshold", p)
	}
	return ""
}

// percent formats a probability. It never writes 0 or 100 %.
func percent(p float64) string {
	switch {
	case p > 0.99:
		return "over 99 %"
	case p < 0.01:
		return "under 1 %"
	}
	return fmt.Sprintf("%.0f %%", p*100)
}
