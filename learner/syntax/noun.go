package syntax

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// adjectives are the labels of classes that are adjectives. The spelling does not tell,
// so these are the adjectives that are often classes in knowledge graphs.
var adjectives = wordSet(`male female adult young old alive dead living extinct married single divorced
		big small large long short tall high low heavy light red green blue yellow black white grey gray brown
		active inactive open closed public private local national international european american german french
		true false positive negative normal abnormal mutagenic toxic benign malignant happy sad
		fictional human-made edible wild domestic carnivorous herbivorous aquatic terrestrial`)

// adjectiveNouns are adjectives that are nouns, too.
var adjectiveNouns = wordSet("male female adult american german")

// irregular has the irregular plurals of nouns that are common in the names of classes
// and roles.
var irregular = map[string]string{
	"child": "children", "grandchild": "grandchildren", "person": "people", "man": "men", "woman": "women", "foot": "feet",
	"tooth": "teeth", "mouse": "mice", "goose": "geese", "ox": "oxen", "wife": "wives", "wolf": "wolves", "half": "halves",
	"life": "lives", "leaf": "leaves", "sheep": "sheep", "fish": "fish", "species": "species", "series": "series",
	"genus": "genera", "taxon": "taxa", "phenomenon": "phenomena", "criterion": "criteria", "analysis": "analyses",
	"offspring": "offspring", "aircraft": "aircraft", "datum": "data", "hero": "heroes", "potato": "potatoes",
}

// people are nouns for persons, after which "who" stands.
var people = wordSet(`person human man woman boy girl actor actress artist author
		writer poet novelist musician singer composer pianist painter sculptor scientist philosopher politician athlete
		player footballer director producer teacher student professor engineer physician lawyer journalist king queen
		president employee keeper owner`)

// isPerson reports whether the noun phrase in the singular stands for persons.
func isPerson(noun string) bool {
	words := strings.Fields(strings.ToLower(noun))
	return len(words) > 0 && (people[words[len(words)-1]] || people[words[0]] && len(words) == 2)
}

var sibilant = regexp.MustCompile(`(s|x|z|ch|sh)$`)

// plural returns the plural of a noun phrase. It changes the noun before " of ", " in "
// or another preposition, or else the last word.
func plural(noun string) string {
	for _, preposition := range []string{" of ", " in ", " by ", " with ", " from ", " for ", " at ", " on "} {
		if head, rest, ok := strings.Cut(noun, preposition); ok {
			return plural(head) + preposition + rest
		}
	}
	if head, participle, ok := strings.Cut(noun, " "); ok && isParticiple(participle) {
		return plural(head) + " " + participle
	}
	i := strings.LastIndexAny(noun, " -") + 1
	before, w := noun[:i], noun[i:]
	lower := strings.ToLower(w)
	if p, ok := irregular[lower]; ok {
		if lower != w { // keep the first letter as it is
			p = w[:1] + p[1:]
		}
		return before + p
	}
	switch {
	case strings.HasSuffix(lower, "man") && lower != "human" && lower != "german" && lower != "roman":
		return before + w[:len(w)-2] + "en"
	case sibilant.MatchString(lower):
		return noun + "es"
	case strings.HasSuffix(lower, "y") && len(w) > 1 && !strings.ContainsRune("aeiou", rune(lower[len(lower)-2])):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}

// The beginnings of words that decide between "a" and "an".
var (
	silentH        = regexp.MustCompile(`^(hour|honest|honou?r|heir)`)
	vowel          = regexp.MustCompile(`^[aeiou]`)
	consonantSound = regexp.MustCompile(`^(uni|use|usu|eu|one|once)`)
)

// predicates are words that are not nouns, such as participles that do not end in "ed".
var predicates = wordSet(
	`made born kept led taught sung drawn sold sent won bought brought caught fed bred driven chosen grown worn known found named held built written given taken said native adjacent similar different present
		aware capable full out because instead starring following`,
)

// isParticiple reports whether the word looks like a participle, or is an adjective that
// stands before a preposition as participles do.
func isParticiple(word string) bool {
	return strings.HasSuffix(word, "ed") || predicates[word]
}

// withArticle returns the noun after "a" or "an", by its first letter, with the usual
// exceptions.
func withArticle(noun string) string {
	lower := strings.ToLower(noun)
	if silentH.MatchString(lower) || vowel.MatchString(lower) && !consonantSound.MatchString(lower) {
		return "an " + noun
	}
	return "a " + noun
}

// splitWords splits a name at underscores and at the humps of camel case: hasDNATest
// is "has DNA Test".
func splitWords(name string) string {
	runes := []rune(strings.ReplaceAll(name, "_", " "))
	var sb strings.Builder
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) {
			before := runes[i-1]
			next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if unicode.IsLower(before) || unicode.IsUpper(before) && next {
				sb.WriteByte(' ')
			}
		}
		sb.WriteRune(r)
	}
	return strings.Join(strings.Fields(sb.String()), " ")
}

// decapitalize writes a common noun in lower case; words in capitals stay.
func decapitalize(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		_, size := utf8.DecodeRuneInString(w)
		if rest := w[size:]; rest == strings.ToLower(rest) && (rest != "" || len(words) > 1) {
			words[i] = strings.ToLower(w)
		}
	}
	return strings.Join(words, " ")
}

// cutWord removes the word from the beginning of a text of several words.
func cutWord(text, word string) (rest string, ok bool) {
	if len(text) <= len(word)+1 || !strings.EqualFold(text[:len(word)], word) || text[len(word)] != ' ' {
		return text, false
	}
	return text[len(word)+1:], true
}

// cutLast removes the word from the end of a text of several words.
func cutLast(text, word string) (before string, ok bool) {
	i := len(text) - len(word) - 1
	if i <= 0 || text[i] != ' ' || !strings.EqualFold(text[i+1:], word) {
		return text, false
	}
	return text[:i], true
}

// isPlainWords reports whether the text needs no quotes: it has letters, spaces, hyphens
// and apostrophes only, and none of the function words of the sentences.
func isPlainWords(text string) bool {
	for _, w := range strings.Fields(strings.ToLower(text)) {
		switch w {
		case "and", "or", "that", "except", "not", "no":
			return false
		}
	}
	letters := false
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters = true
		case r != ' ' && r != '-' && r != '\'' && r != '’':
			return false
		}
	}
	return letters
}

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
