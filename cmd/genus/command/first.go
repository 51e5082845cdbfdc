package command

import (
	"strings"

	"github.com/genus-kg/genus"
)

// showAnswer shows the first answer on stderr, and then what the endpoint says about it. The
// result on stdout repeats both.
func (l *learning) showAnswer(r *genus.Result) {
	if r.Running == genus.Confirming { // the result is about to be written
		return
	}
	var b strings.Builder
	p := &page{w: &b, titles: l.cfg.Labels, problem: r.Problem, prefixes: r.Problem.Source.PrefixesOf(r.Fitting.Concept)}
	if !l.shown {
		p.printf("\nFirst answer: ")
		p.likely(r)
		p.printf("\n")
		p.query(r.Query)
		p.printf("\nStill running: %s. Ctrl-C keeps this answer.\n", strings.Join(r.Running.Names(), ", "))
		l.shown = true
	}
	if r.Verdict != nil && !l.confirmed {
		p.endpoint(r)
		l.confirmed = true
	}
	l.status.Block(b.String())
}
