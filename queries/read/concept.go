package read

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

// mostCases limits how often a disjunction is taken apart.
const mostCases = 300

// concept returns the concept of the individuals n such that f. Its variables must form a tree with
// n as its root.
func (r *reader) concept(n node, f formula) dl.Concept {
	f = given(f, n, false)
	switch f := f.(type) {
	case disj:
		return r.alternatives(n, f)
	case negation:
		return dl.Not{C: r.concept(n, f.f)}
	}
	f, ok := r.unified(n, f)
	if !ok {
		return dl.Bottom{}
	}
	var parts []dl.Concept
	for _, part := range r.components(n, collapsed(given(f, n, false), n)) {
		if r.err != nil {
			return dl.Top{}
		}
		if c := r.component(n, part); c != (dl.Top{}) && !slices.Contains(parts, c) {
			parts = append(parts, c)
		}
	}
	return dl.Conj(slices.DeleteFunc(slices.Clone(parts),
		func(c dl.Concept) bool { return slices.ContainsFunc(parts, impliesSome(c)) })...)
}

// impliesSome returns whether a concept says that there are two or more of what c says there is one.
func impliesSome(c dl.Concept) func(dl.Concept) bool {
	return func(d dl.Concept) bool {
		switch c := c.(type) {
		case dl.Compare:
			many, is := d.(dl.Compare)
			return is && c.Op == dl.Present && many.Op == dl.Many && many.Feature == c.Feature
		case dl.Exists:
			many, is := d.(dl.AtLeast)
			return is && many.N > 0 && many.Role == c.Role && many.C == c.C
		}
		return false
	}
}

// alternatives returns the concept of a disjunction. (r ≐ s⁺), or r to itself, is (r ≐ s*).
func (r *reader) alternatives(n node, f disj) dl.Concept {
	var sides []dl.Concept
	for _, side := range f {
		c := r.concept(n, side)
		if c == (dl.Top{}) {
			return c
		}
		if c != (dl.Bottom{}) && !slices.Contains(sides, c) {
			sides = append(sides, c)
		}
	}
	for i, c := range sides {
		a, is := c.(dl.Agree)
		at := slices.Index(sides, dl.Concept(dl.Agree{R: a.R, S: dl.Itself}))
		if is && a.S.Closure == dl.Plus && at >= 0 {
			a.S.Closure = dl.Star
			sides[i] = a
			return dl.Disj(slices.Delete(sides, at, at+1)...)
		}
	}
	return dl.Disj(sides...)
}

// component returns the concept of a part whose variables hang together without n.
func (r *reader) component(n node, part conj) dl.Concept {
	var own, rest []formula // those that mention n, and the others
	for _, g := range part {
		if mentions(g, n) {
			own = append(own, g)
		} else {
			rest = append(rest, g)
		}
	}
	if len(part) == 1 {
		switch g := part[0].(type) {
		case disj, negation:
			return r.concept(n, g)
		case condition:
			return r.condition(g)
		case count:
			return r.number(n, g)
		}
	}
	if len(own) == 1 {
		if e, ok := own[0].(edge); ok {
			return r.successor(n, e, and(rest...))
		}
	}
	if c, ok := r.distributed(n, part); ok {
		return c
	}
	if c, ok := r.apartSuccessors(n, part); ok {
		return c
	}
	if c, ok := r.agreement(n, own, rest); ok {
		return c
	}
	if c, ok := r.less(own, rest); ok {
		return c
	}
	if c, ok := r.sibling(n, part); ok {
		return c
	}
	if len(own) == 0 {
		r.fail(part.at(), "a part about %s does not hang together with %s", nameOf(part), name(n))
		return dl.Top{}
	}
	for _, g := range own {
		if _, isEdge := g.(edge); !isEdge {
			r.fail(g.at(), "a part is about %s together; a concept is a tree, in which each part is about one of them",
				nameOf(g))
			return dl.Top{}
		}
	}
	for _, g := range own {
		if of, _, is := dl.ReifiedBy(g.(edge).property); is {
			r.fail(part.at(),
				"the annotated statement from %s needs the IRI or literal of its value: a concept is a tree, and a variable is "+
					"reached in two ways; "+
					"where any value will do, write << %[1]s %s [] ~ ?s >> and what is said of ?s", name(n), r.shorten(of))
			return dl.Top{}
		}
	}
	r.fail(part.at(), "there are two ways from %s to %s, but a concept is a tree", name(n), otherName(own, n))
	return dl.Top{}
}

