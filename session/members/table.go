package members

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// A Table has members of a concept with values of their properties. They are those of its
// query.
type Table struct {
	Columns []TableColumn `json:"columns" jsonschema:"first those that the concept names, then those of the request"`
	Members []TableMember `json:"members" jsonschema:"examples included, sorted by IRI"`
	Total   *int          `json:"total" jsonschema:"number of all members; null if they were not counted"`
	More    bool          `json:"more" jsonschema:"there are members after these"`
	Missing string        `json:"missing" jsonschema:"why the table lacks members or values; empty if it lacks none"`
	// Groups are the values of the property of TableOptions.Group, which is the first column.
	Groups    []TableGroup   `json:"groups,omitempty" jsonschema:"the values of the property to group by, those of most members first; there are no members then"`
	Suggested []ColumnChoice `json:"suggested" jsonschema:"properties for columns, those that most members have first"`
	Query     string         `json:"query" jsonschema:"SPARQL query of the whole table, with the columns as OPTIONALs"`
	// Header names the columns of a file: iri and label of the member, which is ?x in the query, and the other
	// variables of the query. Rows are its rows in these columns, if TableOptions.Long asks for them, with the texts
	// of SPARQL 1.1 Query Results CSV.
	Header []string   `json:"-"`
	Rows   [][]string `json:"-"`
}

// A TableStep is a role or feature of the path to a column.
type TableStep struct {
	Property source.Term `json:"property"`
	Inverse  bool        `json:"inverse" jsonschema:"the role is read backwards"`
}

// A TableColumn has the values that a path leads to: of one role or feature, or of several, one after the other.
type TableColumn struct {
	TableStep
	Then    []TableStep `json:"then,omitempty" jsonschema:"the further steps of the path"`
	Decides bool        `json:"decides" jsonschema:"the concept names it"`
	// Aggregate makes one value of several: those of a member or, after the first column, of the members of a group.
	Aggregate queries.Aggregate `json:"aggregate,omitempty" jsonschema:"one value: count, sum, avg, min or max"`
	Variable  string            `json:"variable" jsonschema:"variable of the query with the values"`
	// LabelVariable has the labels of the values; empty if the values are literals.
	LabelVariable string `json:"label_variable" jsonschema:"variable with their labels; empty for literals"`
}

// A TableMember is a row of the table: a member with its values in each column.
type TableMember struct {
	source.Term
	Example string         `json:"example" jsonschema:"which example it is, if it is one"`
	Values  [][]TableValue `json:"values" jsonschema:"for each column, the values in it"`
}

// The values and groups of a table are those of the answer.
type (
	TableValue = ask.TableValue
	TableGroup = ask.TableGroup
)

// A ColumnChoice is a property that the table could have as a column.
type ColumnChoice struct {
	Property source.Term `json:"property"`
	Members  int         `json:"members" jsonschema:"members that have it"`
	Of       int         `json:"of" jsonschema:"how many members were looked at"`
	Example  string      `json:"example" jsonschema:"one of its values"`
	Datatype string      `json:"datatype" jsonschema:"IRI of the datatype of that; empty for an individual"`
}

// TableOptions say what a table has.
type TableOptions struct {
	// Columns are the columns after those of the properties that the concept names. Each is
	// an IRI, a name with a prefix of the source, or the label of a suggested property, or several with / between
	// them (see queries.NamedColumn); ^ before it stands for the inverse. In count(), sum(), avg(), min() or max() it
	// has one value.
	Columns []string
	// Group is a property like a column. The table then has its values, with the number of members that have each, in
	// place of the members; Columns then are aggregates of what these members have.
	Group string
	// Order is a property like a column: the members come in the order of its values, or of the labels of these, with -
	// before it those with the highest first. "label" is the label of a member. Groups come in the order of one of
	// their columns, or of "members", their number.
	Order string
	// First ends the table after so many members or groups; 0: it has all.
	First int
	// Query is a user's query; without Group and Order, the table has the order and the first rows that it asks for,
	// and without Columns its columns and groups. Nil: there is none.
	Query *read.Reading
	// Headings, if there are some, are the variables of Query: the first is for the label of a member, the others are for
	// Columns. Query has no others then.
	Headings []Heading
	// Stated says that the columns are IRIs as the source writes them: nothing is suggested, and no property is looked up.
	Stated bool
	// Long asks for the rows of the query: one for each combination of the values of a member.
	Long bool
	// Limit is the number of members after the first Offset of them; 0 means all.
	Limit, Offset int
}

