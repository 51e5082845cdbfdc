package read

import (
	"regexp"
)

// isWhole reports whether a text is a query rather than a graph pattern.
func isWhole(text string) bool { return wholeQuery.MatchString(text) }

var wholeQuery = regexp.MustCompile(
	`(?i)^(?:\s|#[^\n]*(?:\n|$)|VERSION\s*(?:"[^"\n]*"|'[^'\n]*')|BASE\s*<[^>]*>|PREFIX\s+[^\s:]*:\s*<[^>]*>)*(?:SELECT|ASK|CONSTRUCT|DESCRIBE)\b(?:[^:]|$)`)

// token matches strings, IRIs, comments and variables of SPARQL, and prologues.
var token = regexp.MustCompile(
	`"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>"\s]*>|(?:^|\s)#[^\n]*|(?:^|[\s({.;,/!=<>+|&*-])([?$][A-Za-z_0-9])`)

// IsQuery reports whether the text is a SPARQL query or graph pattern rather than a concept: it has a
// variable outside strings, or begins as a query does.
func IsQuery(text string) bool {
	if isWhole(text) {
		return true
	}
	for _, m := range token.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			return true
		}
	}
	return false
}
