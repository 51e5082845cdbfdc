package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lex splits the input into tokens. The last one is tokEnd, or tokBad at the first
// place that is not a token. The parser reports tokBad when it gets there, so that it
// reports the first error in the text.
func lex(in string) []token {
	l := lexer{in: in}
	for {
		t := l.token()
		l.toks = append(l.toks, t)
		if t.kind == tokEnd || t.kind == tokBad {
			return l.toks
		}
		l.i = t.end
	}
}

type lexer struct {
	in   string
	i    int // the next byte
	toks []token
}

func (l *lexer) badToken(pos int, format string, args ...any) token {
	return token{kind: tokBad, pos: pos, end: pos, text: fmt.Sprintf(format, args...)}
}

func (l *lexer) token() token {
	for l.i < len(l.in) {
		r, n := utf8.DecodeRuneInString(l.in[l.i:])
		if !unicode.IsSpace(r) {
			break
		}
		l.i += n
	}
	pos, rest := l.i, l.in[l.i:]
	if rest == "" {
		return token{kind: tokEnd, pos: pos, end: pos}
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == utf8.RuneError && size == 1:
		return l.badToken(pos, "the text is not valid UTF-8 here")
	case startsNumber(rest):
		end := pos + span(rest, isNumberChar)
		return token{kind: tokNumber, pos: pos, end: end, text: l.in[pos:end]}
	case isNameStart(r) || r == ':':
		return l.name()
	case r == '"':
		return l.stringLiteral()
	case r == '\'':
		t := l.readDelimited(tokIRI, '\'', "a label", `\', \\ or \uXXXX`)
		t.isLabel = t.kind == tokIRI
		return t
	case r == '@':
		return l.badToken(pos, "%v", errNotSupported(rdfNS+"langString"))
	case strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, "=<"):
		return l.badToken(pos, "%s is not an operator: write >= or <=", quote(rest[:2]))
	case r == '<' && !strings.HasPrefix(rest, "<="):
		return l.iri()
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s.text) {
			return token{kind: s.kind, pos: pos, end: pos + len(s.text), text: s.text}
		}
	}
	return l.badToken(pos, "unexpected %s: write names with such characters as <IRI>", quote(rest[:size]))
}

// span returns the length in bytes of the longest beginning of s whose characters
// are all in the set.
func span(s string, in func(rune) bool) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !in(r) }); n >= 0 {
		return n
	}
	return len(s)
}

// startsNumber reports whether s begins with a literal without quotes: a digit,
// perhaps after a sign or a point.
func startsNumber(s string) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	s = strings.TrimPrefix(s, ".")
	return s != "" && '0' <= s[0] && s[0] <= '9'
}

// isNumberChar reports whether the character may be inside a literal without
// quotes. It accepts all letters, which makes better messages.
func isNumberChar(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' ||
		r == '.' || r == ':' || r == '+' || r == '-'
}

// Names begin with a letter or _ and consist of letters, digits, marks, _, - and the middle dot. Turtle
// also allows points, which are operators here.
func isNameStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isNameChar(r rune) bool {
	return isNameStart(r) || r == '-' || r == '·' || unicode.IsDigit(r) || unicode.IsMark(r)
}

// name reads a keyword, local or prefix:local. After the colon, it accepts colons and
// percent signs, as Turtle does.
func (l *lexer) name() token {
	rest, colon := l.in[l.i:], false
	end := span(rest, func(r rune) bool {
		colon = colon || r == ':'
		return isNameChar(r) || r == ':' || colon && r == '%'
	})
	text := rest[:end]
	if colon && strings.HasPrefix(rest[end:], "//") {
		return l.badToken(l.i, "write an IRI in angle brackets: <%s//…>", text)
	}
	k := tokName
	if !colon {
		k = wordKind(text)
	}
	return token{kind: k, pos: l.i, end: l.i + end, text: text}
}

// iri reads <IRI>, or < if white space follows.
func (l *lexer) iri() token {
	if next := l.in[l.i+1:]; next == "" || next[0] <= ' ' {
		return token{kind: tokLess, pos: l.i, end: l.i + 1, text: "<"}
	}
	return l.readDelimited(tokIRI, '>', "an IRI", `\uXXXX or \UXXXXXXXX`)
}

// stringLiteral reads a string in double quotes with the escapes \" and \\ of Manchester
// syntax and \uXXXX of Turtle.
func (l *lexer) stringLiteral() token {
	return l.readDelimited(tokString, '"', "a literal", `\", \\ or \uXXXX`)
}

