package queries

import (
	"slices"
	"strings"
)

// token is a piece of SPARQL text that layout must not break. The scanner does not know
// the grammar, only enough to tell braces and dots from those inside IRIs, strings,
// numbers and names.
type token struct {
	kind  tokenKind
	text  string
	space bool // white space stood before it
}

type tokenKind uint8

const (
	otherToken   tokenKind = iota // punctuation, an IRI, or a {{...}} of text/template
	wordToken                     // keywords, names, variables, numbers
	stringToken                   // '...' or "..."
	commentToken                  // from # to the end of the line
	brokenToken                   // a string that does not end
)

func scan(s string) []token {
	var out []token
	space := false
	for i := 0; i < len(s); {
		if strings.IndexByte(" \t\r\n", s[i]) >= 0 {
			space = true
			i++
			continue
		}
		kind, n := scanToken(s[i:])
		text := s[i : i+n]
		if kind == commentToken {
			text = strings.TrimRight(text, " \t\r")
		}
		out = append(out, token{kind, text, space})
		i += n
		space = false
	}
	return out
}

// scanToken returns the kind and length of the token at the start of s, which is not
// white space.
func scanToken(s string) (tokenKind, int) {
	switch c := s[0]; {
	case strings.HasPrefix(s, "{{"):
		if end := strings.Index(s, "}}"); end > 0 {
			return otherToken, end + 2
		}
	case c == '#':
		if end := strings.IndexByte(s, '\n'); end > 0 {
			return commentToken, end
		}
		return commentToken, len(s)
	case c == '<':
		if end := strings.IndexAny(s[1:], "<>\"{}|^`\\ \t\r\n"); end >= 0 && s[1+end] == '>' {
			return otherToken, end + 2
		}
		if strings.HasPrefix(s, "<=") {
			return otherToken, 2
		}
	case c == '"' || c == '\'':
		return scanString(s)
	case slices.ContainsFunc([]string{">=", "!=", "^^", "&&", "||"}, func(mark string) bool { return strings.HasPrefix(s, mark) }):
		return otherToken, 2
	case isWordByte(c):
		return wordToken, wordLength(s)
	}
	return otherToken, 1
}

// scanString returns the kind and length of the string at the start of s.
func scanString(s string) (tokenKind, int) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\n':
			return brokenToken, i
		case s[0]:
			return stringToken, i + 1
		}
	}
	return brokenToken, len(s)
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '_' || c == ':' || c == '?' || c == '$' || c == '@' || c == '%' || c >= 0x80
}

// wordLength returns the length of the name, variable or number at the start of s. Dots
// and hyphens belong to it except at its end. A backslash escapes the next character.
func wordLength(s string) int {
	i, end := 0, 0
	for i < len(s) {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i += 2
			end = i
		case isWordByte(s[i]):
			i++
			end = i
		case s[i] == '.' || s[i] == '-':
			i++
		default:
			return end
		}
	}
	return end
}
