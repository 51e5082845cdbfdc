package read

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

// condition returns the concept of a condition on an individual.
func (r *reader) condition(c condition) dl.Concept {
	var any []dl.Concept
	switch c.kind {
	case oneOf, noneOf:
		for _, t := range c.terms {
			if isVar(c.on) {
				any = append(any, dl.Nominal{IRI: t.Value})
			} else if t == c.on {
				any = append(any, dl.Top{})
			}
		}
		one := dl.Disj(any...)
		if c.kind == noneOf && len(any) == 1 {
			return dl.Not{C: one}
		}
		if c.kind == noneOf {
			for i, o := range any {
				any[i] = dl.Not{C: o}
			}
			return dl.Conj(any...)
		}
		return one
	}
	r.fail(c.pos, "isBlank: concepts do not tell IRIs from blank nodes")
	return dl.Top{}
}

// agreement returns (r ≐ s), if all that is said is that a value of r is a value of s.
func (r *reader) agreement(n node, own, rest []formula) (dl.Concept, bool) {
	if len(own) != 2 {
		return nil, false
	}
	var roles []dl.Role
	var ends []node
	for _, g := range own {
		e, ok := g.(edge)
		if !ok || e.property == r.typing || e.from == e.to {
			return nil, false
		}
		end := e.to
		if e.from != n {
			end = e.from
		}
		roles, ends = append(roles, r.role(e, e.from != n)), append(ends, end)
	}
	if ends[0] != ends[1] || !isVar(ends[0]) || !isTrue(given(and(rest...), ends[0], false)) {
		return nil, false
	}
	if !isFalse(given(and(slices.Concat(own, rest)...), ends[0], true)) {
		if known := r.valuesOf(roles[0].IRI); !known.Known || known.Literals {
			r.assume(own[0].at(), "the values of %s are things, not literals", r.shorten(roles[0].IRI))
		}
	}
	return dl.Agree{R: roles[0], S: roles[1]}, true
}

// less returns (f < g), if all that is said of a value of f and of one of g is that the one is less.
func (r *reader) less(own, rest []formula) (dl.Concept, bool) {
	if len(own) != 2 || len(rest) != 1 {
		return nil, false
	}
	order, ok := rest[0].(less)
	features := map[node]string{}
	for _, g := range own {
		e, is := g.(edge)
		if !ok || !is || e.closure != 0 || !isVar(e.to) || e.from == e.to {
			return nil, false
		}
		features[e.to] = e.property
	}
	c := dl.Less{F: features[order.a], G: features[order.b]}
	return c, c.F != "" && c.G != ""
}

// role returns the role of an edge.
func (r *reader) role(e edge, inverse bool) dl.Role {
	role := dl.Role{IRI: e.property, Inverse: inverse}
	switch e.closure {
	case sparql11.Plus:
		role.Closure = dl.Plus
	case sparql11.Star:
		role.Closure = dl.Star
	}
	return role
}

// present returns the concept that there is a value.
func (r *reader) present(e edge) dl.Concept {
	if e.closure == sparql11.Star { // a path of no step
		return dl.Top{}
	}
	if known := r.valuesOf(e.property); known.Known && !known.Literals {
		return dl.Exists{Role: r.role(e, false), C: dl.Top{}}
	}
	return dl.Has(e.property)
}

func (r *reader) valuesOf(property string) Values {
	if r.o.Values == nil {
		return Values{}
	}
	return r.o.Values(property)
}
