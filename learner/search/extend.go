package search

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
)

// Tables for concepts of size k remain valid for larger concepts as long as the contexts
// are the same. They state which extensions have a concept of a size, which does not
// depend on the depth of other concepts, because a concept is not deeper than it is large.
// A larger role depth distinguishes more individuals, but often no more near the examples,
// where the large tables are. Those contexts keep their tables, and the examples their
// Pareto fronts and lower bounds. The contexts beyond are made again.

// extend prepares the tables for concepts up to that size, which must not be smaller than
// before. It returns false if the new depth distinguishes more examples, or if contexts
// whose tables have become obsolete take much of the memory. Then the tables must not be
// used.
func (ts *tables) extend(ctx context.Context, size int) (ok bool, err error) {
	depth := ts.space.Deepest(ts.problem.Structure, size)
	if depth == ts.depth {
		return true, nil
	}
	more := depth - ts.depth
	if ts.stable {
		ts.depth = depth
	} else if err := ts.discover(ctx, depth); err != nil {
		return false, err
	}
	d := 0
	for d < len(ts.layers) && ts.isUnchanged(d, more) {
		d++
	}
	if d == 0 {
		return false, nil
	}
	for _, layer := range ts.layers[d:] {
		for _, c := range layer {
			ts.memory.obsolete += c.charged
		}
	}
	if ts.memory.obsolete > ts.memory.limit/4 {
		return false, nil
	}
	for _, layer := range ts.layers[:d] {
		for _, c := range layer {
			c.depth += more
			clear(c.index)
			for e, a := range c.reps {
				c.index[ts.levels.Class(c.depth, a)] = e
			}
		}
	}
	for _, c := range ts.layers[d-1] {
		c.forgetSteps()
	}
	if err := ts.addLayers(ctx, d); err != nil {
		return false, err
	}
	ts.rootRestrictions.depth = depth
	if d == 1 { // the root has new steps
		ts.rootRestrictions.forgetSteps()
		ts.rootRestrictions.steps, ts.rootRestrictions.restrictions = ts.root.steps, ts.root.restrictions
	}
	return true, nil
}

// isUnchanged reports whether the classes and the leaves at distance d are the same for a role depth that is
// larger by more, if those at smaller distances are.
func (ts *tables) isUnchanged(d, more int) bool {
	getsDeep := func(c *roleContext) bool { return c.depth == 0 }
	if slices.ContainsFunc(ts.leaves, func(l leaf) bool { return l.deep }) && slices.ContainsFunc(ts.layers[d], getsDeep) {
		return false
	}
	if d == 0 {
		distinct := map[uint32]bool{}
		for _, list := range [][]interp.Individual{ts.problem.Pos, ts.problem.Neg} {
			for _, a := range list {
				distinct[ts.levels.Class(ts.depth, a)] = true
			}
		}
		return len(distinct) == len(ts.root.reps)
	}
	distinct := map[*roleContext]map[uint32]bool{}
	for _, c := range ts.layers[d-1] {
		for i := range c.steps {
			k := &c.steps[i]
			if distinct[k.to] == nil {
				distinct[k.to] = map[uint32]bool{}
			}
			for _, e := range k.sources {
				for _, b := range ts.problem.Structure.Successors(k.role, c.reps[e]) {
					distinct[k.to][ts.levels.Class(k.to.depth+more, b)] = true
				}
			}
		}
	}
	for c, classes := range distinct {
		if len(classes) != len(c.reps) {
			return false
		}
	}
	return true
}
