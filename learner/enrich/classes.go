package enrich

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Classes as individuals: the members of a class are the classes below it, and the evidence is counted
// in classes. A definition is a genus and a differentia, C ≡ S₁ ⊓ … ⊓ ∃r.D …: the nearest
// superclasses, and conditions that all classes below C share, chosen greedily against those below its
// siblings. No definition has restrictions only.

const (
	mostDifferentiae = 3
	fewestSiblings   = 4   // of a class that lacks what they have
	fewestDifferent  = 0.1 // the least share of the other classes that have other values of a role
	mostOfSiblings   = 0.8 // the least share of them that have it
)

// The grounds of a proposal about classes.
const (
	BySiblings = "siblings" // the class lacks what its siblings have
	ByBelow    = "below"    // the classes below share it
	ByPattern  = "pattern"  // classes with such a name or textual definition are so defined
)

// shared is a condition with the classes that meet it.
type shared struct {
	c dl.Concept
	x interp.Set
}

// ofClasses proposes axioms for a class from the classes below it.
func (c *subject) ofClasses(ctx context.Context, r *Result) error {
	start := time.Now()
	self, ok := c.Problem.Structure.Lookup(c.class)
	if !ok {
		return nil
	}
	below := c.members.Clone()
	below.Clear(uint(self))
	others := c.beside(c.others)
	if err := c.statedDefinitions(r); err != nil || r.Members < c.o.MinMembers {
		return err
	}
	conditions, err := c.sharedConditions(interp.Members(below), 1)
	if err != nil {
		return err
	}
	if !c.isDefined(c.class) {
		c.proposeDefinition(r, below, conditions)
	}
	for _, k := range conditions {
		isDefined := slices.ContainsFunc(r.Candidates, func(d Candidate) bool { // the definition says it, too
			return d.Kind == dl.EquivalentClasses && d.Confidence == 1 && slices.Contains(dl.Conjuncts(d.Concept), k.c)
		})
		if isDefined || k.x.Test(uint(self)) || len(c.h.children[c.class]) < 2 || c.isExcluded(c.class, k.c) {
			continue
		}
		one := c.newCandidate(dl.Axiom{Kind: dl.SubClassOf, Subject: c.class, Concept: k.c}, below, k.x)
		one.By, one.Met, one.Others = ByBelow, int(others.IntersectionCardinality(k.x)), int(others.Count())
		if one.Elsewhere = share(one.Met, one.Others); one.Elsewhere <= mostElsewhere {
			r.Candidates = append(r.Candidates, one)
		}
	}
	if err := c.outliers(r, others); err != nil {
		return err
	}
	r.Elapsed = time.Since(start)
	return ctx.Err()
}

// isDefined reports whether the ontology defines the class.
func (e *Ontology) isDefined(class string) bool {
	return slices.ContainsFunc(e.stated[class], func(a dl.Axiom) bool {
		_, isName := a.Concept.(dl.Name)
		return a.Kind == dl.EquivalentClasses && !isName
	})
}

// conditionKey is the class id itself or, with a role, ∃r of it.
type conditionKey struct {
	r  int // a role, or -1
	id interp.ConceptID
}

// countConditions returns how many of the classes meet each condition.
func (c *subject) countConditions(of []interp.Individual) map[conditionKey]int {
	s := c.Problem.Structure
	count := map[conditionKey]int{}
	for _, a := range of {
		seen := map[conditionKey]bool{}
		for _, id := range c.classesOf[a] {
			seen[conditionKey{-1, id}] = true
		}
		for _, r := range s.RolesOf(a) {
			if s.Signature().Role(r).Inverse {
				continue
			}
			for _, b := range s.Successors(r, a) {
				for _, id := range c.classesOf[b] {
					seen[conditionKey{int(r), id}] = true
				}
			}
		}
		for k := range seen {
			count[k]++
		}
	}
	return count
}

