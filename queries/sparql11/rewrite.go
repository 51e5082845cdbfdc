package sparql11

import "slices"

// Rewrite replaces each triple and each GRAPH of the query by what f returns for it, also in subqueries and in
// EXISTS. It does not look into GRAPH and SERVICE.
func (q *Query) Rewrite(f func(Element) []Element) {
	q.Where.rewrite(f)
	for _, p := range q.Select {
		p.Expr.rewrite(f)
	}
	for _, e := range slices.Concat(q.Having, q.OrderBy) {
		e.rewrite(f)
	}
}

func (g *Group) rewrite(f func(Element) []Element) {
	if g.Sub != nil {
		g.Sub.Rewrite(f)
		return
	}
	var out []Element
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *Triple, *Graph:
			out = append(out, f(e)...)
			continue
		case *Filter:
			e.Expr.rewrite(f)
		case *Bind:
			e.Expr.rewrite(f)
		case *Optional:
			e.Group.rewrite(f)
		case *Minus:
			e.Group.rewrite(f)
		case *Union:
			for _, b := range e.Branches {
				b.rewrite(f)
			}
		}
		out = append(out, e)
	}
	g.Elements = out
}

func (e *Expr) rewrite(f func(Element) []Element) {
	if e == nil {
		return
	}
	if e.Group != nil {
		e.Group.rewrite(f)
	}
	for _, a := range e.Args {
		a.rewrite(f)
	}
}
