package command

import (
	"fmt"
	"math"
	"slices"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner/intent"
)

// mostWrong is how many examples that look wrong are named.
const mostWrong = 5

// wrong names the examples that contradict the others, or look wrong.
func (p *page) wrong(r *app.Result) {
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
	likely, ok := r.Likely()
	if !ok {
		return
	}
	for _, iri := range likely.Wrong {
		if slices.Contains(r.Ranking.Wrong, iri) { // else other candidates say that it is not
			lines = append(lines, p.individual(iri)+" does not look like the other examples")
		}
	}
	p.list("Wrong?", lines, mostWrong)
}

// rivals are what else may be meant.
func (p *page) rivals(r *app.Result) {
	var lines []string
	for _, c := range r.Rivals() {
		lines = append(lines, fmt.Sprintf("%s: %s, %s", p.problem.English(c.Concept), membersText(c.Members), percent(c.Probability)))
	}
	p.list("Or", lines, len(lines))
}

// membersText says how many members there are, as far as it is known.
func membersText(b intent.Bounds) string {
	switch {
	case b.Exact():
		return app.Plural(int(b.Lower), "member")
	case b.Upper == math.MaxInt64:
		return fmt.Sprintf("at least %s", app.Plural(int(b.Lower), "member"))
	}
	return fmt.Sprintf("%d to %d members", b.Lower, b.Upper)
}

// percent never says that anything is certain.
func percent(p float64) string {
	switch {
	case p > 0.99:
		return "over 99 %"
	case p < 0.01:
		return "under 1 %"
	}
	return fmt.Sprintf("%.0f %%", p*100)
}
