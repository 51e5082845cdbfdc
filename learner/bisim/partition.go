package bisim

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

// newPartition returns the partition with all n individuals in class 0.
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
