package sheet

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// rowsOf returns the names and the rows of a table, with bars between the cells.
func rowsOf(t *testing.T, table *Table) []string {
	t.Helper()
	rows := []string{strings.Join(table.Names, "|")}
	require.NoError(t, table.Each(func(_ int, cells []string) error {
		rows = append(rows, strings.Join(cells, "|"))
		return nil
	}))
	return rows
}

// TestOpen: what the content tells, and what options say in place of it.
func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		options    []string
		want       []string
		separator  rune
	}{
		{"commas", "a,b\n1,2\n", nil, []string{"a|b", "1|2"}, ','},
		{"a byte order mark", "\ufeffa,b\n1,2\n", nil, []string{"a|b", "1|2"}, ','},
		{"semicolons and decimal commas", "a;b\n1,5;2\n2,5;3\n", nil, []string{"a|b", "1,5|2", "2,5|3"}, ';'},
		{"semicolons, and a comma in a name", "a, in km;b\n1;2\n", nil, []string{"a, in km|b", "1|2"}, ';'},
		{"bars", "a|b\n1|2\n", nil, []string{"a|b", "1|2"}, '|'},
		{"tabs", "a\tb, c\n1\t2\n", nil, []string{"a|b, c", "1|2"}, '\t'},
		{"quotes", "a;b\n\"1;2\";3\n", nil, []string{"a|b", "1;2|3"}, ';'},
		{"one column of lists", "a\nx|y\nz\n", nil, []string{"a", "x|y", "z"}, ','},
		{"said separator", "a,b;c\n1,2;3\n", []string{"separator=semicolon"}, []string{"a,b|c", "1,2|3"}, ';'},
		{"the first line is a row", "x,1\ny,2\n", nil, []string{"column1|column2", "x|1", "y|2"}, ','},
		{"the first line is no number", "x,n\ny,2\n", nil, []string{"x|n", "y|2"}, ','},
		{"a year is a name", "x,1990\ny,2\n", []string{"header=yes"}, []string{"x|1990", "y|2"}, ','},
		{"only texts", "x,y\nz,u\n", nil, []string{"x|y", "z|u"}, ','},
		{"only texts without names", "x,y\nz,u\n", []string{"header=no"}, []string{"column1|column2", "x|y", "z|u"}, ','},
		{"no rows", "1,2\n", nil, []string{"1|2"}, ','},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := require.Value(ParseForm(tt.options))(t)
			table := require.Value(Open([]byte(tt.text), f))(t)
			check.Diff(t, rowsOf(t, table), tt.want, "rows")
			check.Equal(t, table.Separator, tt.separator, "separator")
		})
	}
}

// TestParseForm: an option that is not known is an error that says what is.
func TestParseForm(t *testing.T) {
	for option, want := range map[string]string{
		"header":          "want separator=",
		"header=maybe":    "yes or no",
		"separator=;;":    "one character",
		"type=year":       "want type=COLUMN:TYPE",
		"type=a:b:number": "one of the types text",
		"color=red":       `no option "color"`,
		"separator=\"":    "one character",
	} {
		_, err := ParseForm([]string{option})
		require.That(t, err != nil, "no error for %s", option)
		check.Contains(t, err.Error(), want, option)
	}
	f := require.Value(ParseForm([]string{"type=a:b:date", "separator=tab", "sheet=2"}))(t)
	check.Equal(t, f.Types["a:b"], "date", "type")
	check.Equal(t, string(f.Separator)+f.Sheet, "\t2", "separator and sheet")
}

// workbookOf returns a workbook as Excel writes it: values with number formats.
func workbookOf(t *testing.T) []byte {
	f := excelize.NewFile()
	defer func() { require.NoError(t, f.Close()) }()
	require.NoError(t, f.SetSheetName("Sheet1", "Films"))
	_, err := f.NewSheet("Notes")
	require.NoError(t, err)
	style := func(format string) int {
		return require.Value(f.NewStyle(&excelize.Style{CustomNumFmt: &format}))(t)
	}
	day, time2, money := style("d. mmmm yyyy"), style("dd/mm/yy h:mm"), style(`#,##0.00 "EUR"`)
	builtin := require.Value(f.NewStyle(&excelize.Style{NumFmt: 14}))(t)
	set := func(cell string, value any, style int) {
		require.NoError(t, f.SetCellValue("Films", cell, value))
		if style > 0 {
			require.NoError(t, f.SetCellStyle("Films", cell, cell, style))
		}
	}
	for i, name := range []string{"title", "seen", "at", "cost", "good", "code", "due", "rate"} {
		set(string(rune('A'+i))+"2", name, 0) // below an empty line
	}
	at := time.Date(2021, 3, 4, 5, 6, 7, 0, time.UTC)
	set("A3", "Alien", 0)
	set("B3", at.Truncate(24*time.Hour), day)
	set("C3", at, time2)
	set("D3", 1234.5, money)
	set("E3", true, 0)
	set("F3", "007", 0)
	set("G3", at.Truncate(24*time.Hour), builtin)
	set("H3", 0.1, style("0%"))
	set("A5", "Brazil", 0)
	set("D5", 12345678901.0, 0)
	require.NoError(t, f.SetCellValue("Films", "F5", "#N/A"))
	require.NoError(t, f.SetCellValue("Notes", "A1", "note"))
	require.NoError(t, f.SetCellValue("Notes", "A2", "x"))
	return require.Value(f.WriteToBuffer())(t).Bytes()
}

