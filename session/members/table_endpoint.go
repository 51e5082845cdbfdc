package members

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// endpointMembers reads the members of a table from an endpoint.
type endpointMembers struct {
	*tableReader
	client   extract.Client
	counted  *source.Recent[string, int] // by the text of a query
	complete int                         // number of rows of a result that was not cut
	rows     [][]rdf.Term
}

// count counts the members. A failure is no error: the table does not say how many there are.
func (t *endpointMembers) count(ctx context.Context) (*int, error) {
	query, err := queries.Count(t.concept, t.options)
	if err != nil {
		return nil, err
	}
	if n, ok := t.counted.Get(query); ok { // for the page before
		return &n, nil
	}
	n, err := t.number(ctx, query)
	if err != nil {
		return nil, ctx.Err()
	}
	t.counted.Put(query, n)
	return &n, nil
}

// countedKey is the key of the numbers of members that a source keeps.
type countedKey struct{}

// number returns the number that the query asks for.
func (t *endpointMembers) number(ctx context.Context, query string) (int, error) {
	result, err := t.client.Select(ctx, query)
	if err != nil {
		return 0, err
	}
	if len(result.Rows) != 1 || len(result.Rows[0]) != 1 || result.Rows[0][0] == nil {
		return 0, graph.ErrInconsistent
	}
	return graph.ParseCount(result.Rows[0][0])
}

// properties asks which properties some of the members have.
func (t *endpointMembers) properties(ctx context.Context) (list []ColumnChoice, err error) {
	query, err := queries.Properties(t.concept, tableSample, t.options)
	if err != nil {
		return nil, err
	}
	result, err := t.client.Select(ctx, query)
	if err != nil {
		return nil, err
	}
	for _, row := range result.Rows {
		if len(row) != 3 || row[0] == nil || row[1] == nil || row[2] == nil {
			continue
		}
		if n, err := graph.ParseCount(row[1]); err == nil {
			value := tableValue(row[2])
			list = append(list, ColumnChoice{Property: source.Term{IRI: row[0].String()}, Members: n, Example: value.Value, Datatype: value.Datatype})
		}
	}
	return list, nil
}

// wanted returns how many of limit members after the offset there are; 0 means all, where
// their number is not known.
func (t *endpointMembers) wanted(limit, offset int) int {
	if t.Total == nil {
		return limit
	}
	left := max(0, *t.Total-offset)
	if t.More = limit > 0 && left > limit; limit == 0 || left < limit {
		return left
	}
	return limit
}

// isFull reports whether the table may not grow, and says so.
func (t *endpointMembers) isFull(members int) bool {
	if len(t.rows)*len(t.Variables) <= tableCells {
		return false
	}
	t.More = true
	t.Missing = fmt.Sprintf("the table ends after %s: it would be too large", say.Plural(members, "member"))
	return true
}

// fail says that the endpoint did not answer for the members after those.
func (t *endpointMembers) fail(members int, err error) {
	t.More = true
	t.Missing = fmt.Sprintf("the endpoint did not answer after %s", say.Plural(members, "member"))
	if err != nil {
		t.Missing += ": " + say.OneLine(err.Error())
	}
}

// read reads limit members after the first offset of them; 0 means all.
func (t *endpointMembers) read(ctx context.Context, o TableOptions) error {
	err := t.readRows(ctx, o.Limit, o.Offset)
	t.addMembers()
	if o.Long {
		t.Rows = [][]string{}
		for _, row := range t.rows {
			t.Rows = append(t.Rows, texts(row))
		}
	}
	return err
}

// groups asks for the values and their numbers of members, page by page if the endpoint cuts its answer.
func (t *endpointMembers) groups(ctx context.Context) (list []TableGroup, err error) {
	o := t.options
	seen := map[TableValue]bool{}
	for {
		query, err := queries.Groups(t.concept, o)
		if err != nil {
			return nil, err
		}
		result, err := t.client.Select(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("asking for the groups: %w", err)
		}
		before := len(list)
		value, label, members := slices.Index(result.Vars, t.Columns[0].Variable), slices.Index(result.Vars, t.Columns[0].LabelVariable), slices.Index(result.Vars, "members")
		for _, row := range result.Rows {
			if value < 0 || members < 0 || row[value] == nil || row[members] == nil {
				continue
			}
			g := TableGroup{TableValue: tableValue(row[value])}
			if g.Members, err = graph.ParseCount(row[members]); err != nil {
				return nil, err
			}
			if key := g.TableValue; !seen[key] { // of several labels the first is kept
				if seen[key] = true; label >= 0 {
					g.Label = cell(row[label])
				}
				list = append(list, g)
			}
		}
		switch {
		case len(list) == before || len(result.Rows) < checkedRows:
			return list, nil
		case len(list) >= tableCells:
			t.Missing = fmt.Sprintf("the table ends after %s: it would be too large", say.Plural(len(list), "group"))
			return list, nil
		}
		o.Offset += len(result.Rows)
	}
}

