package search

import (
	"math/bits"

	"github.com/genus-kg/genus/learner/dl"
)

// chain is a sequence of role steps from the examples inwards, and what is
// decided already about the sets at their ends. A set x at the last level makes
// one at the level before, by a restriction, and so on up to the examples, whose
// errors are what x costs. Several restrictions are asked about at once, because
// they share the count of successors: kinds says which.
//
// All of that is monotone, or antitone, in x. So a set that is known to lie
// between two others costs at least what they have in common, and that is what
// cuts the search for it (bound).
type chain struct {
	root    *place
	in, out []int64 // by example: what it costs to have it in, or out
	levels  []*level
	used    int      // levels in use
	choice  []uint32 // by level: the restriction that made the last improvement
	costs   []int64  // scratch, by kind
	gains   []int64  // scratch, by number of successors
	groups  groups   // scratch
	work    int64    // about how many rows and words of them were looked at
}

// level is the end of a step. Its link comes from the place of the level
// before, or from the examples.
type level struct {
	link  *link
	place *place
	filter
	rows    []int32 // of the link: those whose elements are not decided above
	looking int64   // the work of a look at all of them
	outside []uint64
	// scratch
	n, n1           []int32
	x, x0, x1       []uint64 // at this place
	y, y0, y1, near []uint64 // at the place above
	counter         counter
	rejected        rejected // sets at this place
	// At the first level: the cost of the examples without successors, all in or
	// all out; the weight of the others, and the cost if all of them are out.
	in, out, weight, lost int64
}

// filter says what of a set y counts at a level: held ∪ (open ∩ y), with the
// complement of y if flipped. It is what ⊓, ⊔ and ¬ around y have decided.
type filter struct {
	held, open []uint64
	flipped    bool
}

// apply is what the filter makes of y.
func (f *filter) apply(x, y []uint64) {
	y, held := y[:len(x)], f.held[:len(x)]
	if f.flipped {
		for i, o := range f.open[:len(x)] {
			x[i] = held[i] | o&^y[i]
		}
		return
	}
	for i, o := range f.open[:len(x)] {
		x[i] = held[i] | o&y[i]
	}
}

// kind is a restriction at the place before a level, and what may come before
// it; next is empty at the first level.
type kind struct {
	number uint32
	next   []*kind
}

// holds reports whether the restriction holds for an element of which n of
// degree successors are in the set.
func (r *restriction) holds(n, degree int) bool {
	switch r.kind {
	case dl.WithForAll:
		return n == degree
	case dl.WithAtMost:
		return n <= r.n
	}
	return n >= r.n
}

// falls reports whether the restriction is antitone.
func (r *restriction) falls() bool { return r.kind == dl.WithAtMost }

// count is the number of successors of row i in x.
func (l *link) count(i int32, x []uint64) int {
	n := 0
	for j := l.off[i]; j < l.off[i+1]; j++ {
		n += bits.OnesCount64(x[l.at[j]] & l.masks[j])
	}
	for _, e := range l.extra[l.off2[i]:l.off2[i+1]] {
		n += int(x[e/64] >> (e % 64) & 1)
	}
	return n
}

// last is the innermost level.
func (c *chain) last() *level { return c.levels[c.used-1] }

// above is the place before level i.
func (c *chain) above(i int) *place {
	if i == 0 {
		return c.root
	}
	return c.levels[i-1].place
}

