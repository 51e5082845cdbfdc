package enrich

import (
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// disjointSiblings proposes that the class has no members in common with a sibling. It
// does so if they have none, although some would be expected if the memberships were
// independent. The first of two classes in order proposes the axiom. Pairs that follow
// from larger ones in the data are left out.
func (c *subject) disjointSiblings() (out []Candidate) {
	for _, other := range c.h.siblings(c.class) {
		if other < c.class || c.statesDisjoint(other) {
			continue
		}
		x := c.Ontology.members(other)
		expected := float64(c.members.Count()) * float64(x.Count()) / float64(c.context.Count())
		if x.Count() < uint(c.o.MinMembers) || expected < fewestExpected || c.members.IntersectionCardinality(x) > 0 ||
			c.followsDisjoint(other) || c.inUnionWith(other) {
			continue
		}
		both := c.members.Union(x)
		axiom := dl.Axiom{Kind: dl.DisjointClasses, Subject: c.class, Concept: dl.Name{IRI: other}}
		d := c.newCandidate(axiom, both, both)
		d.Others = int(x.Count())
		out = append(out, d)
	}
	return out
}

// followsDisjoint reports whether superclasses of the two that are siblings have no
// members in common either.
func (c *subject) followsDisjoint(other string) bool {
	theirs := c.superclassesOf(other)
	for _, a := range c.superclassesOf(c.class) {
		siblings := c.h.siblings(a)
		for _, b := range theirs {
			if (a != c.class || b != other) && slices.Contains(siblings, b) &&
				c.Ontology.members(a).IntersectionCardinality(c.Ontology.members(b)) == 0 {
				return true
			}
		}
	}
	return false
}

// superclassesOf returns the classes that have all members of the class. Of classes with
// the same members it returns only those up to the class in order.
func (e *Ontology) superclassesOf(class string) (out []string) {
	x := e.members(class)
	for name := range e.names {
		if y := e.members(name); y.IsSuperSet(x) && (y.Count() > x.Count() || name <= class) {
			out = append(out, name)
		}
	}
	return out
}

// statesDisjoint reports whether the ontology states that the classes, or superclasses of
// them, are disjoint.
func (c *subject) statesDisjoint(other string) bool {
	theirs := c.h.withSuperclasses(other)
	for _, a := range c.h.withSuperclasses(c.class) {
		for _, b := range theirs {
			if c.states(dl.Axiom{Kind: dl.DisjointClasses, Subject: a, Concept: dl.Name{IRI: b}}) ||
				c.states(dl.Axiom{Kind: dl.DisjointClasses, Subject: b, Concept: dl.Name{IRI: a}}) {
				return true
			}
		}
	}
	return false
}

// disjointUnion proposes that the class is the disjoint union of its direct subclasses, if
// each of its members is in one of them and each of them has enough members. A subclass without
// members must not be left out: if it is disjoint with the others, nothing could be in it.
func (c *subject) disjointUnion() []Candidate {
	parts := c.partsOf(c.class)
	if parts == nil {
		return nil
	}
	a := dl.Axiom{Kind: dl.DisjointUnion, Subject: c.class, Concept: dl.Disj(parts...)}
	if slices.ContainsFunc(c.stated[c.class], func(x dl.Axiom) bool { return x.Kind == a.Kind }) {
		return nil
	}
	return []Candidate{c.newCandidate(a, c.members, c.members)}
}

// partsOf returns the direct subclasses of the class if it is their disjoint union in the
// data, else nil.
func (e *Ontology) partsOf(class string) (parts []dl.Concept) {
	covered := e.Problem.Structure.NewSet()
	for _, part := range slices.Sorted(maps.Keys(e.h.down[class])) {
		if !slices.Contains(e.h.direct[part], class) {
			continue
		}
		x := e.members(part)
		if x.Count() < uint(e.o.MinMembers) || covered.IntersectionCardinality(x) > 0 {
			return nil
		}
		covered.InPlaceUnion(x)
		parts = append(parts, dl.Name{IRI: part})
	}
	if len(parts) < 2 || !covered.Equal(e.members(class)) {
		return nil
	}
	return parts
}

// inUnionWith reports whether the class and its sibling are parts of a disjoint union.
func (c *subject) inUnionWith(other string) bool {
	return slices.ContainsFunc(c.h.direct[c.class], func(super string) bool {
		return slices.Contains(c.h.direct[other], super) && c.partsOf(super) != nil
	})
}
