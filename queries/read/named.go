package read

import (
	"regexp"
	"slices"

	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/sparql11"
)

// withoutGraphs takes the patterns of a query out of the graphs that they are in, if these may be any: the
// query is about all named graphs, as queries.OverNamedGraphs writes it, and their variables occur once.
func (r *reader) withoutGraphs(q *sparql11.Query) {
	if slices.Equal(r.o.Graphs, []string{queries.NamedGraphs}) {
		r.outOfGraphs(q.Where)
	}
}

func (r *reader) outOfGraphs(g *sparql11.Group) {
	if g.Sub != nil {
		r.outOfGraphs(g.Sub.Where)
		return
	}
	var out []sparql11.Element
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *sparql11.Graph:
			if e.Name.Kind == sparql11.Var && e.Group.Sub == nil && r.occursOnce(e.Name.Value) {
				out = append(out, e.Group.Elements...)
				continue
			}
		case *sparql11.Filter:
			r.exprOutOfGraphs(e.Expr)
		case *sparql11.Bind:
			r.exprOutOfGraphs(e.Expr)
		case *sparql11.Optional:
			r.outOfGraphs(e.Group)
		case *sparql11.Minus:
			r.outOfGraphs(e.Group)
		case *sparql11.Union:
			for _, b := range e.Branches {
				r.outOfGraphs(b)
			}
		}
		out = append(out, e)
	}
	g.Elements = out
}

func (r *reader) exprOutOfGraphs(e *sparql11.Expr) {
	if e.Group != nil {
		r.outOfGraphs(e.Group)
	}
	for _, a := range e.Args {
		r.exprOutOfGraphs(a)
	}
}

func (r *reader) occursOnce(v string) bool {
	return len(regexp.MustCompile(`[?$]`+regexp.QuoteMeta(v)+`\b`).FindAllString(r.text, 2)) == 1
}
