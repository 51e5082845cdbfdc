package connector

import (
	"slices"
	"sync"

	"github.com/knakk/rdf"
)

// grid is the room of a table, which others use after it: an extraction looks at
// millions of rows, of a few thousand at a time.
type grid struct {
	rows [][]rdf.Term
	// slabs are cells; those up to slabs[full-1] are in use, and used of slabs[full].
	slabs      [][]rdf.Term
	full, used int
}

// slabCells is the number of cells of a slab, which many rows share.
const slabCells = 3 << 10

// keptRows bounds the grids that are used again.
const keptRows = 1 << 16

var grids = sync.Pool{New: func() any { return new(grid) }}

// cells is a new row, all unbound.
func (g *grid) cells(n int) []rdf.Term {
	if g.full < len(g.slabs) && len(g.slabs[g.full])-g.used < n {
		g.full, g.used = g.full+1, 0
	}
	if g.full == len(g.slabs) || len(g.slabs[g.full]) < n {
		// A short result takes no whole slab.
		size := max(n, min(slabCells, 64<<(2*len(g.slabs))))
		g.slabs = slices.Insert(g.slabs, g.full, make([]rdf.Term, size))
	}
	row := g.slabs[g.full][g.used : g.used+n : g.used+n]
	g.used += n
	return row
}

// release clears the cells, also so that nobody holds their terms any longer.
func (g *grid) release(rows [][]rdf.Term) {
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
	grids.Put(g)
}
