package dl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// SymbolOf returns the symbol that the node c itself uses, whatever its operands:
// a name, nominal, ⊤ or ⊥ is its own symbol; a comparison with ≥ or ≤ has its
// feature and direction (a Compare without a value); a restriction has its role
// (an Exists without a concept). It is nil for ¬, ⊓ and ⊔.
func SymbolOf(c Concept) Concept {
	switch c := c.(type) {
	case Not, And, Or:
		return nil
	case Compare:
		if c.Op != Equal {
			return Compare{Feature: c.Feature, Op: c.Op}
		}
	}
	if r, ok := RoleOf(c); ok {
		return Exists{Role: r}
	}
	return c
}

// Symbols returns the symbols of all nodes of the concept. A concept that uses all
// symbols of another one is a variant of it: it has other thresholds, numbers or
// connectives, or more parts.
func Symbols(c Concept) map[Concept]bool {
	out := map[Concept]bool{}
	Walk(c, func(c Concept) bool {
		if s := SymbolOf(c); s != nil {
			out[s] = true
		}
		return true
	})
	return out
}

// SortSymbols returns the symbols of the set in an order that is always the same.
func SortSymbols(set map[Concept]bool) []Concept {
	return slices.SortedFunc(maps.Keys(set), func(c, d Concept) int {
		return strings.Compare(fmt.Sprintf("%#v", c), fmt.Sprintf("%#v", d))
	})
}
