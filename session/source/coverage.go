package source

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// ErrNotCovered reports a concept with a role or feature that is not used.
var ErrNotCovered = errors.New("cannot be verified")

// CheckCoverage returns an error unless the extracted data decides c at the examples: the
// data must be deep enough, and complete for every role and feature of c.
func (p *Problem) CheckCoverage(c dl.Concept) error { return p.Covers(c, 0) }

// Covers is CheckCoverage, where the endpoint is asked about parts with some constructors.
func (p *Problem) Covers(c dl.Concept, asked dl.Language) error {
	if p.Unread {
		return fmt.Errorf("the concept %w: the surroundings of the examples were not extracted", ErrNotCovered)
	}
	if d := p.Info.Vocabulary.Statements.Depth(c); p.Info.Depth >= 0 && d > p.Info.Depth {
		return Usagef(
			"the concept has role depth %d, but the source was extracted to depth %d: give --depth %[1]d, or extract deeper",
			d,
			p.Info.Depth,
		)
	}
	if lacks := p.Info.Lacks(c); len(lacks) > 0 {
		return fmt.Errorf("the concept %w: the statements of %s with their qualifiers were not read", ErrNotCovered,
			strings.Join(lacks, ", "))
	}
	if err := cmp.Or(p.readsRanks(c), p.readsReifiers(c)); err != nil {
		return err
	}
	if dl.LanguageOf(c).Has(dl.WithStrings) && !p.Info.Vocabulary.Strings {
		return Usagef(
			"the concept compares strings, but the source was extracted without them: run genus extract with --strings",
		)
	}
	if used := dl.LanguageOf(c) & p.Incomplete &^ asked; used != 0 {
		return p.undecided(c, used)
	}
	if r, isRemoved := RemovalOf(c, p.Removed, asked); isRemoved {
		return fmt.Errorf("%s %w: %s", p.SymbolName(r), ErrNotCovered, r.Reason)
	}
	return nil
}

// undecided names the smallest part of the concept with one of the constructors, and says why what was extracted
// does not decide it.
func (p *Problem) undecided(c dl.Concept, used dl.Language) error {
	part := c
	dl.Walk(c, func(c dl.Concept) bool {
		has := dl.LanguageOf(c)&used != 0
		if has && dl.Size(c) < dl.Size(part) {
			part = c
		}
		return has
	})
	why := "a crawl does not read all values of a property"
	if dl.LanguageOf(part).Has(dl.WithClosures) {
		why = "a crawl does not follow a closure to its end"
	}
	return fmt.Errorf("%s %w from what was extracted: %s: ask the endpoint with genus query --members, why, verify or "+
		"repair, and --endpoint %s",
		syntax.Print(part, syntax.Options{Prefixes: p.Prefixes()}), ErrNotCovered, why, cmp.Or(p.Info.Source.Name, "URL"))
}

// readsRanks returns an error if the concept is about ranks of statements, which are not read.
func (p *Problem) readsRanks(c dl.Concept) error {
	if p.Info.Vocabulary.Statements != "" && slices.Contains(dl.EntitiesOf(c).Properties(), dl.StatementRank) {
		return fmt.Errorf(
			"the concept %w: deprecated statements are not read, nor all ranks: ask an endpoint with genus query", ErrNotCovered)
	}
	return nil
}

// readsReifiers returns an error if the concept is about reifiers of statements and none was read: an endpoint may not
// say that it has any.
func (p *Problem) readsReifiers(c dl.Concept) error {
	for _, property := range dl.EntitiesOf(c).Properties() {
		_, isRole := p.Structure.Signature().RoleID(dl.Role{IRI: property})
		if _, _, ok := dl.ReifiedBy(property); ok && !isRole && !p.Source.Complete() {
			return fmt.Errorf(
				"%s %w from what was extracted: no statement about such a statement (RDF 1.2) was read around the examples: "+
					"ask the endpoint with genus query --members", p.Prefixes().Shorten(property), ErrNotCovered)
		}
	}
	return nil
}

// RemovalOf returns the first of the removals that is about a role or a feature of the
// concept, without the parts with the constructors asked; false if there is none.
func RemovalOf(c dl.Concept, removed []interp.Removal, asked dl.Language) (removal interp.Removal, ok bool) {
	dl.Walk(c, func(c dl.Concept) bool {
		if dl.SymbolOf(c) != nil && dl.LanguageOf(c)&asked != 0 {
			return false
		}
		roles, features := dl.Roles(c), dl.Features(c)
		i := slices.IndexFunc(removed, func(r interp.Removal) bool {
			isAbout := func(role dl.Role) bool { return r.Role == role || r.Role == role.Step() }
			return slices.ContainsFunc(roles, isAbout) || slices.Contains(features, r.Feature)
		})
		if i >= 0 && !ok {
			removal, ok = removed[i], true
		}
		return !ok
	})
	return removal, ok
}
