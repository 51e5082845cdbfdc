package names

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/session/source"
)

// wholeFirst returns the candidates that have the text as a whole name; all, if none has it. Those of other rows may begin
// with it, as Person 10 does with Person 1.
func wholeFirst(list []NameCandidate) []NameCandidate {
	if !slices.ContainsFunc(list, func(c NameCandidate) bool { return c.Exact }) {
		return list
	}
	return slices.DeleteFunc(list, func(c NameCandidate) bool { return !c.Exact })
}

// sharedNames returns the terms that have a name that another of them has, too.
func sharedNames(terms []source.Term, names map[string][]string) (shared []source.Term) {
	of := map[string]map[string]bool{} // the terms by their names
	for _, t := range terms {
		for _, name := range names[t.IRI] {
			if of[folded(name)] == nil {
				of[folded(name)] = map[string]bool{}
			}
			of[folded(name)][t.IRI] = true
		}
	}
	for _, t := range terms {
		if slices.ContainsFunc(names[t.IRI], func(name string) bool { return len(of[folded(name)]) > 1 }) {
			shared = append(shared, t)
		}
	}
	return shared
}

// IsWhole reports whether the text has the words of one of the names, and no others.
func IsWhole(text string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return folded(name) == folded(text) || strings.EqualFold(name, text) || slices.Equal(wordsOf(name), wordsOf(text))
	})
}

// hasWords reports whether each of the words is the beginning of a word of the name.
func hasWords(name string, words []string) bool {
	have := wordsOf(name)
	for _, w := range words {
		if !slices.ContainsFunc(have, func(h string) bool { return strings.HasPrefix(h, w) }) {
			return false
		}
	}
	return true
}
