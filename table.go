package genus

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// A Table has members of a concept with values of their properties. Its rows are those of its
// query.
type Table struct {
	Columns   []TableColumn  `json:"columns"`
	Members   []TableMember  `json:"members"` // sorted by IRI
	Total     *int           `json:"total"`   // number of all members; null if they were not counted
	More      bool           `json:"more"`    // there are members after these
	Missing   string         `json:"missing"` // why the table lacks members or values; empty if it lacks none
	Suggested []ColumnChoice `json:"suggested"`
	Query     string         `json:"query"` // for all members
	// Variables are those of the query, and Rows their values as the endpoint gave them,
	// unbound ones nil.
	Variables []string     `json:"-"`
	Rows      [][]rdf.Term `json:"-"`
}

// A TableColumn has the values of one role or feature.
type TableColumn struct {
	Property Term   `json:"property"`
	Inverse  bool   `json:"inverse"`
	Decides  bool   `json:"decides"`  // the concept names it
	Variable string `json:"variable"` // of the query
	// LabelVariable has the labels of the values; empty if the values are literals.
	LabelVariable string `json:"label_variable"`
}

// A TableMember is a row of the table: a member with its values in each column.
type TableMember struct {
	Term
	Example string         `json:"example"` // positive, negative, or empty
	Values  [][]TableValue `json:"values"`
}

// A TableValue is an individual or a literal.
type TableValue struct {
	Value    string `json:"value"`
	Label    string `json:"label"`    // of an individual; may be empty
	Datatype string `json:"datatype"` // IRI; empty for an individual
}

// A ColumnChoice is a property that the table could have as a column.
type ColumnChoice struct {
	Property Term   `json:"property"`
	Members  int    `json:"members"`  // that have it, of those that were looked at
	Of       int    `json:"of"`       // how many members were looked at, at most
	Example  string `json:"example"`  // one of its values
	Datatype string `json:"datatype"` // of that; empty for an individual
}

// TableOptions say what a table has.
type TableOptions struct {
	// Columns are the columns after those of the properties that the concept names. Each is
	// an IRI, a name with a prefix of the source, or the label of a suggested property; ^
	// before it stands for the inverse.
	Columns []string
	// Limit is the number of members after the first Offset of them; 0 means all.
	Limit, Offset int
}

// Limits of a table.
const (
	tableSample = 100  // members that are looked at for columns to suggest
	tablePage   = 1000 // members in one request
	checkedRows = 100  // a result with more rows is compared with their number
	tableCells  = 5_000_000
)

// Table returns members of the concept, examples included, with values of their properties.
// The source answers the query of the table, page by page if there are many members. Results
// that an endpoint cuts are asked for in smaller parts; what is still missing is in Missing.
func (s Session) Table(ctx context.Context, p *Problem, c dl.Concept, o TableOptions) (*Table, error) {
	t, err := s.newTable(ctx, p, c, o)
	if err != nil {
		return nil, err
	}
	if err := t.read(ctx, o.Limit, o.Offset); err != nil {
		return nil, err
	}
	t.addMembers(p)
	return &t.Table, nil
}

// A tableReader reads a table from an endpoint.
type tableReader struct {
	Table
	client   extract.Client
	concept  dl.Concept
	options  queries.Options
	complete int // number of rows of a result that was not cut
}

// newTable returns the table without its members.
func (s Session) newTable(ctx context.Context, p *Problem, c dl.Concept, o TableOptions) (*tableReader, error) {
	client, err := s.client(ctx)
	if err != nil {
		return nil, err
	}
	dialect, err := s.Dialect(ctx)
	if err != nil {
		return nil, err
	}
	t := &tableReader{client: client, concept: c, options: s.queryOptions(p, c, dialect), complete: checkedRows}
	if t.options.Anchor, err = s.anchor(p, c); err != nil {
		return nil, err
	}
	if err := t.count(ctx); err != nil {
		return nil, err
	}
	if t.Suggested, err = s.suggestColumns(ctx, client, c, t.options); err != nil {
		return nil, err
	}
	more, err := t.roles(o.Columns, p.Source.Prefixes)
	if err != nil {
		return nil, err
	}
	t.addColumns(c, more)
	var properties []string
	for _, column := range t.Columns {
		properties = append(properties, column.Property.IRI)
	}
	labels := s.addLabels(ctx, p.Info.Labels, slices.Concat(properties, syntax.IRIs(c)))
	for i := range t.Columns {
		t.Columns[i].Property.Label = labels[t.Columns[i].Property.IRI]
	}
	t.options.ShowLabels, t.options.Labels = s.shownLabels(), labels
	t.Variables = []string{"x", "label"}
	for i, v := range queries.Columns(t.options) {
		t.Columns[i].Variable, t.Columns[i].LabelVariable = v[0], v[1]
		t.Variables = append(t.Variables, slices.DeleteFunc(v[:], func(name string) bool { return name == "" })...)
	}
	t.Query, err = queries.Select(c, t.options)
	return t, err
}

