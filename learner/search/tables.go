package search

import (
	"math"
	"sync"
	"sync/atomic"
)

// growTo lists what concepts of size k need: at distance d, the smaller operands
// in an operand of size k-d at most. What is larger than that is listed as long
// as it takes few steps, and memory lasts, because it need not be looked for
// then (descend.go). Restrictions on the examples of the last two sizes are
// looked at once, so they are listed only if that takes next to nothing.
//
// It returns what is not listed for want of steps.
func (st *stage) growTo(k, steps int) missing {
	m := missing{steps: impossible, work: impossible}
	for d := len(st.layers) - 1; d > 0; d-- {
		perStep := perDistance[min(d, len(perDistance))-1]
		next := st.together(st.layers[d], func(p *place) int {
			st.list(p, min(k-d, max((k-d-1)/2, 1)))
			return st.growSome(p, k-d, steps*perStep)
		})
		for _, work := range next {
			m.add(work, perStep)
		}
	}
	m.add(st.growSome(st.rooted, k-2, steps), 1)
	st.growSome(st.rooted, k, min(steps, fewSteps))
	return m
}

// together lists at several places of one distance, which do not need each
// other, and returns what grow does. If all fits into memory, it fits whatever
// is listed first; if not, all is as before and they are listed one after the
// other, so that the same ones are complete for any number of workers.
func (st *stage) together(places []*place, grow func(*place) int) []int {
	next := make([]int, len(places))
	if workers := min(st.workers, len(places)); workers > 1 && !st.overflown.Load() {
		used, grown := st.used.Load(), st.grown.Load()
		before := make([]place, len(places))
		for i, p := range places {
			before[i] = *p
		}
		var group sync.WaitGroup
		var at atomic.Int64
		for range workers {
			group.Go(func() {
				for i := int(at.Add(1)) - 1; i < len(places); i = int(at.Add(1)) - 1 {
					next[i] = grow(places[i])
				}
			})
		}
		group.Wait()
		if !st.overflown.Load() {
			return next
		}
		st.used.Store(used)
		st.grown.Store(grown)
		st.truncated.Store(false) // as before: nothing had overflown
		for i, p := range places {
			*p = before[i]
			p.place(len(p.slots)) // new entries may be in the old slots
		}
	}
	for i, p := range places {
		next[i] = grow(p)
	}
	return next
}

// fewSteps are so few that a table that takes them is always made.
const fewSteps = 100_000

// missing says what it takes to list more: the smallest number of steps for
// growTo that makes a difference, and the work of the smallest table that is
// not listed; impossible if there is none.
type missing struct{ steps, work int }

func (m *missing) add(work, perStep int) {
	if work < impossible {
		m.steps, m.work = min(m.steps, (work+perStep-1)/perStep), min(m.work, work)
	}
}

func (m missing) none() bool { return m.work == impossible }

// perDistance is how many times more steps a table may take, by distance less
// one: the farther from the examples, the more restrictions there are on the way
// for which its entries would have to be looked for.
var perDistance = []int{1, 4, 16, 64}

// growSome lists concepts up to that size as long as it takes few steps, and
// returns the steps that the next size would take; impossible if there is none.
func (st *stage) growSome(p *place, size, steps int) (next int) {
	for p.sizes() < size && !p.exhausted {
		needed := st.stepsTo(p, p.sizes()+1)
		if needed > steps {
			return needed
		}
		st.grown.Add(int64(needed))
		n := p.len()
		if st.grow(p) {
			continue
		}
		if !st.halted() { // there was too little memory
			p.cut(n)
			p.exhausted = true
			st.charge(p.uncharged())
		}
		return impossible
	}
	return impossible
}

// list lists the concepts up to that size, which are needed. If memory does not
// last, the search will have proved nothing.
func (st *stage) list(p *place, size int) {
	for p.sizes() < size {
		if n := st.stepsTo(p, p.sizes()+1); n < impossible {
			st.grown.Add(int64(n))
		}
		if !st.grow(p) && !st.halted() {
			st.truncated.Store(true)
		}
	}
}

// impossible is the number of steps to a table whose concepts have operands that
// are not listed.
const impossible = math.MaxInt

// stepsTo is about how many words and rows have to be looked at to make the
// concepts of that size at p.
func (st *stage) stepsTo(p *place, size int) int {
	n := 0
	if !p.onlyRestrictions {
		n = expected(&p.table, size) * max(p.words, 1)
	}
	for i := range p.links {
		k := &p.links[i]
		if k.to.sizes() < size-1 {
			return impossible
		}
		lo, hi := k.to.ofSize(size - 1)
		n += (hi - lo) * (k.work() + (k.last-k.first)*p.words)
	}
	return n
}
