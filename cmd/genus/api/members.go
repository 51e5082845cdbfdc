package api

import (
	"cmp"
	"context"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
)

// MatchesInput is the input of Matches.
type MatchesInput struct {
	About
	Examples
	Limit  int `json:"limit,omitempty" minimum:"1" maximum:"500" jsonschema:"largest number of members; default 20"`
	Offset int `json:"offset,omitempty" minimum:"0" maximum:"5000" jsonschema:"how many members to skip, for the next page; default 0"`
}

// defaultFound is how many individuals a list has by default.
const defaultFound = 20

// MatchesOutput has members of a concept that are no examples.
type MatchesOutput struct {
	Matches []genus.Term        `json:"matches" jsonschema:"members that are not examples"`
	More    bool                `json:"more" jsonschema:"there are more: ask again with a larger offset"`
	Total   *int                `json:"total" jsonschema:"how many there are; null if they were not counted"`
	Unknown []names.UnknownName `json:"unknown" nullable:"true" jsonschema:"names of the concept that are in no statement of the source; null if an endpoint did not answer"`
	Notes   []string            `json:"notes" jsonschema:"warnings, and what was left out and why"`
}

// Matches lists members of a concept that are not examples, page by page.
func Matches(ctx context.Context, s Session, in MatchesInput) (out MatchesOutput, err error) {
	t, err := s.task(ctx, in.About, in.Examples, toQuery)
	if err != nil {
		return out, err
	}
	s.noteRows(t.query)
	if in.Limit == 0 {
		in.Limit = defaultFound
	}
	m, err := s.Session.Work().Matches(ctx, t.problem, t.concept, in.Limit, in.Offset)
	if err != nil {
		return out, err
	}
	return MatchesOutput{append([]genus.Term{}, m.Matches...), m.More, m.Total, t.unknown, s.Collected()}, nil
}

// MembersInput is the input of Members.
type MembersInput struct {
	About
	Examples
	Columns []string `json:"columns,omitempty" maxItems:"20" jsonschema:"further columns: properties, each an IRI, a name with a prefix, or the label of a property, or a path of several with / between; ^ before one stands for the inverse, and # before that for the number of values"`
	Group   string   `json:"group,omitempty" maxLength:"4096" jsonschema:"a property as in columns: return its values with the number of members that have each, in place of the members"`
	Order   string   `json:"order,omitempty" maxLength:"4096" jsonschema:"a property as in columns: the members come in the order of its values, those without one last; - before it puts the highest first"`
	First   int      `json:"first,omitempty" minimum:"0" jsonschema:"end the table after so many members, in that order; 0, the default: it has all"`
	Limit   int      `json:"limit,omitempty" minimum:"0" maximum:"5000" jsonschema:"largest number of members; 0, the default, means all"`
	Offset  int      `json:"offset,omitempty" minimum:"0" maximum:"1000000" jsonschema:"how many members to skip; default 0"`
	Long    bool     `json:"long,omitempty" jsonschema:"a CSV or TSV text has the rows of the query, one for each combination of values"`
}

// tableDescriptions say what columns, groups and orders may also be.
var tableDescriptions = map[string]string{
	"columns": "; count(p), sum(p), avg(p), min(p) and max(p) are one value of several",
	"group":   "; columns are then such values, of all members that have one",
	"order": "; label is that of the members; " +
		"groups come in the order of one of their columns, or of members, their number",
}

// Descriptions adds to those of the fields.
func (MembersInput) Descriptions() map[string]string { return tableDescriptions }

// MembersOutput is a table of all members.
type MembersOutput struct {
	Version int `json:"version" jsonschema:"of the format: 1"`
	genus.Table
	Unknown []names.UnknownName `json:"unknown" nullable:"true" jsonschema:"names of the concept that are in no statement of the source; null if an endpoint did not answer"`
	Notes   []string            `json:"notes" jsonschema:"warnings, and what was left out and why"`
}

// Members lists all members of a concept, examples included, with the values that decide.
func Members(ctx context.Context, s Session, in MembersInput) (out MembersOutput, err error) {
	t, err := s.task(ctx, in.About, in.Examples, toQuery)
	if err != nil {
		return out, err
	}
	o := genus.TableOptions{
		Query: t.query, Limit: in.Limit, Offset: in.Offset, Columns: in.Columns, Long: in.Long, Group: in.Group,
		Order: in.Order, First: in.First,
	}
	if !o.HasQueryRows() {
		s.noteRows(t.query)
	}
	table, err := s.Members().Table(ctx, t.problem, t.concept, o)
	if err != nil {
		return out, err
	}
	return MembersOutput{1, *table, t.unknown, s.Collected()}, nil
}

// RowsInput is the input of Rows.
type RowsInput struct {
	Query string `json:"query" minLength:"1" jsonschema:"a SELECT query"`
	Limit int    `json:"limit,omitempty" minimum:"1" maximum:"5000" jsonschema:"largest number of rows; default 500"`
}

// RowsOutput has the first rows of a query.
type RowsOutput struct {
	members.Rows
	Notes []string `json:"notes" jsonschema:"warnings"`
}

// Rows asks the endpoint a query as it is, also one that genus cannot read.
func Rows(ctx context.Context, s Session, in RowsInput) (out RowsOutput, err error) {
	const defaultRows = 500
	rows, err := s.Session.Members().Rows(ctx, in.Query, cmp.Or(in.Limit, defaultRows))
	if err != nil {
		return out, err
	}
	return RowsOutput{*rows, s.Collected()}, nil
}
