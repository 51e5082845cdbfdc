package interp

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Where concepts hold at some individuals is decided near these: the facts that a concept looks at are as many steps
// away as it has roles. The concepts are evaluated together, one word of bits for 64 of them at an individual. Those
// below a role are evaluated at the successors of the individuals, and so on.

// HoldingAt returns for every concept the individuals of the list, which has each once, at which it is true: bit i
// stands for the i-th. It agrees with Extension. The error is that of the context, or of the first that is no concept.
func (e *Evaluator) HoldingAt(ctx context.Context, cs []dl.Concept, at []Individual) ([][]uint64, error) {
	n := nearby{e: e, ctx: ctx, place: make([]uint32, e.s.Len())}
	ids := make([]int, len(cs))
	for i, c := range cs {
		ids[i] = n.table.ID(c)
	}
	m, err := n.matrix(at, ids)
	if err != nil {
		return nil, err
	}
	out := make([][]uint64, len(cs))
	size := (len(at) + 63) / 64
	all := make([]uint64, len(cs)*size)
	for i, id := range ids {
		out[i] = all[i*size : (i+1)*size]
		column := m.column[id]
		for row := range at {
			out[i][row/64] |= m.bit(row, column) << (row % 64)
		}
	}
	return out, nil
}

type nearby struct {
	e     *Evaluator // for what is not decided near
	ctx   context.Context
	table dl.Table
	place []uint32 // by individual, its row where rows are numbered
}

// A matrix has a row for each of some individuals, and a column for each of some concepts.
type matrix struct {
	width  int // words of a row
	words  []uint64
	column map[int]int // by the number of the concept
}

func (m *matrix) bit(row, column int) uint64 {
	return m.words[row*m.width+column/64] >> (column % 64) & 1
}

// matrix evaluates the concepts at the individuals. Columns that one walk computes begin at a word of their own.
func (n *nearby) matrix(at []Individual, ids []int) (*matrix, error) {
	if err := n.ctx.Err(); err != nil {
		return nil, err
	}
	m := &matrix{column: map[int]int{}}
	together, order, alone := n.sharing(n.closed(ids))
	var fills []func()
	for _, w := range order {
		fill, err := n.plan(m, at, w, together[w])
		if err != nil {
			return nil, err
		}
		fills = append(fills, fill...)
	}
	for i, id := range alone {
		m.column[id] = 64*m.width + i
	}
	m.width += (len(alone) + 63) / 64
	m.words = make([]uint64, len(at)*m.width)
	for _, fill := range fills {
		fill()
	}
	for _, id := range alone {
		holds, err := n.alone(m, id)
		if err != nil {
			return nil, err
		}
		column := m.column[id]
		for row, a := range at {
			if holds(row, a) {
				m.words[row*m.width+column/64] |= 1 << (column % 64)
			}
		}
	}
	return m, nil
}

// closed returns the concepts and those that they are made of by ¬, ⊓ and ⊔, operands first.
func (n *nearby) closed(ids []int) (all []int) {
	seen := map[int]bool{}
	var visit func(id int)
	visit = func(id int) {
		if seen[id] {
			return
		}
		seen[id] = true
		c, operands := n.table.At(id)
		switch c.(type) {
		case dl.Not, dl.And, dl.Or:
			for _, operand := range operands {
				visit(operand)
			}
		}
		all = append(all, id)
	}
	for _, id := range ids {
		visit(id)
	}
	return all
}

// sharing returns the concepts by the walks that evaluate them, these in order, and those that no walk evaluates.
func (n *nearby) sharing(ids []int) (together map[walk][]int, order []walk, alone []int) {
	together = map[walk][]int{}
	sig := n.e.s.sig
	for _, id := range ids {
		c, _ := n.table.At(id)
		role, is := dl.RoleOf(c)
		r, stored := sig.RoleID(role)
		w := walk{role: r}
		shares := is && stored && restrictionOf(c).isCounted()
		if compare, ok := c.(dl.Compare); ok {
			w = walk{compares: true}
			w.feature, shares = n.e.s.isOfRanks(compare)
		}
		if !shares {
			alone = append(alone, id)
			continue
		}
		if together[w] == nil {
			order = append(order, w)
		}
		together[w] = append(together[w], id)
	}
	return together, order, alone
}