// sharedConditions returns the conditions that at least that part of the classes meet, without those that
// follow from others of them or hold for the subject's superclasses.
func (c *subject) sharedConditions(of []interp.Individual, part float64) (out []shared, err error) {
	s := c.Problem.Structure
	count := c.countConditions(of)
	atoms := s.Signature().Atoms()
	name := func(k conditionKey) string { n, _ := atoms[k.id].(dl.Name); return n.IRI }
	var keys []conditionKey
	for k, n := range count {
		iri := name(k)
		if float64(n) < part*float64(len(of)) || iri == "" ||
			k.r < 0 && (iri == c.class || c.h.up[c.class][iri] || c.h.down[c.class][iri]) {
			continue
		}
		keys = append(keys, k)
	}
	keys = slices.DeleteFunc(slices.Clone(keys), func(k conditionKey) bool {
		return slices.ContainsFunc(keys, func(n conditionKey) bool {
			return n.r == k.r && n.id != k.id && count[n] == count[k] && c.h.up[name(n)][name(k)] && !c.h.up[name(k)][name(n)]
		})
	})
	pairs := func(r int) int { // of equal conditions, the one with the narrowest property is kept
		if r < 0 {
			return 0
		}
		return len(s.Sources(interp.RoleID(r)))
	}
	slices.SortFunc(keys, func(a, b conditionKey) int {
		return cmp.Or(cmp.Compare(pairs(a.r), pairs(b.r)), cmp.Compare(a.r, b.r), cmp.Compare(a.id, b.id))
	})
	for _, k := range keys {
		d := atoms[k.id]
		if k.r >= 0 {
			d = dl.Exists{Role: s.Signature().Role(interp.RoleID(k.r)), C: d}
		}
		x, err := c.extension(d)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(out, func(k shared) bool { return k.x.Equal(x) }) { // such as a superproperty
			out = append(out, shared{d, x})
		}
	}
	return out, nil
}

// beside returns the classes of the set without the superclasses of the subject.
func (c *subject) beside(x interp.Set) interp.Set {
	x = x.Clone()
	for super := range c.h.up[c.class] {
		if a, ok := c.Problem.Structure.Lookup(super); ok {
			x.Clear(uint(a))
		}
	}
	return x
}

// proposeDefinition proposes the best definition: by one of the nearest superclasses or, if that is not
// exact, by all of them.
func (c *subject) proposeDefinition(r *Result, below interp.Set, conditions []shared) {
	var best *Candidate
	genera := [][]string{}
	for _, super := range c.h.direct[c.class] {
		genera = append(genera, []string{super})
	}
	if len(genera) > 1 {
		genera = append(genera, c.h.direct[c.class])
	}
	for _, genus := range genera {
		if d := c.differentiae(genus, below, conditions); d != nil && (best == nil || d.Confidence > best.Confidence) {
			best = d
		}
	}
	if best != nil && best.Confidence >= c.o.Confidence {
		r.Candidates = append(r.Candidates, *best)
	}
}

// differentiae returns the definition by the superclasses and the fewest of the conditions that tell the
// classes below from the others; nil if there are too few others, or no condition excludes any.
func (c *subject) differentiae(genus []string, below interp.Set, conditions []shared) *Candidate {
	left := c.in.Difference(c.members)
	var parts []dl.Concept
	for _, super := range genus {
		parts = append(parts, dl.Name{IRI: super})
		left.InPlaceIntersection(c.Ontology.members(super))
	}
	left = c.beside(left)
	others, besides := int(left.Count()), left.Clone()
	if others < c.o.MinMembers {
		return nil
	}
	conditions = slices.DeleteFunc(slices.Clone(conditions), func(k shared) bool { return !c.isTelling(k, below, left) })
	for range mostDifferentiae {
		var best shared
		fewest := left.Count()
		for _, k := range conditions {
			if n := left.IntersectionCardinality(k.x); n < fewest {
				best, fewest = k, n
			}
		}
		if best.x == nil {
			break
		}
		parts = append(parts, best.c)
		left.InPlaceIntersection(best.x)
	}
	if !slices.ContainsFunc(parts, func(d dl.Concept) bool { _, is := d.(dl.Exists); return is }) {
		return nil // classes alone are no differentia
	}
	d := Candidate{Axiom: dl.Axiom{Kind: dl.EquivalentClasses, Subject: c.class, Concept: dl.Conj(parts...)}, By: ByBelow}
	d.Support, d.Of = int(below.Count()), int(below.Count())
	d.Supporting, d.Excluded = c.firstIRIs(below), c.firstIRIs(besides.Difference(left))
	d.Extra, d.Extras, d.ExtraClasses, d.Others = int(left.Count()), c.firstIRIs(left), c.classLists(left), others
	d.Confidence = interp.Confusion{TP: d.Support, FP: d.Extra}.F1()
	d.Size = dl.Size(d.Concept)
	return &d
}

