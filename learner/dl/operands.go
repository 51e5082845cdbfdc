package dl

// Conjuncts returns the operands of the conjunction c from left to right, however it
// is nested. It returns c alone if c is not a conjunction.
func Conjuncts(c Concept) []Concept {
	if and, ok := c.(And); ok {
		return append(Conjuncts(and.L), Conjuncts(and.R)...)
	}
	return []Concept{c}
}

// Disjuncts returns the operands of a disjunction as [Conjuncts] does.
func Disjuncts(c Concept) []Concept {
	if or, ok := c.(Or); ok {
		return append(Disjuncts(or.L), Disjuncts(or.R)...)
	}
	return []Concept{c}
}
