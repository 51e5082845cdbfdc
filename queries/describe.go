package queries

import (
	"strings"
	"unicode/utf8"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// describe writes a concept in DL notation, with labels, for a comment.
func (n *names) describe(c dl.Concept) string {
	titles := map[string]string{}
	for _, iri := range syntax.IRIs(c) {
		titles[iri] = n.label(iri)
	}
	return syntax.Print(c, syntax.Options{Titles: titles})
}

// noCodepoints takes what SPARQL reads as a character, perhaps the end of the
// line, out of a comment (section 19.2).
var noCodepoints = strings.NewReplacer(`\u`, `\ u`, `\U`, `\ U`)

// comment is a comment line: the text, which is one line, shortened to a readable length.
func comment(text string) string {
	const most = 160
	text = noCodepoints.Replace(text)
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return "# " + text + "\n"
}
