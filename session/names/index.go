package names

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/source"
)

// names is an index of the words in the labels and the last parts of the IRIs of
// individuals or classes. It is sorted, so that prefixes of words are found, and in
// memory, as the data is.
type names struct {
	graph   *graph.Memory
	classes *names // of individuals; nil for classes
	iris    []string
	words   []word // sorted
}

type word struct {
	text string
	at   int32 // in iris
}

// A match is a thing whose name fits; lower ranks are better, then lower costs.
type match struct {
	iri, label string
	rank, cost int
	whole      bool // the text has the words of one of the names, and no others
}

// Ranks of matches.
const (
	wholeName   = iota
	beginOfName // the name begins with the text
	allWords    // the name has all words; with n words elsewhere the rank is n more
)

// build indexes the names of the IRIs in the graph.
func (n *names) build(g *graph.Memory, iris []string) {
	n.graph, n.iris = g, iris
	for i, iri := range n.iris {
		for _, name := range n.of(iri) {
			for _, text := range wordsOf(name) {
				n.words = append(n.words, word{text, int32(i)})
			}
		}
	}
	slices.SortFunc(n.words,
		func(a, b word) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.at, b.at)) })
	n.words = slices.Compact(n.words)
}

// of returns the names of a thing: its best label first, then its other labels, then the last part of
// its IRI.
func (n *names) of(iri string) []string {
	var list []string
	if best := n.graph.Label(iri); best != "" {
		list = append(list, best)
	}
	for label := range n.graph.Labels(iri) {
		list = append(list, label)
	}
	return append(list, LocalName(iri))
}

// LocalName returns the last part of an IRI.
func LocalName(iri string) string {
	if i := strings.LastIndexAny(strings.TrimRight(iri, "/#"), "/#"); i >= 0 {
		return iri[i+1:]
	}
	return iri
}

// folded returns a text in lower case and in Unicode's normal form C.
func folded(text string) string { return norm.NFC.String(strings.ToLower(text)) }

// wordsOf returns the words of a text in lower case and in Unicode's normal form C. An upper-case letter after a
// lower-case one begins a new word.
func wordsOf(text string) []string {
	var words []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			words = append(words, b.String())
			b.Reset()
		}
	}
	small := false
	for _, r := range norm.NFC.String(text) {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			flush()
		case small && unicode.IsUpper(r):
			flush()
			fallthrough
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		small = unicode.IsLower(r)
	}
	flush()
	return words
}

// search finds the things whose names have, for every word of the text, a word that
// begins with it, or that have it in the name of a class or of a linked individual. Exact
// names come first, then names that begin with the text, then those with most of the words.
// more reports whether there are more than the limit.
func (n *names) search(text string, limit int) (list []match, more bool) {
	return n.find(text, limit, (*names).beginning)
}

// similar does what search does, and words may have other letters.
func (n *names) similar(text string, limit int) (list []match, more bool) {
	return n.find(text, limit, (*names).near)
}

// closest returns what search finds, or else what similar finds.
func (n *names) closest(text string) []match {
	found, _ := n.search(text, searchedFor)
	if len(found) == 0 {
		found, _ = n.similar(text, searchedFor)
	}
	return found
}

// beginning returns the positions of the things that have a word that begins with w, with
// the number of letters that differ: none.
func (n *names) beginning(w string) map[int32]int {
	found := map[int32]int{}
	from, _ := slices.BinarySearchFunc(n.words, w, func(e word, t string) int { return strings.Compare(e.text, t) })
	for _, e := range n.words[from:] {
		if !strings.HasPrefix(e.text, w) {
			break
		}
		found[e.at] = 0
	}
	return found
}

// near adds to beginning the things that have a word with other letters: one in a word of
// four letters, two in a word of eight.
func (n *names) near(w string) map[int32]int {
	found := n.beginning(w)
	wanted := []rune(w)
	most := min(len(wanted)/4, 2)
	differ, last := 0, ""
	for i, e := range n.words {
		if i == 0 || e.text != last {
			last, differ = e.text, say.Distance(wanted, []rune(e.text), most)
		}
		if before, is := found[e.at]; differ <= most && (!is || differ < before) {
			found[e.at] = differ
		}
	}
	return found
}

// find is search with a way to find the things that have a word in their names.
func (n *names) find(text string, limit int, having func(*names, string) map[int32]int) (list []match, more bool) {
	wanted := wordsOf(text)
	// The text also counts as a whole: wordsOf splits names such as iPhone.
	whole := folded(strings.Join(strings.Fields(text), " "))
	own := make([]map[int32]int, len(wanted))
	number := map[int32]int{} // of words in the name
	for i, w := range wanted {
		own[i] = having(n, w)
		for at := range own[i] {
			number[at]++
		}
	}
	elsewhere := n.linkedTo(wanted, own, having)
	for at, words := range number {
		f := match{iri: n.iris[at], rank: allWords + len(wanted) - words}
		if f.rank > allWords && !elsewhere(at) {
			continue
		}
		f.label = n.graph.Label(f.iri)
		names := n.of(f.iri)
		f.whole = IsWhole(text, names...)
		if f.rank > allWords { // names with few other words are better, and then the first words of the text
			f.cost = len(wanted) * max(len(wordsOf(names[0]))-words, 0)
			f.cost += slices.IndexFunc(own, func(have map[int32]int) bool { _, is := have[at]; return is })
		}
		for _, have := range own {
			f.cost += have[at]
		}
		for _, name := range names {
			switch name = folded(name); {
			case name == whole:
				f.rank = wholeName
			case strings.HasPrefix(name, whole):
				f.rank = min(f.rank, beginOfName)
			}
		}
		list = append(list, f)
	}
	slices.SortFunc(list, compareMatches)
	return source.FirstOf(list, limit)
}

// name returns what the match is called, in lower case.
func (m match) name() string { return strings.ToLower(cmp.Or(m.label, LocalName(m.iri))) }

// compareMatches compares two matches: the better one is less, and of equally good ones the first by name.
func compareMatches(a, b match) int {
	return cmp.Or(
		cmp.Compare(a.rank, b.rank),
		cmp.Compare(a.cost, b.cost),
		strings.Compare(a.name(), b.name()),
		strings.Compare(a.iri, b.iri),
	)
}

// linkedTo returns a function that reports whether the thing at a position has every word
// that is not in its name in the name of one of its classes or of an individual that a
// statement links to it. own has the positions of the things with each word in their names.
func (n *names) linkedTo(wanted []string, own []map[int32]int,
	having func(*names, string) map[int32]int) func(at int32) bool {
	if len(wanted) < 2 || n.classes == nil {
		return func(int32) bool { return false }
	}
	named := make([]map[string]bool, len(wanted))
	for i, w := range wanted {
		named[i] = map[string]bool{}
		for at := range own[i] {
			named[i][n.iris[at]] = true
		}
		for at := range having(n.classes, w) {
			named[i][n.classes.iris[at]] = true
		}
	}
	return func(at int32) bool {
		for i := range wanted {
			if _, is := own[i][at]; is {
				continue
			}
			found := false
			for linked := range n.graph.Linked(n.iris[at]) {
				if found = named[i][linked]; found {
					break
				}
			}
			if !found {
				return false
			}
		}
		return true
	}
}
