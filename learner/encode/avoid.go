package encode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/sat"
)

// Symbols are what a concept speaks of: its names, ⊤ and ⊥, its features with
// their direction of comparison (a dl.Compare without a value) and its roles
// (a dl.Exists without a concept). Concepts that use all symbols of another one
// are variants of it: other thresholds, numbers or connectives, or a part that
// adds nothing.
func Symbols(c dl.Concept) map[dl.Concept]bool {
	out := map[dl.Concept]bool{}
	dl.Walk(c, func(c dl.Concept) bool {
		if s := symbol(c); s != nil {
			out[s] = true
		}
		return true
	})
	return out
}

// symbol is the symbol of the node itself, nil for connectives.
func symbol(c dl.Concept) dl.Concept {
	switch c := c.(type) {
	case dl.Top, dl.Bottom, dl.Name:
		return c
	case dl.Compare:
		if c.Op == dl.Equal {
			return c
		}
		return dl.Compare{Feature: c.Feature, Op: c.Op}
	}
	if r, ok := dl.RoleOf(c); ok {
		return dl.Exists{Role: r}
	}
	return nil
}

// avoidClauses exclude concepts that use all symbols of one that is to be
// avoided: with n[s], "no node has symbol s",
//
//	n[s] → ¬x[i,v]    for all nodes i and labels v of symbol s
//	⋁ n[s]            over the symbols s of each concept to be avoided
func (f *formula) avoidClauses(avoid []map[dl.Concept]bool) {
	if len(avoid) == 0 {
		return
	}
	bySymbol := map[dl.Concept][]sat.Lit{}
	for i, labels := range f.labels {
		for v, l := range labels {
			var c dl.Concept
			switch l.kind {
			case leaf:
				c = symbol(f.st.leaves[l.leaf].concept)
			case exists, forAll, atLeast, atMost:
				c = dl.Exists{Role: f.st.problem.Structure.Signature().Role(l.role)}
			default:
				continue
			}
			bySymbol[c] = append(bySymbol[c], f.x[i][v])
		}
	}
	unused := map[dl.Concept]sat.Lit{}
	for _, symbols := range avoid {
		var clause []sat.Lit
		possible := true
		for s := range symbols {
			if bySymbol[s] == nil { // not in this space or shape
				possible = false
				break
			}
		}
		if !possible {
			continue
		}
		for _, s := range sortedSymbols(symbols) {
			n, ok := unused[s]
			if !ok {
				n = f.out.NewVar()
				unused[s] = n
				for _, x := range bySymbol[s] {
					f.out.Add(n.Not(), x.Not())
				}
			}
			clause = append(clause, n)
		}
		f.out.Add(clause...)
	}
}

// sortedSymbols gives the variables an order that does not depend on the map.
func sortedSymbols(symbols map[dl.Concept]bool) []dl.Concept {
	out := make([]dl.Concept, 0, len(symbols))
	for s := range symbols {
		out = append(out, s)
	}
	slices.SortFunc(out, func(c, d dl.Concept) int {
		return strings.Compare(fmt.Sprintf("%T%v", c, c), fmt.Sprintf("%T%v", d, d))
	})
	return out
}
