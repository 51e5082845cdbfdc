package encode

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/sat"
)

// isAvoided reports whether a concept to avoid uses the symbol.
func (st *Stage) isAvoided(symbol dl.Concept) bool {
	return slices.ContainsFunc(st.avoid, func(symbols map[dl.Concept]bool) bool { return symbols[symbol] })
}

// isFree reports whether c, which is ⊤ or ⊥, is in the language and no concept to avoid
// uses it. Then the formula may omit concepts that are equivalent to c.
func (st *Stage) isFree(c dl.Concept) bool {
	return st.space.Language.Has(dl.LanguageOf(c)) && !st.isAvoided(c)
}

// avoidClauses excludes concepts that use all symbols of a concept to avoid. With
// n[s], "no node has symbol s":
//
//	n[s] → ¬x[i,v]    for all nodes i and labels v of symbol s
//	⋁ n[s]            over the symbols s of each concept to avoid
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
				c = dl.SymbolOf(f.st.leaves[l.leaf].concept)
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
			if bySymbol[s] == nil { // no label of this space and shape has it
				possible = false
				break
			}
		}
		if !possible {
			continue
		}
		for _, s := range dl.SortSymbols(symbols) {
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
