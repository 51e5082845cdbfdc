package embedded

import (
	"strings"

	"github.com/tggo/goRDFlib/term"
)

// In a triple pattern, goRDFlib v0.1.5 ends a string at the first quote, even if that is
// escaped, and does not read all escapes. In an expression it needs no escapes. So
//
//	?x p "a \"b\""    becomes    ?x p ?y  with a filter that ?y is the same term

// escapedText returns the literal that a token of a triple pattern stands for. ok is false
// if the token is not a literal with escapes.
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
