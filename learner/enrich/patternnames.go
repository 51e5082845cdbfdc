package enrich

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// plainWords returns the text in lower case with one space between words, which _ and - separate, too.
func plainWords(text string) string {
	isSeparator := func(r rune) bool { return unicode.IsSpace(r) || r == '_' || r == '-' }
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), isSeparator), " ")
}

// replace puts {0}, {1}, … in place of the names of the chosen slots, in their order. It returns the form and the slots
// with these; an empty form if the text does not name one of them, or has no word besides a single one. If the text has
// a name but for its last or first word, the slot has that, as "{0} sequence" for a chloroplast sequence.
func (ps *Patterns) replace(text string, slots []string, choice int) (form string, filled []string) {
	form, filled = " "+text+" ", slices.Clone(slots)
	n := 0
	for i, iri := range slots {
		if choice&(1<<i) == 0 {
			continue
		}
		slot := "{" + string(rune('0'+n)) + "}"
		at, found, rest := ps.findName(form, iri)
		if at < 0 {
			return "", nil
		}
		form = form[:at] + slot + form[at+len(found):]
		filled[i] = strings.Replace(rest, "\x00", slot, 1)
		n++
	}
	if form = strings.TrimSpace(form); form == "{0}" {
		return "", nil
	}
	return form, filled
}

// findName returns where the text has the longest name of the class, or else the longest part of one, what it has, and
// the name with a mark in place of it; -1 if it has none.
func (ps *Patterns) findName(text, iri string) (at int, found, name string) {
	at = -1
	if ps.classes[iri] == nil {
		return at, "", ""
	}
	consider := func(part, whole string) {
		if j := indexWords(text, part); j >= 0 && len(part) > len(found) {
			at, found, name = j, part, strings.Replace(whole, part, "\x00", 1)
		}
	}
	var names []string
	for _, whole := range ps.classes[iri].plain {
		if ps.byName[whole] == iri {
			names = append(names, whole)
			consider(whole, whole)
		}
	}
	for _, whole := range names {
		first, last := strings.Index(whole, " "), strings.LastIndex(whole, " ")
		if at < 0 && last > 0 {
			consider(whole[:last], whole)
			consider(whole[first+1:], whole)
		}
	}
	return at, found, name
}

// indexWords returns where the words are in the text as whole words; -1 if they are not.
func indexWords(text, words string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 || words == "" {
			return -1
		}
		start, end := from+i, from+i+len(words)
		if !isWordByte(text[start-1]) && !isWordByte(text[end]) {
			return start
		}
		from = start + 1
	}
}

func isWordByte(b byte) bool {
	return b >= 0x80 || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == '{' || b == '}'
}

var slotOrWord = regexp.MustCompile(`\{\d\}`)

var slotText = regexp.MustCompile(`\\\{(\d)\\\}`)

func formOf(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + slotText.ReplaceAllString(regexp.QuoteMeta(text), "(?P<s$1>.+?)") + "$")
}
