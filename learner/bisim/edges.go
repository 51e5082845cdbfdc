package bisim

import (
	"context"
	"fmt"
	"math"

	"github.com/genus-kg/genus/learner/interp"
)

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
