package answer

import (
	"cmp"
	"context"
	"fmt"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// Verify evaluates the concept, part by part, and runs its query at every example.
func (s Worker) Verify(ctx context.Context, p *source.Problem, c dl.Concept) (Verdict, error) {
	if len(p.Info.Lacks(c)) > 0 && !source.ExtractedOnly(s.Use) { // the source has them
		about, err := source.ProblemAbout(ctx, s.Use, p.Examples, c)
		if err != nil {
			return Verdict{}, err
		}
		p = about
	}
	e, err := look.On(s.Use).Explainer(ctx, p, c)
	if err != nil {
		return Verdict{}, err
	}
	s.Reporter.Progress("verifying", say.Plural(len(p.Examples.All()), "example"))
	var failed error
	v, err := expectations(ctx, p, s.Source.URL(), c, func(iri string) bool {
		a, _ := p.Structure.Lookup(iri)
		holds, err := e.Holds(c, a)
		failed = cmp.Or(failed, err)
		return holds
	})
	if err = cmp.Or(err, failed); err != nil {
		return v, err
	}
	err = s.confirm(ctx, &v, p, c)
	s.noteUncovered(v, p)
	return v, err
}

// noteUncovered says why a query may not return all that follows.
func (s Worker) noteUncovered(v Verdict, p *source.Problem) {
	rules, covered := p.Info.Vocabulary.BeyondQueries()
	if rules == "" || p.Source.Data() == nil || p.Source.Data().Stated == nil || len(v.Mismatches()) == 0 {
		return
	}
	text := fmt.Sprintf("note: the query covers %s, and not what follows by the other rules of %s", covered, rules)
	if p.Info.Vocabulary.OWLRL {
		text += ": for these, run genus db export --data FILE --reasoning owlrl --out closed.nt, and query closed.nt"
	}
	s.Reporter.Note("%s", text)
}
