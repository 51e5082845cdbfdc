package search

import (
	"context"
	"encoding/binary"
	"sync/atomic"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// tables are the contexts of a space with their tables. They do not depend on the score.
type tables struct {
	problem *interp.Problem
	space   interp.Space
	eval    *interp.Evaluator
	leaves  []leaf
	layers  [][]*roleContext // by distance from the examples
	root    *roleContext     // the context of the examples
	// rootRestrictions is the context of the examples with a table of the restrictions.
	rootRestrictions *roleContext
	element          map[interp.Individual]int // by example: its element at root
	individuals
	maxContexts int // at one distance
	// frugal means that the classes ignore the successors of the farthest individuals,
	// which no concept reaches. Then the number of classes differs from that of other
	// engines.
	frugal bool
	memory memory
	enumeration
}

// enumeration has the number of workers, and the work so far, in words and rows.
type enumeration struct {
	workers    int
	enumerated atomic.Int64 // work of enumerations
	searched   atomic.Int64 // work of searches
	cancelled  atomic.Bool  // whether the search is over
}

// individuals are the individuals within reach and their classes.
type individuals struct {
	depth   int // the largest role depth
	levels  *bisim.Levels
	stable  bool // whether a larger depth has the same individuals and classes
	reached int  // the number of individuals
	classes int  // the number of classes
}

// leaf is a concept of size 1.
type leaf struct {
	concept dl.Concept
	holds   interp.Set
	deep    bool // whether it counts for the role depth
}

// newTables prepares the tables for concepts of the task's space up to the task's size.
// memoryLimit is in bytes.
func newTables(ctx context.Context, t *interp.Task, eval *interp.Evaluator, memoryLimit int64,
	maxContexts int) (*tables, error) {
	return newTablesBy(ctx, t, eval, memoryLimit, maxContexts, nil, false)
}

// newTablesBy is newTables with other classes of examples than those of bisimilarity,
// unless examples is nil. frugal is for tables that are not described: see tables.frugal.
func newTablesBy(ctx context.Context, t *interp.Task, eval *interp.Evaluator, memoryLimit int64, maxContexts int,
	examples classes, frugal bool) (*tables, error) {
	ts := &tables{problem: t.Problem, space: t.Space, eval: eval, maxContexts: maxContexts, frugal: frugal}
	ts.memory.limit = memoryLimit
	if !ts.space.Language.Any(dl.WithRoles) {
		ts.space.Roles, ts.space.Inner = nil, 0
	}
	if err := ts.discover(ctx, ts.space.Deepest(t.Problem.Structure, t.MaxSize)); err != nil {
		return nil, err
	}
	if examples == nil {
		examples = ts.levels
	}
	ts.root = newRootContext(t.Problem, ts.depth, examples)
	ts.layers = [][]*roleContext{{ts.root}}
	if err := ts.addLayers(ctx, 1); err != nil {
		return nil, err
	}
	ts.rootRestrictions = &roleContext{
		depth: ts.root.depth, reps: ts.root.reps, index: ts.root.index, full: ts.root.full, steps: ts.root.steps,
		restrictions: ts.root.restrictions, onlyRestrictions: true, table: newTable(len(ts.root.reps)),
	}
	ts.element = map[interp.Individual]int{}
	for _, list := range [][]interp.Individual{t.Problem.Pos, t.Problem.Neg} {
		for _, a := range list {
			ts.element[a] = ts.root.index[examples.Class(ts.depth, a)]
		}
	}
	return ts, nil
}

// discover finds the individuals within reach, their classes and the leaves. Known leaves
// keep their numbers.
func (ts *tables) discover(ctx context.Context, depth int) error {
	reach, err := interp.Reach(ctx, ts.problem, ts.space.Roles, depth)
	if err != nil {
		return err
	}
	within := reach[len(reach)-1]
	refined := within // the individuals whose successors matter
	if ts.frugal && len(reach)-1 == depth && depth > 0 {
		refined = reach[depth-1]
	}
	levels, err := bisim.Compute(ctx, ts.problem.Structure, ts.space, depth, ts.space.MaxNumber, refined)
	if err != nil {
		return err
	}
	if err := ts.findLeaves(ctx, within); err != nil {
		return err
	}
	distinct := map[uint32]bool{}
	for a := range within.EachSet() {
		distinct[levels.Class(levels.Depth(), interp.Individual(a))] = true
	}
	ts.individuals = individuals{
		depth: depth, levels: levels, stable: levels.Stable() && len(reach)-1 < depth,
		reached: int(within.Count()), classes: len(distinct),
	}
	return nil
}

// findLeaves lists the leaves of the space: ⊤, ⊥, the atoms and the comparisons; the first
// of those with the same extension on the individuals within reach.
func (ts *tables) findLeaves(ctx context.Context, within interp.Set) error {
	seen := map[string]bool{}
	var key []byte
	add := func(l leaf) bool {
		key = key[:0]
		seenBy := l.holds.Intersection(within)
		for _, w := range seenBy.Words() {
			key = binary.LittleEndian.AppendUint64(key, w)
		}
		if seen[string(key)] {
			return false
		}
		seen[string(key)] = true
		return true
	}
	for _, l := range ts.leaves {
		add(l)
	}
	for _, c := range ts.space.Leaves(ts.problem.Structure) {
		if err := ctx.Err(); err != nil {
			return err
		}
		x, err := ts.eval.Extension(c)
		if err != nil {
			return err
		}
		if l := (leaf{c, x, ts.space.IsDeep(c)}); add(l) {
			ts.leaves = append(ts.leaves, l)
		}
	}
	return nil
}

func (ts *tables) addLayers(ctx context.Context, d int) error {
	ts.layers = ts.layers[:d]
	for {
		layer := ts.layers[d-1]
		next, err := stepContexts(ctx, ts.problem.Structure, layer, &ts.space, ts.maxContexts, ts.levels)
		if err != nil {
			return err
		}
		if len(next) > 0 {
			ts.layers = append(ts.layers, next)
		}
		for _, c := range layer {
			c.listRestrictions(&ts.space)
		}
		if d++; d > len(ts.layers) {
			return nil
		}
	}
}

func (ts *tables) has(m dl.Language) bool { return ts.space.Language.Has(m) }

// stopped reports whether the search is over.
func (ts *tables) stopped() bool { return ts.cancelled.Load() }

func (ts *tables) concept(c *roleContext, entry int) dl.Concept {
	from := c.from[entry]
	switch from.op {
	case opNot:
		return dl.Not{C: ts.concept(c, int(from.a))}
	case opAnd:
		return dl.And{L: ts.concept(c, int(from.a)), R: ts.concept(c, int(from.b))}
	case opOr:
		return dl.Or{L: ts.concept(c, int(from.a)), R: ts.concept(c, int(from.b))}
	case opRole:
		return ts.restriction(c, from.b, ts.concept(c.target(entry), int(from.a)))
	}
	return ts.leaves[from.a].concept
}

func (ts *tables) restriction(c *roleContext, number uint32, operand dl.Concept) dl.Concept {
	r := c.restrictions[number]
	role := ts.problem.Structure.Signature().Role(c.steps[r.step].role)
	switch r.kind {
	case dl.WithExists:
		return dl.Exists{Role: role, C: operand}
	case dl.WithForAll:
		return dl.ForAll{Role: role, C: operand}
	case dl.WithAtLeast:
		return dl.AtLeast{N: r.n, Role: role, C: operand}
	}
	return dl.AtMost{N: r.n, Role: role, C: operand}
}
