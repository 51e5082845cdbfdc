package names

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/session/source"
)

// wholeFirst returns the candidates that have the text as a whole name; all, if none has it. Those of other rows may
// begin with it, as Person 10 does with Person 1.
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

// Called returns the IRIs of the individuals that have each of the texts as a name, by whatever property, or as the
// words of one.
func (s Finder) Called(ctx context.Context, texts []string) (map[string][]string, error) {
	called := map[string][]string{}
	if g := s.Source.Graph(); g != nil {
		x, err := s.indexes(ctx, g)
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			for _, m := range x.individuals.closest(text) {
				if m.rank == wholeName || m.whole {
					called[text] = append(called[text], m.iri)
				}
			}
		}
		return called, nil
	}
	texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return len(wordsOf(text)) == 0 })
	named, err := s.wholeNames(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("looking for the names in cells: %w", err)
	}
	for _, n := range named {
		for _, text := range texts {
			if IsWhole(text, n.Name) {
				called[text] = append(called[text], n.IRI)
			}
		}
	}
	return called, nil
}