func (l *lexer) readDelimited(k kind, closing rune, what, escapes string) token {
	pos := l.i
	var b strings.Builder
	for i := pos + 1; i < len(l.in); {
		rest := l.in[i:]
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case r == closing:
			return token{kind: k, pos: pos, end: i + 1, text: b.String()}
		case r == utf8.RuneError && n == 1:
			return l.badToken(i, "the text is not valid UTF-8 here")
		case closing != '>' && len(rest) > 1 && r == '\\' && (rune(rest[1]) == closing || rest[1] == '\\'):
			r, n = rune(rest[1]), 2
		case r == '\\':
			if r, n = unescape(rest); n == 0 {
				return l.badToken(i, "bad escape in %s: write %s", what, escapes)
			}
		case closing == '>' && !isIRIChar(r):
			return l.badToken(i, "an IRI must not contain %s: write \\u%04X, or close the IRI with >", quote(string(r)), r)
		}
		b.WriteRune(r)
		i += n
	}
	return l.badToken(pos, "%s that begins with %c must end with %c", what, l.in[pos], closing)
}

// kind is the kind of a token. Spellings of the same operator have the same
// kind, except for quantifiers that are allowed in one position only.
type kind uint8

const (
	tokEnd    kind = iota // the end of the input
	tokBad                // not a token; text is the message
	tokName               // prefix:local or local, as written
	tokIRI                // <IRI> or 'label'; text is that without escapes
	tokNumber             // a literal without quotes: number, date or dateTime
	tokString             // "…"; text is the content without escapes
	tokTrue               // true
	tokFalse              // false

	tokAnd         // ⊓ and that
	tokOr          // ⊔ or
	tokNot         // ¬ not
	tokTop         // ⊤ top Thing
	tokBottom      // ⊥ bottom Nothing
	tokExists      // ∃ exists, before the role
	tokForAll      // ∀ forall all, before the role
	tokSome        // some: before the role like ∃, or after it
	tokOnly        // only: before the role like ∀, or after it
	tokMin         // min, after the role
	tokMax         // max, after the role
	tokExactly     // exactly, after the role
	tokValue       // value, after the feature
	tokSelf        // Self, after the role: not in ALCQI(f)
	tokInverse     // inverse inv …, before the role
	tokInverseMark // ⁻ ^-, after the role
	tokPlus        // ⁺ ^+, after the role
	tokStar        // * ^*, after the role
	tokAgree       // ≐ ==, between roles

	tokGreaterEq // ≥ >=
	tokLessEq    // ≤ <=
	tokEqual     // =
	tokGreater   // >, between features
	tokLess      // <, between features
	tokDot       // .
	tokComma     // ,
	tokOpen      // (
	tokClose     // )
	tokBracket   // [
	tokUnbracket // ]
	tokBrace     // {
	tokUnbrace   // }
	tokTyped     // ^^
)

// token is a piece of the input, in[pos:end].
type token struct {
	kind     kind
	pos, end int
	text     string
	isLabel  bool // of a tokIRI
}

// signs are the operators that are not words. Of two spellings with the same beginning,
// the longer one comes first.
var signs = []struct {
	text string
	kind kind
}{
	{"⊓", tokAnd}, {"⊔", tokOr}, {"¬", tokNot}, {"⊤", tokTop}, {"⊥", tokBottom},
	{"∃", tokExists}, {"∀", tokForAll}, {"⁻", tokInverseMark}, {"^-", tokInverseMark}, {"^^", tokTyped},
	{"⁺", tokPlus}, {"^+", tokPlus}, {"^*", tokStar}, {"*", tokStar}, {"≐", tokAgree}, {"==", tokAgree},
	{"≥", tokGreaterEq}, {"≤", tokLessEq}, {">=", tokGreaterEq}, {"<=", tokLessEq},
	{"=", tokEqual}, {">", tokGreater}, {".", tokDot}, {",", tokComma},
	{"(", tokOpen}, {")", tokClose}, {"[", tokBracket}, {"]", tokUnbracket}, {"{", tokBrace}, {"}", tokUnbrace},
}

// keywords are the words that are not names. A keyword in lower case is also a keyword
// in upper case.
var keywords = map[string]kind{
	"and": tokAnd, "that": tokAnd, "or": tokOr, "not": tokNot,
	"top": tokTop, "Thing": tokTop, "bottom": tokBottom, "Nothing": tokBottom,
	"exists": tokExists, "forall": tokForAll, "all": tokForAll, "some": tokSome, "only": tokOnly,
	"min": tokMin, "max": tokMax, "exactly": tokExactly, "value": tokValue, "Self": tokSelf,
	"inverse": tokInverse, "inv": tokInverse, "inverseOf": tokInverse, "ObjectInverseOf": tokInverse,
	"true": tokTrue, "false": tokFalse,
}

// wordKind returns the kind of a word without a colon: tokName unless it is a keyword.
// A keyword in mixed case is a name, such as the class All.
func wordKind(word string) kind {
	if k, ok := keywords[word]; ok {
		return k
	}
	lower := strings.ToLower(word)
	if k, ok := keywords[lower]; ok && word == strings.ToUpper(lower) {
		return k
	}
	return tokName
}
