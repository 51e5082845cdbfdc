package intent

import (
	"math"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// lexicon counts the names of a graph in memory by the stems of their words.
type lexicon struct {
	names  int
	having map[string]int
}

// aliases are the properties with further names of a thing.
var aliases = []string{
	"http://www.w3.org/2004/02/skos/core#altLabel",
	"http://www.w3.org/2004/02/skos/core#prefLabel",
	"http://schema.org/alternateName",
	"https://schema.org/alternateName",
	"http://www.geneontology.org/formats/oboInOwl#hasExactSynonym",
	"http://www.wikidata.org/prop/direct/P1549", // demonym
}

func (m *Memory) lexicon() *lexicon {
	if m.lex == nil {
		m.lex = &lexicon{having: map[string]int{}}
		stems := map[string]string{} // by word: many names have it
		for _, label := range m.labels {
			m.lex.names++
			seen := map[string]bool{}
			for _, w := range wordsOfText(label) {
				stem, ok := stems[w]
				if !ok {
					stem = stemOf(w)
					stems[w] = stem
				}
				if !seen[stem] {
					seen[stem] = true
					m.lex.having[stem]++
				}
			}
		}
	}
	return m.lex
}

// namesWith returns how many names the word matches; those of the place whose people it names, if that is rarer.
func (l *lexicon) namesWith(w *word) int {
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

// namesOf returns the stems of the label and the aliases of an IRI.
func (m *Memory) namesOf(iri string, of dl.Statements) (names [][]string) {
	add := func(name string) {
		if stems := stemsOf(name); len(stems) > 0 {
			names = append(names, stems)
		}
	}
	label := m.labels[iri]
	if _, _, ok := of.Split(iri); ok && label == "" {
		label = m.labels[of.EntityOf(iri)]
	}
	add(label)
	a, ok := m.s.Lookup(iri)
	for f, feature := range m.s.Signature().Features() {
		if !ok || !isAlias(feature) {
			continue
		}
		for _, rank := range m.s.StringRanks(interp.FeatureID(f), a) {
			add(m.s.Strings(interp.FeatureID(f))[rank].Lexical())
		}
		for _, rank := range m.s.TextRanks(interp.FeatureID(f), a) {
			add(m.s.Texts(interp.FeatureID(f))[rank].Lexical())
		}
	}
	return names
}

func isAlias(feature string) bool {
	for _, a := range aliases {
		if strings.EqualFold(a, feature) {
			return true
		}
	}
	return false
}
