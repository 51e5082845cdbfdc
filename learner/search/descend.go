package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Restrictions that are not listed are looked for: their operand is solved for
// like a concept on the examples, the smaller operands of ⊓ and ⊔ listed and
// the larger ones solved for, with what it costs the examples at the other end
// of the chain of roles for a guide. So a table of the largest operands, which
// would be the largest of all, is not needed.

// descent is a search for restrictions on one goroutine.
type descent struct {
	chain
	*solver
	ub      int64
	best    dl.Concept
	around  []around // what is around the operand that is solved for
	frames  []*descentFrame
	depth   int
	helpers []*chain // for scans by several workers
	alone   bool     // no other worker changes the cost to be beaten
	limit   int64    // of work, for the look that is going on
	spent   bool     // that was not enough
	found   func(cost int64, c dl.Concept)
}

// around is a constructor around the operand, with an entry of a place for ⊓
// and ⊔.
type around struct {
	op    op
	place *place
	entry int
}

// descentFrame is the memory of one level of the recursion: bit sets over the
// last place, and lists.
type descentFrame struct {
	savedHeld, savedOpen []uint64 // the filter as it was
	held, open           []uint64 // the filter without what is irrelevant
	near                 []uint64 // what is relevant
	heldNow, openNow     []uint64 // what an operand makes of the filter
	upper                []uint64 // held and open together
	other                []uint64 // scratch
	candidates           []operand
	slots                []int32 // open addressing: 1 + candidate, 0 if free
}

// operand is a smaller operand of ⊓ or ⊔.
type operand struct {
	bound int64
	entry int32
	size  int16
	or    bool
}

// compare orders operands: the most promising first. Those that are below the
// best cost so far have the same bound whatever that cost is, so their order does
// not depend on it.
func (o operand) compare(p operand) int {
	return cmp.Or(cmp.Compare(o.bound, p.bound), cmp.Compare(o.size, p.size), cmp.Compare(o.entry, p.entry), andFirst(o.or, p.or))
}

// descend is the cheapest restriction of size k on the examples in care, nil if
// none costs less than ub, and its cost or else ub. No smaller concept may cost
// less than ub. found is told of every improvement. alone says that ub does not
// depend on other workers.
func (w *worker) descend(care []uint64, flipped bool, k int, ub int64, alone bool, found func(int64, dl.Concept)) (int64, dl.Concept) {
	d := w.descent
	if d == nil {
		d = &descent{solver: w.solver, limit: math.MaxInt64}
		d.root = w.st.root
		d.in, d.out = make([]int64, len(w.st.root.reps)), make([]int64, len(w.st.root.reps))
		w.descent = d
	}
	w.layout.each(care, flipped, d.in, d.out)
	d.ub, d.best, d.found, d.alone = ub, nil, found, alone
	links := w.st.root.links
	for i := range links {
		d.step(&links[i], nil, k-1)
	}
	return d.ub, d.best
}

// step looks for the operand, of that size, of restrictions by a link.
func (d *descent) step(k *link, next []*kind, size int) {
	if d.halted() {
		return
	}
	kinds := d.push(k, next)
	defer d.pop()
	l := d.last()
	if kinds = d.narrow(d.used-1, l.held, l.open, kinds, d.ub); len(kinds) > 0 {
		d.around = append(d.around, around{op: opRole})
		d.operand(size, kinds, false)
		d.around = d.around[:len(d.around)-1]
	}
}

