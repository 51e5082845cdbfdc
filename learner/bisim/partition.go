package bisim

import (
	"context"
	"fmt"
	"math"

	"github.com/genus-kg/genus/learner/interp"
)

// partition is a partition of the individuals that can only get finer. The members of
// a class are adjacent in elems. A split moves those members that leave the class, in
// time proportional to their number.
//
// When a class is split, the largest part keeps its number. So an individual gets a new
// number only together with at most half of its class, at most log₂ n times, and the
// tree of numbers that parent spans is not deeper than that. The bound O(m log n)
// depends on this rule, "process the smaller half".
type partition struct {
	class  []uint32 // by individual
	elems  []uint32 // the individuals, class by class
	pos    []uint32 // elems[pos[a]] = a
	start  []uint32 // by class: elems[start:end] are its members
	end    []uint32
	parent []uint32 // by class: the class that it was split from
	born   []uint32 // by class: the level at which it got its number
}

func newPartition(n int) *partition {
	p := &partition{class: make([]uint32, n), elems: make([]uint32, n), pos: make([]uint32, n)}
	for a := range uint32(n) {
		p.elems[a], p.pos[a] = a, a
	}
	if n > 0 {
		p.add(0, uint32(n), 0, 0)
	}
	return p
}

func (p *partition) add(start, end, parent, born uint32) uint32 {
	c := uint32(len(p.start))
	p.start, p.end = append(p.start, start), append(p.end, end)
	p.parent, p.born = append(p.parent, parent), append(p.born, born)
	return c
}

func (p *partition) count() int { return len(p.start) }

// members returns the members of a class. The next split of the class changes the slice.
func (p *partition) members(c uint32) []uint32 { return p.elems[p.start[c]:p.end[c]] }

func (p *partition) move(a, to uint32) {
	from, other := p.pos[a], p.elems[to]
	p.elems[from], p.pos[other] = other, from
	p.elems[to], p.pos[a] = a, to
}

// split is a split of the class old: the classes first to last-1 are new and were part
// of it.
type split struct{ old, first, last uint32 }

// cut splits a class into parts of its range. ends are the ends of the parts; the last
// is the end of the class. The largest part (the first of several) keeps the number of
// the class, and the others get new numbers in order.
func (p *partition) cut(c uint32, ends []uint32, level uint32) split {
	from := p.start[c]
	kept := 0
	size := uint32(0)
	for i, to := range ends {
		if to-from > size {
			kept, size = i, to-from
		}
		from = to
	}
	s := split{old: c, first: uint32(p.count())}
	from = p.start[c]
	for i, to := range ends {
		if i == kept {
			p.start[c], p.end[c] = from, to
		} else {
			id := p.add(from, to, c, level)
			for _, a := range p.elems[from:to] {
				p.class[a] = id
			}
		}
		from = to
	}
	s.last = uint32(p.count())
	return s
}

// edges holds the facts of the roles of a space by their ends, because the refinement
// walks them backwards. An edge from a to b by role i of the space belongs to the slot
// (i, a), for which successors are counted. slot[off[b]:off[b+1]] are the slots of the
// edges that end at b.
type edges struct {
	off   []int
	slot  []uint32
	owner []uint32 // by slot: its individual
	role  []uint32 // by slot: its role, as an index into the space's
	most  int      // largest number of edges of a slot
}

// newEdges returns the edges that start at individuals in care; nil means all. The error is
// that of the context, or reports too many edges.
func newEdges(ctx context.Context, s *interp.Structure, roles []interp.RoleID, care interp.Set) (*edges, error) {
	e := &edges{off: make([]int, s.Len()+2)}
	each := func(visit func(role int, a interp.Individual, successors []interp.Individual)) {
		for i, r := range roles {
			if ctx.Err() != nil {
				return
			}
			s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
				if care == nil || care.Test(uint(a)) {
					visit(i, a, successors)
				}
			})
		}
	}
	slots, total := 0, 0
	each(func(_ int, _ interp.Individual, successors []interp.Individual) {
		slots++
		total += len(successors)
		e.most = max(e.most, len(successors))
		for _, b := range successors {
			e.off[b+2]++
		}
	})
	if err := ctx.Err(); err != nil { // the numbers of edges are incomplete
		return nil, err
	}
	if total > math.MaxUint32-1 {
		return nil, fmt.Errorf("%d edges by the roles of the language: at most %d can be refined", total, math.MaxUint32-1)
	}
	for b := range s.Len() {
		e.off[b+2] += e.off[b+1]
	}
	e.slot = make([]uint32, total)
	e.owner, e.role = make([]uint32, 0, slots), make([]uint32, 0, slots)
	each(func(i int, a interp.Individual, successors []interp.Individual) {
		slot := uint32(len(e.owner))
		e.owner, e.role = append(e.owner, uint32(a)), append(e.role, uint32(i))
		for _, b := range successors { // off[b+1] moves from the start of row b to its end
			e.slot[e.off[b+1]] = slot
			e.off[b+1]++
		}
	})
	return e, ctx.Err()
}

func (e *edges) into(b uint32) (lo, hi int) { return e.off[b], e.off[b+1] }
