package dl

import (
	"math"
	"slices"
	"unsafe"
)

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

// OnlyExcludes reports whether c says only what its members are not, as ¬A, ∀r.A, ≤n r.A and ⊤ do.
// Nothing but the domain lists its members: a query for c ranges over all individuals.
func OnlyExcludes(c Concept) bool {
	switch c := c.(type) {
	case Top:
		return true
	case Exists:
		return c.Role.Closure == Star && OnlyExcludes(c.C)
	case ForAll:
		return c.Role.Closure != Star || OnlyExcludes(c.C)
	case AtLeast:
		return c.N == 0 || c.N == 1 && OnlyExcludes(Exists{c.Role, c.C})
	case AtMost:
		return c.N > 0 || !OnlyExcludes(Exists{c.Role, c.C})
	case Agree:
		return c.R.Closure == Star && c.S.Closure == Star
	case Not:
		return !OnlyExcludes(c.C)
	case And:
		return OnlyExcludes(c.L) && OnlyExcludes(c.R)
	case Or:
		return OnlyExcludes(c.L) || OnlyExcludes(c.R)
	}
	return false
}

// Roles returns the roles of the root of c: that of a restriction, or the two of an agreement.
func Roles(c Concept) []Role {
	if agree, ok := c.(Agree); ok {
		return []Role{agree.R, agree.S}
	}
	if r, ok := RoleOf(c); ok {
		return []Role{r}
	}
	return nil
}

// Features returns the features of the root of c: that of a comparison, or the two of an order.
func Features(c Concept) []string {
	switch c := c.(type) {
	case Compare:
		return []string{c.Feature}
	case Less:
		return []string{c.F, c.G}
	}
	return nil
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
// truth of c at an individual depends on what is at most that many edges away, if all
// that a closure leads to counts as one edge away. An agreement (r ≐ s) has depth 1.
func Depth(c Concept) int { return depth(c, func(string) bool { return false }) }

// depth returns the role depth of c without the restrictions of roles that do not count.
func depth(c Concept, isFree func(role string) bool) int {
	return fold(c, func(c Concept, operands []int) int {
		n := 0
		for _, k := range operands {
			n = max(n, k)
		}
		if slices.ContainsFunc(Roles(c), func(r Role) bool { return !isFree(r.IRI) }) {
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

// A concept whose subtrees share memory may have 2^60 nodes as a tree and 60 in
// memory, as the optimal fittings of the paper's Theorem 2 do. Go's == and map keys
// walk the tree. The functions of this file visit each node in memory once.

// identity is the address of a concept: the two words of the interface. Equal
// identities mean equal concepts, because a value in an interface never changes;
// the converse does not hold. The pointers keep the value alive, so that its
// address is not reused.
type identity struct{ tab, data unsafe.Pointer }

func identityOf(c Concept) identity { return *(*identity)(unsafe.Pointer(&c)) }

// fold returns the value of f for c. f computes the value of a concept from those of
// its direct subconcepts; fold calls it once for every node in memory.
func fold[T any](c Concept, f func(c Concept, operands []T) T) T {
	memo := map[identity]T{}
	var visit func(Concept) T
	visit = func(c Concept) T {
		children := Children(c)
		if len(children) == 0 {
			return f(c, nil)
		}
		id := identityOf(c)
		if x, ok := memo[id]; ok {
			return x
		}
		operands := make([]T, len(children))
		for i, d := range children {
			operands[i] = visit(d)
		}
		x := f(c, operands)
		memo[id] = x
		return x
	}
	return visit(c)
}

// Table numbers distinct concepts from 0: equal concepts, wherever they are in
// memory, have the same number, and the direct subconcepts of a concept are
// numbered before it. The zero Table is empty and ready to use; it is not safe
// for concurrent use.
type Table struct {
	ids  map[shape]int
	rows []row
}

// shape is a concept with its subconcepts replaced by their numbers.
type shape struct {
	node     Concept // without subconcepts
	operands [2]int
}

type row struct {
	c        Concept
	operands []int
}

// ID returns the number of c. The first call with a concept numbers it and its
// subconcepts, in time proportional to the memory that c takes.
func (t *Table) ID(c Concept) int { return fold(c, t.add) }

func (t *Table) add(c Concept, operands []int) int {
	key := shape{node: c}
	if copy(key.operands[:], operands) > 0 {
		key.node = MapChildren(c, func(Concept) Concept { return nil })
	}
	if id, ok := t.ids[key]; ok {
		return id
	}
	if t.ids == nil {
		t.ids = map[shape]int{}
	}
	id := len(t.rows)
	t.ids[key] = id
	t.rows = append(t.rows, row{c, operands})
	return id
}

// Len returns the number of concepts in the table.
func (t *Table) Len() int { return len(t.rows) }

// At returns the concept with that number and the numbers of its direct
// subconcepts, left to right. The caller must not change the slice.
func (t *Table) At(id int) (c Concept, operands []int) {
	return t.rows[id].c, t.rows[id].operands
}

// SymbolOf returns the symbol of the root of c. The symbol of (f ≥ v), (f ≤ v) or
// (≥n f) is a Compare with the feature and the operator but no value. That of another
// leaf is c itself. The symbol of a restriction is an Exists
// with the role but no concept. For ¬, ⊓ and ⊔, SymbolOf returns nil.
func SymbolOf(c Concept) Concept {
	switch c := c.(type) {
	case Not, And, Or:
		return nil
	case Compare:
		if c.Op.IsOrder() || c.Op == Many {
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

// Leaves returns the leaves of c from left to right, one for every occurrence in the
// tree.
func Leaves(c Concept) (leaves []Concept) {
	MapLeaves(c, func(leaf Concept) Concept { leaves = append(leaves, leaf); return leaf })
	return leaves
}

// WithLeaf returns c with leaf in place of Leaves(c)[i].
func WithLeaf(c Concept, i int, leaf Concept) Concept {
	n := -1
	return MapLeaves(c, func(old Concept) Concept {
		if n++; n == i {
			return leaf
		}
		return old
	})
}

// MapLeaves returns c with each leaf replaced by the result of replace, which is
// called from left to right, once for every occurrence in the tree.
func MapLeaves(c Concept, replace func(leaf Concept) Concept) Concept {
	if len(Children(c)) == 0 {
		return replace(c)
	}
	return MapChildren(c, func(d Concept) Concept { return MapLeaves(d, replace) })
}
