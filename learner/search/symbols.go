package search

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// symbols are symbols of concepts (dl.SymbolOf), sorted.
type symbols []dl.Concept

// with returns the symbols and c, sorted.
func (x symbols) with(c dl.Concept) symbols {
	set := map[dl.Concept]bool{c: true}
	for _, d := range x {
		set[d] = true
	}
	return dl.SortSymbols(set)
}

// isSubsetOf reports whether y has all of x.
func (x symbols) isSubsetOf(y symbols) bool {
	for _, c := range x {
		if !slices.Contains(y, c) {
			return false
		}
	}
	return true
}

// removeSymbols returns the space without the symbols, as far as a space can express that;
// tables.findLeaves omits the rest.
func removeSymbols(sp interp.Space, removed symbols, s *interp.Structure) interp.Space {
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
