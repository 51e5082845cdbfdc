// Package sheet reads tables as spreadsheets write them: lines of values between commas, semicolons or tabs.
package sheet

import (
	"encoding/csv"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A Reader reads the records of a table. Blank lines are left out.
type Reader struct {
	*csv.Reader
	skipped int // lines before the first record
}

// separatorLine is what spreadsheets write and read as the first line to name the separator.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=([,;\t|])"?\r?$`)

// NewReader returns a reader of the text. The separator is comma or, if that is 0, what the first line tells.
func NewReader(text string, comma rune) *Reader {
	first, rest, _ := strings.Cut(text, "\n")
	r := &Reader{}
	if m := separatorLine.FindStringSubmatch(first); m != nil {
		comma, _ = utf8.DecodeRuneInString(m[1])
		text, r.skipped = rest, 1
	}
	if comma == 0 {
		comma = ','
		for _, other := range ";\t" {
			if strings.ContainsRune(first, other) && !strings.ContainsRune(first, comma) {
				comma = other
			}
		}
	}
	r.Reader = csv.NewReader(strings.NewReader(text))
	r.Comma = comma
	return r
}

// Line returns the line on which the last record begins, from 1.
func (r *Reader) Line() int {
	line, _ := r.FieldPos(0)
	return r.skipped + line
}

// Fault returns the line of an error of Read, from 1, and what is wrong there. It is 0 for an error of another kind.
func (r *Reader) Fault(err error) (line int, what error) {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return 0, err
	}
	return r.skipped + at.Line, at.Err
}
