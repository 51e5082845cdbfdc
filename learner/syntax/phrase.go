package syntax

import (
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// clause is a statement about a subject: a verb and its objects.
type clause struct {
	text   string
	closed string // the same with its relative clause in parentheses
	list   bool   // several clauses with "and" or "or"
}

// open reports whether the clause ends with a relative clause without parentheses, so
// that following words could belong to it.
func (c clause) open() bool { return c.text != c.closed }

func newClause(text string) clause { return clause{text: text, closed: text} }

// enumerate returns "A, B and C".
func enumerate(texts []string, conjunction string) string {
	last := len(texts) - 1
	if last == 0 {
		return texts[0]
	}
	return strings.Join(texts[:last], ", ") + conjunction + texts[last]
}

// negated returns the negation of a verb phrase, which reads several in the plural.
func negated(phrase, several string) string {
	verb, rest, _ := strings.Cut(phrase, " ")
	base, _, _ := strings.Cut(several, " ")
	switch {
	case verb == "is", verb == "are", verb == "was", verb == "were":
		return verb + " not " + rest
	case (pasts[verb] || isParticiple(verb)) && phrase == several: // without the number of the subject
		return "never " + phrase
	case verb == base:
		return "do not " + phrase
	}
	return "does not " + base + " " + rest
}

// valueText returns a value without its datatype. Numbers and instants compare by
// value, so 3000 and 3.0E3 may have the same text.
func valueText(v dl.Value) string {
	if v.Kind() == dl.InUnit {
		return v.Number()
	}
	if v.Kind().Numeric() {
		if exact, bound := dl.Round(v, dl.Equal, dl.Decimal, false); bound == dl.AtValue && len(exact.Lexical()) <= 20 {
			return strings.TrimSuffix(exact.Lexical(), ".0")
		}
	}
	return v.Lexical()
}

// cutLastWord splits a text of several words before the last.
func cutLastWord(text string) (before, last string, ok bool) {
	i := strings.LastIndex(text, " ")
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

// timeText returns a bound of times: the year if the bound is the beginning or the end of one,
// otherwise the day. ok is false if the value is no time, or says more than the day.
func timeText(c dl.Compare) (text string, ok bool) {
	switch c.Value.Kind() {
	case dl.GYear, dl.GYearMonth:
		return c.Value.Lexical(), true
	case dl.Date, dl.DateTime:
	default:
		return "", false
	}
	day, clock, _ := strings.Cut(c.Value.Lexical(), "T")
	clock = strings.TrimSuffix(clock, "Z")
	if clock != "" && clock != "00:00:00" && !(c.Op == dl.LessEq && clock == "23:59:59") {
		return "", false
	}
	edge := map[dl.Op]string{dl.GreaterEq: "-01-01", dl.LessEq: "-12-31"}[c.Op]
	if year, ok := strings.CutSuffix(strings.TrimSuffix(day, "Z"), edge); ok && edge != "" {
		return year, true
	}
	return day, true
}

// intransitive are participles of what nobody does to a thing: it died, and was not died.
var intransitive = wordSet(`died lived existed occurred happened arrived appeared`)

// event returns the words for a time whose label is a participle, alone or with a preposition,
// after "was": "made in 2020 or later". isDone: it stands without "was".
func (s *speaker) event(c dl.Compare) (text string, isDone, ok bool) {
	participle, rest, _ := strings.Cut(s.feature(c.Feature), " ")
	day, isTime := timeText(c)
	if !isTime || !isParticiple(participle) || rest != "" && !prepositions[rest] {
		return "", false, false
	}
	if rest == "" {
		rest = "on"
	}
	if rest == "on" && !strings.Contains(day, "-") { // a year
		rest = "in"
	}
	return participle + " " + rest + " " + day + laterOrEarlier[c.Op], intransitive[participle], true
}

// quality returns what a true value says after "is": "chipped", or "active" of the label "is active".
func (s *speaker) quality(c dl.Compare) (text string, ok bool) {
	if c.Op != dl.Equal || c.Value != dl.Bool(true) {
		return "", false
	}
	feature := s.feature(c.Feature)
	if rest, ok := strings.CutPrefix(feature, "is "); ok {
		return rest, true
	}
	return feature, isParticiple(feature)
}

var laterOrEarlier = map[dl.Op]string{dl.GreaterEq: " or later", dl.LessEq: " or earlier"}

// UnitOf returns the name of the unit of a number; "no unit" if it has none.
func UnitOf(v dl.Value) string {
	switch {
	case v.Unit() != "":
		return v.Unit()
	case v.Kind() != dl.InUnit:
		return "no unit"
	}
	return decapitalize(LabelOf(v.Datatype(), nil))
}

// unit returns a space and the name of the unit of a value; empty if it has none.
func (s *speaker) unit(v dl.Value) string {
	switch {
	case v.Unit() != "":
		return " " + v.Unit()
	case v.Kind() != dl.InUnit:
		return ""
	}
	name := decapitalize(s.label(v.Datatype()))
	if v.Number() == "1" {
		return " " + name
	}
	return " " + plural(name)
}

// comparison returns the object of "have": "a weight of at least 3000".
func (s *speaker) comparison(c dl.Compare) string {
	feature, v := s.feature(c.Feature), valueText(c.Value)
	switch {
	case c.Op == dl.Present:
		return withArticle(feature)
	case c.Op == dl.Many:
		return "at least " + v + " different values for " + feature
	case c.Op.OnText():
		before := map[dl.Op]string{
			dl.Starts: " beginning with ", dl.Ends: " ending with ", dl.HasWord: " with the word ", dl.Lang: " in the language ",
		}[c.Op]
		return withArticle(feature) + before + quotedString(v)
	case c.Value.Kind() == dl.Boolean && c.Op == dl.Equal:
		return "the value " + v + " for " + feature
	case c.Value.Kind() == dl.String:
		return "the value " + quotedString(c.Value.Lexical()) + " for " + feature
	case c.Value.IsNumber() || c.Value.Kind() == dl.Boolean || c.Op == dl.Equal:
		v += s.unit(c.Value)
		bound := map[dl.Op]string{dl.GreaterEq: "at least ", dl.LessEq: "at most ", dl.Equal: "exactly "}[c.Op]
		if isPlural(feature) && c.Value.Kind().Numeric() {
			return bound + v + " " + counted(feature, v)
		}
		return withArticle(feature) + " of " + bound + v
	}
	if day, isTime := timeText(c); isTime {
		v = day
	}
	return withArticle(feature) + " of " + v + laterOrEarlier[c.Op]
}
