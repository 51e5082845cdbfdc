package sheet

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Outputs are the forms in which tables are written, as the endings of names of files have them.
var Outputs = []string{"csv", "tsv", "xlsx", "md", "json"}

// mediaTypes are those of the forms.
var mediaTypes = map[string]string{
	"csv": "text/csv; charset=utf-8", "tsv": "text/tab-separated-values; charset=utf-8",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"md":   "text/markdown; charset=utf-8", "json": "application/json",
}

// MediaType returns that of a form.
func MediaType(form string) string { return mediaTypes[form] }

// OutputOf returns the form for the name of a file; false if its ending is none.
func OutputOf(path string) (form string, ok bool) {
	form = strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	return form, slices.Contains(Outputs, form)
}

// An Output says how a table is written.
type Output struct {
	Form      string // one of Outputs; empty: csv
	Separator rune   // of csv; 0: a comma
	BOM       bool   // csv and tsv begin with a byte order mark: Excel then reads UTF-8
	AsIs      int    // how many of the first columns are written as they are, also what a spreadsheet takes for a formula
}

// Write writes a table. All rows have a cell for each name; they may be read twice. In a workbook, a column of numbers,
// dates or booleans has them as such. In csv and tsv, a text that a spreadsheet would take for a formula begins with
// an apostrophe.
func (o Output) Write(w io.Writer, names []string, rows iter.Seq[[]string]) error {
	switch o.Form {
	case "", "csv", "tsv":
		return o.writeText(w, names, rows)
	case "md":
		return writeMarkdown(w, names, rows)
	case "json":
		return writeObjects(w, names, rows)
	case "xlsx":
		return writeWorkbook(w, names, rows)
	}
	return fmt.Errorf("tables are not written as %q: choose one of %s", o.Form, strings.Join(Outputs, ", "))
}

// Escaped returns the text for a cell of csv or tsv: with an apostrophe before it, if a spreadsheet would take it for a
// formula. A number may have a sign.
func Escaped(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil && text[0] != '@' {
		return text
	}
	return "'" + text
}

func (o Output) writeText(w io.Writer, names []string, rows iter.Seq[[]string]) error {
	if o.BOM {
		if _, err := io.WriteString(w, "\ufeff"); err != nil {
			return err
		}
	}
	out := csv.NewWriter(w)
	if o.Separator != 0 {
		out.Comma = o.Separator
	}
	if o.Form == "tsv" {
		out.Comma = '\t'
	}
	if err := out.Write(names); err != nil {
		return err
	}
	var record []string
	for row := range rows {
		record = append(record[:0], row...)
		for i := o.AsIs; i < len(record); i++ {
			record[i] = Escaped(record[i])
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// inMarkdown writes a text in a cell of a table of Markdown.
var inMarkdown = strings.NewReplacer(`\`, `\\`, "|", `\|`, "\r\n", "<br>", "\n", "<br>", "\r", "<br>", "<", "&lt;", "&",
	"&amp;")

func writeMarkdown(w io.Writer, names []string, rows iter.Seq[[]string]) error {
	var b strings.Builder
	line := func(cells []string) error {
		b.Reset()
		for _, cell := range cells {
			b.WriteString("| " + inMarkdown.Replace(cell) + " ")
		}
		_, err := io.WriteString(w, b.String()+"|\n")
		return err
	}
	if err := line(names); err != nil {
		return err
	}
	if _, err := io.WriteString(w, strings.Repeat("| --- ", len(names))+"|\n"); err != nil {
		return err
	}
	for row := range rows {
		if err := line(row); err != nil {
			return err
		}
	}
	return nil
}

// writeObjects writes an array with an object for each row.
func writeObjects(w io.Writer, names []string, rows iter.Seq[[]string]) error {
	var keys []string
	for _, name := range names {
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		keys = append(keys, string(key))
	}
	before := "[\n"
	for row := range rows {
		var b strings.Builder
		b.WriteString(before)
		before = ",\n"
		for i, cell := range row {
			text, err := json.Marshal(cell)
			if err != nil {
				return err
			}
			b.WriteString([]string{"{", ", "}[min(i, 1)] + keys[i] + ": " + string(text))
		}
		if _, err := io.WriteString(w, b.String()+"}"); err != nil {
			return err
		}
	}
	if before == "[\n" {
		_, err := io.WriteString(w, "[]\n")
		return err
	}
	_, err := io.WriteString(w, "\n]\n")
	return err
}

// Limits of a sheet of Excel: digits of numbers, and rows.
const (
	mostDigits = 15
	mostRows   = 1 << 20
)

var errRows = fmt.Errorf("a sheet of Excel has at most %d rows: write .csv", mostRows)

// writeWorkbook writes a workbook with one sheet.
func writeWorkbook(w io.Writer, names []string, rows iter.Seq[[]string]) (err error) {
	columns := make([]Column, len(names))
	long := make([]bool, len(names)) // numbers that would lose digits
	n := 1
	for row := range rows {
		if n++; n > mostRows {
			return errRows
		}
		for i, cell := range row {
			if utf8.RuneCountInString(cell) > excelize.TotalCellChars {
				return fmt.Errorf("row %d, column %s: a cell of Excel has at most %d characters: write .csv", n-1, names[i],
					excelize.TotalCellChars)
			}
			columns[i].Add(cell, n)
			long[i] = long[i] || len(strings.Trim(cell, "-+0.")) > mostDigits
		}
	}
	f := excelize.NewFile()
	defer func() { err = errors.Join(err, f.Close()) }()
	out, err := f.NewStreamWriter(f.GetSheetName(0))
	if err != nil {
		return err
	}
	cells := make([]any, len(names))
	for i, name := range names {
		cells[i] = name
	}
	if err := out.SetRow("A1", cells); err != nil {
		return err
	}
	styles := map[string]int{}
	for name, format := range map[string]string{"date": "yyyy-mm-dd", "dateTime": "yyyy-mm-dd hh:mm:ss"} {
		if styles[name], err = f.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
			return err
		}
	}
	n = 1
	for row := range rows {
		n++
		for i, cell := range row {
			cells[i] = cell
			if at := columns[i].Look(); at >= 0 && cell != "" && !(long[i] && at <= AnyNumber) {
				cells[i] = workbookCell(cell, Looks[at].Type, styles)
			}
		}
		if err := out.SetRow("A"+strconv.Itoa(n), cells); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return f.Write(w)
}

// workbookCell returns the value of a cell. Excel has no dates before March 1900 that all programs read alike.
func workbookCell(text string, t Type, styles map[string]int) any {
	if t.Group != "" || t.layout != "" { // as people write them
		return text
	}
	switch t.Name {
	case "integer", "decimal", "double":
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			return x
		}
	case "boolean":
		return booleans[strings.ToLower(text)] == "true"
	case "date", "dateTime":
		for _, layout := range []string{time.DateOnly, isoTime} {
			if at, err := time.Parse(layout, text); err == nil && at.Year() > 1900 {
				return excelize.Cell{StyleID: styles[t.Name], Value: at}
			}
		}
	}
	return text
}
