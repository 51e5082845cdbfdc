package read

import (
	"slices"

	"github.com/genus-kg/genus/queries/sparql11"
)

// path returns the formula that a path leads from one node to another.
func (r *reader) path(p *sparql11.Path, from, to node) formula {
	p = r.withoutRedirects(p)
	switch p.Op {
	case sparql11.Link:
		if p.Term.Kind == sparql11.Var {
			r.fail(p.Pos, "the property ?%s is a variable; a concept names its properties", p.Term.Value)
			return conj{}
		}
		return statement(edge{pos: p.Pos, from: from, to: to, property: p.Term.Value})
	case sparql11.Inv:
		return r.path(p.Args[0], to, from)
	case sparql11.Seq:
		var steps conj
		for i, step := range p.Args {
			next := to
			if i < len(p.Args)-1 {
				next = r.fresh(node{Value: "step"})
			}
			steps = append(steps, r.path(step, from, next))
			from = next
		}
		return and(steps...)
	case sparql11.Alt:
		var ways disj
		for _, way := range p.Args {
			ways = append(ways, r.path(way, from, to))
		}
		return or(ways...)
	case sparql11.Maybe:
		return or(pair{pos: p.Pos, a: from, b: to, same: true}, r.path(p.Args[0], from, to))
	case sparql11.Plus, sparql11.Star:
		return r.closure(p, from, to)
	}
	r.fail(p.Pos, "a path with !: a concept names its properties")
	return conj{}
}

// closure returns the formula of p+ or p*, where p is a property or an inverse one.
func (r *reader) closure(p *sparql11.Path, from, to node) formula {
	step := r.withoutRedirects(p.Args[0])
	if slices.Contains([]sparql11.PathOp{sparql11.Plus, sparql11.Star, sparql11.Maybe}, step.Op) {
		inner := *step // (p+)*, (p?)+ and the like
		if p.Op == sparql11.Star || step.Op != sparql11.Plus {
			inner.Op = sparql11.Star
		}
		return r.closure(&inner, from, to)
	}
	for ; step.Op == sparql11.Inv; step = step.Args[0] {
		from, to = to, from
	}
	if step.Op != sparql11.Link {
		r.fail(p.Pos, "a path of several properties with %c: a concept repeats one property only", p.Op)
		return conj{}
	}
	return statement(edge{pos: p.Pos, from: from, to: to, property: step.Term.Value, closure: p.Op})
}

// statement returns the formula of an edge. A literal has no properties.
func statement(e edge) formula {
	if e.from.Kind == sparql11.Literal {
		return e.given(e.from, true)
	}
	return e
}
