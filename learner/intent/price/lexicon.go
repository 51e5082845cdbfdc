package price

import (
	"iter"
	"math"
	"strings"
)

// lexicon counts the things of a graph by the stems of their names.
type lexicon struct {
	names  int
	having map[string]int
}

// newLexicon returns the lexicon of the things, which have these names.
func newLexicon(things iter.Seq2[string, []string]) *lexicon {
	l := &lexicon{having: map[string]int{}}
	for iri, names := range things {
		if strings.Join(names, "") == "" && hasDigit(localName(iri)) { // a code, which says nothing
			continue
		}
		l.names++
		seen := map[string]bool{}
		for _, stems := range readNames(iri, names) {
			for _, stem := range stems {
				if !seen[stem] {
					seen[stem] = true
					l.having[stem]++
				}
			}
		}
	}
	return l
}

// namesWith returns how many things have a name that the word matches, or one of the place whose people it names,
// if that is rarer.
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

// mostOfStem is what a stem that few names have says of a name, in bits.
const mostOfStem = 10.0

// common returns the bits of the stems that say less, because more names have them.
func (l *lexicon) common() map[string]float64 {
	out := map[string]float64{}
	for stem, n := range l.having {
		if bits := math.Log2(float64(max(l.names, leastNames)) / float64(n)); bits < mostOfStem {
			out[stem] = max(1, bits)
		}
	}
	return out
}
