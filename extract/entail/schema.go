package entail

import (
	"cmp"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// The properties of axioms about properties. Axioms that one is symmetric or
// transitive are statements of rdf:type.
const (
	SubPropertyOf = "http://www.w3.org/2000/01/rdf-schema#subPropertyOf"
	Domain        = "http://www.w3.org/2000/01/rdf-schema#domain"
	Range         = "http://www.w3.org/2000/01/rdf-schema#range"
	InverseOf     = "http://www.w3.org/2002/07/owl#inverseOf"
	Type          = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	Symmetric     = "http://www.w3.org/2002/07/owl#SymmetricProperty"
	Transitive    = "http://www.w3.org/2002/07/owl#TransitiveProperty"
	Equivalent    = "http://www.w3.org/2002/07/owl#equivalentProperty"
)

// EquivalentClass is the property of an axiom about two classes. A Schema has none:
// the caller takes it for two axioms about superclasses.
const EquivalentClass = "http://www.w3.org/2002/07/owl#equivalentClass"

// Axiom is a statement about a property, in IRIs.
type Axiom struct{ Property, Predicate, Object string }

// Side is the place of an individual in a statement.
type Side uint8

// The sides. A literal can be the value of a property and of those above it, but
// not of the inverse of its inverse: so it makes a difference what the object is.
const (
	Subject Side = iota // and the object may be anything
	Linked              // it is the subject, and the object is no literal
	Object              // it is the object
)

// Occurrence says that an individual is on that side of a statement with the
// property.
type Occurrence struct {
	Property string
	Side     Side
}

// Schema tells which statement follows from which by axioms about properties: it
// is [RDFS] for one statement at a time, forwards and backwards. It does not
// change and is safe for concurrent use.
type Schema struct {
	up, down             map[dl.Role][]dl.Role // direct steps between roles
	upValues, downValues map[string][]string   // direct steps that a literal can take, too
	members              map[dl.Role][]string  // the classes of whatever has a successor by the role
	properties           []string
	transitive           []string
}

// NewSchema takes the axioms. What follows from them about axioms, where one is
// about rdf:type or the property of an axiom, it does not see: [RDFS] does.
func NewSchema(axioms []Axiom) *Schema {
	s := &Schema{
		up: map[dl.Role][]dl.Role{}, down: map[dl.Role][]dl.Role{}, upValues: map[string][]string{}, downValues: map[string][]string{},
		members: map[dl.Role][]string{},
	}
	properties, transitive := map[string]bool{}, map[string]bool{}
	for _, a := range slices.Clip(axioms) {
		if a.Predicate == Equivalent {
			axioms = append(axioms, Axiom{a.Property, SubPropertyOf, a.Object}, Axiom{a.Object, SubPropertyOf, a.Property})
		}
	}
	for _, a := range axioms {
		p, q := dl.Role{IRI: a.Property}, dl.Role{IRI: a.Object}
		properties[a.Property] = true
		switch {
		case a.Predicate == SubPropertyOf:
			s.step(p, q)
			s.upValues[p.IRI] = append(s.upValues[p.IRI], q.IRI)
			s.downValues[q.IRI] = append(s.downValues[q.IRI], p.IRI)
			properties[a.Object] = true
		case a.Predicate == InverseOf:
			s.step(p, q.Inv())
			s.step(q.Inv(), p)
			properties[a.Object] = true
		case a.Predicate == Type && a.Object == Symmetric:
			s.step(p, p.Inv())
		case a.Predicate == Type && a.Object == Transitive:
			transitive[a.Property] = true
		case a.Predicate == Domain:
			s.members[p] = append(s.members[p], a.Object)
		case a.Predicate == Range:
			s.members[p.Inv()] = append(s.members[p.Inv()], a.Object)
		}
	}
	s.properties = slices.Sorted(maps.Keys(properties))
	for _, p := range slices.Collect(maps.Keys(transitive)) {
		above := s.Above(dl.Role{IRI: p})
		for _, r := range s.Below(dl.Role{IRI: p}) { // what says the same is transitive, too
			transitive[r.IRI] = transitive[r.IRI] || slices.Contains(above, r)
		}
	}
	maps.DeleteFunc(transitive, func(_ string, is bool) bool { return !is })
	s.transitive = slices.Sorted(maps.Keys(transitive))
	return s
}

// step notes that p(a, b) implies q(a, b), and the same of the inverses.
func (s *Schema) step(p, q dl.Role) {
	for range 2 {
		s.up[p] = append(s.up[p], q)
		s.down[q] = append(s.down[q], p)
		p, q = p.Inv(), q.Inv()
	}
}

// reach returns start and everything that steps lead to. It is sorted except for
// start, which comes first.
func reach[T comparable](start T, steps map[T][]T, compare func(a, b T) int) []T {
	found := slices.DeleteFunc(Chain(start, steps), func(x T) bool { return x == start })
	slices.SortFunc(found, compare)
	return slices.Insert(found, 0, start)
}

func compareRoles(a, b dl.Role) int {
	switch c := cmp.Compare(a.IRI, b.IRI); {
	case c != 0:
		return c
	case a.Inverse == b.Inverse:
		return 0
	case b.Inverse:
		return -1
	}
	return 1
}

// Above are the roles whose statements follow from those of r: first r itself.
func (s *Schema) Above(r dl.Role) []dl.Role { return reach(r, s.up, compareRoles) }

// Below are the roles from whose statements those of r follow: first r itself.
func (s *Schema) Below(r dl.Role) []dl.Role { return reach(r, s.down, compareRoles) }

// AboveValues are the properties that have a literal which p has: first p itself.
func (s *Schema) AboveValues(p string) []string { return reach(p, s.upValues, cmp.Compare) }

// BelowValues are the properties whose literals p has: first p itself.
func (s *Schema) BelowValues(p string) []string { return reach(p, s.downValues, cmp.Compare) }

// Transitive are the transitive properties, sorted. They relate the ends of chains
// of steps, of which each is a statement of a role below.
func (s *Schema) Transitive() []string { return slices.Clone(s.transitive) }

// Properties are those that some axiom is about, sorted.
func (s *Schema) Properties() []string { return slices.Clone(s.properties) }

// Related are the properties that have to be known to know everything about
// these, and these themselves, sorted.
func (s *Schema) Related(properties []string) []string {
	all := map[string]bool{}
	for _, p := range properties {
		all[p] = true
		for _, r := range s.Below(dl.Role{IRI: p}) {
			all[r.IRI] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Classes are those that an individual is in because of the occurrence, without
// superclasses: the domains and ranges of what follows from it. Those of Subject
// are not repeated for Linked.
func (s *Schema) Classes(o Occurrence) []string {
	found := map[string]bool{}
	add := func(roles []dl.Role) {
		for _, r := range roles {
			for _, class := range s.members[r] {
				found[class] = true
			}
		}
	}
	values := func() (roles []dl.Role) {
		for _, p := range s.AboveValues(o.Property) {
			roles = append(roles, dl.Role{IRI: p})
		}
		return roles
	}
	switch o.Side {
	case Subject:
		add(values())
	case Linked:
		add(s.Above(dl.Role{IRI: o.Property}))
		for _, r := range values() {
			for _, class := range s.members[r] {
				delete(found, class)
			}
		}
	case Object:
		add(s.Above(dl.Role{IRI: o.Property, Inverse: true}))
	}
	return slices.Sorted(maps.Keys(found))
}

// Occurrences are those from which a class follows, sorted.
func (s *Schema) Occurrences() []Occurrence {
	var out []Occurrence
	for _, p := range s.properties {
		for _, side := range []Side{Subject, Linked, Object} {
			if o := (Occurrence{p, side}); len(s.Classes(o)) > 0 {
				out = append(out, o)
			}
		}
	}
	return out
}
