package syntax

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is a syntax error with its place.
type Error struct {
	Input  string // the whole text that was parsed
	Offset int    // bytes before the place, 0 ≤ Offset ≤ len(Input)
	Msg    string // one line, such as `expected ")" but found "⊔"`
}

// Error returns one line: "concept:", the byte offset and the message.
func (e *Error) Error() string { return fmt.Sprintf("concept:%d: %s", e.Offset, e.Msg) }

// caretMargin is the number of characters that Caret shows on either side of the place.
const caretMargin = 36

// Caret returns the line of the input with the error, and below it a line with a caret at
// the place, for a terminal. It cuts long lines on both sides.
func (e *Error) Caret() string {
	offset := min(max(e.Offset, 0), len(e.Input))
	start := strings.LastIndexByte(e.Input[:offset], '\n') + 1
	before, after := e.Input[start:offset], e.Input[offset:]
	if end := strings.IndexByte(after, '\n'); end >= 0 {
		after = after[:end]
	}
	left, right := visibleRunes(before), visibleRunes(after)
	if n := len(left); n > caretMargin {
		left = append([]rune("…"), left[n-caretMargin:]...)
	}
	if len(right) > caretMargin {
		right = append(right[:caretMargin:caretMargin], '…')
	}
	columns := 0
	for _, r := range left {
		columns += runeWidth(r)
	}
	return string(left) + string(right) + "\n" + strings.Repeat(" ", columns) + "^"
}

// visibleRunes returns the runes of the text with replacements for those that are not
// printable, so that the input cannot control the terminal.
func visibleRunes(s string) []rune {
	out := []rune(s)
	for i, r := range out {
		switch {
		case r == '\t':
			out[i] = ' '
		case !unicode.IsPrint(r):
			out[i] = utf8.RuneError
		}
	}
	return out
}

// runeWidth returns the number of columns a rune takes on most terminals.
func runeWidth(r rune) int {
	switch {
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return 2
	}
	return 1
}

// quote returns the text in quotes for a message, shortened if it is long.
func quote(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return strconv.Quote(s)
}

// errNotSupported returns the error for literals with a datatype without a kind.
func errNotSupported(datatype string) error {
	if datatype == rdfNS+"langString" {
		return errors.New("a string with a language tag is not a value of a feature: only strings without one are")
	}
	return fmt.Errorf("the datatype %s is not supported: only numbers, dates, times, booleans and xsd:string are",
		bracket(datatype))
}

// failure is the panic with which the readers of this package stop at an error. Their
// exported functions turn it into an error by catch, as package go/build/constraint does.
type failure struct{ error }

func catch(err *error) {
	switch f := recover().(type) {
	case nil:
	case failure:
		*err = f.error
	default:
		panic(f)
	}
}
