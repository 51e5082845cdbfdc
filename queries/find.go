package queries

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Finder is a way to ask an endpoint for individuals by their names. Which one is
// fast depends on the engine and its indexes.
type Finder string

// The ways to find.
const (
	// FindScan looks at every name: any text within a name, for small endpoints.
	FindScan Finder = "scan"
	// FindExact asks for the whole name as it is written, with a capital letter,
	// and in small letters: every engine has an index for that.
	FindExact Finder = "exact"
	// FindVirtuoso uses Virtuoso's full-text index: words, the last one may be
	// begun only.
	FindVirtuoso Finder = "virtuoso"
	// FindWikidata uses the search that the query service of Wikidata has.
	FindWikidata Finder = "wikidata"
)

// FinderNames are the names of the ways to find.
func FinderNames() []string {
	return []string{string(FindScan), string(FindExact), string(FindVirtuoso), string(FindWikidata)}
}

// FindOptions say how names are looked for.
type FindOptions struct {
	Finder    Finder   // empty: FindScan
	Label     string   // property to the name; empty: rdfs:label
	Languages []string // of the names, best first, "" being none; empty: en and none
	Limit     int      // largest number of answers; 0: 20
}

// Find is a SELECT of individuals ?s and names ?o that match the text. A text
// without letters and digits is ErrOptions.
func Find(text string, o FindOptions) (string, error) {
	if !utf8.ValidString(text) {
		return "", fmt.Errorf("%w: the text is not UTF-8", ErrOptions)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	if len(words) == 0 {
		return "", fmt.Errorf("%w: nothing to look for in %q", ErrOptions, text)
	}
	languages := o.Languages
	if len(languages) == 0 {
		languages = []string{"en", ""}
	}
	label, err := iriOf(cmp.Or(o.Label, rdfsLabel))
	if err != nil {
		return "", err
	}
	language, err := stringLiteral(languages[0])
	if err != nil {
		return "", err
	}
	limit := cmp.Or(max(o.Limit, 0), 20)
	text = strings.TrimSpace(text)
	switch cmp.Or(o.Finder, FindScan) {
	case FindExact:
		names, err := spellings(text, languages)
		return prepareWith(err, "find-exact", struct {
			Names valuesText
			Label iriText
			Limit int
		}{names, label, limit})
	case FindScan:
		t, err := stringLiteral(strings.ToLower(text))
		return prepareWith(err, "find-scan", struct {
			Text  literalText
			Label iriText
			Limit int
		}{t, label, limit})
	case FindVirtuoso:
		last := len(words) - 1
		if len([]rune(words[last])) >= 4 { // shorter ones are too many for the engine
			words[last] += "*"
		}
		t, err := stringLiteral(`"` + strings.Join(words, `" AND "`) + `"`)
		return prepareWith(err, "find-virtuoso", namedText{t, language, label, limit})
	case FindWikidata:
		t, err := stringLiteral(text)
		return prepareWith(err, "find-wikidata", namedText{t, language, label, limit})
	}
	return "", fmt.Errorf("%w: unknown way to find %q: choose one of %s", ErrOptions, o.Finder, strings.Join(FinderNames(), ", "))
}

// namedText is the data of the queries that search a text in one language.
type namedText struct {
	Text, Language literalText
	Label          iriText
	Limit          int
}

func prepareWith(err error, key string, data any) (string, error) {
	if err != nil {
		return "", err
	}
	return prepare(key, data)
}

// spellings are the names that the text may stand for, in the languages.
func spellings(text string, languages []string) (valuesText, error) {
	first, size := utf8.DecodeRuneInString(text)
	texts := []string{text, string(unicode.ToUpper(first)) + text[size:], strings.ToLower(text)}
	slices.Sort(texts)
	var terms []string
	for _, s := range slices.Compact(texts) {
		t, err := stringLiteral(s)
		if err != nil {
			return valuesText{}, err
		}
		for _, l := range languages {
			switch {
			case l == "":
				terms = append(terms, t.s)
			case languageTag.MatchString(l):
				terms = append(terms, t.s+"@"+l)
			default:
				return valuesText{}, fmt.Errorf("%w: %q is no language tag", ErrOptions, l)
			}
		}
	}
	return valuesText{strings.Join(terms, " ")}, nil
}

// Around is a SELECT of the individual ?s, at most limit properties ?p and other
// ends ?o of the statements about it or, if inverse, of those that point to it.
func Around(individual string, inverse bool, limit int) (string, error) {
	key := "find-around-out"
	if inverse {
		key = "find-around-in"
	}
	subjects, err := iriValues([]string{individual})
	return prepareWith(err, key, struct {
		Subjects valuesText
		Limit    int
	}{subjects, max(limit, 1)})
}
