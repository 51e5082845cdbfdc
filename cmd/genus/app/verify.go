package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
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

// ErrNotCovered reports a concept with a role or feature that is not used.
var ErrNotCovered = errors.New("cannot be verified")

// CheckCoverage returns an error unless the extracted data decides c at the examples: the
// data must be deep enough, and complete for every role and feature of c.
func (p *Problem) CheckCoverage(c dl.Concept) error {
	if d := dl.Depth(c); p.Info.Depth >= 0 && d > p.Info.Depth {
		return Usagef("the concept has role depth %d, but the source was read %d deep: give --depth %[1]d, or extract deeper", d, p.Info.Depth)
	}
	if dl.LanguageOf(c).Has(dl.WithStrings) && !p.Info.Vocabulary.Strings {
		return Usagef("the concept compares strings, but the source was extracted without them: run genus extract with --strings")
	}
	if r, isRemoved := removalOf(c, p.Removed); isRemoved {
		return fmt.Errorf("%s %w: %s", p.symbolName(r), ErrNotCovered, r.Reason)
	}
	return nil
}

// removalOf returns the first of the removals that is about a role or a feature of the
// concept; false if there is none.
func removalOf(c dl.Concept, removed []interp.Removal) (removal interp.Removal, ok bool) {
	dl.Walk(c, func(c dl.Concept) bool {
		role, restricts := dl.RoleOf(c)
		compare, compares := c.(dl.Compare)
		i := slices.IndexFunc(removed, func(r interp.Removal) bool {
			return restricts && r.Role == role || compares && r.Feature == compare.Feature
		})
		if i >= 0 && !ok {
			removal, ok = removed[i], true
		}
		return !ok
	})
	return removal, ok
}
