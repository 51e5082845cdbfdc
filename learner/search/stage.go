package search

import (
	"context"
	"encoding/binary"
	"sync/atomic"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/quotient"
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
	reached int                       // individuals
	classes int                       // of them

	stopped   atomic.Bool  // the context has ended
	tired     atomic.Bool  // the attempt has taken too long
	used      atomic.Int64 // bytes in tables
	limit     int64
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
func newStage(ctx context.Context, t *Task, limit int64, places int) (*stage, error) {
	st := &stage{problem: t.Problem, space: t.Space, limit: limit}
	if !st.space.Language.Any(dl.WithRoles) {
		st.space.Roles = nil
	}
	deepest := t.MaxSize - 1
	if st.space.MaxDepth > 0 {
		deepest = min(deepest, st.space.MaxDepth)
	}
	if len(st.space.Roles) == 0 {
		deepest = 0
	}
	reach, err := interp.Reach(ctx, t.Problem, st.space.Roles, deepest)
	if err != nil {
		return nil, err
	}
	care := reach[len(reach)-1]
	levels, err := quotient.Compute(ctx, t.Problem.Structure, st.space, deepest, st.space.MaxNumber, care)
	if err != nil {
		return nil, err
	}
	if st.leaves, err = newLeaves(ctx, t.Problem.Structure, &st.space, care); err != nil {
		return nil, err
	}
	if st.layers, err = newPlaces(ctx, t.Problem, st.space.Roles, deepest, places, levels); err != nil {
		return nil, err
	}
	for _, layer := range st.layers {
		for _, p := range layer {
			p.offer(&st.space)
		}
	}
	st.root = st.layers[0][0]
	st.rooted = &place{
		depth: st.root.depth, reps: st.root.reps, index: st.root.index, full: st.root.full, links: st.root.links,
		restrictions: st.root.restrictions, onlyRestrictions: true, table: newTable(len(st.root.reps)),
	}
	st.element = map[interp.Individual]int{}
	for _, list := range [][]interp.Individual{t.Problem.Pos, t.Problem.Neg} {
		for _, a := range list {
			st.element[a] = st.root.index[levels.Class(deepest, a)]
		}
	}
	st.reached = int(care.Count())
	distinct := map[uint32]bool{}
	for a := range care.EachSet() {
		distinct[levels.Class(levels.Depth(), interp.Individual(a))] = true
	}
	st.classes = len(distinct)
	return st, nil
}

// newLeaves are the leaves of the space: ⊤, ⊥, the atoms and the comparisons,
// of those with the same extension on the individuals in care the first.
func newLeaves(ctx context.Context, s *interp.Structure, sp *interp.Space, care interp.Set) ([]leaf, error) {
	eval := interp.NewEvaluator(s)
	seen := map[string]bool{}
	var out []leaf
	var key []byte
	for _, c := range sp.Leaves(s) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x, err := eval.Extension(c)
		if err != nil {
			return nil, err
		}
		key = key[:0]
		within := x.Intersection(care)
		for _, w := range within.Words() {
			key = binary.LittleEndian.AppendUint64(key, w)
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			out = append(out, leaf{c, x})
		}
	}
	return out, nil
}

func (st *stage) has(m dl.Language) bool { return st.space.Language.Has(m) }

// halted reports whether to stop: the context has ended, or the attempt has
// taken too long.
func (st *stage) halted() bool { return st.stopped.Load() || st.tired.Load() }

// charge adds to the bytes in tables and reports whether they are too many.
func (st *stage) charge(bytes int64) bool { return st.used.Add(bytes) > st.limit }

// concept rebuilds the concept of an entry.
func (st *stage) concept(p *place, entry int) dl.Concept { return st.made(p, p.from[entry]) }

// made is the concept at p that is made so.
func (st *stage) made(p *place, from origin) dl.Concept {
	switch from.op {
	case opNot:
		return dl.Not{C: st.concept(p, int(from.a))}
	case opAnd:
		return dl.And{L: st.concept(p, int(from.a)), R: st.concept(p, int(from.b))}
	case opOr:
		return dl.Or{L: st.concept(p, int(from.a)), R: st.concept(p, int(from.b))}
	case opRole:
		return st.restriction(p, from.b, st.concept(p.links[p.restrictions[from.b].link].to, int(from.a)))
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
