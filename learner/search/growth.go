package search

import (
	"math"
	"sync"
	"sync/atomic"
)

// Which tables are made, and how far. Small ones always, because listing is faster
// than searching; large ones only when searching turns out to take longer
// (budget.go).

// impossible is the work for a table whose concepts have operands that are not
// listed.
const impossible = math.MaxInt

// nextTable says what it takes to list more: the least allowance for enumerateTo that
// makes a difference, and the work of the cheapest table that is not listed;
// impossible if there is none.
type nextTable struct{ allowance, work int }

func (m *nextTable) add(work, factor int) {
	if work < impossible {
		m.allowance, m.work = min(m.allowance, (work+factor-1)/factor), min(m.work, work)
	}
}

func (m nextTable) none() bool { return m.work == impossible }

// enumerateTo lists what concepts of size k need: at distance d, the smaller operands
// in an operand of size k-d at most. What is larger than that is listed if it takes
// no more work than allowed and the memory suffices, because it need not be searched
// for then (roles.go). Restrictions on the examples of the last two sizes are used
// only once, so they are listed only if that is cheap.
//
// It returns what is not listed because of the allowance.
func (ts *tables) enumerateTo(k, allowance int) nextTable {
	m := nextTable{allowance: impossible, work: impossible}
	for d := len(ts.layers) - 1; d > 0; d-- {
		factor := workByDistance[min(d, len(workByDistance))-1]
		next := ts.enumerateLayer(ts.layers[d], func(c *roleContext) int {
			ts.enumerateAll(c, min(k-d, max((k-d-1)/2, 1)))
			return ts.enumerateAllowed(c, k-d, allowance*factor)
		})
		for _, work := range next {
			m.add(work, factor)
		}
	}
	m.add(ts.enumerateAllowed(ts.rootRestrictions, k-2, allowance), 1)
	ts.enumerateAllowed(ts.rootRestrictions, k, min(allowance, cheapTableWork))
	return m
}

// enumerateLayer lists at several contexts of one distance, which do not need each
// other, and returns what list does. If all fits into memory, it fits whatever
// is listed first; if not, all is undone and they are listed one after the other, so
// that the same ones are complete for any number of workers.
func (ts *tables) enumerateLayer(layer []*roleContext, list func(*roleContext) int) []int {
	next := make([]int, len(layer))
	if workers := min(ts.workers, len(layer)); workers > 1 && !ts.memory.overflowed.Load() {
		used, enumerated := ts.memory.used.Load(), ts.enumerated.Load()
		before := make([]roleContext, len(layer))
		for i, c := range layer {
			before[i] = *c
		}
		var group sync.WaitGroup
		var at atomic.Int64
		for range workers {
			group.Go(func() {
				for i := int(at.Add(1)) - 1; i < len(layer); i = int(at.Add(1)) - 1 {
					next[i] = list(layer[i])
				}
			})
		}
		group.Wait()
		if !ts.memory.overflowed.Load() {
			return next
		}
		ts.memory.used.Store(used)
		ts.enumerated.Store(enumerated)
		ts.memory.truncated.Store(false) // as before: nothing had overflowed
		for i, c := range layer {
			*c = before[i]
			c.rehash(len(c.slots)) // new entries may be in the old slots
		}
	}
	for i, c := range layer {
		next[i] = list(c)
	}
	return next
}

// enumerateAllowed lists concepts up to that size as long as a size takes no more
// work than allowed, and returns the work that the next size would take; impossible
// if there is none.
func (ts *tables) enumerateAllowed(c *roleContext, size, allowance int) (next int) {
	for c.maxSize() < size && !c.outOfMemory {
		work := ts.workFor(c, c.maxSize()+1)
		if work > allowance {
			return work
		}
		ts.enumerated.Add(int64(work))
		n := c.len()
		if ts.enumerate(c) {
			continue
		}
		if !ts.stopped() { // there was too little memory
			c.truncate(n)
			c.outOfMemory = true
			ts.memory.charge(c.newBytes())
		}
		return impossible
	}
	return impossible
}

// enumerateAll lists the concepts up to that size, which the search needs. If memory
// does not last, the search proves nothing.
func (ts *tables) enumerateAll(c *roleContext, size int) {
	for c.maxSize() < size {
		if work := ts.workFor(c, c.maxSize()+1); work < impossible {
			ts.enumerated.Add(int64(work))
		}
		if !ts.enumerate(c) && !ts.stopped() {
			ts.memory.truncated.Store(true)
		}
	}
}

// workFor is about how many words and rows have to be looked at to list the concepts
// of that size at c.
func (ts *tables) workFor(c *roleContext, size int) int {
	n := 0
	if !c.onlyRestrictions {
		n = c.expected(size) * max(c.words, 1)
	}
	for i := range c.steps {
		k := &c.steps[i]
		if k.to.maxSize() < size-1 {
			return impossible
		}
		lo, hi := k.to.ofSize(size - 1)
		n += (hi - lo) * (k.countWork() + (k.last-k.first)*c.words)
	}
	return n
}
