package dl

import (
	"regexp"
	"strings"
)

// languageRange is a basic language range (RFC 4647, section 2.1).
var languageRange = regexp.MustCompile(`^(\*|[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*)$`)

// noWord is what may be next to a word, as a regular expression: the end of the text,
// or a character that is no letter, mark, digit or underscore.
const noWord = `[^\p{L}\p{M}\p{N}_]`

// WordPattern returns the regular expression of (f has-word s), to be used with the flag
// i. It has only what Go, XPath (and so SPARQL), Java, Rust, PCRE and RE2 have in common.
func WordPattern(word string) string {
	return "(^|" + noWord + ")" + regexp.QuoteMeta(word) + "($|" + noWord + ")"
}

// TextMatcher returns a function that reports whether a text with a language tag, or a
// string (lang is empty), satisfies the condition. The operator must be one of those on
// texts; otherwise no text does.
func (c Compare) TextMatcher() func(text, lang string) bool {
	s := c.Value.lex
	switch c.Op {
	case Starts:
		return func(text, _ string) bool { return strings.HasPrefix(text, s) }
	case Ends:
		return func(text, _ string) bool { return strings.HasSuffix(text, s) }
	case HasWord:
		word := regexp.MustCompile("(?i)" + WordPattern(s))
		return func(text, _ string) bool { return word.MatchString(text) }
	case Lang:
		return func(_, lang string) bool { return MatchesLanguage(lang, s) }
	}
	return func(string, string) bool { return false }
}

// MatchesLanguage reports whether a language tag, which is not empty, matches a basic
// language range (RFC 4647, section 3.3.1), as SPARQL's langMatches does.
func MatchesLanguage(tag, of string) bool {
	n := len(of)
	return tag != "" && (of == "*" || len(tag) >= n && strings.EqualFold(tag[:n], of) && (len(tag) == n || tag[n] == '-'))
}