// distributed takes the first disjunction of a part apart: (A or B) and C is A and C, or B and C.
func (r *reader) distributed(n node, part conj) (dl.Concept, bool) {
	at := slices.IndexFunc(part, func(g formula) bool { _, is := g.(disj); return is })
	if at < 0 {
		return nil, false
	}
	rest := slices.Delete(slices.Clone(part), at, at+1)
	cases := disj{}
	for _, side := range part[at].(disj) {
		if r.cases++; r.cases > mostCases {
			r.fail(side.at(), "the alternatives combine to more than %d cases", mostCases)
			return dl.Top{}, true
		}
		cases = append(cases, and(append([]formula{side}, rest...)...))
	}
	return r.concept(n, cases), true
}

// successor returns the concept of an edge at n, where rest is about its other end.
func (r *reader) successor(n node, e edge, rest formula) dl.Concept {
	to, inverse := e.to, e.from != n
	if inverse {
		to = e.from
	}
	if e.from == e.to && e.property != r.typing {
		return r.loop(e)
	}
	if e.property == r.typing && e.closure == 0 {
		return r.class(e, to, inverse, rest)
	}
	if e.property == dl.BottomRole {
		return dl.Bottom{}
	}
	role := r.role(e, inverse)
	if !isVar(to) {
		return r.fixed(e, role, to, rest)
	}
	rest = withoutImplied(e, to, rest)
	things, literals := r.ends(e, inverse, rest)
	switch {
	case isFalse(things) && isFalse(literals):
		return dl.Bottom{}
	case isTrue(things) && isTrue(literals):
		return r.present(e)
	case isFalse(literals):
		return exists(role, r.concept(to, things))
	case isTrue(literals), !about(literals, to) && !isFalse(things):
		if isFalse(things) {
			r.assume(e.pos, "all values of %s are literals", r.shorten(e.property))
			return dl.Has(e.property)
		}
		if known := r.valuesOf(e.property); known.Literals && repeats(literals) { // engines differ on such paths
			r.fail(e.pos, "a path goes on from the values of %s, some of which are literals: add FILTER(!isLiteral(…)) about %s",
				r.shorten(e.property), name(to))
		}
		r.assume(e.pos, "the values of %s are things, not literals", r.shorten(e.property))
		return exists(role, r.concept(to, things))
	}
	values := stepsTo(e, r.valueCondition(e, to, literals))
	if isFalse(things) {
		return values
	}
	return dl.Disj(exists(role, r.concept(to, things)), values)
}

// exists returns ∃r.C; everything is its own successor by a path of no step.
func exists(role dl.Role, c dl.Concept) dl.Concept {
	if role.Closure == dl.Star && c == (dl.Top{}) {
		return c
	}
	return dl.Exists{Role: role, C: c}
}

// withoutImplied leaves out what the edge to a node implies: an edge by the same property, or a path of no
// step, from something of which nothing else is said. So p/^p+ is p, also where the value is a literal.
func withoutImplied(e edge, to node, rest formula) formula {
	parts := conjuncts(rest)
	return and(slices.DeleteFunc(slices.Clone(parts), func(g formula) bool {
		f, is := g.(edge)
		if !is || f.from == f.to {
			return false
		}
		other, same := f.from, f.property == e.property && (f.to == to) == (e.to == to) && e.closure != sparql11.Star
		if other == to {
			other = f.to
		}
		lone := isVar(other) &&
			!slices.ContainsFunc(parts, func(h formula) bool { return h != formula(f) && mentions(h, other) })
		return lone && (f.from == to || f.to == to) && (same || f.closure == sparql11.Star)
	})...)
}

// repeats reports whether a formula has a path of several steps.
func repeats(f formula) (found bool) {
	for _, g := range conjuncts(f) {
		switch g := g.(type) {
		case edge:
			found = found || g.closure != 0
		case disj:
			found = found || slices.ContainsFunc(g, repeats)
		}
	}
	return found
}

// stepsTo returns the concept of a path whose last step leads to a value.
func stepsTo(e edge, value dl.Concept) dl.Concept {
	if e.closure == 0 || value == (dl.Bottom{}) {
		return value
	}
	return dl.Exists{Role: dl.Role{IRI: e.property, Closure: dl.Star}, C: value}
}

// loop returns the concept of an edge from a node to itself.
func (r *reader) loop(e edge) dl.Concept {
	if e.closure == sparql11.Star { // a path of no step
		return dl.Top{}
	}
	return dl.Agree{R: r.role(e, false), S: dl.Itself}
}

