package search

import (
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

// addElement adds the class, with a as its representative, if it is new.
func (c *roleContext) addElement(class uint32, a interp.Individual) {
	if _, ok := c.index[class]; !ok {
		c.index[class] = len(c.reps)
		c.reps = append(c.reps, a)
	}
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
