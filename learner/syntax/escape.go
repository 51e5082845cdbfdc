package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isIRIChar reports whether the character may stand between angle brackets without an
// escape (SPARQL 1.1, Section 19.8, IRIREF).
func isIRIChar(r rune) bool { return r > ' ' && !strings.ContainsRune("<>\"{}|^`\\", r) }

// bracket returns <IRI>. It escapes characters that cannot stand between angle brackets
// or are not printable. Bytes that are not UTF-8 become U+FFFD.
func bracket(iri string) string {
	var b strings.Builder
	b.WriteByte('<')
	for i, r := range iri {
		switch {
		case isIRIChar(r) && unicode.IsPrint(r) && !(i == 0 && r == '='): // <= is an operator
			b.WriteRune(r)
		default:
			b.WriteString(escapeRune(r))
		}
	}
	b.WriteByte('>')
	return b.String()
}

// escapeRune returns \uXXXX or \UXXXXXXXX.
func escapeRune(r rune) string {
	if r <= 0xFFFF {
		return fmt.Sprintf(`\u%04X`, r)
	}
	return fmt.Sprintf(`\U%08X`, r)
}

// unescape returns the character of an escape \uXXXX or \UXXXXXXXX and the length of
// the escape, or 0 if s does not begin with one.
func unescape(s string) (r rune, length int) {
	switch {
	case strings.HasPrefix(s, `\u`):
		length = 6
	case strings.HasPrefix(s, `\U`):
		length = 10
	default:
		return 0, 0
	}
	if len(s) < length {
		return 0, 0
	}
	n, err := strconv.ParseUint(s[2:length], 16, 32)
	if err != nil || n > unicode.MaxRune || !utf8.ValidRune(rune(n)) {
		return 0, 0
	}
	return rune(n), length
}
