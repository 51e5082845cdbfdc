package enrich

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner/dl"
)

// Class proposes axioms for a class. If the context ends, Class returns what it has
// found, with the error of the context.
func (e *Ontology) Class(ctx context.Context, class string) (Result, error) {
	start := time.Now()
	c := e.newSubject(class)
	r := Result{Subject: class, Members: int(c.members.Count())}
	if e.OfClasses {
		return r, c.ofClasses(ctx, &r)
	}
	if r.Members < e.o.MinMembers {
		r.Note = "too few members"
		return r, nil
	}
	var err error
	if err = c.checkStated(&r); err != nil {
		return r, err
	}
	if twin := c.sameSubclass(); twin != "" {
		r.Note = "all members are members of its subclass <" + twin + ">: the data says the same of both"
		return r, nil
	}
	if c.others.None() {
		r.Note = "every individual that has a class is a member: there are no others to compare with"
	} else {
		if r.Candidates, err = c.conditions(ctx); err != nil {
			return r, err
		}
		d, why, err := c.definition(ctx)
		if err != nil {
			return r, err
		}
		if r.Note = why; d != nil {
			if d.Confidence == 1 { // the definition says the same
				r.Candidates = slices.DeleteFunc(r.Candidates, func(x Candidate) bool { return x.Concept == d.Concept })
			}
			r.Candidates = slices.Insert(r.Candidates, 0, *d)
			r.Candidates = append(r.Candidates, c.sufficient(*d)...)
		}
	}
	r.Candidates = append(r.Candidates, c.disjointSiblings()...)
	r.Candidates = append(r.Candidates, c.disjointUnion()...)
	r.Elapsed = time.Since(start)
	return r, ctx.Err()
}

// sameSubclass returns a subclass with the same members; "" if there is none. Of equivalent
// classes it returns none.
func (c *subject) sameSubclass() string {
	for _, class := range slices.Sorted(maps.Keys(c.h.down[c.class])) {
		if !c.h.down[class][c.class] && c.Ontology.members(class).Equal(c.members) {
			return class
		}
	}
	return ""
}

// checkStated adds the stated axioms about the class: those that the data contradicts, and those that it fits.
func (c *subject) checkStated(r *Result) error {
	for _, a := range c.stated[c.class] {
		var found Candidate
		var err error
		switch a.Kind {
		case dl.EquivalentClasses:
			found, err = c.statedDefinition(a.Concept)
		case dl.DisjointUnion:
			found, err = c.define(a.Concept, false)
		case dl.SubClassOf:
			if x, err := c.withEntailed(a.Concept); err != nil {
				return err
			} else {
				found = c.newCandidate(a, c.members, x)
			}
		case dl.DisjointClasses:
			if x, err := c.extension(a.Concept); err != nil {
				return err
			} else {
				found = c.newCandidate(a, c.members.Union(x), c.in.Difference(c.members.Intersection(x)))
				found.Others = int(x.Count())
			}
		default:
			continue
		}
		if err != nil {
			return err
		}
		found.Axiom = a
		r.addStated(found)
	}
	return nil
}