// A Heading names a variable of the query of a table. With Year it has the years of dates. Literal says that the values
// are literals, which have no labels.
type Heading struct {
	Name          string
	Year, Literal bool
}

// Limits of a table.
const (
	tableSample = 100 // members that are looked at for columns to suggest
	tableCells  = 5_000_000
)

// Table returns members of the concept, examples included, with values of their properties. An
// endpoint answers the query of the table, page by page if there are many members. Results
// that it cuts are asked for in smaller parts; what is still missing is in Missing. In files and
// databases the evaluator finds the members, and their values are those that the data states.
func (s Lister) Table(ctx context.Context, p *source.Problem, c dl.Concept, o TableOptions) (*Table, error) {
	if o.Group != "" {
		o.Columns = append([]string{o.Group}, o.Columns...)
	}
	rows := o.rows()
	if rows.Groups != nil {
		c = rows.Groups.Counted.Concept
	}
	t, err := s.newTable(ctx, p, c, o, rows)
	if err != nil {
		return nil, err
	}
	if t.isGrouped {
		err = t.readGroups(ctx, o, rows)
	} else {
		err = t.read(ctx, o, rows)
	}
	if err != nil {
		return nil, err
	}
	for i := range t.Suggested {
		if t.Total != nil {
			t.Suggested[i].Of = min(tableSample, *t.Total)
		}
	}
	side := map[string]string{}
	for _, iri := range p.Examples.Neg {
		side[iri] = "negative"
	}
	for _, iri := range p.Examples.Pos {
		side[iri] = "positive"
	}
	for i, m := range t.Members {
		t.Members[i].Example = side[m.IRI]
	}
	return &t.Table, nil
}

// A tableReader makes a table.
type tableReader struct {
	Table
	concept   dl.Concept
	options   queries.Options
	port      ask.Port
	isGrouped bool
}

func (t *tableReader) question() ask.Question {
	return ask.Question{
		Concept: t.concept,
		Anchor:  t.options.Anchor,
		Columns: t.options.Columns,
		Labels:  t.options.ShowLabels,
	}
}

// read adds what the options ask for.
func (t *tableReader) read(ctx context.Context, o TableOptions, rows read.Rows) error {
	q := t.question()
	q.Limit, q.Offset, q.Count, q.By = o.Limit, o.Offset+rows.Offset, true, t.options.By
	left := rows.Limit - o.Offset
	if rows.Limit > 0 && (o.Limit == 0 || left < o.Limit) {
		q.Limit = max(left, 1) // 0 is no limit
	}
	a, missing, err := t.port.Ask(ctx, q)
	if err != nil {
		return err
	}
	t.Total, t.More, t.Missing = a.Total, a.More, ""
	if missing.What != nil {
		t.Missing = missing.What.Error()
	}
	for _, m := range a.Members {
		t.Members = append(t.Members, TableMember{Term: source.Term{IRI: m.IRI, Label: m.Label}, Values: m.Values})
	}
	if rows.Limit > 0 { // the table ends there
		t.Members = t.Members[:min(len(t.Members), max(left, 0))]
		t.More = t.More && o.Offset+len(t.Members) < rows.Limit
		if t.Total != nil {
			all := min(max(*t.Total-rows.Offset, 0), rows.Limit)
			t.Total = &all
		}
		a.Members = a.Members[:len(t.Members)]
	}
	if !o.Long {
		return nil
	}
	whole := 0
	t.Rows, whole = a.Rows(q.Columns, tableCells)
	if whole < len(t.Members) {
		t.More, t.Missing = true, fmt.Sprintf("the table ends after %s: it would be too large", say.Plural(whole, "member"))
		t.Members = t.Members[:whole]
	}
	return nil
}

