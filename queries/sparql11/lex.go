package sparql11

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

type kind uint8

const (
	tokEnd kind = iota
	tokIRI
	tokName // prefix:local
	tokBlank
	tokVar
	tokString
	tokLang
	tokInteger
	tokDecimal
	tokDouble
	tokWord
	tokSign // punctuation
)

// token is a token. text is the IRI without brackets, the variable without ?, the content of a
// string, the digits of a number, the word or the signs.
type token struct {
	kind     kind
	pos, end Pos
	text     string
	prefix   string // of a name; text is its local part
}

// lexer splits a text into tokens. It keeps the first error.
type lexer struct {
	text string
	at   int
	err  *Error
}

// The characters of names (rules [164] to [173]).
const (
	baseChars  = `A-Za-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}-\x{200D}\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}`
	laterChars = baseChars + `_0-9\x{B7}\x{300}-\x{36F}\x{203F}-\x{2040}`
	escaped    = `%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]`
)

var (
	ignored   = regexp.MustCompile(`^(?:[ \t\r\n]+|#[^\r\n]*)+`)
	iriToken  = regexp.MustCompile("^<([^<>\"{}|^`\\\\\\x00-\\x20]*)>")
	nameToken = regexp.MustCompile(`^((?:[` + baseChars + `](?:[` + laterChars + `.-]*[` + laterChars +
		`-])?)?):((?:(?:[` + laterChars + `:]|` + escaped + `)(?:(?:[` + laterChars + `:.-]|` + escaped + `)*(?:[` +
		laterChars + `:-]|` + escaped + `))?)?)`)
	blankToken = regexp.MustCompile(`^_:([` + baseChars + `_0-9](?:[` + laterChars + `.-]*[` + laterChars + `-])?)`)
	varToken   = regexp.MustCompile(`^[?$]([` + baseChars + `_0-9][` + baseChars +
		`_0-9\x{B7}\x{300}-\x{36F}\x{203F}-\x{2040}]*)`)
	wordToken   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*`)
	langToken   = regexp.MustCompile(`^@([a-zA-Z]+(?:-[a-zA-Z0-9]+)*)(--(?:ltr|rtl))?`)
	numberToken = regexp.MustCompile(`^(?:[0-9]+(\.[0-9]*)?[eE][+-]?[0-9]+|\.[0-9]+[eE][+-]?[0-9]+|[0-9]*\.[0-9]+|[0-9]+)`)
	signToken   = regexp.MustCompile(`^(?:<<\(?|\)?>>|\{\||\|\}|\^\^|\|\||&&|!=|<=|>=|[(){}\[\],;.*/|^!=<>+?~-])`)
	stringToken = regexp.MustCompile(
		`^(?:"""((?s:(?:"{0,2}(?:[^"\\]|\\.))*))"""|'''((?s:(?:'{0,2}(?:[^'\\]|\\.))*))'''|"((?:[^"\\\r\n]|\\.)*)"|'((?:[^'\\\r\n]|\\.)*)')`)
	localEscape = regexp.MustCompile(`\\(.)`)
	codepoint   = regexp.MustCompile(`\\(?:\\|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})`)
)

// Unescape replaces \u and \U (section 19.2), once. An invalid code point stays and is an
// error later.
func Unescape(text string) string {
	if !strings.Contains(text, `\u`) && !strings.Contains(text, `\U`) {
		return text
	}
	return codepoint.ReplaceAllStringFunc(text, func(s string) string {
		n, err := strconv.ParseUint(s[min(2, len(s)):], 16, 32)
		if err != nil || !utf8.ValidRune(rune(n)) {
			return s
		}
		return string(rune(n))
	})
}

func (l *lexer) fail(at Pos, format string, args ...any) {
	if l.err != nil {
		return
	}
	before := l.text[:min(int(at), len(l.text))]
	start := strings.LastIndexByte(before, '\n') + 1
	l.err = &Error{
		Line: 1 + strings.Count(before, "\n"), Col: 1 + utf8.RuneCountInString(before[start:]),
		Msg: fmt.Sprintf(format, args...),
	}
}

// next returns the next token.
func (l *lexer) next() token {
	l.at += len(ignored.FindString(l.text[l.at:]))
	start := Pos(l.at)
	rest := l.text[l.at:]
	if rest == "" || l.err != nil {
		return token{kind: tokEnd, pos: start, end: start}
	}
	t := l.scan(rest)
	t.pos, t.end = start, Pos(l.at)
	return t
}

// match advances over the token if the expression matches, and returns its groups.
func (l *lexer) match(re *regexp.Regexp, rest string) []string {
	m := re.FindStringSubmatch(rest)
	if m != nil {
		l.at += len(m[0])
	}
	return m
}

func (l *lexer) scan(rest string) token {
	start := l.at
	switch c := rest[0]; {
	case c == '"' || c == '\'':
		if m := l.match(stringToken, rest); m != nil {
			return token{kind: tokString, text: l.unescape(m[1]+m[2]+m[3]+m[4], Pos(start))}
		}
		l.fail(Pos(start), "the string that begins here does not end")
		return token{}
	case c == '?' || c == '$':
		if m := l.match(varToken, rest); m != nil {
			return token{kind: tokVar, text: m[1]}
		}
	case c == '<':
		if m := l.match(iriToken, rest); m != nil {
			return token{kind: tokIRI, text: m[1]}
		}
	case c == '@':
		if m := l.match(langToken, rest); m != nil {
			return l.language(m[1], m[2], Pos(start))
		}
	case c == '_':
		if m := l.match(blankToken, rest); m != nil {
			return token{kind: tokBlank, text: m[1]}
		}
	case c >= '0' && c <= '9' || c == '.':
		if m := l.match(numberToken, rest); m != nil {
			return number(m[0])
		}
	default:
		if m := l.match(nameToken, rest); m != nil {
			return token{kind: tokName, prefix: m[1], text: localEscape.ReplaceAllString(m[2], "$1")}
		}
		if m := l.match(wordToken, rest); m != nil {
			return token{kind: tokWord, text: m[0]}
		}
	}
	if m := l.match(signToken, rest); m != nil {
		return token{kind: tokSign, text: m[0]}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	l.fail(Pos(start), "%q does not belong here", r)
	return token{}
}

// language returns the token of a language. A direction of RDF 1.2 is an error.
func (l *lexer) language(tag, direction string, at Pos) token {
	if direction != "" {
		l.fail(at, "the direction %s of a text is not known here: leave it out", direction)
	}
	return token{kind: tokLang, text: tag}
}

func number(text string) token {
	switch {
	case strings.ContainsAny(text, "eE"):
		return token{kind: tokDouble, text: text}
	case strings.Contains(text, "."):
		return token{kind: tokDecimal, text: text}
	}
	return token{kind: tokInteger, text: text}
}

var stringEscapes = map[byte]byte{
	't':  '\t',
	'b':  '\b',
	'n':  '\n',
	'r':  '\r',
	'f':  '\f',
	'\\': '\\',
	'"':  '"',
	'\'': '\'',
}

func (l *lexer) unescape(s string, at Pos) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		c, ok := stringEscapes[s[i]]
		if !ok {
			l.fail(at, `the string has \%c, which is no escape`, s[i])
			return ""
		}
		b.WriteByte(c)
	}
	return b.String()
}
