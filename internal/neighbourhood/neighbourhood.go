// Package neighbourhood compares, for tests, what was extracted around some individuals
// with a structure that has everything.
package neighbourhood

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Ignored are roles ([dl.Role]) and features (IRIs) that do not count.
type Ignored map[any]bool

// Removed returns the roles and features of the removals.
func Removed(removals []interp.Removal) Ignored {
	ignored := Ignored{}
	for _, r := range removals {
		if r.Feature != "" {
			ignored[r.Feature] = true
		} else {
			ignored[r.Role] = true
		}
	}
	return ignored
}

// In reports whether the concept refers to one of the roles and features.
func (ignored Ignored) In(c dl.Concept) bool {
	found := false
	dl.Walk(c, func(c dl.Concept) bool {
		compare, _ := c.(dl.Compare)
		for _, r := range dl.Roles(c) {
			found = found || ignored[r] || ignored[r.Step()]
		}
		found = found || ignored[compare.Feature]
		if compare.Op == dl.Present || compare.Op == dl.Many { // individuals are values, too
			found = found || ignored[dl.Role{IRI: compare.Feature}]
		}
		return !found
	})
	return found
}

// Differences compares the neighbourhoods of the examples of p in its structure and in the
// whole one. It returns a line for each individual that differs, and the number of
// individuals. An individual within depth steps of the examples must have the same names
// and values in both structures; within depth - 1 steps it must have the same successors.
// Then, by induction over the concept, every concept of that role depth is equally true at
// the examples.
func Differences(p *interp.Problem, whole *interp.Structure, depth int,
	ignored Ignored) (differences []string, individuals int) {
	seen := map[string]bool{}
	var level []string
	for _, a := range slices.Concat(p.Pos, p.Neg) {
		iri := p.Structure.IRI(a)
		level, seen[iri] = append(level, iri), true
	}
	for distance := 0; distance <= depth; distance++ {
		var next []string
		individuals += len(level)
		for _, iri := range level {
			got, _ := ignored.facts(p.Structure, iri, distance < depth)
			want, successors := ignored.facts(whole, iri, distance < depth)
			if !slices.Equal(got, want) {
				differences = append(differences,
					fmt.Sprintf("%s at distance %d: extracted %v, there are %v", iri, distance, got, want))
			}
			for _, b := range successors {
				if !seen[b] {
					next, seen[b] = append(next, b), true
				}
			}
		}
		level = next
	}
	return differences, individuals
}

// facts returns the sorted facts about an individual and, if roles is set, its successors.
func (ignored Ignored) facts(s *interp.Structure, iri string, roles bool) (facts, successors []string) {
	a, ok := s.Lookup(iri)
	if !ok {
		return nil, nil
	}
	sig := s.Signature()
	for i, c := range sig.Atoms() {
		compare, isCompare := c.(dl.Compare)
		if s.Atom(interp.ConceptID(i)).Test(uint(a)) && !(isCompare && ignored[compare.Feature]) {
			facts = append(facts, fmt.Sprint(c))
		}
	}
	for i, f := range sig.Features() {
		id := interp.FeatureID(i)
		for _, rank := range s.Ranks(id, a) {
			if !ignored[f] {
				facts = append(facts, fmt.Sprint(f, " = ", s.Values(id)[rank]))
			}
		}
	}
	for r := range interp.RoleID(sig.NumRoles()) {
		role := sig.Role(r)
		if !roles || ignored[role] {
			continue
		}
		for _, b := range s.Successors(r, a) {
			facts, successors = append(facts, fmt.Sprint(role, " ", s.IRI(b))), append(successors, s.IRI(b))
		}
	}
	slices.Sort(facts)
	return facts, successors
}
