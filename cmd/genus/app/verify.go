package app

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Verify evaluates the concept and runs its query at every example.
func (s Session) Verify(ctx context.Context, p *Problem, c dl.Concept) (Verdict, error) {
	if err := p.CheckCoverage(c); err != nil {
		return Verdict{}, err
	}
	s.Browse().NoteUnknownSymbols(ctx, c, p)
	client, err := s.client(ctx)
	if err != nil {
		return Verdict{}, err
	}
	dialect, err := s.Dialect(ctx)
	if err != nil {
		return Verdict{}, err
	}
	s.Reporter.Progress("verifying", Plural(len(p.Examples.All()), "example"))
	return confirm(ctx, client, c, s.Writer().queryOptions(p, c, dialect), p, nil)
}

// NoteUnknownSymbols warns about classes, roles and features of the concept that the
// source does not know. It asks an endpoint; if that does not answer, it does not warn.
// What was extracted for the problem, if it is not nil, is known, too: reasoning may have
// derived it.
func (s Browser) NoteUnknownSymbols(ctx context.Context, c dl.Concept, p *Problem) {
	symbols := Properties(c)
	dl.Walk(c, func(c dl.Concept) bool {
		if name, ok := c.(dl.Name); ok && !slices.Contains(symbols, name.IRI) {
			symbols = append(symbols, name.IRI)
		}
		return true
	})
	var data queries.Options
	known := func(iri string) bool {
		_, class := data.Statistics.Members[iri]
		_, property := data.Statistics.Properties[iri]
		return class || property || len(data.Kinds[iri]) > 0 // values such as true are not in the statistics
	}
	if s.Source.Client == nil {
		v, _ := s.Source.describe()
		if data = v.Options; data.Statistics.Individuals == 0 {
			return
		}
	} else {
		uses, ok := s.termUses(ctx, symbols)
		if !ok {
			return
		}
		if p != nil {
			data = p.Vocabulary(nil).Options
		}
		symbols = slices.DeleteFunc(symbols, func(iri string) bool { return uses[iri] != "" })
	}
	for _, iri := range symbols {
		if !known(iri) {
			s.Reporter.Note("note: the source has no <%s>: is it spelt right?", iri)
		}
	}
}

// Properties returns the roles and features of the concept, sorted.
func Properties(c dl.Concept) []string {
	var iris []string
	dl.Walk(c, func(c dl.Concept) bool {
		if role, ok := dl.RoleOf(c); ok {
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
