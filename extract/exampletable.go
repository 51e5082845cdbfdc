package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/internal/sheet"
)

// labelOf says which side a label of a table means; the empty label means none.
var labelOf = map[string]string{
	"1": "+", "true": "+", "yes": "+", "y": "+", "pos": "+", "positive": "+", "+": "+",
	"0": "-", "false": "-", "no": "-", "n": "-", "neg": "-", "negative": "-", "-": "-", "−": "-",
}

// sideOf returns the side that a label means; empty if it is none.
func sideOf(label string) string {
	if side := labelOf[strings.ToLower(label)]; side != "" {
		return side
	}
	n, err := strconv.ParseFloat(strings.NewReplacer(",", ".", "−", "-").Replace(label), 64)
	switch {
	case err != nil:
		return ""
	case n == 1:
		return "+"
	case n == 0 || n == -1:
		return "-"
	}
	return ""
}

// A Sheet is a file of values with names of columns: a text with separators, or a sheet of a workbook.
type Sheet struct {
	Path      string
	Names     []string
	Rows      [][]string
	Comma     rune   // between the values; 0 in a workbook
	Described string // how it was read
	lines     []int  // of the rows
	missing   []string
}

// ReadSheet reads a sheet. The options are those of rdffile.Options.Tables.
func ReadSheet(path string, options ...string) (*Sheet, error) {
	f, err := sheet.ParseForm(options)
	if err != nil {
		return nil, err
	}
	content, err := readFile(path, LargestInput)
	if err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	if !sheet.IsWorkbook(content) {
		f.Sheet = "" // it is of another table
		if content, err = rdffile.UTF8(content); err == nil {
			err = checkText(path, content)
		}
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", path, err)
		}
	}
	t, err := sheet.Open(content, f)
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", path, err)
	}
	s := &Sheet{Path: path, Names: t.Names, Comma: t.Separator, missing: f.Missing}
	err = t.Each(func(line int, cells []string) error {
		s.Rows, s.lines = append(s.Rows, slices.Clone(cells)), append(s.lines, line)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", path, err)
	}
	s.Described = t.Described() + "; " + say.Plural(len(s.Rows), "row")
	return s, nil
}

// Clear empties the cells whose text stands for no value: what the options say, or what stands among numbers, dates or
// booleans, such as NA. The names of the rows, in the column key, are what they are.
func (s *Sheet) Clear(key int) {
	if s.missing == nil {
		columns := make([]sheet.Column, len(s.Names))
		for i, row := range s.Rows {
			for j := range columns {
				columns[j].Add(row[j], s.lines[i])
			}
		}
		s.missing = sheet.Missing(func(yield func(*sheet.Column) bool) {
			for j := range columns {
				if j != key && !yield(&columns[j]) {
					return
				}
			}
		})
	}
	for _, row := range s.Rows {
		for j, cell := range row {
			if j != key && slices.Contains(s.missing, strings.TrimSpace(cell)) {
				row[j] = ""
			}
		}
	}
}

// Column returns the index of the column with the name, whatever its case.
func (s *Sheet) Column(name string) (int, error) {
	i := slices.IndexFunc(s.Names, func(n string) bool { return strings.EqualFold(strings.TrimSpace(n), name) })
	if i < 0 {
		return 0, fmt.Errorf("table %s has no column %q: its columns are %s", s.Path, name, strings.Join(s.Names, ", "))
	}
	return i, nil
}

// KeyColumn returns the column that says which individuals the rows are about, unless somebody names another: iri,
// which tables of genus have, or else the first.
func KeyColumn(names []string) int {
	i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(strings.TrimSpace(n), "iri") })
	return max(i, 0)
}

// Examples returns the names of the positives and the negatives: those of the column iri by
// the column label, which is 1 (or 1.0), true, yes, positive or + for a positive, and 0 or -1, false,
// no, negative or - for a negative. Rows without a label are left out.
func (s *Sheet) Examples(iri, label string) (pos, neg []string, err error) {
	names, err := s.Column(iri)
	if err != nil {
		return nil, nil, err
	}
	labels, err := s.Column(label)
	if err != nil {
		return nil, nil, err
	}
	for i, row := range s.Rows {
		name, text := strings.TrimSpace(row[names]), strings.TrimSpace(row[labels])
		side := sideOf(text)
		switch {
		case text == "":
		case side == "":
			return nil, nil, &LineError{s.Path, s.lines[i],
				fmt.Errorf("%q is not a label: want 1 or 0, 1 or -1, true or false, yes or no", text)}
		case name == "":
			return nil, nil, &LineError{s.Path, s.lines[i], fmt.Errorf("column %s is empty", iri)}
		case side == "+":
			pos = append(pos, name)
		default:
			neg = append(neg, name)
		}
	}
	if len(pos) == 0 {
		return nil, nil, fmt.Errorf("%w: table %s has no positive one in column %s", ErrNoExamples, s.Path, label)
	}
	return pos, neg, nil
}
