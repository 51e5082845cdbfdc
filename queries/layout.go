package queries

import (
	"slices"
	"strings"
)

// layout returns the query with indentation: one pattern a line, blocks in braces two
// spaces deeper, long filters in several lines. It changes only white space between
// tokens, and it is idempotent. The loader of the bank joins lines, and the translator
// does not indent.
func layout(query string) string {
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
	"GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "GRAPH",
}

// longFilter is the length in bytes above which a FILTER gets several lines.
const longFilter = 90

// textBefore returns the text of the nth token before token i.
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

// startsPart reports whether a part of a long filter begins with token i.
func (l *layouter) startsPart(i int) bool {
	text, depth := l.tokens[i].text, len(l.parens)
	return depth == 1 && (text == "&&" || text == "||") || l.textBefore(i, 1) == "," && l.parens[depth-1] == "IF"
}

// length returns the number of bytes from token i to the end of the next parenthesis.
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

// write writes the text, with indentation at the beginning of a line.
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
