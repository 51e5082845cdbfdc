package search

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
)

// nextLayer collects the contexts of one distance with the same remaining role depth. Paths to
// the same set of classes share a context. If there are more contexts than limit, all paths
// share one.
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
// are more than limit with one remaining role depth, all paths to these share one.
func stepContexts(ctx context.Context, s *interp.Structure, layer []*roleContext, sp *interp.Space, limit int,
	cs classes) (contexts []*roleContext, err error) {
	next := map[int]*nextLayer{} // by remaining role depth
	var depths []int             // in the order in which they occur
	for _, from := range layer {
		elements := from.elements()
		roles := sp.Roles
		if from.depth == 0 {
			roles = sp.Roles[:sp.Inner]
			if !slices.ContainsFunc(roles, func(r interp.RoleID) bool { return len(from.sources(s, r, elements)) > 0 }) {
				roles = nil
			}
		}
		from.steps = make([]roleStep, len(roles))
		for i, r := range roles {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			k := &from.steps[i]
			k.role, k.sources = r, from.sources(s, r, elements)
			depth := from.depth
			if i >= sp.Inner || len(k.sources) == 0 { // a step to nothing ends somewhere
				depth = max(depth-1, 0)
			}
			n := next[depth]
			if n == nil {
				n = &nextLayer{depth: depth, limit: limit, byKey: map[string]*roleContext{}}
				next[depth], depths = n, append(depths, depth)
			}
			k.depth = depth
			k.to = n.add(successorClasses(s, from, k, depth, cs))
		}
	}
	for _, depth := range depths {
		for _, c := range next[depth].contexts {
			c.finish()
			contexts = append(contexts, c)
		}
	}
	for _, from := range layer {
		for i := range from.steps {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			k := &from.steps[i]
			if n := next[k.depth]; n.byKey == nil {
				k.to = n.contexts[0]
			}
			k.fill(s, from, cs)
		}
	}
	return contexts, nil
}

// elements returns the element of each representative.
func (c *roleContext) elements() map[interp.Individual]uint32 {
	out := make(map[interp.Individual]uint32, len(c.reps))
	for e, a := range c.reps {
		out[a] = uint32(e)
	}
	return out
}

// sources returns the elements with a successor by the role, in order. There may be
// thousands of roles, most of which few individuals have.
func (c *roleContext) sources(s *interp.Structure, r interp.RoleID, elements map[interp.Individual]uint32) []uint32 {
	var out []uint32
	all := s.Sources(r)
	if len(all) < len(c.reps) {
		for _, a := range all {
			if e, ok := elements[a]; ok {
				out = append(out, e)
			}
		}
		slices.Sort(out)
		return out
	}
	for e, a := range c.reps {
		if len(s.Successors(r, a)) > 0 {
			out = append(out, uint32(e))
		}
	}
	return out
}

// successorClasses returns the classes of the successors by the step, in the order in
// which they occur, and a member of each.
func successorClasses(
	s *interp.Structure, from *roleContext, k *roleStep, depth int, cs classes,
) ([]uint32, map[uint32]interp.Individual) {
	var ids []uint32
	reps := map[uint32]interp.Individual{}
	for _, e := range k.sources {
		for _, b := range s.Successors(k.role, from.reps[e]) {
			id := cs.Class(depth, b)
			if _, ok := reps[id]; !ok {
				reps[id] = b
				ids = append(ids, id)
			}
		}
	}
	return ids, reps
}
