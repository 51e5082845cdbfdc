package app

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/genus-kg/genus/extract"
)

// names is an index of the words in labels and in last parts of IRIs of individuals or classes.
// It is sorted, so that prefixes of words are found, and in memory, as the data is.
type names struct {
	once  sync.Once
	graph *extract.Graph
	iris  []string
	words []word // sorted
}

// word is a word in the name of an individual.
type word struct {
	text string
	at   int32 // in iris
}

// found is an individual with its rank; lower ranks are better.
type found struct {
	iri, label string
	rank       int
}

// build indexes these things of the graph. It is called in once.
func (n *names) build(g *extract.Graph, iris []string) {
	n.graph, n.iris = g, iris
	for i, iri := range n.iris {
		for _, text := range wordsOf(g.Label(iri) + " " + local(iri)) {
			n.words = append(n.words, word{text, int32(i)})
		}
	}
	slices.SortFunc(n.words, func(a, b word) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.at, b.at)) })
	n.words = slices.Compact(n.words)
}

// local is the last part of an IRI.
func local(iri string) string {
	if i := strings.LastIndexAny(strings.TrimRight(iri, "/#"), "/#"); i >= 0 {
		return iri[i+1:]
	}
	return iri
}

// wordsOf are the words of a text in small letters; a change from small to capital
// letters begins another one.
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
	for _, r := range text {
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

// search finds individuals that have, for every word of the text, a word with that
// prefix: first exact names, then names with the text as prefix, then the others.
// more: there are more than the limit.
func (n *names) search(text string, limit int) (list []found, more bool) {
	wanted := wordsOf(text)
	if len(wanted) == 0 {
		return nil, false
	}
	// The text as one word, too: a name such as w01 or iPhone.
	whole := strings.ToLower(strings.Join(strings.Fields(text), " "))
	var all map[int32]bool
	for _, w := range wanted {
		from, _ := slices.BinarySearchFunc(n.words, w, func(e word, t string) int { return strings.Compare(e.text, t) })
		these := map[int32]bool{}
		for _, e := range n.words[from:] {
			if !strings.HasPrefix(e.text, w) {
				break
			}
			if all == nil || all[e.at] {
				these[e.at] = true
			}
		}
		all = these
	}
	for at := range all {
		f := found{iri: n.iris[at], rank: 3}
		f.label = n.graph.Label(f.iri)
		for _, name := range []string{f.label, local(f.iri)} {
			switch name = strings.ToLower(name); {
			case name == whole:
				f.rank = min(f.rank, 0)
			case strings.HasPrefix(name, whole):
				f.rank = min(f.rank, 1)
			}
		}
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(strings.ToLower(cmp.Or(a.label, local(a.iri))), strings.ToLower(cmp.Or(b.label, local(b.iri)))), strings.Compare(a.iri, b.iri))
	})
	if len(list) > limit {
		return list[:limit], true
	}
	return list, false
}
