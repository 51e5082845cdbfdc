package quotient

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
)

// grouping decides which individuals become one node of the reduced structure.
//
// Write a ~k b if a and b agree on the concepts of the space of role depth at
// most k, and let d be the depth of the space. What an example sees at distance
// j, only concepts of role depth d-j look at. So an individual at distance j
// from the examples needs a node ν with ν ~(d-j) a: at distance d only its atoms
// count, and nothing beyond. (Everywhere means that all have distance 0;
// without a bound on the depth, ~ is meant, and the distance does not matter.)
//
// There are three cases.
//
// forward: no role of the space has its inverse in it. Then the edges of a node
// in the directions of the space are its own business, and it takes those of one
// representative a: as many to each node, as far as the limit sees, as a has
// to individuals of that node. By induction on k, ν(a) ~k a for k ≤ d-j: a
// successor b of a has distance at most j+1, so ν(b) ~(k-1) b, and for every
// concept of depth k-1 the successors in it are as many, or more than the limit
// for both. An individual may share the node of a nearer one that it agrees
// with, because that is only more exact.
//
// sets: some role has its inverse, and the limit is 1. A node is a class of ~(d-j)
// among the individuals at one distance j, and has an edge to another if any
// member has one. An edge of ν that comes from another member a' of it, to b'
// say, does no harm: a' ~(d-j) a, so a has a successor that b' ~(d-j-1), and with
// one node for one distance that is all that is asked of ν(b') from ν.
//
// counts: some role has its inverse, and numbers count. Then the edges of a node
// are also those of its neighbours, and there must be as many of them from
// either side. This works for classes that are stable: all members have, as far
// as the limit sees, the same numbers of neighbours in every class. So the
// classes are refined without a bound, with the individuals at distance d kept
// apart; nothing is asked of their edges.
type grouping struct {
	p          *interp.Problem
	s          *interp.Structure
	sp         interp.Space
	limit      int
	everywhere bool

	mode    mode
	depth   int      // Unbounded if any
	near    []uint32 // by individual: its distance; beyond if it is dropped
	node    []uint32 // by individual, none if it is dropped
	rep     []uint32 // by node: the representative
	members []int64  // by node: number of individuals
	inner   []bool   // by node: something is asked of its edges
}

type mode uint8

const (
	forward mode = iota
	sets
	counts
)

// beyond is the distance of individuals that no example sees.
const beyond = math.MaxUint32

func (g *grouping) find(ctx context.Context) error {
	g.depth = Unbounded
	if g.sp.MaxDepth > 0 {
		g.depth = g.sp.MaxDepth
	}
	if len(g.sp.Roles) == 0 {
		g.depth = 0
	}
	g.mode = forward
	if paired(g.sp.Roles) {
		g.mode = counts
		if g.limit == 1 {
			g.mode = sets
		}
	}
	order, err := g.distances(ctx)
	if err != nil {
		return err
	}
	inside := g.s.NewSet() // the individuals whose edges count
	colour := []uint32(nil)
	refined := g.depth
	if g.mode == counts {
		refined, colour = Unbounded, make([]uint32, g.s.Len())
	}
	for _, a := range order {
		if g.asks(a) {
			inside.Set(uint(a))
		} else if colour != nil {
			colour[a] = 1
		}
	}
	levels, err := compute(ctx, g.s, g.sp, refined, g.sp.MaxNumber, inside, colour)
	if err != nil {
		return err
	}
	g.assign(levels, order)
	return nil
}

// paired reports whether some role has its inverse among the roles.
func paired(roles []interp.RoleID) bool {
	seen := map[interp.RoleID]bool{}
	for _, r := range roles {
		if seen[r.Inv()] {
			return true
		}
		seen[r] = true
	}
	return false
}

// asks reports whether concepts of the space look at the edges of a.
func (g *grouping) asks(a uint32) bool {
	return g.depth == Unbounded || int64(g.near[a]) < int64(g.depth)
}

// distances finds the individuals that count, nearest first.
func (g *grouping) distances(ctx context.Context) ([]uint32, error) {
	n := g.s.Len()
	g.near = make([]uint32, n)
	order := make([]uint32, 0, n)
	if g.everywhere {
		for a := range uint32(n) {
			order = append(order, a)
		}
		return order, nil
	}
	for a := range g.near {
		g.near[a] = beyond
	}
	distance, err := interp.Distances(ctx, g.p, g.sp.Roles, g.depth)
	if err != nil {
		return nil, err
	}
	for a, d := range distance {
		if d >= 0 {
			g.near[a] = uint32(d)
			order = append(order, uint32(a))
		}
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(g.near[a], g.near[b]) })
	return order, nil
}

// assign makes the nodes, nearest first.
func (g *grouping) assign(levels *Levels, order []uint32) {
	g.node = filled(g.s.Len())
	type key struct{ level, class, distance uint32 }
	nodes := map[key]uint32{}
	for _, a := range order {
		level, distance := levels.Depth(), uint32(0)
		if g.depth != Unbounded && g.mode != counts {
			level = min(level, g.depth-int(g.near[a]))
			if g.mode == sets {
				distance = g.near[a]
			}
		}
		k := key{uint32(level), levels.Class(level, interp.Individual(a)), distance}
		id, ok := nodes[k]
		if !ok {
			id = uint32(len(g.rep))
			g.rep, g.members = append(g.rep, a), append(g.members, 0)
			g.inner = append(g.inner, g.asks(a))
			nodes[k] = id
			for l := level - 1; l >= 0 && g.mode == forward && g.depth != Unbounded && !g.everywhere; l-- {
				less := key{uint32(l), levels.Class(l, interp.Individual(a)), 0}
				if _, ok := nodes[less]; !ok {
					nodes[less] = id
				}
			}
		}
		g.node[a] = id
		g.members[id]++
	}
}
