package dl

import (
	"slices"
	"sort"
	"strings"
)

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

// rangeOf is Range for values whose positions the function at returns.
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
	byFamily := func(w Value, fam Family) int { return int(w.kind.Family()) - int(fam) }
	first, _ := slices.BinarySearchFunc(sorted, o.family, byFamily)
	last, _ := slices.BinarySearchFunc(sorted, o.family+1, byFamily)
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
