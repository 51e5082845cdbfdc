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
	if !slices.Equal(r.o.Graphs, []string{queries.NamedGraphs}) {
		return
	}
	q.Rewrite(func(e sparql11.Element) []sparql11.Element {
		g, ok := e.(*sparql11.Graph)
		if ok && g.Name.Kind == sparql11.Var && g.Group.Sub == nil && r.occursOnce(g.Name.Value) {
			return g.Group.Elements
		}
		return []sparql11.Element{e}
	})
}

func (r *reader) occursOnce(v string) bool {
	return len(regexp.MustCompile(`[?$]`+regexp.QuoteMeta(v)+`\b`).FindAllString(r.text, 2)) == 1
}
