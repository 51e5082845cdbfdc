package price

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
)

// Words match names. If the graph does not tell them, it is asked for the labels of what is near the
// examples, and then once for the words that none of these has.

// namesOf returns the stems of the names of an IRI.
func (w *Words) namesOf(iri string) [][]string {
	names, ok := w.names[iri]
	if !ok {
		all, known := w.k.Graph.NamesOf(iri, w.k.Statements)
		names = readNames(iri, all)
		if known { // Learn asks for the others
			w.names[iri] = names
		}
	}
	return names
}

// readNames returns the stems of the names of an IRI, and of its last part.
func readNames(iri string, names []string) (out [][]string) {
	for _, name := range names {
		out = append(out, readName(name)...)
	}
	if local := localName(iri); len(out) == 0 || !hasDigit(local) {
		out = append(out, readName(local)...)
	}
	return out
}

// Learn asks for the names of the IRIs of the concepts that are not known yet.
func (w *Words) Learn(ctx context.Context, cs []dl.Concept) {
	if w == nil || w.toldAll {
		return
	}
	var ask []string
	of := map[string][]string{} // IRIs by the one that has the label
	for _, c := range cs {
		for _, iri := range dl.EntitiesOf(c).IRIs() {
			if _, known := w.names[iri]; known {
				continue
			}
			named := iri
			if _, _, ok := w.k.Statements.Split(iri); ok {
				named = w.k.Statements.EntityOf(iri)
			}
			if len(of[named]) == 0 {
				ask = append(ask, named)
			}
			if !slices.Contains(of[named], iri) {
				of[named] = append(of[named], iri)
			}
		}
	}
	if len(ask) == 0 {
		return
	}
	labels, err := w.k.Graph.Labels(ctx, ask)
	w.k.Fail(err)
	if err != nil {
		return
	}
	for _, named := range ask {
		for _, iri := range of[named] {
			w.names[iri] = readNames(named, []string{labels[named]})
		}
	}
	w.forget()
}

// forget forgets what the IRIs and conditions pay, because more names or fewer words are known.
func (w *Words) forget() {
	clear(w.paid)
	clear(w.heard)
}

// LookUp asks the graph, once, for the things whose whole name is a word that no name near the examples has. Words
// that it does not find are lost.
func (w *Words) LookUp(ctx context.Context) {
	if w == nil || w.asked {
		return
	}
	var left []int
	var texts []string
	for i := range w.List {
		if w.List[i].Form == noForm && !w.isNamed(i) {
			left = append(left, i)
			texts = append(texts, spellings(w.List, i)...)
		}
	}
	if len(left) == 0 {
		w.asked = true
		return
	}
	found, err := w.k.Graph.Named(ctx, normal.Unique(texts))
	w.k.Fail(err)
	if err != nil { // the next ranking asks again
		return
	}
	w.asked = true
	for _, x := range found {
		if _, known := w.names[x.IRI]; !known {
			w.Found = append(w.Found, x.IRI)
		}
		w.names[x.IRI] = append(w.names[x.IRI], readName(x.Name)...)
	}
	isLost := make([]bool, len(w.List))
	for _, i := range left {
		isLost[i] = !w.isNamed(i)
	}
	var kept []Word
	for i, x := range w.List {
		if isLost[i] {
			w.lost = append(w.lost, x.text)
			w.all -= x.Weight
		} else {
			kept = append(kept, x)
		}
	}
	w.List = kept
	w.forget()
}

// isNamed reports whether a known name has word i.
func (w *Words) isNamed(i int) bool {
	for _, names := range w.names {
		for _, name := range names {
			if w.List[i].matches(name, make([]bool, len(name))) > 0 {
				return true
			}
		}
	}
	return false
}
