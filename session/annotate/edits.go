package annotate

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
)

// What a table says beyond a Wikibase, in the forms of tools that edit it. genus changes nothing itself.

// directProperty matches a property of a Wikibase that leads to a value: namespace and id.
var directProperty = regexp.MustCompile(`^(.*/prop/)direct/(P\d+)$`)

// wikibaseProperty returns the namespace and the id of the property of a column; false if the column is no property
// of a Wikibase.
func (a *Annotation) wikibaseProperty(column int) (namespace, id string, ok bool) {
	roles := a.Columns[column].roles
	if len(roles) != 1 || roles[0].Inverse {
		return "", "", false
	}
	m := directProperty.FindStringSubmatch(roles[0].IRI)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// WriteQuickStatements writes the values that the graph lacks as commands of QuickStatements 1, one a line, and returns
// their number. It leaves out what it cannot write for certain: names that may mean several individuals, numbers, whose
// unit a direct property does not say, and texts with a language, quotation marks or line ends.
func (s Annotator) WriteQuickStatements(ctx context.Context, a *Annotation, w io.Writer) (n int, err error) {
	var texts []string
	for _, c := range a.Lacking {
		if a.Columns[c.column].datatype == "" {
			texts = append(texts, c.Cell)
		}
	}
	r, err := names.Finder{Use: s.Use}.Resolve(ctx, texts)
	if err != nil {
		return 0, err
	}
	means := map[string]string{}
	for _, name := range r.Names {
		if name.Accepted != nil {
			means[name.Text] = names.LocalName(name.Accepted.IRI)
		}
	}
	for _, c := range a.Lacking {
		_, id, ok := a.wikibaseProperty(c.column)
		value := means[c.Cell]
		if datatype := a.Columns[c.column].datatype; datatype != "" {
			value = quickValue(strings.TrimSpace(c.Cell), datatype)
		}
		if !ok || value == "" {
			continue
		}
		n++
		if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", names.LocalName(c.Individual.IRI), id, value); err != nil {
			return n, err
		}
	}
	return n, nil
}

// quickValue writes a date or a string as QuickStatements does; empty if the text is none that is certain.
func quickValue(text, datatype string) string {
	const day, year = 11, 9 // precisions
	kind, _ := dl.KindOf(datatype)
	switch {
	case kind.Family() == dl.DateTime.Family() && members.IsYear(text):
		return fmt.Sprintf("%s-00-00T00:00:00Z/%d", signed(text), year)
	case kind.Family() == dl.DateTime.Family():
		forms := members.DateForms(text)
		if len(forms) == 1 && len(strings.TrimPrefix(forms[0], "-")) == len(time.DateOnly) {
			return fmt.Sprintf("%sT00:00:00Z/%d", signed(forms[0]), day)
		}
	case kind == dl.String && !strings.ContainsAny(text, "\"\t\r\n"):
		return `"` + text + `"`
	}
	return ""
}

// signed returns a date with a sign, as times in a Wikibase have one.
func signed(date string) string {
	if strings.HasPrefix(date, "-") {
		return date
	}
	return "+" + date
}

// WriteMismatches writes the cells that differ from the only value in a Wikibase as the CSV that Mismatch Finder
// imports, and returns their number. Each names the statement.
func (s Annotator) WriteMismatches(ctx context.Context, a *Annotation, w io.Writer) (n int, err error) {
	out := csv.NewWriter(w)
	header := []string{
		"item_id", "statement_guid", "property_id", "wikidata_value", "meta_wikidata_value", "external_value", "external_url",
		"type",
	}
	if err := out.Write(header); err != nil {
		return 0, err
	}
	for column := range a.Columns {
		namespace, id, ok := a.wikibaseProperty(column)
		var cells []Cell
		var iris []string
		for _, c := range a.Differ {
			if ok && c.column == column && len(c.Values) == 1 {
				cells, iris = append(cells, c), append(iris, c.Individual.IRI)
			}
		}
		found, err := members.Lister{Use: s.Use}.Values(ctx, iris, []string{"<" + namespace + id + ">"})
		if err != nil {
			return n, fmt.Errorf("reading the statements that differ: %w", err)
		}
		for _, c := range cells {
			of := found.Of(c.Individual.IRI)
			if len(of) == 0 || len(of[0]) != 1 {
				continue
			}
			value := c.Values[0].Value
			if c.Values[0].Datatype == "" {
				value = names.LocalName(value)
			}
			n++
			item, statement := names.LocalName(c.Individual.IRI), statementID(of[0][0].Value)
			record := []string{item, statement, id, value, "", c.Cell, "", "statement"}
			if err := out.Write(record); err != nil {
				return n, err
			}
		}
	}
	out.Flush()
	return n, out.Error()
}

// statementID returns the id of a statement of a Wikibase from the IRI of its node.
func statementID(iri string) string {
	item, rest, _ := strings.Cut(names.LocalName(iri), "-")
	return item + "$" + rest
}
