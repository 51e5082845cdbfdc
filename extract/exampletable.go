package extract

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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

// A Sheet is a file of values that are separated by commas, semicolons or tabs, with a line of
// names.
type Sheet struct {
	Path  string
	Names []string
	Rows  [][]string
	Comma rune
	lines []int // of the rows
}

// ReadSheet reads a sheet. Its first line tells the separator.
func ReadSheet(path string) (*Sheet, error) {
	text, err := readText(path)
	if err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	r := sheet.NewReader(string(text), 0)
	s := &Sheet{Path: path, Comma: r.Comma}
	for {
		row, err := r.Read()
		switch {
		case errors.Is(err, io.EOF) && s.Names != nil:
			return s, nil
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("table %s: it is empty: want a line with the names of the columns", path)
		case err != nil:
			return nil, fmt.Errorf("table %s: %w", path, err)
		case s.Names == nil:
			s.Names = row
		default:
			s.Rows, s.lines = append(s.Rows, row), append(s.lines, r.Line())
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
			return nil, nil, &LineError{s.Path, s.lines[i], fmt.Errorf("%q is not a label: want 1 or 0, 1 or -1, true or false, yes or no", text)}
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
