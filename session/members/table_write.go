package members

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// A TableForm says how a table is written.
type TableForm struct {
	Comma rune // between the cells of a row; 0 means a comma, and a tab makes TSV
	BOM   bool // a byte order mark first: Excel then reads UTF-8
}

// valueSeparator is between the values of a member in a cell.
const valueSeparator = " | "

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

// Write writes the table as CSV: first the variables of the query, then the members, a row each, where
// several values of a property stand in one cell. With TableOptions.Long it writes the rows of the query. A
// spreadsheet would run texts that look like formulas: see Cell.
func (t *Table) Write(w io.Writer, f TableForm) error {
	if f.BOM {
		if _, err := io.WriteString(w, "\ufeff"); err != nil {
			return err
		}
	}
	out := csv.NewWriter(w)
	if f.Comma != 0 {
		out.Comma = f.Comma
	}
	if err := out.Write(t.Variables); err != nil {
		return err
	}
	for _, g := range t.Groups {
		record := []string{Cell(g.Value)}
		if t.Columns[0].LabelVariable != "" {
			record = append(record, Cell(g.Label))
		}
		if err := out.Write(append(record, strconv.Itoa(g.Members))); err != nil {
			return err
		}
	}
	record := make([]string, 0, len(t.Variables))
	write := func() error {
		for i, text := range record {
			record[i] = Cell(text)
		}
		return out.Write(record)
	}
	for _, row := range t.Rows {
		record = append(record[:0], row...)
		if err := write(); err != nil {
			return err
		}
	}
	if t.Rows == nil {
		for _, m := range t.Members {
			record = append(record[:0], m.IRI, m.Label)
			for i, c := range t.Columns {
				record = append(record, joinValues(m.Values[i], func(v TableValue) string { return v.Value }))
				if c.LabelVariable != "" {
					record = append(record, joinValues(m.Values[i], func(v TableValue) string { return v.Label }))
				}
			}
			if err := write(); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// joinValues joins the texts of the values; it returns nothing if all texts are empty.
func joinValues(values []TableValue, text func(TableValue) string) string {
	var sb strings.Builder
	empty := true
	for i, v := range values {
		if i > 0 {
			sb.WriteString(valueSeparator)
		}
		part := text(v)
		empty = empty && part == ""
		sb.WriteString(part)
	}
	if empty {
		return ""
	}
	return sb.String()
}