// shownLabels returns which labels a table has: those of the first property of the settings.
func (s Session) shownLabels() queries.ShowLabels {
	v := s.Config.Vocabulary().WithDefaults()
	return queries.ShowLabels{Languages: v.Languages, Property: v.Label[0]}
}

// count counts the members. A failure is no error: the table does not say how many there are.
func (t *tableReader) count(ctx context.Context) error {
	query, err := queries.Count(t.concept, t.options)
	if err != nil {
		return err
	}
	n, err := t.number(ctx, query)
	if err == nil {
		t.Total = &n
	}
	return ctx.Err()
}

// number returns the number that the query asks for.
func (t *tableReader) number(ctx context.Context, query string) (int, error) {
	result, err := t.client.Select(ctx, query)
	if err != nil {
		return 0, err
	}
	if len(result.Rows) != 1 || len(result.Rows[0]) != 1 || result.Rows[0][0] == nil {
		return 0, graph.ErrInconsistent
	}
	return graph.ParseCount(result.Rows[0][0])
}

// suggestColumns returns the properties that some of the members have, those of most members
// first. A failure is no error: columns can be chosen without suggestions.
func (s Session) suggestColumns(ctx context.Context, client extract.Client, c dl.Concept,
	o queries.Options) ([]ColumnChoice, error) {
	query, err := queries.Properties(c, tableSample, o)
	if err != nil {
		return nil, err
	}
	list := []ColumnChoice{}
	result, err := client.Select(ctx, query)
	if err != nil {
		s.Reporter.Detail("columns: %s", OneLine(err.Error()))
		return list, ctx.Err()
	}
	v := s.Config.Vocabulary().WithDefaults()
	var properties []string
	for _, row := range result.Rows {
		if len(row) != 3 || row[0] == nil || row[1] == nil || row[2] == nil {
			continue
		}
		property := row[0].String()
		n, err := graph.ParseCount(row[1])
		if err != nil || slices.Contains(v.Label, property) || property == v.Type {
			continue
		}
		value := tableValue(row[2])
		list = append(list, ColumnChoice{Term{IRI: property}, n, tableSample, value.Value, value.Datatype})
		properties = append(properties, property)
	}
	labels := s.Labels(ctx, properties)
	for i := range list {
		list[i].Property.Label = labels[list[i].Property.IRI]
	}
	slices.SortFunc(list, func(a, b ColumnChoice) int {
		return cmp.Or(cmp.Compare(b.Members, a.Members), strings.Compare(a.Property.IRI, b.Property.IRI))
	})
	return list, nil
}

// roles returns the roles of the columns that the user names.
func (t *tableReader) roles(names []string, prefixes syntax.Prefixes) (roles []dl.Role, err error) {
	for _, text := range names {
		name, inverse := strings.CutPrefix(strings.TrimSpace(text), "^")
		at := slices.IndexFunc(t.Suggested, func(c ColumnChoice) bool {
			return strings.EqualFold(c.Property.Label, name) || localName(c.Property.IRI) == name
		})
		iri, err := extract.Expand(name, prefixes)
		switch {
		case err == nil:
		case at >= 0:
			iri = t.Suggested[at].Property.IRI
		default:
			var known []string
			for _, c := range t.Suggested {
				known = append(known, cmp.Or(c.Property.Label, prefixes.Shorten(c.Property.IRI)))
			}
			return nil, Usagef("no property of the members has the name %q: choose from %s, or write an IRI", name,
				cmp.Or(strings.Join(known, ", "), "none"))
		}
		roles = append(roles, dl.Role{IRI: iri, Inverse: inverse})
	}
	return roles, nil
}

