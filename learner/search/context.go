package search

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/interp"
)

// roleContext is a context: a set of individuals that role paths of one length reach from
// the examples, with the table of the extensions there. An element stands for the
// individuals of one class, which no concept of the remaining role depth distinguishes.
type roleContext struct {
	depth        int                 // the remaining role depth
	reps         []interp.Individual // by element: an individual of the class
	index        map[uint32]int      // the element of each class
	full         []uint64            // the set of all elements
	steps        []roleStep          // none if depth is 0
	restrictions []restriction       // origins refer to them by index
	// onlyRestrictions reports whether the table lists restrictions only.
	onlyRestrictions bool
	charged          int64 // bytes of the table that memory has counted
	outOfMemory      bool  // whether a larger table did not fit
	former           []formerSteps
	table
}

// formerSteps are the contexts that the role steps of a context led to when its table had
// that many entries, which refer to the entries of those contexts. (The contexts that
// replaced them list the same concepts in the same order, because such small concepts do
// not distinguish the individuals of one former class; but they may list fewer.)
type formerSteps struct {
	entries int
	to      []*roleContext // by role step
}

// classes returns the class of an individual at a level.
type classes interface {
	Class(level int, a interp.Individual) uint32
}

var _ classes = (*bisim.Levels)(nil)

// newRootContext returns the context of the examples.
func newRootContext(p *interp.Problem, depth int, cs classes) *roleContext {
	root := &roleContext{depth: depth, index: map[uint32]int{}}
	for _, list := range [][]interp.Individual{p.Pos, p.Neg} {
		for _, a := range list {
			root.addElement(cs.Class(depth, a), a)
		}
	}
	root.finish()
	return root
}

// addElement returns the element of a class. If it is new, a becomes its representative.
func (c *roleContext) addElement(class uint32, a interp.Individual) int {
	i, ok := c.index[class]
	if !ok {
		i = len(c.reps)
		c.index[class] = i
		c.reps = append(c.reps, a)
	}
	return i
}

// addElements adds the classes, with a member of each.
func (c *roleContext) addElements(ids []uint32, reps map[uint32]interp.Individual) {
	for _, id := range ids {
		c.addElement(id, reps[id])
	}
}

// finish makes the table and full, after all elements have been added.
func (c *roleContext) finish() {
	c.table = newTable(len(c.reps))
	c.full = make([]uint64, c.words)
	for a := range c.reps {
		c.full[a/64] |= 1 << (a % 64)
	}
}

// newBytes returns the number of bytes by which the table has grown since the last call.
func (c *roleContext) newBytes() int64 {
	now := int64(c.bytes())
	delta := now - c.charged
	c.charged = now
	return delta
}

// target returns the context of the operand of an entry that is a restriction.
func (c *roleContext) target(entry int) *roleContext {
	step := c.restrictions[c.from[entry].b].step
	for _, f := range c.former {
		if entry < f.entries {
			return f.to[step]
		}
	}
	return c.steps[step].to
}

// forgetSteps removes the role steps, but remembers the contexts that the entries refer
// to. The role steps that replace them must be in the same order and have the same
// restrictions.
func (c *roleContext) forgetSteps() {
	if len(c.steps) > 0 && c.len() > 0 {
		f := formerSteps{entries: c.len()}
		for i := range c.steps {
			f.to = append(f.to, c.steps[i].to)
		}
		c.former = append(c.former, f)
	}
	c.steps, c.restrictions = nil, nil
}

// nextLayer collects the contexts of one distance. Paths to the same set of classes share
// a context. If there are more contexts than limit, all paths share one.
type nextLayer struct {
	depth, limit int
	contexts     []*roleContext
	byKey        map[string]*roleContext // nil if all paths share one
}

// add returns the context of the classes, with a member of each. It is nil if all paths
// share one context.
func (n *nextLayer) add(ids []uint32, reps map[uint32]interp.Individual) *roleContext {
	if n.byKey == nil {
		n.contexts[0].addElements(ids, reps)
		return nil
	}
	var key []byte
	for _, id := range slices.Sorted(slices.Values(ids)) {
		key = binary.AppendUvarint(key, uint64(id))
	}
	if c := n.byKey[string(key)]; c != nil {
		return c
	}
	c := &roleContext{depth: n.depth, index: map[uint32]int{}}
	c.addElements(ids, reps) // the successors of one element get adjacent numbers
	n.contexts, n.byKey[string(key)] = append(n.contexts, c), c
	if len(n.contexts) > n.limit {
		n.merge()
	}
	return c
}

// merge replaces the contexts by one, before there are so many that they do not fit into
// memory.
func (n *nextLayer) merge() {
	all := &roleContext{depth: n.depth, index: map[uint32]int{}}
	for _, c := range n.contexts {
		ids := make([]uint32, len(c.reps))
		for id, e := range c.index {
			ids[e] = id
		}
		for e, id := range ids {
			all.addElement(id, c.reps[e])
		}
	}
	n.contexts, n.byKey = []*roleContext{all}, nil
}

// stepContexts makes the contexts of the next distance and the role steps to them. If there
// are more than limit, all paths share one.
func stepContexts(ctx context.Context, s *interp.Structure, layer []*roleContext, roles []interp.RoleID, limit int, cs classes) ([]*roleContext, error) {
	next := nextLayer{depth: layer[0].depth - 1, limit: limit, byKey: map[string]*roleContext{}}
	to := make([]*roleContext, 0, len(layer)*len(roles)) // by path
	for _, from := range layer {
		for _, r := range roles {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			to = append(to, next.add(successorClasses(s, from, r, next.depth, cs)))
		}
	}
	for _, c := range next.contexts {
		c.finish()
	}
	for i, from := range layer {
		from.steps = slices.Grow(from.steps, len(roles))
		for j, r := range roles {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			c := to[i*len(roles)+j]
			if next.byKey == nil {
				c = next.contexts[0]
			}
			from.steps = append(from.steps, newRoleStep(s, from, r, c, cs))
		}
	}
	return next.contexts, nil
}

// successorClasses returns the classes of the successors by the role, in the order in
// which they occur, and a member of each.
func successorClasses(s *interp.Structure, from *roleContext, r interp.RoleID, depth int, cs classes) ([]uint32, map[uint32]interp.Individual) {
	var ids []uint32
	reps := map[uint32]interp.Individual{}
	for _, a := range from.reps {
		for _, b := range s.Successors(r, a) {
			id := cs.Class(depth, b)
			if _, ok := reps[id]; !ok {
				reps[id] = b
				ids = append(ids, id)
			}
		}
	}
	return ids, reps
}