// isTelling reports whether it is informative that no other class meets the condition. It is if
//
//   - the condition tells classes apart elsewhere,
//   - some other class has a different value of the role,
//   - several classes below state the condition, or do not have it from the class or from each other, or
//   - the class is the domain of the role.
//
// Otherwise the axioms say nothing about this role of other classes, and the classes below only inherit it.
func (c *subject) isTelling(k shared, below, others interp.Set) bool {
	e, is := k.c.(dl.Exists)
	if !is || k.x.Difference(c.members).Any() {
		return true
	}
	s := c.Problem.Structure
	r, _ := s.Signature().RoleID(e.Role)
	different := 0
	for _, a := range s.Sources(r) {
		if others.Test(uint(a)) && !k.x.Test(uint(a)) {
			different++
		}
	}
	if float64(different) >= fewestDifferent*float64(others.Count()) {
		return true
	}
	of := dl.Axiom{Kind: dl.PropertyDomain, Subject: e.Role.IRI, Concept: dl.Name{IRI: c.class}}
	own := 0
	for _, a := range interp.Members(below) {
		inherits := func(super string) bool {
			b, ok := s.Lookup(super)
			return ok && c.members.Test(uint(b)) && k.x.Test(uint(b))
		}
		states := func(x dl.Axiom) bool {
			return x.Concept != nil && x.Kind != dl.Sufficient && slices.Contains(dl.Conjuncts(x.Concept), k.c)
		}
		if iri := s.IRI(a); slices.ContainsFunc(c.stated[iri], states) || !slices.ContainsFunc(c.h.direct[iri], inherits) {
			own++
		}
	}
	return own > 1 || c.states(of)
}

// outliers proposes for the children what nearly all of their siblings have. A child with another value of
// the same role is different, and lacks nothing. A defined class is nothing that a child lacks: who has what
// defines it is in it.
func (c *subject) outliers(r *Result, others interp.Set) error {
	s := c.Problem.Structure
	var children []interp.Individual
	set := s.NewSet()
	for _, child := range c.h.children[c.class] {
		if a, ok := s.Lookup(child); ok {
			children = append(children, a)
			set.Set(uint(a))
		}
	}
	if len(children) <= fewestSiblings {
		return nil
	}
	conditions, err := c.sharedConditions(children, mostOfSiblings)
	if err != nil {
		return err
	}
	for _, k := range conditions {
		if name, is := k.c.(dl.Name); is && c.isDefined(name.IRI) {
			continue
		}
		have := int(set.IntersectionCardinality(k.x))
		lacking := interp.Members(set.Difference(k.x))
		if len(lacking) == 0 || len(lacking) > max(1, len(children)/10) ||
			share(int(others.IntersectionCardinality(k.x)), int(others.Count())) > mostElsewhere {
			continue
		}
		for _, a := range lacking {
			if e, is := k.c.(dl.Exists); is {
				if id, ok := s.Signature().RoleID(e.Role); ok && len(s.Successors(id, a)) > 0 {
					continue
				}
			}
			if c.isExcluded(s.IRI(a), k.c) {
				continue
			}
			r.Candidates = append(r.Candidates, Candidate{
				Axiom:      dl.Axiom{Kind: dl.SubClassOf, Subject: s.IRI(a), Concept: k.c},
				By:         BySiblings,
				Supporting: c.firstIRIs(set.Intersection(k.x)),
				Support:    have,
				Of:         len(children) - 1,
				Confidence: share(have, len(children)-1),
				Size:       dl.Size(k.c),
			})
		}
	}
	return nil
}

// statedDefinitions notes that the classes below meet the stated definitions of the class.
func (c *subject) statedDefinitions(r *Result) error {
	for _, a := range c.stated[c.class] {
		if _, isName := a.Concept.(dl.Name); a.Kind != dl.EquivalentClasses || isName || !isPositive(a.Concept) {
			continue
		}
		x, err := c.extension(a.Concept)
		if err != nil {
			return nil // genus cannot evaluate it
		}
		if x.Difference(c.members).None() { // else what follows is not read
			one := c.newCandidate(a, c.members, c.members) // the axiom itself says that they meet it
			one.By, one.Others = ByBelow, int(c.in.Count())-one.Of
			r.addStated(one)
		}
	}
	return nil
}

// isPositive reports whether axioms entail the concept wherever it holds for a class: it counts nothing and
// denies nothing.
func isPositive(d dl.Concept) bool {
	positive := true
	dl.Walk(d, func(d dl.Concept) bool {
		switch d := d.(type) {
		case dl.Top, dl.Name, dl.Nominal, dl.And, dl.Or:
		case dl.Exists:
			positive = positive && !d.Role.Inverse && d.Role.Closure == dl.NoClosure
		default:
			positive = false
		}
		return positive
	})
	return positive
}

// isExcluded reports whether the ontology states that the class and the other one are disjoint.
func (c *subject) isExcluded(class string, d dl.Concept) bool {
	n, is := d.(dl.Name)
	if !is {
		return false
	}
	theirs := c.h.withSuperclasses(n.IRI)
	for _, a := range c.h.withSuperclasses(class) {
		for _, b := range theirs {
			if c.disjoint[[2]string{a, b}] || c.disjoint[[2]string{b, a}] {
				return true
			}
		}
	}
	return false
}
