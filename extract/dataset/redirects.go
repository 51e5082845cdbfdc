package dataset

import (
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
	if len(to) > 0 {
		for _, t := range i.triples.all {
			if to[t.subject] != t.object || t.property != sameAs || t.kind != 0 {
				delete(to, t.subject)
			}
		}
	}
	i.eachMoved(redirect, func(t triple) { to[t.subject] = t.object })
}

// eachMoved calls do with the triples of the property that lead to another IRI.
func (i *importer) eachMoved(property facts.ID, do func(triple)) {
	if property == 0 {
		return
	}
	for _, t := range i.triples.all {
		if t.property == property && t.kind == 0 && t.object != t.subject &&
			!strings.HasPrefix(i.Facts.Term(t.object), graph.Blank) {
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
	for _, t := range d.Stated.all {
		if t.property == redirect && redirect != 0 {
			moved[t.subject] = true
		}
	}
	for _, t := range d.Stated.all {
		if t.kind == 0 && moved[t.object] {
			redirected[t.property] = true
		}
	}
	out := map[string]bool{}
	for i, t := range d.Facts.Roles {
		if (i == 0 || d.Facts.Roles[i-1][0] != t[0]) && !redirected[t[0]] {
			out[d.Facts.Term(t[0])] = true
		}
	}
	return out
}
