package intent

import (
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Chains ∃r.∃s.C are by far the most atoms, and the slowest to count: every fact
// about a successor that individuals share makes one.

// withoutCommonChains deletes the chains that hold at half of four or more negatives: they
// exclude too little to be worth counting.
func (e *evidence) withoutCommonChains(cs []dl.Concept) []dl.Concept {
	if len(e.neg) < 4 {
		return cs
	}
	return slices.DeleteFunc(cs, func(c dl.Concept) bool {
		_, _, _, chain := chainOf(c)
		return chain && 2*e.k.mayHold(c, e.neg) >= len(e.neg)
	})
}

// successorsMostlyIn reports whether at least this share of the successors at the
// individuals are in c, and there are two successors or more on average. If all are,
// ∃r.c and ≥n r.c say no more than ∃r.⊤ and ≥n r.⊤; if half are, ∃r.c says little more.
func (t *atoms) successorsMostlyIn(individuals []string, role dl.Role, c dl.Concept, share float64) bool {
	r, ok := t.s.Signature().RoleID(role)
	if !ok {
		return false
	}
	all, in := 0, 0
	for _, iri := range individuals {
		a, known := t.s.Lookup(iri)
		if !known {
			continue
		}
		for _, b := range t.s.Successors(r, a) {
			all++
			if t.isIn(b, c) {
				in++
			}
		}
	}
	return all >= 2*len(individuals) && float64(in) >= share*float64(all)
}

// isIn reports whether b is in c, which is A, ∃s.⊤ or ∃s.A; false for any other concept.
func (t *atoms) isIn(b interp.Individual, c dl.Concept) bool {
	switch c := c.(type) {
	case dl.Name:
		return slices.Contains(t.classes[b], dl.Concept(c))
	case dl.Exists:
		s, ok := t.s.Signature().RoleID(c.Role)
		if !ok {
			return false
		}
		next := t.s.Successors(s, b)
		if _, top := c.C.(dl.Top); top {
			return len(next) > 0
		}
		return slices.ContainsFunc(next, func(d interp.Individual) bool { return t.isIn(d, c.C) })
	}
	return false
}

// dropImplied deletes from at the atoms that another, likelier atom of at implies or
// nearly always implies:
//
//   - ∃r.∃r⁻.A,
//   - ∃r.∃s.⊤ and ∃r.∃s.A, if a chain ∃r.∃s.{o} is shared,
//   - ∃r.∃s.A, if ∃r.∃s.B is shared and B is a proper subset of A,
//   - ∃r.∃s.A, if half of several r-successors are in ∃s.A,
//   - ≥n r.A, if all of several r-successors are in A.
func (t *atoms) dropImplied(individuals []string, at map[dl.Concept]int) {
	type roles struct{ r, s dl.Role }
	most := 0
	for _, n := range at {
		most = max(most, n)
	}
	valued := map[roles]bool{}
	classes := map[roles][]dl.Name{}
	for c, n := range at {
		if r, s, filler, ok := chainOf(c); ok {
			switch f := filler.(type) {
			case dl.Nominal:
				valued[roles{r, s}] = valued[roles{r, s}] || n == most
			case dl.Name:
				classes[roles{r, s}] = append(classes[roles{r, s}], f)
			}
		}
	}
	for c := range maps.Clone(at) {
		if n, ok := c.(dl.AtLeast); ok && t.successorsMostlyIn(individuals, n.Role, n.C, 1) {
			delete(at, c)
			continue
		}
		r, s, filler, ok := chainOf(c)
		if _, value := filler.(dl.Nominal); !ok || value {
			continue
		}
		name, class := filler.(dl.Name)
		k := roles{r, s}
		above := class && slices.ContainsFunc(classes[k], func(b dl.Name) bool {
			return at[dl.Exists{Role: r, C: dl.Exists{Role: s, C: b}}] >= at[c] && t.isBelow(b, name)
		})
		if valued[k] || above || class && (s == r.Inv() || t.successorsMostlyIn(individuals, r, c.(dl.Exists).C, 0.5)) {
			delete(at, c)
		}
	}
}

// isBelow reports whether the members of a in the structure are a proper subset of those of
// b.
func (t *atoms) isBelow(a, b dl.Name) bool {
	l, known := t.s.Signature().Atom(a)
	r, other := t.s.Signature().Atom(b)
	return known && other && t.s.Atom(r).IsStrictSuperSet(t.s.Atom(l))
}
