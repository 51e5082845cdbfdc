package search

import (
	"context"
	"encoding/binary"
	"slices"
	"sync/atomic"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// stage is what is known of the concepts of one space, whatever the score.
type stage struct {
	problem *interp.Problem
	space   interp.Space
	leaves  []leaf
	layers  [][]*place // by distance; layers[0] is the place of the examples
	root    *place
	// rooted lists, on the examples, the concepts whose outermost constructor
	// is a restriction.
	rooted  *place
	element map[interp.Individual]int // of an example
	depth   int                       // the largest role depth
	levels  *bisim.Levels             // which individuals are alike
	settled bool                      // and would be whatever the depth
	reached int                       // individuals
	classes int                       // of them
	places  int                       // at one distance, at most
	removed symbols                   // that the space is without
	eval    *interp.Evaluator

	stopped   atomic.Bool  // the context has ended
	tired     atomic.Bool  // the attempt has taken too long
	used      atomic.Int64 // bytes in tables
	limit     int64
	useless   int64        // of these, in tables of places that were replaced (extend.go)
	grown     atomic.Int64 // steps that tables have taken
	overflown atomic.Bool  // some table did not fit
	workers   int
	truncated atomic.Bool // some table is incomplete for want of memory
}

// leaf is a concept of size 1.
type leaf struct {
	concept dl.Concept
	holds   interp.Set
}

// newStage prepares the search for concepts up to that size. limit is in bytes.
func newStage(ctx context.Context, t *interp.Task, eval *interp.Evaluator, removed symbols, limit int64, places int) (*stage, error) {
	st := &stage{problem: t.Problem, space: t.Space, limit: limit, places: places, removed: removed, eval: eval}
	if !st.space.Language.Any(dl.WithRoles) {
		st.space.Roles = nil
	}
	if err := st.look(ctx, st.deepest(t.MaxSize)); err != nil {
		return nil, err
	}
	st.root = newRoot(t.Problem, st.depth, st.levels)
	st.layers = [][]*place{{st.root}}
	if err := st.addLayers(ctx, 1); err != nil {
		return nil, err
	}
	st.rooted = &place{
		depth: st.root.depth, reps: st.root.reps, index: st.root.index, full: st.root.full, links: st.root.links,
		restrictions: st.root.restrictions, onlyRestrictions: true, table: newTable(len(st.root.reps)),
	}
	st.element = map[interp.Individual]int{}
	for _, list := range [][]interp.Individual{t.Problem.Pos, t.Problem.Neg} {
		for _, a := range list {
			st.element[a] = st.root.index[st.levels.Class(st.depth, a)]
		}
	}
	return st, nil
}

// deepest is the largest role depth of a concept of that size.
func (st *stage) deepest(size int) int {
	if len(st.space.Roles) == 0 {
		return 0
	}
	if st.space.MaxDepth > 0 {
		return min(size-1, st.space.MaxDepth)
	}
	return size - 1
}

// look finds out which individuals are within reach, which of them are alike,
// and which leaves there are; leaves that were there stay where they were.
func (st *stage) look(ctx context.Context, depth int) error {
	reach, err := interp.Reach(ctx, st.problem, st.space.Roles, depth)
	if err != nil {
		return err
	}
	care := reach[len(reach)-1]
	levels, err := bisim.Compute(ctx, st.problem.Structure, st.space, depth, st.space.MaxNumber, care)
	if err != nil {
		return err
	}
	if err := st.findLeaves(ctx, care); err != nil {
		return err
	}
	st.depth, st.levels = depth, levels
	st.settled = levels.Stable() && len(reach)-1 < depth
	st.reached = int(care.Count())
	distinct := map[uint32]bool{}
	for a := range care.EachSet() {
		distinct[levels.Class(levels.Depth(), interp.Individual(a))] = true
	}
	st.classes = len(distinct)
	return nil
}

// addLayers makes the places from distance d on, anew.
func (st *stage) addLayers(ctx context.Context, d int) error {
	st.layers = st.layers[:d]
	for {
		layer := st.layers[d-1]
		if layer[0].depth > 0 {
			next, err := nextPlaces(ctx, st.problem.Structure, layer, st.space.Roles, st.places, st.levels)
			if err != nil {
				return err
			}
			st.layers = append(st.layers, next)
		}
		for _, p := range layer {
			p.offer(&st.space)
		}
		if d++; d > len(st.layers) {
			return nil
		}
	}
}

// findLeaves lists the leaves of the space: ⊤, ⊥, the atoms and the comparisons,
// of those with the same extension on the individuals in care the first.
func (st *stage) findLeaves(ctx context.Context, care interp.Set) error {
	seen := map[string]bool{}
	var key []byte
	add := func(l leaf) bool {
		key = key[:0]
		within := l.holds.Intersection(care)
		for _, w := range within.Words() {
			key = binary.LittleEndian.AppendUint64(key, w)
		}
		if seen[string(key)] {
			return false
		}
		seen[string(key)] = true
		return true
	}
	for _, l := range st.leaves {
		add(l)
	}
	for _, c := range st.space.Leaves(st.problem.Structure) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(st.removed) > 0 && slices.Contains(st.removed, dl.SymbolOf(c)) {
			continue
		}
		x, err := st.eval.Extension(c)
		if err != nil {
			return err
		}
		if l := (leaf{c, x}); add(l) {
			st.leaves = append(st.leaves, l)
		}
	}
	return nil
}

// bytes is about what the places take without their tables.
func (st *stage) bytes() (n int64) {
	for _, layer := range st.layers {
		for _, p := range layer {
			n += 50 * int64(len(p.reps))
			for i := range p.links {
				l := &p.links[i]
				n += 20*int64(len(l.active)) + 12*int64(len(l.at)) + 4*int64(len(l.extra))
			}
		}
	}
	return n
}

func (st *stage) has(m dl.Language) bool { return st.space.Language.Has(m) }

// halted reports whether to stop: the context has ended, or the attempt has
// taken too long.
func (st *stage) halted() bool { return st.stopped.Load() || st.tired.Load() }

// charge adds to the bytes in tables and reports whether they are too many.
func (st *stage) charge(bytes int64) bool { return st.used.Add(bytes) > st.limit }

// concept rebuilds the concept of an entry.
func (st *stage) concept(p *place, entry int) dl.Concept {
	from := p.from[entry]
	switch from.op {
	case opNot:
		return dl.Not{C: st.concept(p, int(from.a))}
	case opAnd:
		return dl.And{L: st.concept(p, int(from.a)), R: st.concept(p, int(from.b))}
	case opOr:
		return dl.Or{L: st.concept(p, int(from.a)), R: st.concept(p, int(from.b))}
	case opRole:
		return st.restriction(p, from.b, st.concept(p.target(entry), int(from.a)))
	}
	return st.leaves[from.a].concept
}

// restriction is the restriction at p with that number and operand.
func (st *stage) restriction(p *place, number uint32, inner dl.Concept) dl.Concept {
	r := p.restrictions[number]
	role := st.problem.Structure.Signature().Role(p.links[r.link].role)
	switch r.kind {
	case dl.WithExists:
		return dl.Exists{Role: role, C: inner}
	case dl.WithForAll:
		return dl.ForAll{Role: role, C: inner}
	case dl.WithAtLeast:
		return dl.AtLeast{N: r.n, Role: role, C: inner}
	}
	return dl.AtMost{N: r.n, Role: role, C: inner}
}