// plan gives the concepts of a walk their columns, and returns what fills these once the matrix has its words.
func (n *nearby) plan(m *matrix, at []Individual, w walk, ids []int) (fills []func(), _ error) {
	if w.compares {
		for some := range slices.Chunk(ids, 64) {
			first := m.width
			for i, id := range some {
				m.column[id] = 64*first + i
			}
			m.width++
			fills = append(fills, func() { n.fillCompared(m, at, w.feature, first, some) })
		}
		return fills, nil
	}
	next, edges, ends := n.successors(at, w.role)
	var fillers []int
	for _, id := range ids {
		_, operands := n.table.At(id)
		fillers = append(fillers, operands[0])
	}
	sub, err := n.matrix(next, fillers)
	if err != nil {
		return nil, err
	}
	first := map[restriction]int{}
	for i, id := range ids {
		c, _ := n.table.At(id)
		r := restrictionOf(c)
		word, known := first[r]
		if !known {
			word = m.width
			first[r] = word
			m.width += sub.width
			fills = append(fills, func() { fillRestricted(m, word, sub, edges, ends, r) })
		}
		m.column[id] = 64*word + sub.column[fillers[i]]
	}
	return fills, nil
}

// successors returns the individuals to which the role leads, each once, and for each of the given ones the rows of
// its successors among them: they end at ends.
func (n *nearby) successors(at []Individual, r RoleID) (next []Individual, edges, ends []uint32) {
	ends = make([]uint32, len(at))
	const met = ^uint32(0)
	for i, a := range at {
		for _, b := range n.e.s.Successors(r, a) {
			edges = append(edges, uint32(b))
			if n.place[b] != met {
				n.place[b] = met
				next = append(next, b)
			}
		}
		ends[i] = uint32(len(edges))
	}
	slices.Sort(next) // neighbours lie together in memory
	for row, b := range next {
		n.place[b] = uint32(row)
	}
	for i, b := range edges {
		edges[i] = n.place[b]
	}
	return next, edges, ends
}

// fillCompared fills the word of at most 64 comparisons of a feature.
func (n *nearby) fillCompared(m *matrix, at []Individual, f FeatureID, word int, ids []int) {
	holds := comparedRanks(&n.table, n.e.s, f, ids)
	for row, a := range at {
		for _, rank := range n.e.s.Ranks(f, a) {
			m.words[row*m.width+word] |= holds[rank]
		}
	}
}

// fillRestricted fills the words of restrictions of one kind from those of their fillers at the successors.
func fillRestricted(m *matrix, first int, sub *matrix, edges, ends []uint32, r restriction) {
	from := uint32(0)
	for row, end := range ends {
		out := m.words[row*m.width+first : row*m.width+first+sub.width]
		for i := range out {
			out[i] = restrict(r, edges[from:end], func(edge uint32) uint64 { return sub.words[int(edge)*sub.width+i] })
		}
		from = end
	}
}

// alone returns whether a concept holds that no walk evaluates. The columns of its operands are filled.
func (n *nearby) alone(m *matrix, id int) (func(row int, a Individual) bool, error) {
	c, operands := n.table.At(id)
	operand := func(row, i int) bool { return m.bit(row, m.column[operands[i]]) == 1 }
	switch c := c.(type) {
	case dl.Top:
		return func(int, Individual) bool { return true }, nil
	case dl.Not:
		return func(row int, _ Individual) bool { return !operand(row, 0) }, nil
	case dl.And:
		return func(row int, _ Individual) bool { return operand(row, 0) && operand(row, 1) }, nil
	case dl.Or:
		return func(row int, _ Individual) bool { return operand(row, 0) || operand(row, 1) }, nil
	case dl.Nominal:
		value, known := n.e.s.Lookup(c.IRI)
		return func(_ int, a Individual) bool { return known && a == value }, nil
	case dl.Compare:
		if _, isAtom := n.e.s.sig.Atom(c); !isAtom && (c.Op == dl.Present || c.Op == dl.Many) && c.Validate() == nil {
			return func(_ int, a Individual) bool { return n.e.s.NumValues(c.Feature, a) >= max(c.N(), 1) }, nil
		}
	}
	x, err := n.e.ExtensionWithin(n.ctx, c)
	return func(_ int, a Individual) bool { return x.Test(uint(a)) }, err
}
