package members

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/notation"
)

// HasQueryRows reports whether the table has the rows that Query asks for.
func (o TableOptions) HasQueryRows() bool {
	return o.Query != nil && o.Group == "" && o.Order == "" && (len(o.Columns) == 0 || o.Query.Rows.Groups == nil)
}

// rows returns which rows the table has: those that the user's query asks for, unless the options ask for others.
func (o TableOptions) rows() (rows read.Rows) {
	if !o.HasQueryRows() {
		rows.Limit = o.First
		return rows
	}
	rows = o.Query.Rows
	if o.First > 0 && (rows.Limit == 0 || o.First < rows.Limit) {
		rows.Limit = o.First
	}
	return rows
}

// orderOf returns the order of the rows: the one that is asked for, or else that of the query. Individuals come in the
// order of their labels, as the table shows them.
func (s Lister) orderOf(ctx context.Context, t *tableReader, o TableOptions, rows read.Rows) (*queries.Order, error) {
	if o.Order == "" {
		return rows.Order(t.options.ShowLabels), nil
	}
	steps, by := queries.NamedOrder(o.Order)
	if notation.IsOrder(steps, by, notation.LabelOrder) {
		by.Path, by.Labels = nil, t.options.ShowLabels
		return by, nil
	}
	err := s.nameSteps(ctx, t.Suggested, steps, by.Path)
	if by.Aggregate == "" && !t.isFeature(by.Path) {
		by.Labels = t.options.ShowLabels
	}
	return by, err
}

// orderGroups adds which groups the table has, and their order.
func (s Lister) orderGroups(ctx context.Context, t *tableReader, o TableOptions, rows read.Rows) error {
	columns := t.options.Columns
	if err := notation.CheckGroups(columns); err != nil {
		return err
	}
	kept := &t.options.Kept
	if rows.Groups != nil {
		*kept = rows.Groups.Options(t.options).Kept
	}
	if o.Order == "" {
		return nil
	}
	steps, by := queries.NamedOrder(o.Order)
	kept.Ascending = !by.Descending
	if notation.IsOrder(steps, by, notation.MembersOrder) {
		return nil
	}
	if err := s.nameSteps(ctx, t.Suggested, steps, by.Path); err != nil {
		return err
	}
	if !kept.OrderBy(columns, by) {
		return notation.NoGroupOrder(o.Order)
	}
	return nil
}

// readGroups adds the groups: all are read, because HAVING and what is true of the values take some away.
func (t *tableReader) readGroups(ctx context.Context, o TableOptions, rows read.Rows) error {
	q := t.question()
	q.Group, q.Count = ask.ByValue, true
	a, missing, err := t.port.Ask(ctx, q)
	if err != nil {
		return err
	}
	if t.Total = a.Total; missing.What != nil {
		t.Missing = missing.What.Error()
	}
	kept := t.options.Kept
	if kept.Key != nil {
		var values []string
		for _, x := range a.Groups {
			if x.Datatype == "" {
				values = append(values, x.Value)
			}
		}
		is, err := ask.Of(ctx, t.port, kept.Key, values)
		if err != nil {
			return err
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(x TableGroup) bool { return !is[x.Value] })
	}
	a.Groups = slices.DeleteFunc(a.Groups, func(x TableGroup) bool {
		return slices.ContainsFunc(kept.Having, func(h queries.Having) bool { return !holds(h, x) })
	})
	sortGroups(a.Groups, kept)
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

// holds reports whether the comparison is true of the group.
func holds(h queries.Having, x TableGroup) bool {
	if h.Of == 0 {
		return h.Holds(dl.Int(int64(x.Members)))
	}
	v, err := dl.ParseLiteral(x.Values[h.Of-1].Value, x.Values[h.Of-1].Datatype)
	return err == nil && h.Holds(v)
}

// sortGroups puts the groups, which are in the order of their values where they have equally many members, in the order
// that is asked for.
func sortGroups(groups []TableGroup, kept queries.Kept) {
	if kept.By == 0 {
		slices.SortStableFunc(groups, func(x, y TableGroup) int {
			if kept.Ascending {
				x, y = y, x
			}
			return cmp.Compare(y.Members, x.Members)
		})
		return
	}
	keyOf := func(x TableGroup) ask.Key {
		switch {
		case kept.By > 0 && x.Values[kept.By-1].Value == "":
			return ask.Key{}
		case kept.By > 0:
			return ask.KeyOf(x.Values[kept.By-1])
		case kept.By == queries.ByLabel && x.Label != "":
			return ask.TextKey(x.Label)
		case kept.By == queries.ByLabel && x.Datatype == "": // last
			return ask.Key{}
		}
		return ask.KeyOf(x.TableValue)
	}
	keys := map[TableValue]ask.Key{}
	for _, x := range groups {
		keys[x.TableValue] = keyOf(x)
	}
	slices.SortFunc(groups, func(x, y TableGroup) int {
		by := keys[x.TableValue].CompareIn(keys[y.TableValue], !kept.Ascending)
		return cmp.Or(by, ask.KeyOf(x.TableValue).Compare(ask.KeyOf(y.TableValue)))
	})
}
