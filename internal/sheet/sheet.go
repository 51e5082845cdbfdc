package sheet

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Table is a table of texts. Its rows may be read several times.
type Table struct {
	// Names are those of the columns: the cells of the first line, or column1, column2 and so on if that is a row. In a
	// workbook they may be empty.
	Names []string
	// Separator is between the cells; 0 in a workbook.
	Separator rune
	// Sheet is the name of the sheet of a workbook that is read, and Sheets are the names of all.
	Sheet  string
	Sheets []string
	// HasHeader says that the first line has the names.
	HasHeader bool

	text    string     // of a text, after the line that names the separator
	skipped int        // lines before it
	rows    [][]string // of a workbook, as wide as the names; with the header
	lines   []int      // of them in the sheet
}

// ErrEmpty is the error of a table without a line.
var ErrEmpty = errors.New("the table is empty: want a line with the names of the columns")

// A FaultError is an error in a line of a table, from 1.
type FaultError struct {
	Line int
	Err  error
}

func (e *FaultError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *FaultError) Unwrap() error { return e.Err }

// zipStart begins a workbook, which is a zip archive.
const zipStart = "PK\x03\x04"

// IsWorkbook reports whether the content is that of a workbook, and not a text.
func IsWorkbook(content []byte) bool { return bytes.HasPrefix(content, []byte(zipStart)) }

// Open opens a table: an Excel workbook, or a text in UTF-8. What the form leaves open, the content tells.
func Open(content []byte, f Form) (*Table, error) {
	t := &Table{}
	if IsWorkbook(content) {
		if err := t.openWorkbook(content, f.Sheet); err != nil {
			return nil, err
		}
	} else {
		if f.Sheet != "" {
			return nil, fmt.Errorf("sheet=%s: a text has no sheets", f.Sheet)
		}
		t.openText(strings.TrimPrefix(string(content), "\ufeff"), f.Separator)
	}
	return t, t.findHeader(f.Header)
}

// separatorLine is what spreadsheets write and read as the first line to name the separator.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=([,;\t|])"?\r?$`)

// openText finds the separator of a text, unless it is given.
func (t *Table) openText(text string, separator rune) {
	first, rest, _ := strings.Cut(text, "\n")
	t.text = text
	if m := separatorLine.FindStringSubmatch(first); m != nil {
		t.Separator, _ = utf8.DecodeRuneInString(m[1])
		t.text, t.skipped = rest, 1
	}
	if separator != 0 {
		t.Separator = separator
	}
	if t.Separator == 0 {
		t.Separator = separatorOf(t.text)
	}
}

// mostLooked is how many lines are looked at to find the separator, and whether the first has names.
const mostLooked = 1000

// separatorOf returns the separator that divides the first lines into most columns, the same number in each. If none
// does, it is that of the first line.
func separatorOf(text string) rune {
	best, most := rune(0), 1
	for _, separator := range ",;\t|" {
		if n := columnsOf(text, separator); n > most {
			best, most = separator, n
		}
	}
	if best != 0 {
		return best
	}
	first, _, _ := strings.Cut(text, "\n")
	for _, separator := range ",;\t" {
		if strings.ContainsRune(first, separator) {
			return separator
		}
	}
	return ','
}

// columnsOf returns the number of columns of the first lines; 0 if they differ in it.
func columnsOf(text string, separator rune) int {
	r := newReader(text, separator)
	n := 0
	for range mostLooked {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0
		}
		n = len(cells)
	}
	return n
}

// newReader returns a reader of records that all have the same number of cells.
func newReader(text string, separator rune) *csv.Reader {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.ReuseRecord = separator, true
	r.LazyQuotes = separator == '\t' // which are characters like others there
	return r
}

// each calls fn with all lines, also that of the names. The cells are used again.
func (t *Table) each(fn func(line int, cells []string) error) error {
	for i, cells := range t.rows {
		if err := fn(t.lines[i], cells); err != nil {
			return err
		}
	}
	if t.Separator == 0 {
		return nil
	}
	r := newReader(t.text, t.Separator)
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if at, ok := errors.AsType[*csv.ParseError](err); ok {
			return &FaultError{t.skipped + at.Line, at.Err}
		}
		if err != nil {
			return err
		}
		line, _ := r.FieldPos(0)
		if err := fn(t.skipped+line, cells); err != nil {
			return err
		}
	}
}

// Each calls fn with the rows, and the lines on which they begin, from 1. The cells are as many as the names; the slice
// is used again. Errors in the table are of type *FaultError.
func (t *Table) Each(fn func(line int, cells []string) error) error {
	first := t.HasHeader
	return t.each(func(line int, cells []string) error {
		if first {
			first = false
			return nil
		}
		return fn(line, cells)
	})
}

// separatorNames are for people.
var separatorNames = map[rune]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "bars"}

// Described says how the table is read: "separated by semicolons, names in the first line".
func (t *Table) Described() string {
	text := fmt.Sprintf("the sheet %q", t.Sheet)
	switch name := separatorNames[t.Separator]; {
	case t.Separator == 0 && len(t.Sheets) > 1:
		text += " of " + strconv.Itoa(len(t.Sheets))
	case name != "":
		text = "separated by " + name
	case t.Separator != 0:
		text = fmt.Sprintf("separated by %q", t.Separator)
	}
	if t.HasHeader {
		return text + ", names in the first line"
	}
	return text + ", without names of columns"
}

// errEnough ends a look at the first lines.
var errEnough = errors.New("enough")

// findHeader finds whether the first line has the names of the columns, unless it is said.
func (t *Table) findHeader(given Header) error {
	var first []string
	var columns []Column
	n := 0
	err := t.each(func(line int, cells []string) error {
		if n++; first == nil {
			first, columns = slices.Clone(cells), make([]Column, len(cells))
			return nil
		}
		for i := range columns {
			columns[i].Add(cells[i], line)
		}
		if n > mostLooked || given != "" {
			return errEnough
		}
		return nil
	})
	if first == nil {
		return cmp.Or(err, ErrEmpty)
	}
	if err != nil && !errors.Is(err, errEnough) { // of the whole table: who reads it on meets it, too
		return err
	}
	t.HasHeader = given == Yes || given != No && !looksLikeRow(first, columns)
	if t.Names = first; !t.HasHeader {
		t.Names = nil
		for i := range first {
			t.Names = append(t.Names, "column"+strconv.Itoa(i+1))
		}
	}
	return nil
}

// looksLikeRow reports whether a first line is a row like the others: where all others have a number, a date or a
// boolean, so has the line, at least once, and it has no empty cell.
func looksLikeRow(first []string, columns []Column) bool {
	typed := 0
	for i, c := range columns {
		text := strings.TrimSpace(first[i])
		if text == "" {
			return false
		}
		if at := c.Look(); at >= 0 {
			c.Add(text, 1)
			if c.Look() < 0 {
				return false
			}
			typed++
		}
	}
	return typed > 0
}
