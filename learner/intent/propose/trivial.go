package propose

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// A walk drops atoms that are true of its individuals whatever they are.

// dropOwnNames drops the names of those individuals that are classes with no other of them below: each says
// no more than a nominal. Of facts about everything step leaves out those of classes without subclasses.
func (w *walk) dropOwnNames(individuals []string) {
	for _, iri := range individuals {
		if id, ok := w.s.Signature().Atom(dl.Name{IRI: iri}); ok {
			k := target{path: -1, kind: toClass, x: uint32(id)}
			if h := w.at[k]; h != nil && size(h[:]) == 1 {
				delete(w.at, k)
			}
		}
	}
}

// dropReturns drops ∃r.∃r⁻.C if C holds at all individuals that have it: they lead back to themselves, and
// all that it says of them is ∃r.⊤ and C.
func (w *walk) dropReturns(individuals []string) {
	for k, h := range w.at {
		if k.kind == toValue || k.kind == toString || !w.returns(k.path) {
			continue
		}
		isOwn := true
		for i, iri := range individuals {
			isOwn = isOwn && (!h.has(i) || w.holdsAt(k, iri))
		}
		if isOwn {
			delete(w.at, k)
		}
	}
}

// returns reports whether the path is a step and its inverse.
func (w *walk) returns(p int) bool {
	if p < 0 || w.paths[p].before < 0 {
		return false
	}
	before := w.paths[w.paths[p].before]
	return before.before < 0 && w.paths[p].role == before.role.Inv()
}

// holdsAt reports whether what the path of the target leads to, a class or the presence of a property, holds at an
// individual itself.
func (w *walk) holdsAt(k target, iri string) bool {
	a, ok := w.s.Lookup(iri)
	switch {
	case !ok:
		return false
	case k.kind == toClass:
		return w.s.Atom(interp.ConceptID(k.x)).Test(uint(a))
	case k.kind == toPresence:
		return w.s.NumValues(w.valued[k.f], a) > 0
	}
	return true
}