// Properties returns the properties that some of the members have, those of most members first.
func (s Lister) Properties(ctx context.Context, p *source.Problem, c dl.Concept) (list []source.Term, err error) {
	t, err := s.newReader(ctx, p, c)
	if err != nil {
		return nil, err
	}
	found, err := s.suggestColumns(ctx, t)
	for _, choice := range found {
		list = append(list, choice.Property)
	}
	return list, err
}

// newReader returns what reads a table, without columns.
func (s Lister) newReader(ctx context.Context, p *source.Problem, c dl.Concept) (*tableReader, error) {
	dialect, err := source.Dialect(ctx, s.Use)
	if err != nil {
		return nil, err
	}
	t := &tableReader{concept: c, options: source.QueryOptions(s.Use, p, c, dialect)}
	t.Members = []TableMember{}
	if t.options.Anchor, err = answer.On(s.Use).Anchor(ctx, p, c); err != nil {
		return nil, err
	}
	t.port, err = source.Port(ctx, s.Use, p)
	if err != nil {
		return nil, err
	}
	if rules, covered := p.Info.Vocabulary.BeyondQueries(); rules != "" {
		s.Reporter.Note("note: the members are those that follow by %s; the query covers %s", rules, covered)
	}
	return t, nil
}

// newTable returns the table without its members.
func (s Lister) newTable(
	ctx context.Context, p *source.Problem, c dl.Concept, o TableOptions, rows read.Rows,
) (*tableReader, error) {
	t, err := s.newReader(ctx, p, c)
	if err != nil {
		return nil, err
	}
	if t.Suggested = []ColumnChoice{}; o.Offset == 0 && !o.Stated { // the first page has them
		if t.Suggested, err = s.suggestColumns(ctx, t); err != nil {
			return nil, err
		}
	}
	more, err := s.columns(ctx, t.Suggested, o)
	if err != nil {
		return nil, err
	}
	t.isGrouped = o.Group != "" || rows.Groups != nil
	if rows.Groups != nil {
		more = rows.Groups.Options(queries.Options{}).Columns
	} else if o.Query != nil && len(o.Columns) == 0 {
		roles, notes := o.Query.Columns()
		for _, role := range roles {
			more = append(more, queries.Column{Path: []dl.Role{role}})
		}
		more = append(more, rows.Columns...)
		s.respell(ctx, more, t.Suggested)
		for _, note := range notes {
			s.Reporter.Note("note: %s", note)
		}
	}
	var deciding dl.Concept = dl.Top{} // groups and headings have no other columns
	if !t.isGrouped && len(o.Headings) == 0 {
		deciding = c
	}
	headed := t.addHeaded(deciding, more, o.Headings)
	labels := p.Info.Labels
	if !o.Stated || len(o.Headings) > 0 { // which are written in comments
		labels = source.AddLabels(ctx, s.Use, labels, slices.Concat(t.columnProperties(), syntax.IRIs(c)))
	}
	t.label(labels)
	t.options.ShowLabels, t.options.Labels = source.ShownLabels(ctx, s.Use), labels
	if t.isGrouped {
		err = s.orderGroups(ctx, t, o, rows)
	} else {
		t.options.By, err = s.orderOf(ctx, t, o, rows)
	}
	if err != nil {
		return nil, err
	}
	t.Header = []string{"iri", "label"}
	for i, v := range queries.Columns(t.options) {
		t.Columns[i].Variable, t.Columns[i].LabelVariable = v[0], v[1]
		t.Header = append(t.Header, slices.DeleteFunc(v[:], func(name string) bool { return name == "" })...)
	}
	if t.isGrouped {
		t.Header = slices.Insert(t.Header[2:], len(t.Header)-2-(len(t.Columns)-1), "members")
		shown := t.options
		shown.Limit, shown.Offset = rows.Limit, rows.Offset
		t.Query, err = queries.Groups(t.concept, shown)
		return t, err
	}
	headed.ShowLabels, headed.Labels, headed.By = t.options.ShowLabels, labels, t.options.By
	headed.Limit, headed.Offset = rows.Limit, rows.Offset
	t.Query, err = queries.Select(c, headed)
	return t, err
}

