package read

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/sparql11"
)

// Print returns a query for the concept, which has the members of the user's query, with the columns, groups and rows
// that this asks for. The labels show are those of an order by labels, unless the query says in which languages.
func (r *Reading) Print(c dl.Concept, o queries.Options, show queries.ShowLabels) (string, error) {
	rows := r.Rows
	switch {
	case rows.Groups != nil:
		o.Limit, o.Offset = rows.Limit, rows.Offset
		return queries.Groups(rows.Groups.Counted.Concept, rows.Groups.Options(o))
	case len(r.others()) == 0:
		o.Columns, o.By, o.Limit, o.Offset = rows.Columns, rows.Order(show), rows.Limit, rows.Offset
		return queries.Select(c, o)
	}
	text, err := queries.Select(c, o)
	if err == nil {
		text, err = r.WithColumns(text)
	}
	return text + r.modifiers(), err
}

// Options returns the options of a query for the groups.
func (g *Groups) Options(o queries.Options) queries.Options {
	o.Columns = append([]queries.Column{{Path: g.Path}}, g.Columns...)
	o.Kept = g.Kept
	if g.Key != nil {
		o.Kept.Key = g.Key.Concept
	}
	return o
}

// Order returns the order; one by labels is by these, unless the query says in which languages.
func (r Rows) Order(show queries.ShowLabels) *queries.Order {
	if r.By == nil || !r.By.Labelled {
		return r.By
	}
	by := *r.By
	if by.Labels.Properties = show.Properties; len(by.Labels.Languages) == 0 {
		by.Labels = show
	}
	return &by
}

// modifiers returns the ORDER BY of the user's query, its LIMIT and its OFFSET; nothing if it orders by anything but
// the members and their columns.
func (r *Reading) modifiers() string {
	q := r.Query
	shown := []string{r.Variable}
	for _, c := range r.others() {
		shown = append(shown, c.Var)
	}
	var order []string
	for _, e := range q.OrderBy {
		by, _ := direction(e)
		if !isVariable(by) || !slices.Contains(shown, by.Term.Value) {
			return ""
		}
		order = append(order, e.String())
	}
	text := ""
	if len(order) > 0 {
		text += "ORDER BY " + strings.Join(order, " ") + "\n"
	}
	for _, part := range []struct {
		name  string
		slice *sparql11.Slice
	}{{"LIMIT", q.Limit}, {"OFFSET", q.Offset}} {
		if part.slice != nil {
			text += part.name + " " + part.slice.N + "\n"
		}
	}
	return text
}
