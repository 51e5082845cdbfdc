package dl

// Children are the direct subconcepts of c, left to right: none, one or two.
func Children(c Concept) []Concept {
	switch c := c.(type) {
	case Not:
		return []Concept{c.C}
	case And:
		return []Concept{c.L, c.R}
	case Or:
		return []Concept{c.L, c.R}
	case Exists:
		return []Concept{c.C}
	case ForAll:
		return []Concept{c.C}
	case AtLeast:
		return []Concept{c.C}
	case AtMost:
		return []Concept{c.C}
	}
	return nil
}

// RoleOf is the role of a restriction (∃, ∀, ≥n, ≤n) and whether c is one.
func RoleOf(c Concept) (Role, bool) {
	switch c := c.(type) {
	case Exists:
		return c.Role, true
	case ForAll:
		return c.Role, true
	case AtLeast:
		return c.Role, true
	case AtMost:
		return c.Role, true
	}
	return Role{}, false
}

// Size is the number of nodes of the syntax tree of c, the paper's measure in
// bounded fitting: names, comparisons, ⊤ and ⊥ count 1, every operator 1 more
// than its operands together, whatever its number.
func Size(c Concept) int {
	n := 1
	for _, d := range Children(c) {
		n += Size(d)
	}
	return n
}

// DAGSize is the number of distinct subconcepts of c, itself included: the
// size of its succinct representation (the paper, appendix to Section 3).
func DAGSize(c Concept) int {
	seen := map[Concept]bool{}
	var visit func(Concept)
	visit = func(c Concept) {
		if seen[c] {
			return
		}
		seen[c] = true
		for _, d := range Children(c) {
			visit(d)
		}
	}
	visit(c)
	return len(seen)
}

// Depth is the role depth of c: the largest number of nested restrictions, and
// so the number of edges away from an individual that its truth depends on.
func Depth(c Concept) int {
	n := 0
	for _, d := range Children(c) {
		n = max(n, Depth(d))
	}
	if _, ok := RoleOf(c); ok {
		n++
	}
	return n
}

// Walk calls visit for c and its subconcepts in preorder. It goes below a
// concept only where visit returned true.
func Walk(c Concept, visit func(Concept) bool) {
	if !visit(c) {
		return
	}
	for _, d := range Children(c) {
		Walk(d, visit)
	}
}
