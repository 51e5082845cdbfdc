package dl

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// NNF returns the negation normal form of c: an equivalent concept with ¬ only in
// front of names, nominals and comparisons. ¬≥n becomes ≤n-1 and ¬≤n becomes ≥n+1.
// ¬(f ≥ v) stays: it is not (f < v) where an individual has no value or several; so do
// ¬(∃f) and ¬(≥n f).
// Subconcepts that share memory in c share it in the result.
func NNF(c Concept) Concept {
	n := normalizer{}
	return n.nnf(c, false)
}

// normalizer holds the results so far, by the identity of a concept and its polarity.
type normalizer map[polarKey]Concept

type polarKey struct {
	id  identity
	neg bool
}

func (n normalizer) nnf(c Concept, neg bool) Concept {
	key := polarKey{identityOf(c), neg}
	if d, ok := n[key]; ok {
		return d
	}
	d := n.rewrite(c, neg)
	n[key] = d
	return d
}

func (n normalizer) rewrite(c Concept, neg bool) Concept {
	switch c := c.(type) {
	case Top:
		if neg {
			return Bottom{}
		}
	case Bottom:
		if neg {
			return Top{}
		}
	case Not:
		return n.nnf(c.C, !neg)
	case And:
		return join(!neg, n.nnf(c.L, neg), n.nnf(c.R, neg))
	case Or:
		return join(neg, n.nnf(c.L, neg), n.nnf(c.R, neg))
	case Exists:
		return quantify(!neg, c.Role, n.nnf(c.C, neg))
	case ForAll:
		return quantify(neg, c.Role, n.nnf(c.C, neg))
	case AtLeast:
		switch {
		case neg && c.N == 0:
			return Bottom{}
		case neg:
			return AtMost{c.N - 1, c.Role, n.nnf(c.C, false)}
		}
		return AtLeast{c.N, c.Role, n.nnf(c.C, false)}
	case AtMost:
		if neg {
			return AtLeast{c.N + 1, c.Role, n.nnf(c.C, false)}
		}
		return AtMost{c.N, c.Role, n.nnf(c.C, false)}
	}
	if neg {
		return Not{c}
	}
	return c
}

func quantify(exists bool, r Role, c Concept) Concept {
	if exists {
		return Exists{r, c}
	}
	return ForAll{r, c}
}

// SortValues returns the values sorted by family, then by value, without NaN and
// strings. Of values that compare equal it keeps one, the first by kind and then by
// spelling, so that the result does not depend on the order of the input.
func SortValues(vs []Value) []Value {
	type keyed struct {
		v Value
		o order
	}
	ks := make([]keyed, 0, len(vs))
	for _, v := range vs {
		if o := v.order(); !o.nan {
			ks = append(ks, keyed{v, o})
		}
	}
	slices.SortFunc(ks, func(a, b keyed) int {
		if c := a.o.cmp(b.o); c != 0 {
			return c
		}
		if a.v.kind != b.v.kind {
			return int(a.v.kind) - int(b.v.kind)
		}
		return strings.Compare(a.v.lex, b.v.lex)
	})
	out := make([]Value, 0, len(ks))
	for i, k := range ks {
		if i == 0 || ks[i-1].o.cmp(k.o) != 0 {
			out = append(out, k.v)
		}
	}
	return out
}

// Range returns the half-open index range of the values w in sorted for which
// (w op v) holds. sorted must be a result of [SortValues].
func Range(sorted []Value, op Op, v Value) (lo, hi int) {
	return rangeOf(sorted, func(i int) order { return sorted[i].order() }, op, v)
}

// Sorted holds values as [SortValues] returns them, with their positions, so that
// many calls of Range compute these once.
type Sorted struct {
	values []Value
	orders []order
}

// NewSorted returns the values as a Sorted, which keeps the slice. values must be a
// result of SortValues.
func NewSorted(values []Value) Sorted {
	s := Sorted{values, make([]order, len(values))}
	for i, v := range values {
		s.orders[i] = v.order()
	}
	return s
}

// Range is the function [Range] for these values.
func (s Sorted) Range(op Op, v Value) (lo, hi int) {
	return rangeOf(s.values, func(i int) order { return s.orders[i] }, op, v)
}

func rangeOf(sorted []Value, at func(i int) order, op Op, v Value) (lo, hi int) {
	o := v.order()
	if o.nan {
		return 0, 0
	}
	below := sort.Search(len(sorted), func(i int) bool { return at(i).cmp(o) >= 0 })
	above := below
	if below < len(sorted) && at(below).cmp(o) == 0 {
		above++
	}
	line := func(i int) int {
		w := at(i)
		return cmp.Or(cmp.Compare(w.family, o.family), cmp.Compare(w.unit, o.unit))
	}
	first := sort.Search(len(sorted), func(i int) bool { return line(i) >= 0 })
	last := sort.Search(len(sorted), func(i int) bool { return line(i) > 0 })
	switch op {
	case GreaterEq:
		return below, last
	case LessEq:
		return first, above
	case Equal:
		return below, above
	}
	return 0, 0
}

// PreferPresence returns c with presence and numbers of values in place of ∃f.⊤, ∀f.⊥, ≥n f.⊤
// and ≤n f.⊤ for features f. A restriction with ⊤ asks for individuals, and the values of a
// feature are literals, so nobody means it.
func PreferPresence(c Concept, isFeature func(property string) bool) Concept {
	c = MapChildren(c, func(d Concept) Concept { return PreferPresence(d, isFeature) })
	r, ok := RoleOf(c)
	if !ok || r != (Role{IRI: r.IRI}) || !isFeature(r.IRI) {
		return c
	}
	switch c := c.(type) {
	case Exists:
		if isTop(c.C) {
			return Has(r.IRI)
		}
	case ForAll:
		if isBottom(c.C) {
			return Not{Has(r.IRI)}
		}
	case AtLeast:
		if isTop(c.C) {
			return AtLeastValues(c.N, r.IRI)
		}
	case AtMost:
		if isTop(c.C) {
			return Not{AtLeastValues(c.N+1, r.IRI)}
		}
	}
	return c
}

// PreferClasses returns c with the class A in place of ∃type.{A} and ∃type.∃below*.{A}, also in a
// union of such classes, and whether it found any: data has members of classes, and no role type.
func PreferClasses(c Concept, typing, below string) (Concept, bool) {
	found := false
	var prefer func(Concept) Concept
	prefer = func(c Concept) Concept {
		if e, ok := c.(Exists); ok && e.Role == (Role{IRI: typing}) {
			if class, ok := classOf(e.C, below); ok {
				found = true
				return class
			}
		}
		return MapChildren(c, prefer)
	}
	return prefer(c), found
}

// classOf returns the class whose individual the concept names, or the union of several.
func classOf(c Concept, below string) (Concept, bool) {
	switch c := c.(type) {
	case Nominal:
		return Name(c), true
	case Exists:
		if c.Role == (Role{IRI: below, Closure: Star}) {
			return classOf(c.C, below)
		}
	case Or:
		l, ok := classOf(c.L, below)
		r, also := classOf(c.R, below)
		return Or{l, r}, ok && also
	}
	return nil, false
}