// TestWorkbook: numbers, dates and booleans are read as XML Schema writes them, whatever Excel shows.
func TestWorkbook(t *testing.T) {
	content := workbookOf(t)
	table := require.Value(Open(content, Form{}))(t)
	check.Diff(t, rowsOf(t, table), []string{"title|seen|at|cost|good|code|due|rate",
		"Alien|2021-03-04|2021-03-04T05:06:07|1234.5|true|007|2021-03-04|0.1", "Brazil|||12345678901||||"}, "rows")
	check.Equal(t, table.Described(), `the sheet "Films" of 2, names in the first line`, "description")
	var lines []int
	require.NoError(t, table.Each(func(line int, _ []string) error { lines = append(lines, line); return nil }))
	check.Diff(t, lines, []int{3, 5}, "lines")
	for _, name := range []string{"notes", "2"} {
		table = require.Value(Open(content, Form{Sheet: name}))(t)
		check.Diff(t, rowsOf(t, table), []string{"note", "x"}, name)
	}
	_, err := Open(content, Form{Sheet: "Other"})
	require.That(t, err != nil, "no error")
	check.Contains(t, err.Error(), "its sheets are Films, Notes", "the error")
	_, err = Open([]byte("PK\x03\x04 and so on"), Form{})
	check.That(t, err != nil, "no error for what is no workbook")
	_, err = Open([]byte("a,b\n"), Form{Sheet: "Notes"})
	check.That(t, err != nil, "no error for a sheet of a text")
}

// TestWrite: a table that is written in a form is read as it was.
func TestWrite(t *testing.T) {
	names := []string{"name", "n", "day", "is", "id", "mixed"}
	rows := [][]string{
		{"a|b, \"c\"", "1", "2021-03-04", "true", "12345678901234567890", "1"},
		{"line\nend", "-2.5", "1999-12-31", "false", "1", "x"},
		{"", "", "", "", "", "007"},
	}
	for _, form := range []string{"csv", "tsv", "xlsx"} {
		var b bytes.Buffer
		require.NoError(t, Output{Form: form}.Write(&b, names, slices.Values(rows)))
		table := require.Value(Open(b.Bytes(), Form{}))(t)
		check.Diff(t, table.Names, names, form)
		i := 0
		require.NoError(t, table.Each(func(_ int, cells []string) error {
			check.Diff(t, cells, rows[i], "%s: row %d", form, i)
			i++
			return nil
		}))
		check.Equal(t, i, len(rows), form)
	}
	var b bytes.Buffer
	require.NoError(t, Output{Form: "xlsx"}.Write(&b, names, slices.Values(rows)))
	f := require.Value(excelize.OpenReader(&b))(t)
	for cell, want := range map[string]excelize.CellType{
		"B2": excelize.CellTypeUnset,
		"D2": excelize.CellTypeBool,
		"E2": excelize.CellTypeInlineString,
		"F2": excelize.CellTypeInlineString,
	} {
		check.Equal(t, require.Value(f.GetCellType("Sheet1", cell))(t), want, cell)
	}
	check.Equal(t, require.Value(f.GetCellValue("Sheet1", "C2"))(t), "2021-03-04", "the date that Excel shows")
}

// TestWriteTexts: Markdown and JSON of a table.
func TestWriteTexts(t *testing.T) {
	rows := [][]string{{"a|b", "=1\n2"}}
	for form, want := range map[string]string{
		"md":   "| x | y |\n| --- | --- |\n| a\\|b | =1<br>2 |\n",
		"json": "[\n{\"x\": \"a|b\", \"y\": \"=1\\n2\"}\n]\n",
		"csv":  "x,y\na|b,\"'=1\n2\"\n",
	} {
		var b bytes.Buffer
		require.NoError(t, Output{Form: form}.Write(&b, []string{"x", "y"}, slices.Values(rows)))
		check.Equal(t, b.String(), want, form)
	}
	var b bytes.Buffer
	require.NoError(t, Output{Form: "json"}.Write(&b, []string{"x"}, slices.Values([][]string{})))
	check.Equal(t, b.String(), "[]\n", "no rows")
	check.That(t, Output{Form: "ods"}.Write(&b, []string{"x"}, slices.Values(rows)) != nil, "no error for another form")
}

// TestEscaped: no cell begins as a formula does, and numbers stay numbers.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"":       "",
		"a=b":    "a=b",
		"=1+1":   "'=1+1",
		"@x":     "'@x",
		"\tx":    "'\tx",
		"-a":     "'-a",
		"+a":     "'+a",
		"-1.5e3": "-1.5e3",
		"+4":     "+4",
		"'=x":    "'=x",
	} {
		check.Equal(t, Escaped(text), want, "%q", text)
	}
}
