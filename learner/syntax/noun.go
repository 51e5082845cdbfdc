package syntax

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	pluralize "github.com/gertd/go-pluralize"
)

// adjectives are the labels of classes that are adjectives. The spelling does not tell,
// so these are the adjectives that are often classes in knowledge graphs.
var adjectives = wordSet(`male female adult young old alive dead living extinct married single divorced
		big small large long short tall high low heavy light red green blue yellow black white grey gray brown
		active inactive open closed public private local national international european american german french
		true false positive negative normal abnormal mutagenic toxic benign malignant happy sad
		fictional qualitative quantitative human-made edible wild domestic carnivorous herbivorous aquatic terrestrial`)

// adjectiveNouns are adjectives that are nouns, too.
var adjectiveNouns = wordSet("male female adult american german")

// inflect knows the plurals of English words. Its rules for "man" and "virus" are not those of
// names of classes.
var inflect = func() *pluralize.Client {
	c := pluralize.NewClient()
	for singular, plural := range map[string]string{
		"german":     "germans",
		"roman":      "romans",
		"taxon":      "taxa",
		"virus":      "viruses",
		"metropolis": "metropolises",
	} {
		c.AddIrregularRule(singular, plural)
	}
	c.AddUncountableRule("offspring")
	c.AddUncountableRule("evidence")
	return c
}()

// people are nouns for persons, after which "who" stands.
var people = wordSet(`person human man woman boy girl actor actress artist author
		writer poet novelist musician singer composer pianist painter sculptor scientist philosopher politician athlete
		player footballer director producer teacher student professor engineer physician lawyer journalist king queen
		president employee keeper owner`)

// humans are labels of the class of all persons.
var humans = map[string]bool{"human": true, "human being": true}

// isPerson reports whether the noun phrase in the singular stands for persons.
func isPerson(noun string) bool {
	words := strings.Fields(strings.ToLower(noun))
	return len(words) > 0 && (people[words[len(words)-1]] || people[words[0]] && len(words) == 2)
}

// headOf splits a noun phrase around its noun: the word before " of ", " in " or another
// preposition, before a participle that ends the phrase or has a preposition, or else the last one.
// The noun is empty if the phrase is an infinitive.
func headOf(phrase string) (before, noun, after string) {
	words := strings.Split(phrase, " ")
	if words[0] == "to" {
		return phrase, "", ""
	}
	end := 1
	for end < len(words) && !nounPrepositions[words[end]] && !endsNoun(words[end:]) {
		end++
	}
	for end > 1 && isAdverb(words[end-1]) { // a gene recently found in yeast
		end--
	}
	noun = strings.Join(words[:end], " ")
	cut := strings.LastIndexAny(noun, " -") + 1
	return noun[:cut], noun[cut:], phrase[len(noun):]
}

var nounPrepositions = wordSet(`of in by with from for at on per`)

// endsNoun reports whether words after a noun begin with a participle that says something of it: "spoken",
// "spoken, written", "used in", not "integrated evidence", where it belongs to the next noun.
func endsNoun(words []string) bool {
	first := strings.TrimRight(words[0], ",")
	return isParticiple(first) &&
		(len(words) == 1 || first != words[0] || nounPrepositions[words[1]] || prepositions[words[1]] ||
			words[1] == "or" || words[1] == "and")
}

// isAdverb reports whether the word looks like an adverb.
func isAdverb(word string) bool { return strings.HasSuffix(word, "ly") && !nounsInLy[word] }

var nounsInLy = wordSet(
	`family fly assembly anomaly supply reply monopoly butterfly dragonfly mayfly bully belly jelly lily ally rally
	folly holly`)

// counted returns a noun phrase in the plural as it stands after a number.
func counted(phrase, number string) string {
	if before, noun, after := headOf(phrase); number == "1" && isPlural(phrase) {
		return before + inflect.Singular(noun) + after
	}
	return phrase
}

// plural returns the plural of a noun phrase.
func plural(phrase string) string {
	before, noun, after := headOf(phrase)
	if noun == "" {
		return phrase
	}
	if massNouns[noun] {
		return "pieces of " + phrase
	}
	if last, _ := utf8.DecodeLastRuneInString(noun); unicode.IsUpper(last) || unicode.IsDigit(last) { // PhD
		return before + noun + "s" + after
	}
	return before + inflect.Plural(noun) + after
}

// isPlural reports whether the noun phrase is in the plural, as in "languages spoken".
func isPlural(phrase string) bool {
	_, noun, _ := headOf(phrase)
	return strings.HasSuffix(noun, "s") && !singularEnd.MatchString(noun) && !uncountable[noun] &&
		inflect.IsPlural(noun) && !inflect.IsSingular(noun)
}

// singularEnd matches the ends of nouns in the singular that inflect takes for plurals: rhinoceros.
var singularEnd = regexp.MustCompile(`(ss|us|is|os|lens)$`)

var uncountable = wordSet(`series species miniseries politics economics physics mathematics bias pancreas`)

// massNouns have no plural of their own.
var massNouns = wordSet(`hardware software equipment furniture luggage jewellery jewelry machinery clothing`)

// The beginnings of words that decide between "a" and "an".
var (
	silentH        = regexp.MustCompile(`^(hour|honest|honou?r|heir)`)
	vowel          = regexp.MustCompile(`^[aeiou]`)
	consonantSound = regexp.MustCompile(`^(uni|use|usu|eu|one|once)`)
)

// predicates are words that are not nouns, such as participles that do not end in "ed".
var predicates = wordSet(
	`used aged owed died tied made seen born kept led taught sung drawn sold sent won bought brought caught fed bred
		driven chosen grown worn known found named held built written spoken given taken said native adjacent similar
		different present aware capable eligible responsible full out because instead starring following`,
)

// isParticiple reports whether the word looks like a participle, or is an adjective that
// stands before a preposition as participles do.
func isParticiple(word string) bool {
	return len(word) > 4 && strings.HasSuffix(word, "ed") && !strings.HasSuffix(word, "eed") || predicates[word]
}

// withArticle returns the noun after "a" or "an", by its first letter, with the usual
// exceptions. A plural has no article, a thing of no kind is something, and hardware comes in pieces.
func withArticle(noun string) string {
	switch {
	case noun == "thing":
		return "something"
	case isPlural(noun):
		return noun
	}
	if _, head, _ := headOf(noun); massNouns[head] {
		return "a piece of " + noun
	}
	lower := strings.ToLower(noun)
	if silentH.MatchString(lower) || vowel.MatchString(lower) && !consonantSound.MatchString(lower) {
		return "an " + noun
	}
	return "a " + noun
}

// commonNoun writes the label of a class, split into words, in lower case. If its first word is so already, the others
// are as they should be: "city of the United States".
func commonNoun(label, text string) string {
	if first, _, several := strings.Cut(label, " "); several && first == strings.ToLower(first) {
		return text
	}
	return decapitalize(text)
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
