package dl

import "math"

// RoleOf returns the role of a restriction (∃, ∀, ≥n, ≤n) and whether c is one.
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

// Size returns the number of nodes of the syntax tree of c, the paper's measure in
// bounded fitting: a leaf counts 1, an operator 1 more than its operands together.
// The number of a restriction does not count. If the size of a DAG does not fit into
// an int, Size returns math.MaxInt.
func Size(c Concept) int {
	return fold(c, func(_ Concept, operands []int) int {
		n := 1
		for _, k := range operands {
			if n > math.MaxInt-k {
				return math.MaxInt
			}
			n += k
		}
		return n
	})
}

// DAGSize returns the number of distinct subconcepts of c, itself included: the
// size of its succinct representation (the paper, appendix to Section 3).
func DAGSize(c Concept) int {
	var t Table
	t.ID(c)
	return t.Len()
}

// Depth returns the role depth of c, the largest number of nested restrictions. The
// truth of c at an individual depends on what is at most that many edges away.
func Depth(c Concept) int {
	return fold(c, func(c Concept, operands []int) int {
		n := 0
		for _, k := range operands {
			n = max(n, k)
		}
		if _, ok := RoleOf(c); ok {
			n++
		}
		return n
	})
}

// Walk calls visit for c and its subconcepts in preorder, once for every
// occurrence in the tree. It skips what is below a concept for which visit returns
// false.
func Walk(c Concept, visit func(Concept) bool) {
	if !visit(c) {
		return
	}
	for _, d := range Children(c) {
		Walk(d, visit)
	}
}
