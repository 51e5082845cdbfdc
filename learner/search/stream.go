package search

import (
	"cmp"
	"math/bits"
	"sync"

	"github.com/genus-kg/genus/learner/dl"
)

// Restrictions of the last size matter at the root and nowhere else, so neither
// they nor their operands are kept: every operand is made, and what its
// restrictions cost on the examples is counted at once. That saves the largest
// table.

// streamed is a restriction of the root's whose operand is in no table.
type streamed struct {
	at          *place // of the operand
	inner       origin
	restriction uint32
	cost        int64
	order       [6]int // its place in the order in which one worker makes all
}

// before orders by cost, and by the order of making among equals.
func (x *streamed) before(y *streamed) bool {
	if x.cost != y.cost {
		return x.cost < y.cost
	}
	for i, n := range x.order {
		if c := cmp.Compare(n, y.order[i]); c != 0 {
			return c < 0
		}
	}
	return false
}

// streamRestrictions is the cheapest restriction of size k on all examples,
// if it costs less than ub, and the least cost of all of them, or something
// above ub.
func (w *worker) streamRestrictions(k int, ub int64) (int64, *streamed) {
	if len(w.st.layers) == 1 {
		return infinite, nil
	}
	results := make([]*stream, w.limits.workers)
	var group sync.WaitGroup
	for i := range results {
		group.Add(1)
		results[i] = &stream{solver: w.solver, least: infinite, best: streamed{cost: ub - 1, order: [6]int{infinite}}}
		go func() {
			defer group.Done()
			results[i].run(k-1, i, len(results))
		}()
	}
	group.Wait()
	least, best := int64(infinite), results[0]
	for _, r := range results {
		least = min(least, r.least)
		if r.best.before(&best.best) {
			best = r
		}
	}
	if best.best.at == nil {
		return least, nil
	}
	return least, &best.best
}

// stream is one worker's part.
type stream struct {
	*solver
	best  streamed
	least int64
	// seen remembers some of what was made, in place of the table that would
	// remember all.
	seen   []uint64
	filled []bool
	acc    []int64 // by number of successors
}

// remembered is how many words of extensions a worker remembers at most.
const remembered = 1 << 20

func (s *stream) run(size, part, parts int) {
	for i, p := range s.st.layers[1] {
		var links []*link
		for j := range s.st.root.links {
			if s.st.root.links[j].to == p {
				links = append(links, &s.st.root.links[j])
			}
		}
		g := newGrower(s.st, p)
		g.part, g.parts = part, parts
		n := 64
		for n < expected(&p.table, size) && 2*n*max(p.words, 1) <= remembered {
			n *= 2
		}
		s.seen, s.filled = make([]uint64, n*p.words), make([]bool, n)
		g.emit = func(x []uint64, from origin) {
			if h := hash(x); s.isNew(x, h) && !p.has(x, h) {
				s.weigh(p, i, links, x, from)
			}
		}
		if size == 1 {
			if part == 0 {
				g.leaves()
			}
			continue
		}
		g.make(size)
	}
}

// order is the place of a restriction of what is made so at the place with that
// number, in the order of [grower.make].
func (p *place) order(number int, from origin, restriction int) [6]int {
	a, b := int(from.a), int(from.b)
	switch from.op {
	case opAnd, opOr:
		return [6]int{number, 2, a, b, int(from.op), restriction}
	case opRole:
		return [6]int{number, 1, p.restrictions[b].link, a, b, restriction}
	}
	return [6]int{number, 0, a, 0, 0, restriction}
}

// isNew is false only for what was made before.
func (s *stream) isNew(x []uint64, h uint64) bool {
	at := int(h) & (len(s.filled) - 1)
	y := s.seen[at*len(x) : (at+1)*len(x)]
	if s.filled[at] && equal(x, y) {
		return false
	}
	s.filled[at] = true
	copy(y, x)
	return true
}

// weigh takes the restrictions of the operand x if they are the best so far.
func (s *stream) weigh(p *place, number int, links []*link, x []uint64, from origin) {
	l := s.layout
	for _, k := range links {
		for len(s.acc) <= k.top {
			s.acc = append(s.acc, 0)
		}
		acc := s.acc[:k.top+1]
		clear(acc)
		all := int64(0) // of elements that have not all successors in x
		for i, e := range k.active {
			n := 0
			for j := k.off[i]; j < k.off[i+1]; j++ {
				n += bits.OnesCount64(x[k.at[j]] & k.masks[j])
			}
			for _, y := range k.extra[k.off2[i]:k.off2[i+1]] {
				n += int(x[y/64] >> (y % 64) & 1)
			}
			if n != k.degree[i] {
				all += l.gain[e]
			}
			acc[min(n, k.top)] += l.gain[e]
		}
		for n := k.top; n > 1; n-- { // from exactly n to at least n
			acc[n-1] += acc[n]
		}
		for r := k.first; r < k.last; r++ {
			cost := l.none
			switch q := &s.st.root.restrictions[r]; q.kind {
			case dl.WithForAll:
				cost += l.sum - all
			case dl.WithAtMost:
				cost += l.sum - acc[q.n+1]
			default:
				cost += acc[q.n]
			}
			s.least = min(s.least, cost)
			if cost > s.best.cost {
				continue
			}
			y := streamed{at: p, inner: from, restriction: uint32(r), cost: cost, order: p.order(number, from, r)}
			if y.before(&s.best) {
				s.best = y
			}
		}
	}
}