// addColumns adds the columns of the properties that the concept names, and the given ones. A
// concept that names the inverse of a role gets no column of it: that may have any number of
// values.
func (t *tableReader) addColumns(c dl.Concept, more []dl.Role) {
	t.Columns = []TableColumn{}
	deciding := slices.DeleteFunc(topSymbols(c).properties, func(r dl.Role) bool { return r.Inverse })
	for i, role := range slices.Concat(deciding, more) {
		if slices.ContainsFunc(t.options.Columns, func(c queries.Column) bool { return c.Role == role }) {
			continue
		}
		at := slices.IndexFunc(t.Suggested, func(c ColumnChoice) bool { return c.Property.IRI == role.IRI })
		isFeature := !role.Inverse && at >= 0 && t.Suggested[at].Datatype != ""
		t.options.Columns = append(t.options.Columns, queries.Column{Role: role, Labelled: !isFeature})
		t.Columns = append(t.Columns,
			TableColumn{Property: Term{IRI: role.IRI}, Inverse: role.Inverse, Decides: i < len(deciding)})
	}
}

// wanted returns how many of limit members after the offset there are; 0 means all, where
// their number is not known.
func (t *tableReader) wanted(limit, offset int) int {
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
func (t *tableReader) isFull(members int) bool {
	if len(t.Rows)*len(t.Variables) <= tableCells {
		return false
	}
	t.More = true
	t.Missing = fmt.Sprintf("the table ends after %s: it would be too large", Plural(members, "member"))
	return true
}

// fail says that the endpoint did not answer for the members after those.
func (t *tableReader) fail(members int, err error) {
	t.More = true
	t.Missing = fmt.Sprintf("the endpoint did not answer after %s", Plural(members, "member"))
	if err != nil {
		t.Missing += ": " + OneLine(err.Error())
	}
}

// read reads limit members after the first offset of them; 0 means all.
func (t *tableReader) read(ctx context.Context, limit, offset int) error {
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
		t.Rows = append(t.Rows, rows...)
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
func (t *tableReader) page(ctx context.Context, size, offset int) (rows [][]rdf.Term, members int, err error) {
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
		t.Missing = fmt.Sprintf("%s of the endpoint are not RDF and left out", Plural(result.Malformed, "value"))
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

func langOf(t rdf.Term) string {
	if l, is := t.(rdf.Literal); is {
		return l.Lang()
	}
	return ""
}

func tableValue(t rdf.Term) TableValue {
	v := TableValue{Value: cell(t)}
	if l, is := t.(rdf.Literal); is {
		v.Datatype = l.DataType.String()
	}
	return v
}

// addMembers groups the rows by their members.
func (t *tableReader) addMembers(p *Problem) {
	t.Members = []TableMember{}
	at := map[string]int{}
	column := func(name string) int { return slices.Index(t.Variables, name) }
	for _, row := range t.Rows {
		iri := cell(row[0])
		i, known := at[iri]
		if !known {
			i = len(t.Members)
			at[iri] = i
			m := TableMember{Term: Term{IRI: iri}, Values: make([][]TableValue, len(t.Columns))}
			for j := range m.Values {
				m.Values[j] = []TableValue{}
			}
			switch {
			case slices.Contains(p.Examples.Pos, iri):
				m.Example = "positive"
			case slices.Contains(p.Examples.Neg, iri):
				m.Example = "negative"
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
			if !slices.Contains(m.Values[j], v) {
				m.Values[j] = append(m.Values[j], v)
			}
		}
	}
}

// Cell returns the text for a cell of a CSV or TSV file: with an apostrophe before it, if a
// spreadsheet would take it for a formula. A number may have a sign.
func Cell(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil && text[0] != '@' {
		return text
	}
	return "'" + text
}

// Write writes the rows as CSV, or with a tab as comma as TSV: first the variables of the
// query, then its rows, with the texts of SPARQL 1.1 Query Results CSV. A spreadsheet would run
// texts that look like formulas: see Cell.
func (t *Table) Write(w io.Writer, comma rune) error {
	out := csv.NewWriter(w)
	out.Comma = comma
	if err := out.Write(t.Variables); err != nil {
		return err
	}
	for _, row := range t.Rows {
		record := make([]string, len(row))
		for i, term := range row {
			record[i] = Cell(cell(term))
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
