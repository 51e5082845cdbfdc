package interp

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Individual is an individual of a structure, counted from 0.
type Individual uint32

// ConceptID is an atomic concept of a signature, counted from 0.
type ConceptID uint32

// RoleID is a role or inverse role of a signature: twice the number of the
// role name or closure, plus 1 if the role is inverse.
type RoleID uint32

// FeatureID is a feature of a signature, counted from 0.
type FeatureID uint32

// Inv returns the inverse role.
func (r RoleID) Inv() RoleID { return r ^ 1 }

// Signature is the vocabulary of a structure: its atomic concepts (names,
// boolean comparisons, and what [Structure.WithAtoms] adds), role names and
// features, each sorted, and the closures of [Structure.WithClosures].
type Signature struct {
	atoms    []dl.Concept
	roles    []string
	closures []dl.Role // numbered after the role names, sorted, not inverse
	features []string
	atomID   map[dl.Concept]ConceptID
}

// Atoms returns the atomic concepts, indexed by ConceptID: [dl.Name], [dl.Compare] for
// boolean features, and what WithAtoms adds. The caller must not change the slice.
func (s *Signature) Atoms() []dl.Concept { return s.atoms }

// Atom returns the identifier of an atomic concept.
func (s *Signature) Atom(c dl.Concept) (ConceptID, bool) {
	id, ok := s.atomID[c]
	return id, ok
}

// Symbols returns the numbers of symbols to choose from: classes, roles in both directions, and
// features, those with truth values or strings among them.
func (s *Signature) Symbols() (classes, roles, features int) {
	named := map[string]bool{}
	for _, f := range s.features {
		named[f] = true
	}
	for _, c := range s.atoms {
		if _, isClass := c.(dl.Name); isClass {
			classes++
		}
		for _, f := range dl.Features(c) {
			named[f] = true
		}
	}
	return classes, s.NumRoles(), len(named)
}

// NumRoles returns the number of role identifiers, twice the number of role names and
// closures.
func (s *Signature) NumRoles() int { return 2 * (len(s.roles) + len(s.closures)) }

// Role returns the role with that identifier.
func (s *Signature) Role(r RoleID) dl.Role {
	if i := int(r>>1) - len(s.roles); i >= 0 {
		role := s.closures[i]
		role.Inverse = r&1 == 1
		return role
	}
	return dl.Role{IRI: s.roles[r>>1], Inverse: r&1 == 1}
}

// RoleID returns the identifier of a role.
func (s *Signature) RoleID(r dl.Role) (RoleID, bool) {
	i, ok := slices.BinarySearch(s.roles, r.IRI)
	if r.Closure != dl.NoClosure {
		i, ok = slices.BinarySearchFunc(s.closures, dl.Role{IRI: r.IRI, Closure: r.Closure}, dl.Role.Compare)
		i += len(s.roles)
	}
	id := RoleID(2 * i)
	if r.Inverse {
		id = id.Inv()
	}
	return id, ok
}

// Features returns the features, indexed by FeatureID. The caller must not change
// the slice.
func (s *Signature) Features() []string { return s.features }

// FeatureID returns the identifier of a feature.
func (s *Signature) FeatureID(f string) (FeatureID, bool) {
	i, ok := slices.BinarySearch(s.features, f)
	return FeatureID(i), ok
}

// compareAtoms orders atoms: names first, then boolean comparisons, strings, nominals,
// agreements and the other derived symbols, each by IRI.
func compareAtoms(c, d dl.Concept) int {
	key := func(c dl.Concept) [3]string {
		switch c := c.(type) {
		case dl.Name:
			return [3]string{"0", c.IRI, ""}
		case dl.Compare:
			switch {
			case c.Value.Kind() == dl.Boolean:
				return [3]string{"1", c.Feature, c.Value.Lexical()}
			case c.Op == dl.Equal:
				return [3]string{"2", c.Feature, c.Value.Lexical()}
			}
			return [3]string{"5" + string(rune('a'+c.Op)), c.Feature, c.Value.Lexical()}
		case dl.Nominal:
			return [3]string{"3", c.IRI, ""}
		case dl.Agree:
			return [3]string{"4", "", ""}
		case dl.Less:
			return [3]string{"6", c.F, c.G}
		}
		return [3]string{"7", "", ""} // not an atom
	}
	x, y := key(c), key(d)
	if n := slices.Compare(x[:], y[:]); n != 0 {
		return n
	}
	a, _ := c.(dl.Agree)
	b, _ := d.(dl.Agree)
	return cmp.Or(a.R.Compare(b.R), a.S.Compare(b.S))
}
