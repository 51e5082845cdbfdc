package command

import (
	"fmt"
	"math"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner/intent"
)

// ranking says how many members the result has, how likely it was meant, what else
// may be meant, and which examples look wrong.
func (p *page) ranking(r *app.Result) {
	if r.Ranking == nil {
		return
	}
	if likely, ok := r.Likely(); ok {
		p.entry("Members", fmt.Sprintf("%s; %s likely that this was meant", membersText(likely.Members), percent(likely.Probability)))
		for i, iri := range likely.Wrong {
			label := ""
			if i == 0 {
				label = "Wrong?"
			}
			p.entry(label, p.individual(iri)+" does not look like the other examples")
		}
	}
	for i, rival := range r.Rivals() {
		label := ""
		if i == 0 {
			label = "Or"
		}
		prefixes := r.Problem.Source.PrefixesOf(rival.Concept)
		p.entry(label, fmt.Sprintf("%s: %s, %s", p.text(rival.Concept, prefixes), membersText(rival.Members), percent(rival.Probability)))
		p.labels(rival.Concept, prefixes)
	}
	if q := r.Ranking.Question; q != nil {
		p.entry("Question", fmt.Sprintf("is %s one of them? An answer tells these apart (genus learn --ask)", p.individual(q.Individual)))
	}
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