// operand solves for an operand of that size at the last level.
//
// Where it is listed there are two ways: to go through the list, or to look for
// the sets in it as if they were not listed, which is cheaper if bounds cut and
// dearer if they do not. So the second is tried for half the work that the first
// takes: restrictions by the same link, and all others together, for their own.
// That makes the order depend on the cost to be beaten, so it is for where one
// worker knows that cost; else restrictions are gone through and others looked for.
func (d *descent) operand(size int, kinds []*kind, belowNot bool) {
	p := d.last().place
	if p.sizes() < size {
		for i := range p.links {
			d.step(&p.links[i], kinds, size-1)
		}
		d.composed(p, size, kinds, belowNot)
		return
	}
	lo, hi := p.ofSize(size)
	if size <= 2 || hi-lo <= d.limits.entries {
		d.scan(p, lo, hi, kinds)
		return
	}
	each := d.workOf(d.used-1, kinds)
	first, end := p.restricted(lo, hi)
	if !d.alone {
		d.scan(p, first, end, kinds)
		d.composed(p, size, kinds, belowNot)
		return
	}
	for i := range p.links {
		k := &p.links[i]
		next := first
		for next < end && int(p.from[next].b) < k.last {
			next++
		}
		if next > first && !d.within(int64(next-first)*each*d.limits.looks/2, func() { d.step(k, kinds, size-1) }) {
			d.scan(p, first, next, kinds)
		}
		first = next
	}
	first, _ = p.restricted(lo, hi)
	others := int64(hi - lo - (end - first))
	if others > 0 && !d.within(others*each*d.limits.looks/2, func() { d.composed(p, size, kinds, belowNot) }) {
		d.scan(p, lo, first, kinds)
		d.scan(p, end, hi, kinds)
	}
}

// composed solves for operands whose outermost constructor is ⊓, ⊔ or ¬.
func (d *descent) composed(p *place, size int, kinds []*kind, belowNot bool) {
	d.smaller(p, size, kinds)
	if belowNot || !d.st.has(dl.WithNot) || d.halted() {
		return
	}
	l := d.last()
	l.flipped = !l.flipped
	d.around = append(d.around, around{op: opNot})
	d.operand(size-1, kinds, true)
	d.around = d.around[:len(d.around)-1]
	l.flipped = !l.flipped
}

// within looks for so much work at most, and reports whether that was enough.
func (d *descent) within(work int64, look func()) bool {
	limit := d.limit
	d.limit = min(limit, d.work+work)
	look()
	enough := !d.spent
	d.limit, d.spent = limit, false
	return enough
}

// halted reports whether to stop. An attempt that has looked at too many rows
// stops, and so does a look that has taken as much work as it may.
func (d *descent) halted() bool {
	if d.rows > 0 && d.work > d.rows {
		d.st.tired.Store(true)
	}
	d.spent = d.spent || d.work > d.limit
	return d.spent || d.st.halted()
}

// concept is the restriction that has entry i of the last place for its operand.
func (d *descent) concept(i int) dl.Concept {
	level := d.used - 1
	st := d.st
	c := st.concept(d.levels[level].place, i)
	for j := len(d.around) - 1; j >= 0; j-- {
		switch a := d.around[j]; a.op {
		case opNot:
			c = dl.Not{C: c}
		case opAnd:
			c = dl.And{L: st.concept(a.place, a.entry), R: c}
		case opOr:
			c = dl.Or{L: st.concept(a.place, a.entry), R: c}
		case opRole:
			c = st.restriction(d.above(level), d.choice[level], c)
			level--
		}
	}
	return c
}

// smaller goes through the smaller operands of ⊓ and ⊔ at the last level. C ⊓ D
// and C ⊔ D leave a smaller part of what is open to D; parts that come up
// again, with a C that is no smaller, are left out, and so are those whose
// bound is too high. A smaller operand A ⊓ B under ⊓ is left out as in
// grower.binary, and so is what changes nothing or leaves nothing open: a
// smaller concept does the same.
func (d *descent) smaller(p *place, size int, kinds []*kind) {
	if !d.st.space.Language.Any(dl.WithAnd|dl.WithOr) || size < 3 {
		return
	}
	f := d.frame(p.words)
	defer func() { d.depth-- }()
	l, at := d.last(), d.used-1
	copy(f.savedHeld, l.held)
	copy(f.savedOpen, l.open)
	union(f.upper, l.held, l.open)
	clear(f.near)
	d.relevant(at, l.held, f.upper, kinds, f.near)
	for i := range f.held {
		f.held[i], f.open[i] = l.held[i], l.open[i]&f.near[i]
	}
	for _, o := range d.candidates(f, p, size, kinds) {
		if o.bound >= d.ub || d.halted() {
			break
		}
		o.leave(f, p, l.flipped, l.held, l.open)
		union(f.upper, l.held, l.open)
		if few := d.narrow(at, l.held, f.upper, kinds, d.ub); len(few) > 0 {
			op := opAnd
			if o.or {
				op = opOr
			}
			d.around = append(d.around, around{op, p, int(o.entry)})
			d.operand(size-1-int(o.size), few, false)
			d.around = d.around[:len(d.around)-1]
		}
	}
	copy(l.held, f.savedHeld)
	copy(l.open, f.savedOpen)
}

