package extract

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// labelOf says which side a label of a table means; the empty label means none.
var labelOf = map[string]string{
	"1": "+", "true": "+", "yes": "+", "y": "+", "pos": "+", "positive": "+", "+": "+",
	"0": "-", "false": "-", "no": "-", "n": "-", "neg": "-", "negative": "-", "-": "-", "−": "-",
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
	text, err := ReadFile(path, LargestInput)
	if err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	first, _, _ := bytes.Cut(text, []byte("\n"))
	s := &Sheet{Path: path, Comma: ','}
	for _, comma := range ";\t" {
		if bytes.ContainsRune(first, comma) && !bytes.ContainsRune(first, s.Comma) {
			s.Comma = comma
		}
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma = s.Comma
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
			line, _ := r.FieldPos(0)
			s.Rows, s.lines = append(s.Rows, row), append(s.lines, line)
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
// the column label, which is 1, true, yes, positive or + for a positive, and 0, false, no,
// negative or - for a negative. Rows without a label are left out.
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
		side := labelOf[strings.ToLower(text)]
		switch {
		case text == "":
		case side == "":
			return nil, nil, &LineError{s.Path, s.lines[i], fmt.Errorf("%q is not a label: want 1 or 0, true or false, yes or no", text)}
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
