package dl

// SymbolOf returns the symbol of the root of c. The symbol of a name, a nominal, ⊤,
// ⊥ or an equality is c itself. The symbol of (f ≥ v) or (f ≤ v) is a Compare with
// the feature and the operator but no value. The symbol of a restriction is an Exists
// with the role but no concept. For ¬, ⊓ and ⊔, SymbolOf returns nil.
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

// Symbols returns the symbols of all nodes of the concept. A concept with all the
// symbols of another is a variant of it: it has different thresholds, numbers or
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
