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
	words, err := wordsOf(text)
	if err != nil {
		return "", err
	}
	languages := o.Languages
	if len(languages) == 0 {
		languages = []string{"en", ""}
	}
	finder := cmp.Or(o.Finder, FindScan)
	text = strings.TrimSpace(text)
	q := newQuestion("find-"+string(finder)).iri("Label", cmp.Or(o.Label, rdfsLabel)).literal("Language", languages[0]).limit(cmp.Or(max(o.Limit, 0), 20))
	switch finder {
	case FindExact:
		q.text("Names", q.spellings(text, languages))
	case FindScan:
		q.literal("Text", strings.ToLower(text))
	case FindVirtuoso:
		last := len(words) - 1
		if len([]rune(words[last])) >= 4 { // shorter ones are too many for the engine
			words[last] += "*"
		}
		q.literal("Text", `"`+strings.Join(words, `" AND "`)+`"`)
	case FindWikidata:
		q.literal("Text", text)
	default:
		return "", fmt.Errorf("%w: unknown way to find %q: choose one of %s", ErrOptions, o.Finder, strings.Join(FinderNames(), ", "))
	}
	return q.write()
}

// spellings are the names that the text may stand for, in the languages.
func (e *escaper) spellings(text string, languages []string) string {
	first, size := utf8.DecodeRuneInString(text)
	texts := []string{text, string(unicode.ToUpper(first)) + text[size:], strings.ToLower(text)}
	slices.Sort(texts)
	var terms []string
	for _, s := range slices.Compact(texts) {
		for _, l := range languages {
			term := e.quote(s)
			if !languageTag.MatchString(l) {
				e.fail(fmt.Errorf("%w: %q is no language tag", ErrOptions, l))
			}
			if l != "" {
				term += "@" + l
			}
			terms = append(terms, term)
		}
	}
	return strings.Join(terms, " ")
}

// Around is a SELECT of the individual ?s, at most limit properties ?p and other
// ends ?o of the statements about it or, if inverse, of those that point to it.
func Around(individual string, inverse bool, limit int) (string, error) {
	return newDirected("find-around", inverse).values("Subjects", []string{individual}).limit(limit).write()
}
