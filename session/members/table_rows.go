package members

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/queries/read"
)

// rows returns which rows the table has: those that the user's query asks for, unless the options ask for others.
func (o TableOptions) rows() (rows read.Rows) {
	if o.Query == nil || len(o.Columns) > 0 || o.Group != "" || o.Order != "" {
		rows.Limit = o.First
		return rows
	}
	rows = o.Query.Rows
	if o.First > 0 && (rows.Limit == 0 || o.First < rows.Limit) {
		rows.Limit = o.First
	}
	return rows
}

// readGroups adds the groups of the user's query: all are read, because HAVING and what is true of the values take some
// away.
func (t *tableReader) readGroups(ctx context.Context, o TableOptions, rows read.Rows) error {
	q := t.question()
	q.Group, q.Count = ask.ByValue, true
	a, missing, err := t.port.Ask(ctx, q)
	if err != nil {
		return err
	}
	if missing.What != nil {
		t.Missing = missing.What.Error()
	}
	g := rows.Groups
	if g.Key != nil {
		var values []string
		for _, x := range a.Groups {
			if x.Datatype == "" {
				values = append(values, x.Value)
			}
		}
		is, err := ask.Of(ctx, t.port, g.Key.Concept, values)
		if err != nil {
			return err
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(x TableGroup) bool { return !is[x.Value] })
	}
	a.Groups = slices.DeleteFunc(a.Groups, func(x TableGroup) bool {
		return x.Members < g.Least || g.Most > 0 && x.Members > g.Most
	})
	if g.Ascending {
		slices.SortStableFunc(a.Groups, func(x, y TableGroup) int { return x.Members - y.Members })
	}
	a.Groups = a.Groups[min(rows.Offset, len(a.Groups)):]
	if rows.Limit > 0 {
		a.Groups = a.Groups[:min(rows.Limit, len(a.Groups))]
	}
	a.Groups = a.Groups[min(o.Offset, len(a.Groups)):]
	if t.More = o.Limit > 0 && o.Limit < len(a.Groups); t.More {
		a.Groups = a.Groups[:o.Limit]
	}
	t.Groups = append([]TableGroup{}, a.Groups...)
	return nil
}
