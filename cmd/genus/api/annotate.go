package api

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/session/annotate"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/source"
)

// AnnotateInput is a table whose rows are about individuals.
type AnnotateInput struct {
	Columns []string     `json:"columns" minItems:"1" maxItems:"50" jsonschema:"the names of the columns"`
	Rows    [][]string   `json:"rows" minItems:"1" maxItems:"10000" jsonschema:"the rows: a text for each column"`
	Key     string       `json:"key,omitempty" jsonschema:"column of names or IRIs; default iri, or else the first"`
	Options LearnOptions `json:"options,omitzero" jsonschema:"settings that differ from those of the program"`
	Format  string       `json:"format,omitempty"`
}

// TransformSchema says what the formats are.
func (AnnotateInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	enum(s, "format", []string{"", "json", "csv", "tsv", "xlsx", "md", "quickstatements", "mismatches"})
	s.Properties["format"].Description = "what to answer: an object (default); a table of what differs, with the " +
		"columns " + strings.Join(ListNames, ", ") + "; or a text for QuickStatements or Mismatch Finder, of a Wikibase only"
	return s
}

// AnnotateOutput says what a table is about, and how it differs from the graph.
type AnnotateOutput struct {
	Version int `json:"version" jsonschema:"of the format: 1"`
	annotate.Annotation
	// Definition is learned from the individuals of the rows, or if they are many from some of them.
	Definition *LearnOutput `json:"definition" jsonschema:"what the rows have in common; null if no row names an individual, or if nothing was learned"`
	Query      string       `json:"query" jsonschema:"SPARQL query of a table with exactly these columns; empty if there is none"`
	Outside    []genus.Term `json:"outside" jsonschema:"individuals of rows that do not belong to the definition"`
	Absent     []genus.Term `json:"absent" jsonschema:"members of the definition that no row names; not more than 1000"`
	Total      *int         `json:"total" jsonschema:"number of members; null if they were not counted"`
	Notes      []string     `json:"notes" jsonschema:"warnings, and what was left out and why"`
	Text       string       `json:"text,omitempty" jsonschema:"what differs in the format that was asked for"`
	File       []byte       `json:"-"` // the same, also a workbook; a door sends one of the two
}

// Limits of what an annotation lists and learns from.
const (
	mostLearned = 100
	mostAbsent  = 1000
)

// Annotate finds what the rows of a table are about, which paths give its columns, and what the rows have in common.
func Annotate(ctx context.Context, s Session, in AnnotateInput) (out AnnotateOutput, err error) {
	t := annotate.Sheet{Names: in.Columns, Rows: in.Rows, Key: extract.KeyColumn(in.Columns)}
	if in.Key != "" {
		t.Key = slices.IndexFunc(in.Columns, func(name string) bool {
			return strings.EqualFold(strings.TrimSpace(name), in.Key)
		})
	}
	if t.Key < 0 {
		return out, source.Usagef("there is no column %q: the columns are %s", in.Key, strings.Join(in.Columns, ", "))
	}
	for i, row := range in.Rows {
		if len(row) != len(in.Columns) {
			return out, source.Usagef("row %d has %d cells, but there are %d columns", i+1, len(row), len(in.Columns))
		}
	}
	if isEdit(in.Format) && s.Settings().Statements == "" {
		return out, source.Usagef("%s is for a Wikibase, and this source is none", in.Format)
	}
	found, err := Annotator(s).Annotate(ctx, t)
	if err != nil {
		return out, err
	}
	out = AnnotateOutput{Version: 1, Annotation: *found, Outside: []genus.Term{}, Absent: []genus.Term{}}
	if iris := found.Individuals(); len(iris) > 0 {
		err = out.define(ctx, s, t, iris, in.Options)
	}
	err = s.orWithoutDefinition(ctx, err)
	if out.Notes = s.Collected(); err == nil {
		out.File, err = out.inFormat(ctx, s, in.Format)
	}
	return out, err
}

// isEdit reports whether a format is that of a tool that changes a Wikibase.
func isEdit(format string) bool { return format == "quickstatements" || format == "mismatches" }

// inFormat returns what differs in a format of AnnotateInput; nil for json.
func (out *AnnotateOutput) inFormat(ctx context.Context, s Session, format string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch format {
	case "", "json":
		return nil, nil
	case "quickstatements":
		_, err = Annotator(s).WriteQuickStatements(ctx, &out.Annotation, &b)
	case "mismatches":
		_, err = Annotator(s).WriteMismatches(ctx, &out.Annotation, &b)
	default:
		err = sheet.Output{Form: format}.Write(&b, ListNames, out.Lists())
	}
	return b.Bytes(), err
}

// Annotator returns what reads tables.
func Annotator(s Session) annotate.Annotator {
	return annotate.Annotator{Use: s.Use()}
}

