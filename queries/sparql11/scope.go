package sparql11

// Visible returns the variables that are in scope after the group (section 18.2.1), whether they
// always have a value or not.
func (g *Group) Visible() map[string]bool {
	out := map[string]bool{}
	g.VisibleIn(out)
	return out
}

// VisibleIn adds the variables of Visible.
func (g *Group) VisibleIn(out map[string]bool) {
	if g.Sub != nil {
		g.Sub.visible(out)
	}
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *Triple:
			for _, t := range []Term{e.Subject, e.Object} {
				if t.Kind == Var {
					out[t.Value] = true
				}
			}
			if e.Path != nil && e.Path.Term.Kind == Var {
				out[e.Path.Term.Value] = true
			}
		case *Optional:
			e.Group.VisibleIn(out)
		case *Union:
			for _, b := range e.Branches {
				b.VisibleIn(out)
			}
		case *Graph:
			if e.Name.Kind == Var {
				out[e.Name.Value] = true
			}
			e.Group.VisibleIn(out)
		case *Service:
			if e.Name.Kind == Var {
				out[e.Name.Value] = true
			}
			e.Group.VisibleIn(out)
		case *Bind:
			out[e.Var] = true
		case *Values:
			for _, v := range e.Vars {
				out[v] = true
			}
		}
	}
}

// visible adds the variables that a subquery shows.
func (q *Query) visible(out map[string]bool) {
	if q.Star {
		q.Where.VisibleIn(out)
		if q.Values != nil {
			for _, v := range q.Values.Vars {
				out[v] = true
			}
		}
	}
	for _, c := range q.Select {
		out[c.Var] = true
	}
}
