package dataset

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// Redirects of files. A term with Vocabulary.Redirect is another name of what that leads to. As the value of a role it
// stands for that, so the facts have this in its place, and the term is no individual. owl:sameAs is not followed for
// values: it redirects only where nothing else is stated of the term, and no path of SPARQL can say that.

// findRedirects returns to what each term redirects, in one step.
func (i *importer) findRedirects() map[facts.ID][]facts.ID {
	to := map[facts.ID][]facts.ID{}
	i.eachMoved(i.Facts.Find(i.Vocabulary.Redirect), func(t triple) { to[t.subject] = append(to[t.subject], t.object) })
	return to
}

// resolved returns what a value stands for: what it redirects to, or itself.
func resolved(value facts.ID, redirects map[facts.ID][]facts.ID) []facts.ID {
	if to := redirects[value]; len(to) > 0 {
		return to
	}
	return []facts.ID{value}
}

// addRedirects adds the terms whose only statement is an owl:sameAs, and those with a graph.Redirect.
func (i *importer) addRedirects() {
	to := i.Facts.Redirects
	sameAs, redirect := i.Facts.Find(graph.SameAs), i.Facts.Find(graph.Redirect)
	i.eachMoved(sameAs, func(t triple) { to[t.subject] = t.object })
	for from, object := range to {
		for _, all := range []*triples{&i.triples, &i.following} {
			for t := range all.about(from) {
				if t.object != object || t.property != sameAs || t.kind != 0 {
					delete(to, from)
				}
			}
		}
	}
	i.eachMoved(redirect, func(t triple) { to[t.subject] = t.object })
}

// eachMoved calls do with the triples of the property that lead to another IRI.
func (i *importer) eachMoved(property facts.ID, do func(triple)) {
	for t := range i.of(property) {
		if t.kind == 0 && t.object != t.subject && !strings.HasPrefix(i.Facts.Term(t.object), graph.Blank) {
			do(t)
		}
	}
}

// findUnredirected returns the properties of files of whose values none redirects. Of other sources it is not known.
func (d *Dataset) findUnredirected() map[string]bool {
	redirect := d.Facts.Find(d.Vocabulary.Redirect)
	if d.Stated == nil || d.Vocabulary.Redirect == "" {
		return nil
	}
	moved, redirected := map[facts.ID]bool{}, map[facts.ID]bool{}
	for t := range d.Stated.of(redirect) {
		moved[t.subject] = true
	}
	isMoved := func(r row) bool { return r.kind == 0 && moved[r.object] }
	for _, l := range d.Stated.lists {
		redirected[l.property] = len(moved) > 0 && slices.ContainsFunc(l.rows, isMoved)
	}
	out := map[string]bool{}
	for p := range facts.Parts(d.Facts.Roles, facts.Tuple.First) {
		if !redirected[p] {
			out[d.Facts.Term(p)] = true
		}
	}
	return out
}