// push adds a level by the link, with everything open, and returns the kinds
// there are.
func (c *chain) push(k *link, next []*kind) []*kind {
	if c.used == len(c.levels) {
		c.levels = append(c.levels, &level{})
		c.choice = append(c.choice, 0)
	}
	above := c.above(c.used)
	l := c.levels[c.used]
	c.used++
	words := k.to.words
	*l = level{
		link: k, place: k.to, filter: filter{held: resized(l.held, words), open: resized(l.open, words)},
		rows: l.rows[:0], outside: resized(l.outside, above.words), n: l.n[:0], n1: l.n1[:0],
		x: resized(l.x, words), x0: resized(l.x0, words), x1: resized(l.x1, words),
		y: resized(l.y, above.words), counter: l.counter, y0: resized(l.y0, above.words), y1: resized(l.y1, above.words), near: resized(l.near, words), rejected: l.rejected,
	}
	l.rejected.reset(words)
	clear(l.held)
	copy(l.open, k.to.full)
	copy(l.outside, above.full)
	for i, e := range k.active {
		l.outside[e/64] &^= 1 << (e % 64)
		if c.used == 1 && c.in[e] == 0 && c.out[e] == 0 || c.used > 1 && c.levels[c.used-2].open[e/64]>>(e%64)&1 == 0 {
			continue
		}
		l.rows = append(l.rows, int32(i))
		l.looking += int64(1 + k.off[i+1] - k.off[i] + k.off2[i+1] - k.off2[i])
	}
	l.n, l.n1 = append(l.n, make([]int32, len(l.rows))...), append(l.n1, make([]int32, len(l.rows))...)
	if c.used == 1 {
		for e := range above.reps {
			if l.outside[e/64]>>(e%64)&1 != 0 {
				l.in += c.in[e]
				l.out += c.out[e]
			}
		}
		for _, row := range l.rows {
			e := k.active[row]
			l.weight += c.in[e] + c.out[e]
			l.lost += c.out[e]
		}
	}
	kinds := make([]*kind, 0, k.last-k.first)
	for r := k.first; r < k.last; r++ {
		kinds = append(kinds, &kind{uint32(r), next})
	}
	return kinds
}

func (c *chain) pop() { c.used-- }

func resized(x []uint64, n int) []uint64 {
	if cap(x) < n {
		return make([]uint64, n)
	}
	return x[:n]
}

// cost is the least cost of x at level i, if it is less than ub, else something
// that is at least ub. It leaves in choice the restrictions that it takes.
func (c *chain) cost(i int, x []uint64, kinds []*kind, ub int64) int64 {
	l := c.levels[i]
	slot, known := l.rejected.slot(x)
	if known {
		return ub
	}
	if i == 0 {
		v := c.errors(x, kinds, ub)
		if v >= ub {
			l.rejected.add(slot, x)
		}
		return v
	}
	above, better := c.levels[i-1], false
	l.counter.count(l.link, above.place.full, x)
	for _, k := range kinds {
		y := l.counter.restrict(&above.place.restrictions[k.number], above.place.full, l.y)
		above.apply(above.x, y)
		if v := c.cost(i-1, above.x, k.next, ub); v < ub {
			ub, better = v, true
			c.choice[i] = k.number
		}
	}
	if !better {
		l.rejected.add(slot, x)
	}
	return ub
}

// counting is the work of making the sets at the level before.
func (l *level) counting(kinds []*kind) int64 {
	return int64(l.link.work() + len(kinds)*len(l.y))
}

// workOf is what the cost of a set at level i takes, at most.
func (c *chain) workOf(i int, kinds []*kind) int64 {
	l := c.levels[i]
	if i == 0 {
		return l.looking
	}
	work := l.counting(kinds)
	for _, k := range kinds {
		work += c.workOf(i-1, k.next)
	}
	return work
}

// restrict is the set of the elements before the level for which the
// restriction holds, given the numbers of successors of the rows; the others
// are left out unless they have no successors.
func (l *level) restrict(r *restriction, n []int32, y []uint64) {
	if r.holds(0, 0) {
		copy(y, l.outside)
	} else {
		clear(y)
	}
	for j, row := range l.rows {
		if r.holds(int(n[j]), l.link.degree[row]) {
			e := l.link.active[row]
			y[e/64] |= 1 << (e % 64)
		}
	}
}

