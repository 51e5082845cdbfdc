package dl

import "unsafe"

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
