package session

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/internal/say"

	"github.com/genus-kg/genus/learner/dl"
)

// Verify evaluates the concept, part by part, and runs its query at every example.
func (s use) Verify(ctx context.Context, p *Problem, c dl.Concept) (Verdict, error) {
	if len(p.Info.Lacks(c)) > 0 && !s.Source.IsDatabase() { // the source has them
		about, err := s.ProblemAbout(ctx, p.Examples, c)
		if err != nil {
			return Verdict{}, err
		}
		p = about
	}
	e, err := s.explainer(ctx, p, c)
	if err != nil {
		return Verdict{}, err
	}
	dialect, err := s.Dialect(ctx)
	if err != nil {
		return Verdict{}, err
	}
	s.Reporter.Progress("verifying", say.Plural(len(p.Examples.All()), "example"))
	var failed error
	v, err := expectations(p, s.url(), c, func(iri string) bool {
		a, _ := p.Structure.Lookup(iri)
		holds, err := e.Holds(c, a)
		failed = cmp.Or(failed, err)
		return holds
	})
	if err = cmp.Or(err, failed); err != nil {
		return v, err
	}
	err = s.confirm(ctx, &v, c, s.queryOptions(p, c, dialect))
	s.noteUncovered(v, p)
	return v, err
}

// noteUncovered says why a query may not return what follows by OWL 2 RL.
func (s use) noteUncovered(v Verdict, p *Problem) {
	if p.Info.Vocabulary.OWLRL && p.Source.Data != nil && p.Source.Data.Stated != nil && len(v.Mismatches()) > 0 {
		s.Reporter.Note(
			"note: the query covers what follows by RDFS, and not by the other rules of OWL 2 RL: for these, run genus db export --data FILE --reasoning owlrl --out closed.nt, and query closed.nt",
		)
	}
}

// Properties returns the roles and features of the concept, sorted.
func Properties(c dl.Concept) []string {
	var iris []string
	dl.Walk(c, func(c dl.Concept) bool {
		for _, role := range dl.Roles(c) {
			iris = append(iris, role.IRI)
		}
		if compare, ok := c.(dl.Compare); ok {
			iris = append(iris, compare.Feature)
		}
		return true
	})
	slices.Sort(iris)
	return slices.Compact(iris)
}
