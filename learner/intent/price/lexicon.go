package price

import (
	"iter"
	"math"
)

// lexicon counts the names of a graph by the stems of their words.
type lexicon struct {
	names  int
	having map[string]int
}

// newLexicon returns the lexicon of the labels.
func newLexicon(labels iter.Seq[string]) *lexicon {
	l := &lexicon{having: map[string]int{}}
	stems := map[string]string{} // by word: many names have it
	for label := range labels {
		l.names++
		seen := map[string]bool{}
		for _, w := range wordsOfText(label) {
			stem, ok := stems[w]
			if !ok {
				stem = stemOf(w)
				stems[w] = stem
			}
			if !seen[stem] {
				seen[stem] = true
				l.having[stem]++
			}
		}
	}
	return l
}

// namesWith returns how many names the word matches; those of the place whose people it names, if that is rarer.
func (l *lexicon) namesWith(w *Word) int {
	n := l.having[w.stem]
	if n == 0 {
		for stem, many := range l.having {
			if likeness(w.stem, stem) > 0 {
				n += many
			}
		}
	}
	if len(w.places) > 0 {
		place := math.MaxInt
		for _, stem := range w.places {
			place = min(place, l.having[stem])
		}
		n = max(n, place)
	}
	return n
}
