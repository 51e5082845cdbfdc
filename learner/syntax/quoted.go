package syntax

import "strings"

// A Place says what a name in a concept stands for.
type Place uint8

// The places.
const (
	Class      Place = iota
	Property         // a role or a feature
	Individual       // in a nominal
)

func (p Place) String() string { return [...]string{"class", "property", "individual"}[p] }

// A Label is a label in single quotes in the text of a concept.
type Label struct {
	Text  string // without quotes and escapes
	Place Place

	pos, end int // bytes, with the quotes
}

// Labels returns the labels in the text of a concept in any notation, in their order. An
// error is an [*Error].
func Labels(s string, p Prefixes) (labels []Label, err error) {
	if !strings.Contains(s, "'") {
		return nil, nil
	}
	defer catch(&err)
	parser := &parser{cursor: cursor{in: s, toks: lex(s)}, prefixes: p, forms: dlForms | manchesterForms, labels: &labels}
	parser.text()
	return labels, nil
}

// Replace returns the text with an IRI in place of each of its labels.
func Replace(s string, labels []Label, iris []string) string {
	var b strings.Builder
	at := 0
	for i, l := range labels {
		b.WriteString(s[at:l.pos] + bracket(iris[i]))
		at = l.end
	}
	return b.String() + s[at:]
}
