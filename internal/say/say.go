// Package say has the small parts of messages: numbers of things, and texts in one line, JSON, and
// the log as lines.
package say

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine returns a text in a form that a line can show: every run of white space and of control characters
// is one blank. Characters that join letters stay, as words of some languages need them.
func OneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError
	}), " ")
}

// Cut returns the first letters of a text, at most so many.
func Cut(s string, most int) string {
	if letters := []rune(s); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return s
}

// Plural writes a number of things, such as "3 facts".
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	ending := "s"
	if strings.HasSuffix(thing, "s") {
		ending = "es"
	}
	return fmt.Sprint(n, " ", thing, ending)
}

// All writes all of n things, such as "all 3 examples" or "the example".
func All(n int, thing string) string {
	if n == 1 {
		return "the " + thing
	}
	return "all " + Plural(n, thing)
}

// WriteJSON writes the value with indentation and without HTML's escapes.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