// bound is a lower bound of what a set between x0 and x1 at level i costs, or
// some number that is at least ub.
func (c *chain) bound(i int, x0, x1 []uint64, kinds []*kind, ub int64) int64 {
	c.between(i, x0, x1)
	least := int64(infinite)
	for _, k := range kinds {
		least = min(least, c.boundOf(i, x0, x1, k, ub))
	}
	return least
}

// narrow are the kinds for which a set between x0 and x1 may cost less than ub.
func (c *chain) narrow(i int, x0, x1 []uint64, kinds []*kind, ub int64) []*kind {
	var kept []*kind
	c.between(i, x0, x1)
	for _, k := range kinds {
		if i == 0 {
			if c.boundOf(i, x0, x1, k, ub) < ub {
				kept = append(kept, k)
			}
			continue
		}
		y0, y1 := c.image(i, k)
		if next := c.narrow(i-1, y0, y1, k.next, ub); len(next) == len(k.next) {
			kept = append(kept, k)
		} else if len(next) > 0 {
			kept = append(kept, &kind{k.number, next})
		}
	}
	return kept
}

// between counts the successors of the rows of level i in x0 and x1.
func (c *chain) between(i int, x0, x1 []uint64) {
	l := c.levels[i]
	c.work += 2 * l.looking
	for j, row := range l.rows {
		l.n[j], l.n1[j] = int32(l.link.count(row, x0)), int32(l.link.count(row, x1))
	}
}

// image are the sets at level i-1 between which the restriction of kind k lies,
// of what was counted at level i.
func (c *chain) image(i int, k *kind) (x0, x1 []uint64) {
	l, above := c.levels[i], c.levels[i-1]
	r := &above.place.restrictions[k.number]
	l.restrict(r, l.n, l.y0)
	l.restrict(r, l.n1, l.y1)
	least, most := l.y0, l.y1
	if r.falls() != above.flipped {
		least, most = most, least
	}
	above.apply(above.x0, least)
	above.apply(above.x1, most)
	return above.x0, above.x1
}

// boundOf is the bound for one kind, of what was counted.
func (c *chain) boundOf(i int, x0, x1 []uint64, k *kind, ub int64) int64 {
	if i > 0 {
		y0, y1 := c.image(i, k)
		return c.bound(i-1, y0, y1, k.next, ub)
	}
	l := c.levels[0]
	r := &c.root.restrictions[k.number]
	sum := l.fixed(r)
	open := false
	c.work += int64(len(l.rows))
	for j, row := range l.rows {
		degree := l.link.degree[row]
		before := r.holds(int(l.n[j]), degree)
		if before != r.holds(int(l.n1[j]), degree) {
			open = true
			continue
		}
		if e := l.link.active[row]; before {
			sum += c.in[e]
		} else {
			sum += c.out[e]
		}
	}
	if open && sum < ub {
		c.work += 3 * l.looking
		sum += c.alike(l, r, x0, x1)
	}
	return sum
}

// relevant adds to near the elements at level i that can still make a
// difference to an example, if the set lies between x0 and x1.
func (c *chain) relevant(i int, x0, x1 []uint64, kinds []*kind, near []uint64) {
	l := c.levels[i]
	c.between(i, x0, x1)
	for _, k := range kinds {
		r := &c.above(i).restrictions[k.number]
		var matters []uint64
		if i > 0 {
			above := c.levels[i-1]
			y0, y1 := c.image(i, k)
			clear(above.near)
			c.relevant(i-1, y0, y1, k.next, above.near)
			matters = above.near
		}
		for j, row := range l.rows {
			degree, e := l.link.degree[row], l.link.active[row]
			if r.holds(int(l.n[j]), degree) == r.holds(int(l.n1[j]), degree) || matters != nil && matters[e/64]>>(e%64)&1 == 0 {
				continue
			}
			for m := l.link.off[row]; m < l.link.off[row+1]; m++ {
				near[l.link.at[m]] |= l.link.masks[m]
			}
		}
	}
}
