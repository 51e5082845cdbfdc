package dl

// SymbolOf returns what the node c itself speaks of, whatever its operands: a name,
// ⊤ or ⊥ is its own symbol, a comparison with ≥ or ≤ has the feature with that
// direction (a Compare without a value), a restriction its role (an Exists
// without a concept). It is nil for ¬, ⊓ and ⊔.
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

// Symbols returns what a concept speaks of: the symbols of all its nodes. Concepts
// that use all symbols of another one are variants of it: other thresholds,
// numbers or connectives, or a part that adds nothing.
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
