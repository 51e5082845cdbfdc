package enrich

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// disjoint proposes that siblings have no members in common. They have none, and
// if membership in one said nothing about the other, some were to be expected. Of
// each pair the class that comes first proposes it. Pairs that follow from larger
// ones in the data are left out.
func (c *subject) disjoint() (out []Candidate) {
	for _, other := range c.h.siblings(c.class) {
		if other < c.class || c.statesDisjoint(other) {
			continue
		}
		x := c.Ontology.members(other)
		expected := float64(c.members.Count()) * float64(x.Count()) / float64(c.context.Count())
		if x.Count() < uint(c.o.MinMembers) || expected < fewestExpected || c.members.IntersectionCardinality(x) > 0 || c.followsDisjoint(other) {
			continue
		}
		both := c.members.Union(x)
		out = append(out, c.holding(dl.Axiom{Kind: dl.DisjointClasses, Subject: c.class, Concept: dl.Name{IRI: other}}, both, both))
	}
	return out
}

// followsDisjoint reports whether larger siblings around the two have no members in
// common either.
func (c *subject) followsDisjoint(other string) bool {
	theirs := c.superclassesOf(other)
	for _, a := range c.superclassesOf(c.class) {
		siblings := c.h.siblings(a)
		for _, b := range theirs {
			if (a != c.class || b != other) && slices.Contains(siblings, b) && c.Ontology.members(a).IntersectionCardinality(c.Ontology.members(b)) == 0 {
				return true
			}
		}
	}
	return false
}

// superclassesOf are the classes that have all members of the class; of classes with the
// same members, only those up to it in order.
func (e *Ontology) superclassesOf(class string) (out []string) {
	x := e.members(class)
	for name := range e.names {
		if y := e.members(name); y.IsSuperSet(x) && (y.Count() > x.Count() || name <= class) {
			out = append(out, name)
		}
	}
	return out
}

// statesDisjoint reports whether the ontology says that the classes, or classes
// above them, are disjoint.
func (c *subject) statesDisjoint(other string) bool {
	theirs := c.h.above(other)
	for _, a := range c.h.above(c.class) {
		for _, b := range theirs {
			if c.states(dl.Axiom{Kind: dl.DisjointClasses, Subject: a, Concept: dl.Name{IRI: b}}) || c.states(dl.Axiom{Kind: dl.DisjointClasses, Subject: b, Concept: dl.Name{IRI: a}}) {
				return true
			}
		}
	}
	return false
}