// addHeaded adds the columns of the properties that the concept names, and the given ones. It returns the options of a
// query with the headings.
func (t *tableReader) addHeaded(c dl.Concept, more []queries.Column, headings []Heading) queries.Options {
	if len(headings) == 0 {
		t.addColumns(c, more)
		return t.options
	}
	for i, h := range headings[1:] {
		more[i].Heading, more[i].Year = h.Name, h.Year
	}
	t.addColumns(c, more)
	for i, h := range headings[1:] {
		t.options.Columns[i].Labelled = !h.Literal
	}
	headed := t.options
	headed.Heading = headings[0].Name
	t.options.Columns = slices.Clone(headed.Columns)
	for i := range t.options.Columns {
		t.options.Columns[i].Heading = ""
	}
	return headed
}

// columnProperties returns the properties of the columns.
func (t *tableReader) columnProperties() (list []string) {
	for _, column := range t.options.Columns {
		for _, role := range column.Path {
			list = append(list, role.IRI)
		}
	}
	return list
}

// label adds the labels of the properties of the columns.
func (t *tableReader) label(labels map[string]string) {
	for i := range t.Columns {
		column := &t.Columns[i]
		column.Property.Label = labels[column.Property.IRI]
		for k := range column.Then {
			column.Then[k].Property.Label = labels[column.Then[k].Property.IRI]
		}
	}
}

// suggestColumns returns the properties that some of the members have, those of most members
// first. A failure is no error: columns can be chosen without suggestions.
func (s Lister) suggestColumns(ctx context.Context, t *tableReader) ([]ColumnChoice, error) {
	v := s.Config.Vocabulary().WithDefaults()
	q := t.question()
	q.Group, q.Limit = ask.ByProperty, tableSample
	a, _, err := t.port.Ask(ctx, q)
	if err != nil {
		s.Reporter.Detail("columns: %s", say.OneLine(err.Error()))
		return []ColumnChoice{}, ctx.Err()
	}
	list := []ColumnChoice{}
	var properties []string
	for _, g := range a.Groups {
		if slices.Contains(v.Label, g.Value) || g.Value == v.Type {
			continue
		}
		properties = append(properties, g.Value)
		list = append(list, ColumnChoice{
			Property: source.Term{IRI: g.Value}, Members: g.Members, Of: tableSample,
			Example: g.Example.Value, Datatype: g.Example.Datatype,
		})
	}
	labels := source.Labels(ctx, s.Use, properties)
	for i := range list {
		list[i].Property.Label = labels[list[i].Property.IRI]
	}
	slices.SortFunc(list, func(a, b ColumnChoice) int {
		return cmp.Or(cmp.Compare(b.Members, a.Members), strings.Compare(a.Property.IRI, b.Property.IRI))
	})
	return list, nil
}

// addColumns adds the columns of the properties that the concept names, and the given ones. A
// concept that names the inverse of a role gets no column of it: that may have any number of
// values.
func (t *tableReader) addColumns(c dl.Concept, more []queries.Column) {
	t.Columns = []TableColumn{}
	var deciding []queries.Column
	for _, r := range look.TopSymbols(c).Properties {
		if !r.Inverse {
			deciding = append(deciding, queries.Column{Path: []dl.Role{r}})
		}
	}
	for i, column := range slices.Concat(deciding, more) {
		if slices.ContainsFunc(t.options.Columns, func(c queries.Column) bool {
			return slices.Equal(c.Path, column.Path) && c.Aggregate == column.Aggregate && c.Heading == column.Heading
		}) {
			continue
		}
		steps := make([]TableStep, len(column.Path))
		for k, role := range column.Path {
			steps[k] = TableStep{source.Term{IRI: role.IRI}, role.Inverse}
		}
		column.Labelled = column.Aggregate == "" && !t.isFeature(column.Path)
		t.options.Columns = append(t.options.Columns, column)
		t.Columns = append(t.Columns, TableColumn{
			TableStep: steps[0], Then: steps[1:], Decides: i < len(deciding),
			Aggregate: column.Aggregate,
		})
	}
}

// isFeature reports whether the values at the end of the path are known to be literals.
func (t *tableReader) isFeature(path []dl.Role) bool {
	if len(path) > 1 || path[0].Inverse {
		return false
	}
	at := slices.IndexFunc(t.Suggested, func(c ColumnChoice) bool { return c.Property.IRI == path[0].IRI })
	return at >= 0 && t.Suggested[at].Datatype != ""
}
