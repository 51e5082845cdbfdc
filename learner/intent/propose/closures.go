package propose

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// close takes the steps of a closure.
func (w *walk) close(i int, f reached, role dl.Role, depth int) {
	var nodes []interp.Individual
	for _, a := range f.nodes {
		if nodes = append(nodes, w.s.SuccessorsUpTo(role, a, 4*mostClosed)...); len(nodes) > 4*mostClosed {
			return
		}
	}
	slices.Sort(nodes)
	if nodes = slices.Compact(nodes); len(nodes) <= mostClosed {
		w.step(i, w.pathOf(path{f.path, role, depth}), nodes, max(depth, 2))
	}
}

// kinds adds the values with their kinds that the nodes are among: with subclasses, or narrower concepts.
func (w *walk) kinds(i int, f reached, depth int) {
	if !w.o.Language.Has(dl.WithClosures) {
		return
	}
	for _, kind := range w.o.Kinds() {
		above, ok := w.s.Signature().RoleID(kind.Step())
		isKind := func(a interp.Individual) bool { return len(w.s.Successors(above, a)) > 0 }
		if !ok || !slices.ContainsFunc(f.nodes, isKind) {
			continue
		}
		p := w.pathOf(path{f.path, kind, depth})
		for _, a := range f.nodes {
			for _, b := range w.s.SuccessorsOf(kind, a) {
				if w.isValue(b) {
					w.add(i, target{path: p, kind: toValue, x: uint32(b)}, depth)
				}
			}
		}
	}
}

// superclasses adds what the individual, if it is a class, is below: at one step, and at any number.
func (w *walk) superclasses(i int, a interp.Individual) {
	role := dl.Role{IRI: w.o.SubClassOf}
	r, ok := w.s.Signature().RoleID(role)
	if !ok || w.o.OfClasses || !w.lim.direct { // of an ontology names say it
		return
	}
	add := func(role dl.Role, classes []interp.Individual) {
		if len(classes) == 0 || len(classes) > mostNodes {
			return
		}
		p := w.pathOf(path{-1, role, 1})
		for _, b := range classes {
			if w.isValue(b) {
				w.add(i, target{path: p, kind: toValue, x: uint32(b)}, 1)
			}
		}
	}
	add(role, w.s.Successors(r, a))
	if w.later && w.o.Language.Has(dl.WithClosures) {
		role.Closure = dl.Plus
		add(role, w.s.SuccessorsUpTo(role, a, mostNodes+1))
	}
}
