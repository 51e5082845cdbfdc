package entail

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// The vocabulary of axioms about properties. That a property is symmetric or transitive is
// a statement with rdf:type.
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

// EquivalentClass is the predicate of an axiom about two classes. A Schema does not use it:
// the caller must treat it as two axioms about superclasses.
const EquivalentClass = "http://www.w3.org/2002/07/owl#equivalentClass"

// An Axiom is a statement about a property, in IRIs.
type Axiom struct{ Property, Predicate, Object string }

// A Side is the position of an individual in a statement.
type Side uint8

// The sides. They distinguish literals from other objects, because a literal is also a
// value of the properties above, but not of the inverse of an inverse.
const (
	Subject Side = iota // and the object may be anything
	Linked              // it is the subject, and the object is not a literal
	Object              // it is the object
)

// An Occurrence tells that an individual is on a side of a statement with the property.
type Occurrence struct {
	Property string
	Side     Side
}

// A Schema tells which statements follow from a statement by axioms about properties, and
// from which statements it follows. It gives the same results as [RDFS]. It does not change
// and is safe for concurrent use.
type Schema struct {
	up, down             map[dl.Role][]dl.Role // the roles directly above and below
	upValues, downValues map[string][]string   // the same for values that are literals
	members              map[dl.Role][]string  // the classes of individuals that have a successor by the role
	properties           []string
	transitive           []string
}

// NewSchema returns the schema of the axioms. Unlike [RDFS] it does not derive axioms from
// axioms about rdf:type or about the predicates of axioms.
func NewSchema(axioms []Axiom) *Schema {
	s := &Schema{
		up: map[dl.Role][]dl.Role{}, down: map[dl.Role][]dl.Role{}, upValues: map[string][]string{},
		downValues: map[string][]string{},
		members:    map[dl.Role][]string{},
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
		for _, r := range s.Below(dl.Role{IRI: p}) { // equivalent properties are transitive, too
			transitive[r.IRI] = transitive[r.IRI] || slices.Contains(above, r)
		}
	}
	maps.DeleteFunc(transitive, func(_ string, is bool) bool { return !is })
	s.transitive = slices.Sorted(maps.Keys(transitive))
	return s
}

// step adds that p(a, b) implies q(a, b), and the same for the inverses.
func (s *Schema) step(p, q dl.Role) {
	for range 2 {
		s.up[p] = append(s.up[p], q)
		s.down[q] = append(s.down[q], p)
		p, q = p.Inv(), q.Inv()
	}
}

func reach[T comparable](start T, steps map[T][]T, compare func(a, b T) int) []T {
	found := slices.DeleteFunc(Chain(start, steps), func(x T) bool { return x == start })
	slices.SortFunc(found, compare)
	return slices.Insert(found, 0, start)
}

// Above returns r, followed by the roles whose statements follow from those of r, sorted.
func (s *Schema) Above(r dl.Role) []dl.Role { return reach(r, s.up, dl.Role.Compare) }

// Below returns r, followed by the roles from whose statements those of r follow, sorted.
func (s *Schema) Below(r dl.Role) []dl.Role { return reach(r, s.down, dl.Role.Compare) }

// AboveValues returns p, followed by the properties that have every literal of p, sorted.
func (s *Schema) AboveValues(p string) []string { return reach(p, s.upValues, cmp.Compare) }

// BelowValues returns p, followed by the properties whose literals p has, sorted.
func (s *Schema) BelowValues(p string) []string { return reach(p, s.downValues, cmp.Compare) }

// Transitive returns the transitive properties, sorted. A transitive property relates the
// ends of a chain of steps, each of which is a statement of a role below it.
func (s *Schema) Transitive() []string { return slices.Clone(s.transitive) }

// Properties returns the properties of the axioms, sorted.
func (s *Schema) Properties() []string { return slices.Clone(s.properties) }

// Related returns the properties whose statements determine those of the given properties,
// including these, sorted.
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

// Classes returns the classes of an individual that follow from the occurrence by domains
// and ranges, sorted, without superclasses. The result for Linked does not repeat that for
// Subject.
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

// Occurrences returns the occurrences from which a class follows, sorted.
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

// RDFS returns the triples that follow from the given ones and are not among them, in the
// order in which they are found. It uses triples with an anonymous property, but does not
// return them, because RDF cannot state them. It does not return members of superclasses,
// nor axioms that follow from axioms of the same kind, such as a subproperty of a
// subproperty.
func RDFS(ctx context.Context, given []rdf.Triple) ([]rdf.Triple, error) {
	e := &engine{triples: newTriples(given, false), rdfs: true}
	return e.entailed(ctx)
}

// Chain returns everything that one step or more reach from a, the nearest first. It
// contains a only if there is a cycle.
func Chain[T comparable](a T, next map[T][]T) []T {
	var found []T
	seen := map[T]bool{}
	for i, at := -1, a; ; at = found[i] {
		for _, b := range next[at] {
			if !seen[b] {
				seen[b] = true
				found = append(found, b)
			}
		}
		if i++; i == len(found) {
			return found
		}
	}
}
