package price

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/genus-kg/genus/learner/dl"
)

// People ask for what things are called: "whose name starts with The", "a title that does not contain rock", "without
// an English label". Such a clause says a condition on labels.

const (
	bitsOfClause = 24 // as two rare words: it says the form and the text
	labelNoun    = `(?:names?|labels?|titles?) (?:that |which )?(do not |does not |don't |doesn't |not )?`
	labelText    = `("[^"]+"|“[^”]+”|'[^']+'|[^\s,;]+)`
	contains     = `(?:contains?|containing|includes?|including) (?:the word )?`
	ofLanguage   = `\b(no |not |without |lacking |missing )?(?:an? )?(\w+) (?:names?|labels?|titles?)\b`
)

// labelClauses have the negator and the text of conditions on labels as groups.
var labelClauses = []struct {
	op dl.Op
	re *regexp.Regexp
}{
	{dl.Starts, regexp.MustCompile(`(?i)\b` + labelNoun + `(?:starts?|starting|begins?|beginning) with ` + labelText)},
	{dl.Ends, regexp.MustCompile(`(?i)\b` + labelNoun + `(?:ends?|ending) (?:with|in|on) ` + labelText)},
	{dl.HasWord, regexp.MustCompile(`(?i)\b` + labelNoun + contains + labelText)},
	{dl.Lang, regexp.MustCompile(`(?i)` + ofLanguage)},
}

// readLabelled returns what the phrase says of labels, and the rest of the phrase.
func readLabelled(phrase string) (out []Word, rest string) {
	for _, clause := range labelClauses {
		phrase = clause.re.ReplaceAllStringFunc(phrase, func(said string) string {
			groups := clause.re.FindStringSubmatch(said)
			text := strings.Trim(groups[2], `"“”'.`)
			if clause.op == dl.Lang {
				text = languages()[strings.ToLower(text)]
			}
			if text == "" {
				return said
			}
			values := []string{text}
			if clause.op == dl.HasWord {
				values = wordsOfText(text)
			}
			for _, v := range values {
				out = append(out, Word{
					text: said, Form: labelling, label: dl.Compare{Op: clause.op, Value: dl.Str(v)},
					Negated: groups[1] != "", Weight: bitsOfClause,
				})
			}
			return ", "
		})
	}
	return out, phrase
}

// languages has the codes of languages by their English names in lower case.
var languages = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			code := string([]rune{a, b})
			if base, err := language.ParseBase(code); err == nil && base.String() == code {
				codes[strings.ToLower(display.English.Languages().Name(base))] = code
			}
		}
	}
	delete(codes, "")
	return codes
})

// isLabelled reports whether the word says this condition on texts.
func (w *Word) isLabelled(c dl.Compare) bool {
	return w.Form == labelling && w.label.Op == c.Op &&
		strings.EqualFold(strings.TrimSpace(c.Value.Lexical()), strings.TrimSpace(w.label.Value.Lexical()))
}

// Labelled returns the conditions that the words state of labels with one of the properties, on this side of ¬.
func (w *Words) Labelled(properties []string, negated bool) (out []dl.Concept) {
	if w == nil {
		return nil
	}
	for _, v := range w.List {
		if v.Form != labelling || v.Negated != negated {
			continue
		}
		for _, p := range properties {
			c := v.label
			c.Feature = p
			out = append(out, c)
		}
	}
	return out
}
