package say

import (
	"regexp"
	"strings"
	"unicode"
)

// Words splits a name at underscores and at the humps of camel case: hasDNATest
// is "has DNA Test". Abbreviations stay whole: mRNA, ncRNAs, pH.
func Words(name string) string {
	words := strings.Fields(strings.ReplaceAll(name, "_", " "))
	for i, w := range words {
		if m := abbreviation.FindStringSubmatch(w); m == nil || linkWords[m[1]] {
			words[i] = splitHumps(w)
		}
	}
	return strings.Join(words, " ")
}

// abbreviation matches an abbreviation that begins with a few small letters, as those of molecules do.
var abbreviation = regexp.MustCompile(`^(\p{Ll}{1,4})\p{Lu}[\p{Lu}\pN]+s?$|^\p{Ll}\p{Lu}$`)

// linkWords are words of their own in names of properties: hasDNA.
var linkWords = map[string]bool{
	"has": true, "have": true, "is": true, "are": true, "was": true, "in": true, "of": true, "on": true, "at": true,
	"by": true, "to": true, "for": true, "from": true, "with": true, "via": true, "the": true, "not": true, "no": true,
	"uses": true, "gets": true, "sets": true,
}

func splitHumps(name string) string {
	runes := []rune(name)
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
