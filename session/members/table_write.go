package members

import (
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/internal/sheet"
)

// valueSeparator is between the values of a member in a cell.
const valueSeparator = " | "

// Write writes the table: first the header, then the members, a row each, where several values of a property stand in
// one cell. With TableOptions.Long it writes the rows of the query.
func (t *Table) Write(w io.Writer, o sheet.Output) error {
	return o.Write(w, t.Header, t.records())
}

// records returns the rows below the header. The slice is used again.
func (t *Table) records() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, g := range t.Groups {
			record := []string{g.Value}
			if t.Columns[0].LabelVariable != "" {
				record = append(record, g.Label)
			}
			record = append(record, strconv.Itoa(g.Members))
			for _, v := range g.Values {
				record = append(record, v.Value)
			}
			if !yield(record) {
				return
			}
		}
		for _, row := range t.Rows {
			if !yield(row) {
				return
			}
		}
		if t.Rows != nil {
			return
		}
		record := make([]string, 0, len(t.Header))
		for _, m := range t.Members {
			record = append(record[:0], m.IRI, m.Label)
			for i, c := range t.Columns {
				record = append(record, joinValues(m.Values[i], func(v TableValue) string { return v.Value }))
				if c.LabelVariable != "" {
					record = append(record, joinValues(m.Values[i], func(v TableValue) string { return v.Label }))
				}
			}
			if !yield(record) {
				return
			}
		}
	}
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
