package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
	"github.com/xuri/nfp"
)

// mostUnzipped is the largest size, in bytes, of a workbook that is unpacked.
const mostUnzipped = 1 << 30

// openWorkbook reads the sheet with the name or number; the first if it is empty.
func (t *Table) openWorkbook(content []byte, name string) error {
	f, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{UnzipSizeLimit: mostUnzipped})
	if err != nil {
		if errors.Is(err, excelize.ErrWorkbookFileFormat) {
			return errors.New("this is no workbook of Excel (.xlsx), or it has a password")
		}
		return fmt.Errorf("reading the workbook: %w", err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	if t.Sheets = f.GetSheetList(); len(t.Sheets) == 0 {
		return errors.New("the workbook has no sheet")
	}
	at := 0
	if name != "" {
		at = slices.IndexFunc(t.Sheets, func(s string) bool { return strings.EqualFold(s, name) })
		if n, err := strconv.Atoi(name); at < 0 && err == nil && 1 <= n && n <= len(t.Sheets) {
			at = n - 1
		}
		if at < 0 {
			return fmt.Errorf("the workbook has no sheet %q: its sheets are %s", name, strings.Join(t.Sheets, ", "))
		}
	}
	t.Sheet = t.Sheets[at]
	w := &workbook{file: f, sheet: t.Sheet, dates: map[int]string{}}
	props, err := f.GetWorkbookProps()
	if err != nil {
		return fmt.Errorf("reading the workbook: %w", err)
	}
	w.from1904 = props.Date1904 != nil && *props.Date1904
	return w.read(t)
}

// A workbook reads a sheet.
type workbook struct {
	file     *excelize.File
	sheet    string
	from1904 bool           // days are counted from 1904, not from 1900
	dates    map[int]string // the layouts of dates by their styles; empty: no date
}

// read adds the rows that have a value.
func (w *workbook) read(t *Table) error {
	raw, err := w.file.GetRows(w.sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		return fmt.Errorf("reading the sheet %s: %w", w.sheet, err)
	}
	shown, err := w.file.GetRows(w.sheet)
	if err != nil {
		return fmt.Errorf("reading the sheet %s: %w", w.sheet, err)
	}
	width := 0
	for i, row := range raw {
		for j := range row {
			if row[j], err = w.text(row[j], cellOf(shown, i, j), i+1, j+1); err != nil {
				return &FaultError{i + 1, err}
			}
			if row[j] != "" {
				width = max(width, j+1)
			}
		}
	}
	for i, row := range raw {
		if !slices.ContainsFunc(row, func(text string) bool { return text != "" }) {
			continue
		}
		cells := make([]string, width)
		copy(cells, row)
		t.rows, t.lines = append(t.rows, cells), append(t.lines, i+1)
	}
	return nil
}

func cellOf(rows [][]string, i, j int) string {
	if i < len(rows) && j < len(rows[i]) {
		return rows[i][j]
	}
	return ""
}

// text returns the text of a cell by its value and by what Excel shows of it. What a formula cannot compute is empty.
func (w *workbook) text(raw, shown string, row, column int) (string, error) {
	value, err := strconv.ParseFloat(raw, 64)
	switch {
	case strings.HasPrefix(raw, "#") && slices.Contains(faults, raw):
		return "", nil
	case err != nil || math.IsInf(value, 0) || math.IsNaN(value):
		return raw, nil
	case raw == shown: // perhaps a text, as 007 is
		return raw, nil
	case shown == "TRUE" || shown == "FALSE":
		return strings.ToLower(shown), nil
	}
	name, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		return "", err
	}
	style, err := w.file.GetCellStyle(w.sheet, name)
	if err != nil {
		return "", err
	}
	layout, err := w.layout(style)
	if err != nil {
		return "", err
	}
	if layout != "" && value >= 0 {
		at, err := excelize.ExcelDateToTime(value, w.from1904)
		return at.Round(time.Second).Format(layout), err
	}
	// Excel has 15 digits, and writes .1 as 0.10000000000000001.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', 15, 64), 64)
	form := byte('f')
	if size := math.Abs(rounded); size != 0 && (size < 1e-6 || size >= 1e21) {
		form = 'g'
	}
	return strconv.FormatFloat(rounded, form, -1, 64), err
}

// faults are what cells have in place of the value of a formula.
var faults = []string{"#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!",
	"#GETTING_DATA"}

// layout returns the layout of the times that have the style; empty if it is of numbers.
func (w *workbook) layout(style int) (string, error) {
	if layout, ok := w.dates[style]; ok {
		return layout, nil
	}
	s, err := w.file.GetStyle(style)
	if err != nil {
		return "", err
	}
	layout := builtinLayouts[s.NumFmt]
	if s.CustomNumFmt != nil {
		layout = layoutOf(*s.CustomNumFmt)
	}
	w.dates[style] = layout
	return layout, nil
}

const isoTime = "2006-01-02T15:04:05"

// builtinLayouts are of the number formats that have numbers, not texts (ECMA-376 part 1, 18.8.30).
var builtinLayouts = func() map[int]string {
	layouts := map[int]string{22: isoTime}
	for first, last := range map[int]int{14: 17, 27: 31, 36: 36, 50: 58} {
		for id := first; id <= last; id++ {
			layouts[id] = time.DateOnly
		}
	}
	for first, last := range map[int]int{18: 21, 32: 35, 45: 45, 47: 47} {
		for id := first; id <= last; id++ {
			layouts[id] = time.TimeOnly
		}
	}
	return layouts
}()

// layoutOf returns the layout for a number format. One of days is a date, one of hours a time.
func layoutOf(format string) string {
	days, hours := false, false
	parser := nfp.NumberFormatParser()
	for _, section := range parser.Parse(format) {
		for _, token := range section.Items {
			if token.TType == nfp.TokenTypeDateTimes {
				text := strings.ToLower(token.TValue)
				days = days || strings.ContainsAny(text, "ydeg") || strings.HasPrefix(text, "mmm")
				hours = hours || strings.ContainsAny(text, "hs")
			}
		}
	}
	switch {
	case days && hours:
		return isoTime
	case days:
		return time.DateOnly
	case hours:
		return time.TimeOnly
	}
	return ""
}
