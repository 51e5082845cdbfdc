package search

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/interp"
)

// place is a set of individuals that paths of one length lead to from the
// examples, and the extensions there. An element stands for the individuals of
// one class: no concept of the role depth that is left tells them apart.
type place struct {
	depth int                 // the role depth that is left
	reps  []interp.Individual // by element: an individual of the class
	index map[uint32]int      // the element of a class
	full  []uint64            // the set of all elements
	links []link              // by role; none if depth is 0
	// restrictions are what roles offer here, by the origins that refer to
	// them.
	restrictions []restriction
	// onlyRestrictions says that the table lists nothing but restrictions.
	onlyRestrictions bool
	charged          int64 // bytes of the table that the stage knows of
	exhausted        bool  // there is no memory for a larger table
	former           []former
	table
}

// link leads from a place to the successors by one role. The successors of
// element a are the bits masks[i] of the words at[i] for off[a] ≤ i < off[a+1];
// those of extra[off2[a]:off2[a+1]] count once more for every time listed,
// because several successors are in that class.
type link struct {
	role   interp.RoleID
	to     *place
	active []uint32 // elements with successors
	degree []int    // of these: their number of successors
	off    []uint32
	at     []uint32
	masks  []uint64
	off2   []uint32
	extra  []uint32
	// The other way round: the elements with successor x are the masks
	// fromMasks[j] of the words from[j] for into[x] ≤ j < into[x+1], as often as
	// they are there.
	into      []uint32
	from      []uint32
	fromMasks []uint64
	degrees   [][]uint64 // the elements by degree; nil if some have a large one
	most      int        // the largest degree
	first     int        // of its restrictions
	last      int        // one past them
	top       int        // the largest number that they need
}

// uncharged are the bytes of the table that the stage does not know of yet.
func (p *place) uncharged() int64 {
	now := int64(p.bytes())
	delta := now - p.charged
	p.charged = now
	return delta
}

// mostPlaces is the number of places at one distance above which they are
// merged into one: fewer and larger places are always right.
const mostPlaces = 200

// classes tells which individuals are alike.
type classes interface {
	Class(level int, a interp.Individual) uint32
}

var _ classes = (*bisim.Levels)(nil)

// newRoot is the place of the examples.
func newRoot(p *interp.Problem, depth int, alike classes) *place {
	root := &place{depth: depth, index: map[uint32]int{}}
	for _, list := range [][]interp.Individual{p.Pos, p.Neg} {
		for _, a := range list {
			root.element(alike.Class(depth, a), a)
		}
	}
	root.close()
	return root
}

// element is the element of a class, which a represents if it is new.
func (p *place) element(class uint32, a interp.Individual) int {
	i, ok := p.index[class]
	if !ok {
		i = len(p.reps)
		p.index[class] = i
		p.reps = append(p.reps, a)
	}
	return i
}

// count is the number of elements in x.
func (p *place) count(x []uint64) (n int) {
	for _, w := range x {
		n += bits.OnesCount64(w)
	}
	return n
}

// close ends the collection of elements.
func (p *place) close() {
	p.table = newTable(len(p.reps))
	p.full = make([]uint64, p.words)
	for a := range p.reps {
		p.full[a/64] |= 1 << (a % 64)
	}
}

// nextPlaces links the places of one distance to those of the next, which it
// makes. Paths to the same set share a place.
func nextPlaces(ctx context.Context, s *interp.Structure, layer []*place, roles []interp.RoleID, limit int, alike classes) ([]*place, error) {
	depth := layer[0].depth - 1
	type path struct {
		from *place
		role interp.RoleID
		key  string
	}
	var paths []path
	byKey := map[string]*place{}
	var out []*place
	for _, p := range layer {
		for _, r := range roles {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			var ids []uint32
			reps := map[uint32]interp.Individual{}
			for _, a := range p.reps {
				for _, b := range s.Successors(r, a) {
					id := alike.Class(depth, b)
					if _, ok := reps[id]; !ok {
						reps[id] = b
						ids = append(ids, id)
					}
				}
			}
			sorted := slices.Sorted(slices.Values(ids))
			var key []byte
			for _, id := range sorted {
				key = binary.AppendUvarint(key, uint64(id))
			}
			paths = append(paths, path{p, r, string(key)})
			if byKey[string(key)] == nil {
				to := &place{depth: depth, index: map[uint32]int{}}
				for _, id := range ids { // successors of one element next to each other
					to.element(id, reps[id])
				}
				byKey[string(key)] = to
				out = append(out, to)
			}
		}
	}
	if len(out) > limit {
		all := &place{depth: depth, index: map[uint32]int{}}
		for _, p := range out {
			for _, b := range p.reps {
				all.element(alike.Class(depth, b), b)
			}
		}
		for key := range byKey {
			byKey[key] = all
		}
		out = []*place{all}
	}
	for _, p := range out {
		p.close()
	}
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		path.from.link(s, path.role, byKey[path.key], alike)
	}
	return out, nil
}

// link adds the link by the role to a place that has all successors.
func (p *place) link(s *interp.Structure, r interp.RoleID, to *place, alike classes) {
	l := link{role: r, to: to, off: []uint32{0}, off2: []uint32{0}}
	for e, a := range p.reps {
		successors := s.Successors(r, a)
		if len(successors) == 0 {
			continue
		}
		l.active = append(l.active, uint32(e))
		l.degree = append(l.degree, len(successors))
		l.most = max(l.most, len(successors))
		elements := make([]int, len(successors))
		for i, b := range successors {
			elements[i] = to.index[alike.Class(to.depth, b)]
		}
		slices.Sort(elements)
		for i, x := range elements {
			switch n := len(l.at); {
			case i > 0 && elements[i-1] == x:
				l.extra = append(l.extra, uint32(x))
			case n > int(l.off[len(l.off)-1]) && l.at[n-1] == uint32(x/64):
				l.masks[n-1] |= 1 << (x % 64)
			default:
				l.at = append(l.at, uint32(x/64))
				l.masks = append(l.masks, 1<<(x%64))
			}
		}
		l.off = append(l.off, uint32(len(l.at)))
		l.off2 = append(l.off2, uint32(len(l.extra)))
	}
	l.reverse(len(to.reps), p.full)
	p.links = append(p.links, l)
}
