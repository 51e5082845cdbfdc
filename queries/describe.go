package queries

import (
	"strings"
	"unicode/utf8"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// describe returns a concept in DL notation, with labels, for a comment.
func (n *names) describe(c dl.Concept) string {
	titles := map[string]string{}
	for _, iri := range syntax.IRIs(c) {
		titles[iri] = n.label(iri)
	}
	return syntax.Print(c, syntax.Options{Titles: titles})
}

// noCodepoints removes codepoint escapes from a comment: SPARQL would read them as
// characters, perhaps as the end of the line (section 19.2).
var noCodepoints = strings.NewReplacer(`\u`, `\ u`, `\U`, `\ U`)

// comment returns a comment line with the text, which is one line, cut to a readable
// length.
func comment(text string) string {
	const most = 160
	text = noCodepoints.Replace(text)
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return "# " + text + "\n"
}
