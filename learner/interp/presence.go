package interp

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Valued returns the properties that have a literal as a value somewhere, sorted: features,
// and properties with truth values.
func (s *Structure) Valued() []string {
	out := slices.Clone(s.sig.features)
	for _, c := range s.sig.atoms {
		if c, ok := c.(dl.Compare); ok && c.Value.Kind() == dl.Boolean {
			out = append(out, c.Feature)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// eachValues calls visit, several times for the same individual, with a number of values
// that the property has at a. The sum of the numbers is that of its values that differ.
// Values differ if they are of different kinds or are spelled differently in the canonical
// spelling of their kind: 1 and 01 are one value, 1 and 1.0 are two. Individuals are
// values, too.
func (s *Structure) eachValues(property string, visit func(a Individual, n int)) {
	count := func(a Individual, ranks []uint32) { visit(a, len(ranks)) }
	if f, ok := s.sig.FeatureID(property); ok {
		s.EachValued(f, count)
		s.EachString(f, count)
		s.EachText(f, count)
		s.others[f].each(func(a Individual, n []uint32) { visit(a, int(n[0])) })
	}
	for _, b := range []bool{false, true} {
		if id, ok := s.sig.Atom(dl.Compare{Feature: property, Op: dl.Equal, Value: dl.Bool(b)}); ok {
			for a := range s.Atom(id).EachSet() {
				visit(Individual(a), 1)
			}
		}
	}
	if r, ok := s.sig.RoleID(dl.Role{IRI: property}); ok {
		s.EachSource(r, func(a Individual, successors []Individual) { visit(a, len(successors)) })
	}
}

// addValued adds to x the individuals at which the property has at least n values.
func (s *Structure) addValued(property string, n int, x Set) {
	if n <= 1 {
		s.eachValues(property, func(a Individual, _ int) { x.Set(uint(a)) })
		return
	}
	counts := map[Individual]int{} // below n
	s.eachValues(property, func(a Individual, more int) {
		if m := counts[a] + more; m >= n {
			x.Set(uint(a))
		} else {
			counts[a] = m
		}
	})
}

// NumValues returns the number of values that the property has at a, of whatever type, as
// dl.Many counts them.
func (s *Structure) NumValues(property string, a Individual) int {
	n := 0
	if f, ok := s.sig.FeatureID(property); ok {
		n += len(s.Ranks(f, a)) + len(s.StringRanks(f, a)) + len(s.TextRanks(f, a))
		for _, k := range s.others[f].row(a) {
			n += int(k)
		}
	}
	for _, b := range []bool{false, true} {
		if id, ok := s.sig.Atom(dl.Compare{Feature: property, Op: dl.Equal, Value: dl.Bool(b)}); ok &&
			s.Atom(id).Test(uint(a)) {
			n++
		}
	}
	if r, ok := s.sig.RoleID(dl.Role{IRI: property}); ok {
		n += len(s.Successors(r, a))
	}
	return n
}

// Uncompared returns the features, in angle brackets, that may tell a and b apart but whose
// values no comparison uses: one of them has other texts in a language than the other, or a
// value of which only the presence counts.
func (s *Structure) Uncompared(a, b Individual) (features []string) {
	for f, iri := range s.sig.features {
		others := len(s.others[f].row(a)) + len(s.others[f].row(b))
		if others > 0 || !slices.Equal(s.TextRanks(FeatureID(f), a), s.TextRanks(FeatureID(f), b)) {
			features = append(features, "<"+iri+">")
		}
	}
	return features
}
