package queries

import (
	"slices"
	"strings"
)

// Layout returns the query with indentation: one pattern a line, blocks in braces two
// spaces deeper, long filters in several lines. It changes only white space between
// tokens, and it is idempotent. The loader of the bank joins lines, and the translator
// does not indent.
func Layout(query string) string {
	l := &layouter{tokens: scan(query)}
	for i := range l.tokens {
		l.token(i)
	}
	return strings.TrimSpace(l.out.String()) + "\n"
}

type layouter struct {
	tokens []token
	out    strings.Builder
	braces int
	parens []string // the word before each open parenthesis
	values int      // 1 + the depth of an open VALUES block, which stays on one line
	long   bool     // in a FILTER that is broken into lines
	extra  int      // indentation of continuation lines
	fresh  bool     // at the beginning of a line
}

// starters are the words that begin a line outside parentheses.
var starters = []string{
	"PREFIX", "BASE", "SELECT", "ASK", "FROM", "WHERE", "FILTER", "MINUS", "OPTIONAL", "BIND", "VALUES",
	"GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "GRAPH", "SERVICE",
}

// longFilter is the length in bytes above which a FILTER gets several lines.
const longFilter = 90

func (l *layouter) textBefore(i, n int) string {
	if i-n < 0 {
		return ""
	}
	return l.tokens[i-n].text
}

func (l *layouter) token(i int) {
	t := l.tokens[i]
	outside := len(l.parens) == 0 && l.values == 0
	switch {
	case t.kind == commentToken:
		l.line()
		l.write(t.text)
		l.line()
		return
	case t.text == "{":
		l.open(i)
		return
	case t.text == "}":
		l.close(i)
		return
	case t.kind == wordToken && outside && slices.Contains(starters, t.text):
		l.extra = 0
		l.line()
		l.long = t.text == "FILTER" && l.length(i) > longFilter
	case l.long && l.startsPart(i):
		l.extra = len(l.parens)
		l.line()
	}
	if t.space && !l.fresh {
		l.out.WriteByte(' ')
	}
	l.write(t.text)
	switch t.text {
	case "(":
		l.parens = append(l.parens, l.textBefore(i, 1))
	case ")":
		l.parens = l.parens[:max(0, len(l.parens)-1)]
		if len(l.parens) == 0 && l.long {
			l.long, l.extra = false, 0
		}
	case ".", ";":
		if !outside {
			return
		}
		if l.extra = 0; t.text == ";" {
			l.extra = 1
		}
		l.line()
	}
}

func (l *layouter) startsPart(i int) bool {
	text, depth := l.tokens[i].text, len(l.parens)
	return depth == 1 && (text == "&&" || text == "||") || l.textBefore(i, 1) == "," && l.parens[depth-1] == "IF"
}

func (l *layouter) length(i int) int {
	n, depth := 0, 0
	for _, t := range l.tokens[i:] {
		n += len(t.text) + 1
		switch t.text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return n
			}
		}
	}
	return n
}

func (l *layouter) open(i int) {
	l.extra = 0
	if !l.fresh {
		l.out.WriteByte(' ')
	}
	l.write("{")
	l.braces++
	if l.textBefore(i, 2) == "VALUES" {
		l.values = l.braces
		return
	}
	l.line()
}

func (l *layouter) close(i int) {
	inValues := l.values == l.braces && l.values > 0
	l.braces = max(0, l.braces-1)
	l.extra = 0
	if inValues {
		l.values = 0
		l.out.WriteByte(' ')
	} else {
		l.line()
	}
	l.write("}")
	if i+1 < len(l.tokens) && l.tokens[i+1].text == "UNION" {
		return
	}
	l.line()
}

func (l *layouter) write(s string) {
	if l.fresh {
		l.out.WriteString(strings.Repeat("  ", l.braces+l.extra))
		l.fresh = false
	}
	l.out.WriteString(s)
}

// line begins a new line, unless the current one is empty.
func (l *layouter) line() {
	if !l.fresh && l.out.Len() > 0 {
		l.out.WriteByte('\n')
	}
	l.fresh = true
}

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
	case len(s) > 1 && slices.Contains([]string{">=", "!=", "^^", "&&", "||"}, s[:2]):
		return otherToken, 2
	case isWordByte(c):
		return wordToken, wordLength(s)
	}
	return otherToken, 1
}

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
