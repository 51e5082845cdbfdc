package syntax

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// phrases are the words for roles whose labels are nouns, but which people speak of otherwise:
// in the singular and the plural, before an object.
var phrases = map[string][2]string{
	"country of citizenship": {"is a citizen of", "are citizens of"},
	"citizenship":            {"is a citizen of", "are citizens of"},
	"place of birth":         {"was born in", "were born in"},
	"birth place":            {"was born in", "were born in"},
	"place of death":         {"died in", "died in"},
	"death place":            {"died in", "died in"},
	"spouse":                 {"is married to", "are married to"},
	"origin":                 {"is from", "are from"},
	"country of origin":      {"is from", "are from"},
	"educated at":            {"was educated at", "were educated at"},
	"married":                {"is married to", "are married to"},

	"located in the administrative territorial entity": {"is located in", "are located in"},
	"languages spoken, written, or signed":             {"speaks", "speak"},
	"languages spoken, written or signed":              {"speaks", "speak"},
}

// inversePhrases are the words for the inverses of roles.
var inversePhrases = map[string][2]string{
	"educated at": {"educated", "educated"},
	"married":     {"is married to", "are married to"},
	"named after": {"gave its name to", "gave their names to"},
}

// phraseOf returns the words for a role or its inverse, if people have some: those who founded what was founded by
// them.
func phraseOf(label string, inverse bool) (p [2]string, ok bool) {
	if !inverse {
		p, ok = phrases[label]
		return p, ok
	}
	if p, ok = inversePhrases[label]; ok {
		return p, true
	}
	participle, by, _ := strings.Cut(label, " ")
	if by != "by" || !strings.HasSuffix(participle, "ed") || !isParticiple(participle) {
		return p, false
	}
	return [2]string{participle, participle}, true
}

// phraseObjects are the nouns for what such a phrase leads to, if its label has no noun.
var phraseObjects = map[string]string{
	"educated at":                          "place",
	"languages spoken, written, or signed": "language",
	"languages spoken, written or signed":  "language",
}

// isDone reports whether a verb at the end of the label of a role is what the subject did, in most
// graphs: "position held".
func isDone(verb string) bool { return verb == "held" || verb == "received" }

// qualifierPhrases are the words for qualifiers of Wikidata whose labels are sentences: those before
// the value, and the noun for it, which may be empty.
var qualifierPhrases = map[string][2]string{
	"statement is subject of": {"as described by", ""},
	"object has role":         {"with the object in", "role"},
	"subject has role":        {"in", "role"},
	"applies to part":         {"for", "part"},
	"valid in period":         {"in", "period"},
}

// occupations are the labels of roles to a kind of person.
var occupations = wordSet(`occupation profession`)

// onlyBefore inserts "only" before the preposition that ends the verb phrase of a role, or
// puts it at the end.
func onlyBefore(verb string) string {
	words := strings.Fields(verb)
	if last := len(words) - 1; last > 0 && prepositions[words[last]] {
		words = slices.Insert(words, last, "only")
	} else {
		words = append(words, "only")
	}
	return strings.Join(words, " ")
}

// nounOf returns the noun in the label of a role, or "" if it has none. The subject has
// the noun or, if of is set because the label ends with "of", is the noun.
func nounOf(text string) (noun string, of bool) {
	if rest, ok := cutWord(text, "has"); ok {
		if isPerfect(rest) {
			return "", false
		}
		return rest, false
	}
	rest, is := cutCopula(text)
	if before, ok := cutLast(rest, "of"); ok && isNoun(before) {
		return before, true
	}
	if !is && isNoun(text) {
		return text, false
	}
	return "", false
}

// isPerfect reports whether what follows "has" is a participle before a preposition: "written for".
func isPerfect(rest string) bool {
	words := strings.Fields(strings.ToLower(rest))
	return len(words) > 1 && isParticiple(words[0]) && prepositions[words[len(words)-1]]
}

// cutCopula removes "is" or "was" from the beginning of a text of several words.
func cutCopula(text string) (rest string, ok bool) {
	if rest, ok = cutWord(text, "is"); ok {
		return rest, true
	}
	return cutWord(text, "was")
}

// isNoun reports whether the text looks like a noun phrase in the singular. The labels of
// most properties in knowledge graphs do.
func isNoun(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 || strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -'’,()", r)
	}) >= 0 {
		return false
	}
	first, last := words[0], words[len(words)-1]
	if prepositions[first] || prepositions[last] || verbs[first] {
		return false
	}
	if len(words) == 1 {
		return len(first) > 2 && !isParticiple(first) && !isThirdPerson(first)
	}
	return !prepositions[words[1]] || !isParticiple(first) && !nouns[first]
}

// verbOf returns the verb phrase of the label of a role, in the singular and the plural,
// or "" if the label does not look like a verb or a predicate.
func verbOf(text string) (singular, several string) {
	if rest, ok := cutWord(text, "has"); ok && isPerfect(rest) {
		rest = strings.ToLower(rest)
		return "has " + rest, "have " + rest
	}
	rest, is := cutCopula(text)
	words := strings.Fields(decapitalize(rest))
	if !isPlainWords(text) || len(words) == 0 {
		return "", ""
	}
	first := strings.ToLower(words[0])
	before := len(words) > 1 && prepositions[strings.ToLower(words[1])]
	after := strings.Join(words[1:], " ")
	switch {
	case !is && (verbs[first] || before && isThirdPerson(first) && !strings.EqualFold(words[1], "of")):
		return strings.TrimSpace(first + " " + after), strings.TrimSpace(baseForm(first) + " " + after)
	case !is && before && pasts[first]:
		return first + " " + after, first + " " + after
	case before && nouns[first]:
		return "is " + withArticle(first) + " " + after, "are " + plural(first) + " " + after
	case before && (is || isParticiple(first)):
		return "is " + first + " " + after, "are " + first + " " + after
	}
	return "", ""
}

// takesObject reports whether a noun phrase can follow the verb phrase: it ends with a
// preposition or is a single verb.
func takesObject(verb string) bool {
	words := strings.Fields(verb)
	return len(words) == 1 || prepositions[words[len(words)-1]]
}

// isThirdPerson reports whether the word looks like a verb such as "lives". A noun in the
// plural does, too.
func isThirdPerson(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "s") && !uncountable[word] &&
		!slices.Contains([]string{"ss", "us", "is"}, word[len(word)-2:])
}

var sibilant = regexp.MustCompile(`(s|x|z|ch|sh)$`)

// baseForm returns "live" for "lives".
func baseForm(verb string) string {
	stem := strings.TrimSuffix(verb, "s")
	if before, ok := strings.CutSuffix(stem, "ie"); ok && len(before) > 1 {
		return before + "y"
	}
	if before, ok := strings.CutSuffix(stem, "e"); ok && sibilant.MatchString(before) && !strings.HasSuffix(before, "s") &&
		!strings.HasSuffix(before, "z") {
		return before
	}
	return stem
}

// Words that determine the form of a role. The spelling does not tell a verb from a noun,
// so these are the verbs that are often roles without a preposition.
var (
	prepositions = wordSet(
		`in on at by for with to from of as after about through near under over into during against within`,
	)
	verbs = wordSet(
		`knows owns uses follows precedes contains includes produces employs teaches likes loves eats treats
		causes affects supports manages leads hosts holds covers crosses shares replaces influences supervises advises
		directs takes writes publishes edits creates consists requires describes interacts regulates inhibits
		activates represents`,
	)
	pasts = wordSet(
		`acted died graduated participated happened occurred worked lived played competed appeared starred served`,
	)
	nouns = wordSet(`member part`)
)
