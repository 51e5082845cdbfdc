package syntax

import (
	"strings"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
)

// did returns "held the position mayor" for the label "position held", or "held a position" if the name
// is empty. ok is false if the label does not end with one of the verbs after a noun.
func (s *speaker) did(r dl.Role, name string, isVerb func(string) bool) (text string, ok bool) {
	noun, verb, ok := cutLastWord(say.Words(s.label(r.IRI)))
	verb = strings.ToLower(verb)
	if !ok || r != (dl.Role{IRI: r.IRI}) || !isPlainWords(noun) || !isNoun(noun) || !isVerb(verb) {
		return "", false
	}
	if noun = decapitalize(noun) + s.propertyTag(r.IRI); name == "" {
		return verb + " " + withArticle(noun), true
	}
	return verb + " the " + noun + " " + name, true
}

// qualifier returns the words for a qualifier, such as "from 2000 on" or "with the academic
// degree PhD".
func (s *speaker) qualifier(c dl.Concept) (text string, ok bool) {
	switch c := c.(type) {
	case dl.Compare:
		return s.qualifierBound(c), true
	case dl.Exists:
		before, noun := s.qualifierWords(c.Role)
		switch o := c.C.(type) {
		case dl.Top:
			return before + " " + withArticle(noun), true
		case dl.Nominal:
			if dl.IsUnknownValue(o.IRI) {
				return before + " an unknown " + noun, true
			}
			if noun == thing {
				return before + " " + s.individual(o.IRI), true
			}
			return before + " the " + noun + " " + s.individual(o.IRI), true
		}
	}
	return "", false
}

// qualifierWords returns the words before the value of a qualifier, and the noun for the value. A label
// such as "for work" is both, and "of" is the words before.
func (s *speaker) qualifierWords(r dl.Role) (before, noun string) {
	label, tag := strings.ToLower(say.Words(s.label(r.IRI))), s.propertyTag(r.IRI)
	if p, ok := qualifierPhrases[label]; ok {
		before, noun = p[0], p[1]
	} else if before, noun, _ = strings.Cut(label, " "); !prepositions[before] ||
		noun != "" && (!isPlainWords(noun) || !isNoun(noun)) {
		return "with", s.role(r, true).inNumber(one)
	}
	if noun == "" {
		return before + tag, thing
	}
	return before, noun + tag
}

// thing stands for a missing noun.
const thing = "thing"

// qualifierBound returns the words for a comparison of a qualifier. Most are times.
func (s *speaker) qualifierBound(c dl.Compare) string {
	at := map[string]string{
		"start time": "from", "start date": "from", "end time": "until", "end date": "until", "point in time": "in",
	}[s.feature(c.Feature)]
	v, isTime := timeText(c)
	switch {
	case !isTime || at == "":
		return "with " + s.comparison(c)
	case at == "from" && c.Op == dl.GreaterEq:
		return "from " + v + " on"
	case c.Op == dl.Equal:
		return at + " " + v
	}
	return at + " " + v + map[dl.Op]string{dl.GreaterEq: " or later", dl.LessEq: " or earlier"}[c.Op]
}

// between returns the words for two bounds of one qualifier, such as "a start date in the 1950s".
func (s *speaker) between(c, d dl.Concept) (text string, ok bool) {
	v, first := c.(dl.Compare)
	w, second := d.(dl.Compare)
	if !first || !second || v.Feature != w.Feature || v.Op == w.Op || !v.Op.IsOrder() || !w.Op.IsOrder() {
		return "", false
	}
	if is, ok := lowerFirst(v, w); !is || !ok {
		return "", false
	}
	return strings.CutPrefix(s.interval(v, w, one).text, "has ")
}