// define learns what the individuals have in common, and compares them with the members of that.
func (out *AnnotateOutput) define(ctx context.Context, s Session, t annotate.Sheet, iris []string,
	o LearnOptions) error {
	some := iris
	if len(iris) > mostLearned {
		some = nil
		for i := range mostLearned {
			some = append(some, iris[i*len(iris)/mostLearned])
		}
		s.Use().Reporter.Note("note: the definition is learned from %d of the %d individuals", mostLearned, len(iris))
	}
	r, err := out.learn(ctx, s, some, o)
	if err != nil {
		return err
	}
	if wrong := outsiders(r, len(some)); len(wrong) > 0 {
		some = slices.DeleteFunc(slices.Clone(some), func(iri string) bool { return slices.Contains(wrong, iri) })
		if r, err = out.learn(ctx, s, some, o); err != nil {
			return err
		}
	}
	c := r.Fitting.Concept
	if c == nil {
		return nil
	}
	var columns []string
	headings := []members.Heading{{Name: heading(t.Names[t.Key], nil)}}
	for _, column := range out.Columns {
		if text := column.Text(); text != "" {
			columns = append(columns, text)
			h := members.Heading{Name: heading(column.Name, headings), Year: column.Year, Literal: column.Literal()}
			headings = append(headings, h)
		}
	}
	shown := genus.TableOptions{Columns: columns, Headings: headings, Stated: true, Limit: len(iris) + mostAbsent}
	table, err := s.Members().Table(ctx, r.Problem, c, shown)
	if err != nil {
		return err
	}
	out.Query, out.Total = table.Query, table.Total
	belongs, err := Annotator(s).MembersAmong(ctx, r.Problem, c, iris)
	if err != nil {
		return err
	}
	out.compare(s, belongs, table)
	return nil
}

// A table has a few rows that do not belong: at most one in rowsPerOutsider. Each counts bitsOfOutsider less against a
// concept than a wrong example does. Both were chosen on the tables in odd places of bench/tables.
const (
	rowsPerOutsider = 10
	bitsOfOutsider  = 2
)

// outsiders returns the rows that do not belong to what is most likely meant.
func outsiders(r *genus.Result, rows int) (wrong []string) {
	if r.Ranking == nil {
		return nil
	}
	best := 0.0
	for _, c := range r.Ranking.Candidates {
		n := len(c.Wrong)
		if p := c.Probability * math.Exp2(bitsOfOutsider*float64(n)); n*rowsPerOutsider <= rows && p > best {
			best, wrong = p, c.Wrong
		}
	}
	return wrong
}

// learn learns what the individuals have in common.
func (out *AnnotateOutput) learn(
	ctx context.Context, s Session, iris []string, o LearnOptions,
) (r *genus.Result, err error) {
	out.Definition, r, err = learnUnasked(ctx, s, LearnInput{Pos: iris, Options: o})
	return r, err
}

// orWithoutDefinition returns the error of a definition beside other results; nil if its time was up: they hold.
func (s Session) orWithoutDefinition(ctx context.Context, err error) error {
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return err
	}
	s.Use().Reporter.Note("the definition is left out: %v", err)
	return nil
}

// learnUnasked learns without a question at the end.
func learnUnasked(ctx context.Context, s Session, in LearnInput) (*LearnOutput, *genus.Result, error) {
	l, err := NewLearning(ctx, s, in)
	if err != nil {
		return nil, nil, err
	}
	l.Task.Unasked = true
	r, err := l.Run(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	out := l.Output(ctx, r)
	return &out, r, nil
}

// compare lists the individuals of rows that do not belong, and the members that no row names. belongs says of each
// individual of a row whether it is a member.
func (out *AnnotateOutput) compare(s Session, belongs map[string]bool, table *genus.Table) {
	listed := map[string]bool{}
	for _, row := range out.Rows {
		if row.Accepted != nil && !belongs[row.Accepted.IRI] && !listed[row.Accepted.IRI] {
			listed[row.Accepted.IRI] = true
			out.Outside = append(out.Outside, *row.Accepted)
		}
	}
	for _, m := range table.Members {
		if _, isNamed := belongs[m.IRI]; !isNamed && len(out.Absent) < mostAbsent {
			out.Absent = append(out.Absent, m.Term)
		}
	}
	if table.More || table.Missing != "" {
		const note = "note: %d members were compared with the rows: there are more that no row names"
		s.Use().Reporter.Note(note, len(table.Members))
	}
}

// ListNames are the names of the columns of AnnotateOutput.Lists.
var ListNames = []string{"list", "row", "iri", "label", "column", "cell", "values"}

// Lists returns what differs between the table and the graph, a row each: unknown rows, individuals outside the
// definition, members that the table lacks, cells that differ, and values that the graph lacks.
func (out *AnnotateOutput) Lists() iter.Seq[[]string] {
	var rows [][]string
	for _, r := range out.Rows {
		if r.Accepted == nil {
			var candidates []string
			for _, c := range r.Candidates {
				candidates = append(candidates, c.IRI)
			}
			rows = append(rows, []string{"unknown", strconv.Itoa(r.Row), "", r.Text, "", "", strings.Join(candidates, " | ")})
		}
	}
	for _, x := range out.Outside {
		rows = append(rows, []string{"outside", "", x.IRI, x.Label, "", "", ""})
	}
	for _, x := range out.Absent {
		rows = append(rows, []string{"missing", "", x.IRI, x.Label, "", "", ""})
	}
	add := func(list string, cells []annotate.Cell) {
		for _, c := range cells {
			var values []string
			for _, v := range c.Values {
				values = append(values, cmp.Or(v.Label, v.Value))
			}
			rows = append(rows, []string{
				list, strconv.Itoa(c.Row), c.Individual.IRI, c.Individual.Label, c.Column, c.Cell,
				strings.Join(values, " | "),
			})
		}
	}
	add("differs", out.Differ)
	add("new", out.Lacking)
	return slices.Values(rows)
}

// heading returns a variable for a column with the name, other than those of the headings before.
func heading(name string, before []members.Heading) string {
	var b strings.Builder
	for _, r := range strings.TrimSpace(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			r = '_'
		}
		b.WriteRune(r)
	}
	text := b.String()
	last, _ := utf8.DecodeLastRuneInString(text)
	if text == "" || text == "x" || unicode.IsDigit(last) { // as variables of patterns
		text += "_"
	}
	for slices.ContainsFunc(before, func(h members.Heading) bool { return strings.EqualFold(h.Name, text) }) {
		text += "_"
	}
	return text
}