// candidates are the smaller operands that are worth a try, the most promising
// first.
func (d *descent) candidates(f *descentFrame, p *place, size int, kinds []*kind) []operand {
	largest := min((size-1)/2, p.sizes())
	cs := f.candidates[:0]
	_, all := p.ofSize(largest)
	n := 16
	for n < 4*all {
		n *= 2
	}
	if cap(f.slots) < n {
		f.slots = make([]int32, n)
	}
	slots := f.slots[:n]
	clear(slots)
	consider := func(o operand) {
		flipped := d.last().flipped
		if !o.leave(f, p, flipped, f.heldNow, f.openNow) {
			return
		}
		slot := int(hash(f.openNow)) & (n - 1)
		for ; slots[slot] != 0; slot = (slot + 1) & (n - 1) {
			if q := cs[slots[slot]-1]; q.or == o.or && q.leaves(f, p, f.other) && equal(f.other, f.openNow) {
				return
			}
		}
		union(f.upper, f.heldNow, f.openNow)
		o.bound = d.bound(d.used-1, f.heldNow, f.upper, kinds, d.ub)
		cs = append(cs, o)
		slots[slot] = int32(len(cs))
	}
	and, or := d.st.has(dl.WithAnd), d.st.has(dl.WithOr)
	for s := 1; s <= largest; s++ {
		lo, hi := p.ofSize(s)
		for i := lo; i < hi; i++ {
			if i&255 == 255 && d.halted() {
				break
			}
			if and && p.from[i].op != opAnd {
				consider(operand{entry: int32(i), size: int16(s)})
			}
			if or && p.from[i].op != opOr {
				consider(operand{entry: int32(i), size: int16(s), or: true})
			}
		}
	}
	f.candidates = cs
	cs = slices.DeleteFunc(cs, func(o operand) bool { return o.bound >= d.ub })
	slices.SortFunc(cs, operand.compare)
	return cs
}

// union sets z to x ∪ y.
func union(z, x, y []uint64) {
	for i := range z {
		z[i] = x[i] | y[i]
	}
}

// leaves is what the operand leaves open, and whether that is something else
// than before.
func (o *operand) leaves(f *descentFrame, p *place, open []uint64) bool {
	y := p.at(int(o.entry))
	var some, gone uint64
	for i, w := range f.open {
		v := w & y[i]
		if o.or {
			v = w &^ y[i]
		}
		open[i] = v
		some |= v
		gone |= w ^ v
	}
	return some != 0 && gone != 0
}

// leave is what the operand makes of the filter.
func (o *operand) leave(f *descentFrame, p *place, flipped bool, held, open []uint64) bool {
	if !o.leaves(f, p, open) {
		return false
	}
	copy(held, f.held)
	if o.or != flipped { // what is decided is in
		for i, w := range f.open {
			held[i] |= w &^ open[i]
		}
	}
	return true
}

func (d *descent) frame(words int) *descentFrame {
	if d.depth == len(d.frames) {
		d.frames = append(d.frames, &descentFrame{})
	}
	f := d.frames[d.depth]
	d.depth++
	for _, x := range []*[]uint64{&f.savedHeld, &f.savedOpen, &f.held, &f.open, &f.near, &f.heldNow, &f.openNow, &f.upper, &f.other} {
		*x = resized(*x, words)
	}
	return f
}
