package search

import (
	"math"
	"sync"
	"sync/atomic"
)

// This file decides which tables are made, and up to which size. Small tables are always
// made, because listing is faster than searching. Large tables are made only if a search
// exhausts its budget (budgeted.go).

// impossible is the work for a table whose operands are not listed.
const impossible = math.MaxInt

// nextTable is the work of the cheapest table that is not listed, and the least allowance
// with which enumerateTo lists one. Both are impossible if there is no such table.
type nextTable struct{ allowance, work int }

func (m *nextTable) add(work, factor int) {
	if work < impossible {
		m.allowance, m.work = min(m.allowance, (work+factor-1)/factor), min(m.work, work)
	}
}

func (m nextTable) none() bool { return m.work == impossible }

// enumerateTo lists the entries that concepts of size k need: at distance d, the smaller
// operands of concepts of size at most k-d. It also lists larger entries if they take no
// more work than allowed and fit into memory, because then no search for them is needed
// (roles.go). The search uses the restrictions at the examples of the two largest sizes
// only once, so they are listed only if that is cheap.
//
// It returns the next table, which needs a larger allowance.
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

// enumerateLayer calls list for the contexts of one distance, which do not depend on each
// other, and returns the results. It calls list in parallel first. If the tables do not
// all fit into memory, it undoes that and calls list for one context after the other, so
// that the same tables are complete for any number of workers.
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
			c.rehash(len(c.slots)) // the slots may refer to entries that were undone
		}
	}
	for i, c := range layer {
		next[i] = list(c)
	}
	return next
}

// enumerateAllowed lists the sizes up to that size as long as each takes no more work than
// allowed. It returns the work that the next size would take, or impossible if it cannot
// or need not be listed.
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
		if !ts.stopped() { // the memory is full
			c.truncate(n)
			c.outOfMemory = true
			ts.memory.charge(c.newBytes())
		}
		return impossible
	}
	return impossible
}

// enumerateAll lists the sizes up to that size, which the search needs. If they do not fit
// into memory, the search proves nothing.
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

// workFor estimates the number of words and rows to visit to list the concepts of that
// size at c, or returns impossible if their operands are not listed.
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
