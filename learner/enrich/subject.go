package enrich

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// A subject is a class for which axioms are proposed.
type subject struct {
	*Ontology
	class   string
	members interp.Set // M
	context interp.Set // S
	others  interp.Set // S \ M; U \ M if that is empty
	genus   []string   // the superclasses whose common members are S; none if S is U
	hidden  []string
	eval    *interp.Evaluator
}

func (e *Ontology) newSubject(class string) *subject {
	c := &subject{Ontology: e, class: class, members: e.members(class), eval: interp.NewEvaluator(e.Problem.Structure)}
	c.hidden = e.h.relatedClasses(class)
	c.context = e.in.Clone()
	for _, super := range e.h.direct[class] {
		x := e.members(super)
		if x.Count() < e.in.Count() {
			c.genus = append(c.genus, super)
			c.context.InPlaceIntersection(x)
		}
	}
	if c.others = c.context.Difference(c.members); c.others.None() {
		c.context, c.genus = e.in.Clone(), nil
		c.others = c.context.Difference(c.members)
	}
	return c
}

// extension returns the extension of the concept within U.
func (c *subject) extension(d dl.Concept) (interp.Set, error) {
	x, err := c.eval.Extension(d)
	if err != nil {
		return nil, err
	}
	return x.Intersection(c.in), nil
}

// withEntailed returns the extension within U of a concept that is stated to have all members. They are
// thereby members of the classes that it requires, even where the data does not repeat that.
func (c *subject) withEntailed(stated dl.Concept) (interp.Set, error) {
	out := c.in.Clone()
	for _, part := range dl.Conjuncts(stated) {
		x, err := c.extension(part)
		if err != nil {
			return nil, err
		}
		if _, is := part.(dl.Name); is {
			x = x.Union(c.members)
		}
		out.InPlaceIntersection(x)
	}
	return out, nil
}

// sample takes at most n individuals of the set, evenly in the order of their IRIs.
func (c *subject) sample(x interp.Set, n int) interp.Set {
	count := int(x.Count())
	if count <= n {
		return x.Clone()
	}
	out := c.Problem.Structure.NewSet()
	for i, a := range interp.Members(x) {
		if (i+1)*n/count > i*n/count {
			out.Set(uint(a))
		}
	}
	return out
}
