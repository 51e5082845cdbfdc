package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/answer"
)

// endpoint writes whether the endpoint confirmed the query.
func (p *page) endpoint(r *genus.Result) {
	v := r.Verdict
	if v == nil || r.TooLarge {
		return
	}
	wrong := v.Mismatches()
	switch {
	case v.NotRun && r.ConfirmErr == nil:
		p.entry("Endpoint", answer.NotRun)
	case r.ConfirmErr != nil:
		p.entryIn(red, "Endpoint", "not confirmed: "+say.OneLine(r.ConfirmErr.Error()))
	case len(wrong) > 0:
		p.entryIn(
			red,
			"Endpoint",
			fmt.Sprintf("not confirmed by %s: query and concept disagree on %s:", v.URL,
				say.Plural(len(wrong), "example")),
		)
		var lines []string
		for _, j := range wrong {
			lines = append(
				lines,
				fmt.Sprintf("%s: the concept says %s, the query %s", p.individual(j.IRI), yesNo(j.Concept),
					yesNo(j.Query)),
			)
		}
		p.list("", lines, mostMismatches)
	default:
		p.entryIn(green, "Endpoint", fmt.Sprintf("confirmed by %s: %s", v.URL, say.All(len(v.Examples), "example")))
	}
}

// The largest numbers of entries in lists.
const (
	mostMismatches = 10 // examples on which query and concept disagree
	mostMatches    = 5  // members that are not examples
)

// matches writes members that are not examples.
func (p *page) matches(r *genus.Result) {
	if !r.Confirmed() && (r.Verdict == nil || !r.Verdict.NotRun) || r.TooLarge {
		return
	}
	if r.OthersErr != nil {
		p.entry("Matches", "not known: "+say.OneLine(r.OthersErr.Error()))
		return
	}
	if len(r.Others.Matches) == 0 {
		p.entry("Matches", "no others")
		return
	}
	var names []string
	for _, m := range r.Others.Matches[:min(mostMatches, len(r.Others.Matches))] {
		name := p.prefixes.Shorten(m.IRI)
		if m.Label != "" && !strings.HasSuffix(strings.ToLower(m.IRI), strings.ToLower(m.Label)) {
			name += " " + say.OneLine(m.Label)
		}
		names = append(names, name)
	}
	title := fmt.Sprintf("%d that are not among the examples", len(r.Others.Matches))
	switch {
	case r.Others.More:
		title = "more than " + title + ", such as "
	case len(names) < len(r.Others.Matches):
		title += ", such as "
	default:
		title += ": "
	}
	p.entry("Matches", title+strings.Join(names, ", "))
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// mostWrong is the largest number of examples that are said to look wrong.
const mostWrong = 5

// wrongExamples writes the examples that contradict the others, or that the concept is wrong
// about.
func (p *page) wrongExamples(r *genus.Result) {
	var lines []string
	if c := r.Conflict; c != nil {
		for _, x := range c.Examples {
			lines = append(lines, p.individual(x.IRI)+" "+x.Text)
		}
		p.list("Wrong?", lines, mostWrong)
		if c.Concept != r.Fitting.Concept {
			p.entry("", "what the others agree on: "+p.problem.English(c.Concept))
		}
		return
	}
	likely, _ := r.Likely()
	for _, iri := range likely.Wrong {
		text := " does not fit"
		switch {
		case slices.Contains(r.Ranking.Wrong, iri): // other candidates agree
			text = " does not look like the other examples"
		case slices.Contains(r.Problem.Examples.Neg, iri):
			text = " fits, but is a negative"
		}
		lines = append(lines, p.individual(iri)+text)
	}
	p.list("Wrong?", lines, mostWrong)
}
