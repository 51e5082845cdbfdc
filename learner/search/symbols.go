package search

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// symbols are symbols of concepts (dl.SymbolOf), sorted.
type symbols []dl.Concept

// sorted are the symbols of the set in an order that is always the same.
func sorted(set map[dl.Concept]bool) symbols {
	out := make(symbols, 0, len(set))
	for c := range set {
		out = append(out, c)
	}
	slices.SortFunc(out, func(c, d dl.Concept) int { return strings.Compare(name(c), name(d)) })
	return out
}

// name is different for different symbols.
func name(c dl.Concept) string { return fmt.Sprintf("%#v", c) }

// key is the same for the same symbols only.
func (x symbols) key() string {
	var b strings.Builder
	for _, c := range x {
		fmt.Fprintf(&b, "%q", name(c))
	}
	return b.String()
}

// with are the symbols and c.
func (x symbols) with(c dl.Concept) symbols {
	set := map[dl.Concept]bool{c: true}
	for _, d := range x {
		set[d] = true
	}
	return sorted(set)
}

// within reports whether y has all of x.
func (x symbols) within(y symbols) bool {
	for _, c := range x {
		if !slices.Contains(y, c) {
			return false
		}
	}
	return true
}

// without is the space without the symbols, as far as a space can say that;
// stage.findLeaves sees to the rest.
func without(sp interp.Space, removed symbols, s *interp.Structure) interp.Space {
	if len(removed) == 0 {
		return sp
	}
	sig := s.Signature()
	gone := func(c dl.Concept) bool { return slices.Contains(removed, c) }
	sp.Atoms = slices.DeleteFunc(slices.Clone(sp.Atoms), func(id interp.ConceptID) bool { return gone(dl.SymbolOf(sig.Atoms()[id])) })
	sp.Roles = slices.DeleteFunc(slices.Clone(sp.Roles), func(r interp.RoleID) bool { return gone(dl.Exists{Role: sig.Role(r)}) })
	sp.Thresholds = slices.Clone(sp.Thresholds)
	for f := range sp.Thresholds {
		feature := sig.Features()[f]
		some := false
		for op, constructor := range map[dl.Op]dl.Language{dl.GreaterEq: dl.WithDataAtLeast, dl.LessEq: dl.WithDataAtMost} {
			some = some || sp.Language.Has(constructor) && !gone(dl.Compare{Feature: feature, Op: op})
		}
		if !some {
			sp.Thresholds[f] = nil
		}
	}
	return sp
}