// ends returns what a formula says of the end of an edge that is a thing, and of one that is a
// literal, without the values that the property does not have.
func (r *reader) ends(e edge, inverse bool, rest formula) (things, literals formula) {
	if inverse {
		return given(rest, e.from, false), disj{}
	}
	things, literals = given(rest, e.to, false), r.literal(rest, e.to)
	for _, side := range alternativesOf(things) { // p/q?
		if one, ok := r.unified(e.to, side); ok && isTrue(one) {
			things = one
		}
	}
	if isFalse(literals) {
		return things, literals
	}
	known := r.valuesOf(e.property)
	if known.Known && !known.Things && !known.Sampled {
		things = disj{}
	}
	if known.Known && !known.Literals {
		r.sampled(e, known)
		literals = disj{}
	}
	return things, literals
}

// sampled notes that the values of a property were not all looked at.
func (r *reader) sampled(e edge, known Values) {
	if known.Sampled {
		r.assume(e.pos, "the values of %s are things, not literals", r.shorten(e.property))
	}
}

// about reports whether a formula has conditions on one node only.
func about(f formula, n node) bool {
	switch f := f.(type) {
	case conj:
		return !slices.ContainsFunc(f, func(g formula) bool { return !about(g, n) })
	case disj:
		return about(conj(f), n)
	case condition:
		return f.on == n
	}
	return false
}

// literal returns what is left of a formula if a node is a literal.
func (r *reader) literal(f formula, n node) formula {
	for {
		f = given(f, n, true)
		g, ok := r.unified(n, f)
		switch {
		case !ok:
			return disj{}
		case len(conjuncts(g)) == len(conjuncts(f)):
			return f
		}
		f = g
	}
}

// fixed returns the concept of an edge to an IRI or a literal.
func (r *reader) fixed(e edge, role dl.Role, to node, rest formula) dl.Concept {
	if to.Kind == sparql11.Literal {
		r.sameSpelling(e.pos, r.shorten(e.property), to)
		return stepsTo(e, r.valueCondition(e, to, condition{e.pos, to, test{kind: oneOf, terms: []node{to}}}))
	}
	o := dl.Nominal{IRI: to.Value}
	if c := r.concept(to, rest); c != (dl.Top{}) {
		return dl.Exists{Role: role, C: dl.And{L: o, R: c}}
	}
	return dl.Exists{Role: role, C: o}
}

// sameSpelling notes that a literal stands for the values that are equal to it.
func (r *reader) sameSpelling(at sparql11.Pos, of string, to node) {
	if v, err := dl.ParseLiteral(to.Value, to.Datatype); err == nil && to.Kind == sparql11.Literal &&
		v.Kind() != dl.String {
		r.assume(at, "values of %s that are equal to %s are written in the same way", of, to)
	}
}

// class returns the concept of a statement of class membership.
func (r *reader) class(e edge, to node, inverse bool, rest formula) dl.Concept {
	if inverse {
		r.fail(e.pos, "%s is used as a class here; a concept is about its members", name(e.to))
		return dl.Top{}
	}
	if !isVar(to) {
		if !isTrue(rest) {
			r.fail(rest.at(), "a part is about the class %s; a concept is about its members", name(to))
		}
		return r.named(e.pos, to.Value)
	}
	var classes []dl.Concept
	for _, g := range conjuncts(given(rest, to, false)) {
		switch g := g.(type) {
		case edge:
			if g.property == r.subclass && g.closure == sparql11.Star && g.from == to && g.to.Kind == sparql11.IRI {
				if r.o.NoClosure {
					r.assume(g.pos, "the members of the subclasses of %s are stated to be its members", r.shorten(g.to.Value))
				}
				classes = append(classes, dl.Name{IRI: g.to.Value})
				continue
			}
		case condition:
			if g.kind == oneOf {
				var any []dl.Concept
				for _, t := range g.terms {
					any = append(any, r.named(g.pos, t.Value))
				}
				classes = append(classes, dl.Disj(any...))
				continue
			}
		case disj:
			var any []dl.Concept
			for _, side := range g {
				any = append(any, r.class(e, to, false, side))
			}
			classes = append(classes, dl.Disj(any...))
			continue
		}
		r.fail(g.at(), "a part is about the class %s; a concept names its classes, or asks for subclasses with %s*",
			name(to), r.shorten(r.subclass))
		return dl.Top{}
	}
	switch {
	case len(classes) == 0:
		r.fail(e.pos, "%s is any class; a concept names its classes", name(to))
		return dl.Top{}
	case len(classes) > 1:
		r.fail(e.pos, "the class %s is in two classes; write a variable for each", name(to))
	}
	return classes[0]
}

// named returns a class by itself, without its subclasses.
func (r *reader) named(at sparql11.Pos, class string) dl.Concept {
	if has := r.o.HasSubclasses; has != nil && !r.o.NoClosure && has(class) {
		r.assume(at, "the members of the subclasses of %s are stated to be its members (otherwise write a path with %s*)",
			r.shorten(class), r.shorten(r.subclass))
	}
	return dl.Name{IRI: class}
}