func (t *endpointMembers) readRows(ctx context.Context, limit, offset int) error {
	wanted := t.wanted(limit, offset)
	page := tablePage
	for done := 0; wanted == 0 && t.Total == nil || done < wanted; {
		size := page
		if wanted > 0 {
			size = min(page, wanted-done)
		}
		rows, n, err := t.page(ctx, size, offset+done)
		switch isCut := err == nil && n < size && t.Total != nil || graph.IsRefused(ctx, err); {
		case isCut && page > 1:
			page = max(1, min(page, size)/4)
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && done == 0:
			return fmt.Errorf("asking for the table: %w", err)
		case err != nil || isCut:
			t.fail(done, err)
			return nil
		}
		t.rows = append(t.rows, rows...)
		done += n
		if n < size { // the last page
			return nil
		}
		if t.Total == nil && limit > 0 && done >= limit {
			t.More = true
		}
		if t.isFull(done) {
			return nil
		}
	}
	return nil
}

// page returns the rows of that many members after the offset, and the number of members in
// them. The error is [connector.ErrTruncated] if the endpoint has cut the result.
func (t *endpointMembers) page(ctx context.Context, size, offset int) (rows [][]rdf.Term, members int, err error) {
	o := t.options
	if o.Offset = offset; t.Total == nil || offset > 0 || size < *t.Total { // not all at once
		o.Limit = size
		o.Ordered = true
	}
	query, err := queries.Select(t.concept, o)
	if err != nil {
		return nil, 0, err
	}
	result, err := t.client.Select(ctx, query)
	if err != nil {
		return nil, 0, err
	}
	if result.Malformed > 0 {
		t.Missing = fmt.Sprintf("%s of the endpoint are not RDF and left out", say.Plural(result.Malformed, "value"))
	}
	if len(result.Rows) > t.complete {
		query, err := queries.Rows(t.concept, o)
		if err != nil {
			return nil, 0, err
		}
		n, err := t.number(ctx, query)
		switch {
		case err != nil:
			return nil, 0, err
		case n != len(result.Rows):
			return nil, 0, fmt.Errorf("%w: %d of %d rows", connector.ErrTruncated, len(result.Rows), n)
		}
		t.complete = n
	}
	t.Variables = result.Vars
	seen := map[string]bool{}
	for _, row := range result.Rows {
		if len(row) > 0 && row[0] != nil {
			seen[cell(row[0])] = true
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, compareRows)
	return rows, len(seen), nil
}

func compareRows(a, b []rdf.Term) int {
	for i := range a {
		if d := strings.Compare(cell(a[i]), cell(b[i])); d != 0 {
			return d
		}
	}
	return 0
}

// cell returns the text of a term in a table; unbound terms and blank nodes have the texts that
// SPARQL 1.1 Query Results CSV gives them.
func cell(t rdf.Term) string {
	switch {
	case t == nil:
		return ""
	case t.Type() == rdf.TermBlank:
		return "_:" + t.String()
	}
	return t.String()
}

func tableValue(t rdf.Term) TableValue {
	v := TableValue{Value: cell(t)}
	if l, is := t.(rdf.Literal); is {
		v.Datatype, v.lang = l.DataType.String(), l.Lang()
	}
	return v
}

func texts(row []rdf.Term) []string {
	out := make([]string, len(row))
	for i, term := range row {
		out[i] = cell(term)
	}
	return out
}

// addMembers groups the rows by their members.
func (t *endpointMembers) addMembers() {
	at := map[string]int{}
	column := func(name string) int { return slices.Index(t.Variables, name) }
	for _, row := range t.rows {
		iri := cell(row[0])
		i, known := at[iri]
		if !known {
			i = len(t.Members)
			at[iri] = i
			m := TableMember{Term: source.Term{IRI: iri}, Values: make([][]TableValue, len(t.Columns))}
			for j := range m.Values {
				m.Values[j] = []TableValue{}
			}
			t.Members = append(t.Members, m)
		}
		m := &t.Members[i]
		if k := column("label"); k >= 0 && m.Label == "" {
			m.Label = cell(row[k])
		}
		for j, c := range t.Columns {
			k := column(c.Variable)
			if k < 0 || row[k] == nil {
				continue
			}
			v := tableValue(row[k])
			if l := column(c.LabelVariable); l >= 0 {
				v.Label = cell(row[l])
			}
			same := func(w TableValue) bool { return w.Value == v.Value && w.Datatype == v.Datatype && w.lang == v.lang }
			if !slices.ContainsFunc(m.Values[j], same) { // of several labels the first is kept
				m.Values[j] = append(m.Values[j], v)
			}
		}
	}
}
