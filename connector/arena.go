package connector

import (
	"slices"
	"sync"

	"github.com/knakk/rdf"
)

// rowArena holds the cells of a table's rows. Tables reuse it one after the other:
// an extraction reads millions of rows, a few thousand at a time.
type rowArena struct {
	rows [][]rdf.Term
	// slabs are cells; those up to slabs[full-1] are in use, and used of slabs[full].
	slabs      [][]rdf.Term
	full, used int
}

// slabCells is the number of cells of a slab, which many rows share.
const slabCells = 3 << 10

// keptRows bounds the arenas that are used again.
const keptRows = 1 << 16

var arenas = sync.Pool{New: func() any { return new(rowArena) }}

// cells returns a new row of n unbound cells.
func (g *rowArena) cells(n int) []rdf.Term {
	if g.full < len(g.slabs) && len(g.slabs[g.full])-g.used < n {
		g.full, g.used = g.full+1, 0
	}
	if g.full == len(g.slabs) || len(g.slabs[g.full]) < n {
		// A short result does not need a whole slab.
		size := max(n, min(slabCells, 64<<(2*len(g.slabs))))
		g.slabs = slices.Insert(g.slabs, g.full, make([]rdf.Term, size))
	}
	row := g.slabs[g.full][g.used : g.used+n : g.used+n]
	g.used += n
	return row
}

// release clears the cells, so that the terms can be freed.
func (g *rowArena) release(rows [][]rdf.Term) {
	if cap(rows) > keptRows {
		return
	}
	for i, slab := range g.slabs[:min(g.full+1, len(g.slabs))] {
		if i == g.full {
			slab = slab[:g.used]
		}
		clear(slab)
	}
	clear(rows)
	g.rows, g.full, g.used = rows[:0], 0, 0
	arenas.Put(g)
}
