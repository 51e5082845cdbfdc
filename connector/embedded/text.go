package embedded

import (
	"strings"

	"github.com/tggo/goRDFlib/term"
)

// goRDFlib v0.1.5 takes the first quote inside a string of a triple pattern for
// its end, escaped or not, and knows few escapes. A pattern with such a string
//
//	?x p "a \"b\""    becomes    ?x p ?y  with ?y the same term
//
// for the expression holds the string itself.

// escapedText is the literal of a triple pattern that has escapes; ok is false
// for all others.
func escapedText(token string, prefixes map[string]string) (l term.Literal, ok bool) {
	if token == "" || token[0] != '"' && token[0] != '\'' || !strings.Contains(token, `\`) {
		return l, false
	}
	quote := token[:1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(token, long) && len(token) >= 6 {
		quote = long
	}
	var lexical strings.Builder
	rest := token[len(quote):]
	for !strings.HasPrefix(rest, quote) {
		switch {
		case rest == "":
			return l, false
		case rest[0] == '\\' && len(rest) > 1:
			i := strings.IndexByte(`tbnrf"'\`, rest[1])
			if i < 0 {
				return l, false
			}
			lexical.WriteByte("\t\b\n\r\f\"'\\"[i])
			rest = rest[2:]
		default:
			lexical.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	rest = rest[len(quote):]
	switch {
	case rest == "":
		return term.NewLiteral(lexical.String()), true
	case rest[0] == '@':
		return term.NewLiteral(lexical.String(), term.WithLang(rest[1:])), true
	}
	datatype := strings.TrimPrefix(rest, "^^")
	if prefix, local, found := strings.Cut(datatype, ":"); found && prefixes[prefix] != "" && datatype[0] != '<' {
		datatype = prefixes[prefix] + local
	}
	return term.NewLiteral(lexical.String(), term.WithDatatype(term.NewURIRefUnsafe(strings.Trim(datatype, "<>")))), true
}
