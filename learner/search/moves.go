package search

import (
	"github.com/genus-kg/genus/learner/dl"
)

// place is where a part is in a concept: what the rest of the concept leaves to it.
type place struct {
	active   []uint64 // the examples that it can still change, in the bit layout
	polarity polarity
	rest     int   // nodes of the concept around it
	paid     int64 // what the concept costs on the other examples
	part     *part // what is there, nil if nothing
	build    func(*part) *part
}

// improve looks at the neighbours of a concept: it frees each of its parts outside
// restrictions.
func (n *neighbourhood) improve(p *part) {
	all := n.solver.layout.all
	n.free(p, &place{active: all, part: p, build: func(q *part) *part { return q }}, n.cost(all, positive, n.arrange(p)))
}

// free looks at what could be at the place instead of the part that is there, and then
// at the places in it. cost is that of the whole concept.
func (n *neighbourhood) free(p *part, at *place, cost int64) {
	if n.over() {
		return
	}
	x := n.arrange(p)
	at.paid = cost - n.cost(at.active, at.polarity, x)
	n.replace(at)
	n.extend(at, x)
	switch c := p.concept.(type) {
	case dl.Compare:
		n.moveThreshold(at, c)
	case dl.AtLeast, dl.AtMost:
		n.moveNumber(at, c)
		n.moveInside(at, c)
	case dl.Exists, dl.ForAll:
		n.moveInside(at, c)
	}
	for i, child := range []*part{p.l, p.r} {
		if child == nil {
			continue
		}
		n.offerAt(at, child) // p without the other operand
		inside := &place{polarity: at.polarity, rest: at.rest + p.size - child.size, part: child}
		switch p.op {
		case opNot:
			inside.active, inside.polarity = at.active, at.polarity.opposite()
			inside.build = func(q *part) *part { return at.build(n.join(opNot, q, nil)) }
		default:
			sibling := []*part{p.r, p.l}[i]
			inside.active = meet(at.active, n.arrange(sibling), p.op == opOr)
			inside.build = func(q *part) *part {
				if i == 0 {
					return at.build(n.join(p.op, q, sibling))
				}
				return at.build(n.join(p.op, sibling, q))
			}
		}
		n.free(child, inside, cost)
	}
}

// meet is active ∩ x, or active \ x.
func meet(active, x []uint64, without bool) []uint64 {
	out := make([]uint64, len(active))
	for i, a := range active {
		if without {
			out[i] = a &^ x[i]
		} else {
			out[i] = a & x[i]
		}
	}
	return out
}

// replace solves for the best of each size at the place.
func (n *neighbourhood) replace(at *place) {
	for size := 1; size <= n.size && !n.over(); size++ {
		whole := at.rest + size
		if whole >= len(n.best) {
			return
		}
		if x := n.answer(goal{at.active, at.polarity, size, n.upper(whole) - at.paid}); x != nil {
			n.offer(at.build(n.partOf(x)))
		}
	}
}

// extend solves for the best operand of ⊓ and ⊔ with what is at the place.
func (n *neighbourhood) extend(at *place, x []uint64) {
	for _, o := range []op{opAnd, opOr} {
		if !n.ts.has(map[op]dl.Language{opAnd: dl.WithAnd, opOr: dl.WithOr}[o]) {
			continue
		}
		// The operand can change what is in x below ⊓, and what is outside below ⊔.
		active := meet(at.active, x, o == opOr)
		paid := at.paid + n.cost(meet(at.active, x, o == opAnd), at.polarity, x)
		for size := 1; size <= n.size && !n.over(); size++ {
			whole := at.rest + at.part.size + 1 + size
			if whole >= len(n.best) {
				break
			}
			if c := n.answer(goal{active, at.polarity, size, n.upper(whole) - paid}); c != nil {
				n.offer(at.build(n.join(o, n.partOf(c), at.part)))
			}
		}
	}
}

// upper is the cost that a concept of that size has to be below.
func (n *neighbourhood) upper(size int) int64 {
	b := n.best[size]
	if b.part == nil {
		return infinite
	}
	return n.weights.cost(b.confusion) - n.solver.layout.base
}

// answer is the concept that the solver finds for the goal, nil if there is none or it
// would take too much work.
func (n *neighbourhood) answer(g goal) dl.Concept {
	if g.upper <= 0 {
		return nil
	}
	n.ts.enumerateTo(g.size, defaultTableWork/16)
	s := n.solver
	if s.prepare(g.size, false); n.over() {
		return nil
	}
	w := &worker{solver: s, budget: budget{limit: min(n.each, n.limit-n.work)}, short: true}
	_, x := w.solve(g.active, g.polarity, g.size, g.upper, make([]int64, g.size+1), false)
	n.work += w.budget.work + int64(s.layout.words)
	if x == nil || n.ts.stopped() {
		return nil
	}
	return s.concept(x)
}

// offerAt offers the concept with that part at the place.
func (n *neighbourhood) offerAt(at *place, p *part) {
	whole := at.rest + p.size
	if whole < len(n.best) && at.paid+n.cost(at.active, at.polarity, n.arrange(p)) < n.upper(whole) {
		n.offer(at.build(p))
	}
}

// moveNumber tries every number of ≥n or ≤n.
func (n *neighbourhood) moveNumber(at *place, c dl.Concept) {
	role, _ := dl.RoleOf(c)
	id, ok := n.task.Problem.Structure.Signature().RoleID(role)
	if !ok {
		return
	}
	for i := 0; i <= min(n.task.Space.MaxNumber, n.task.Problem.Structure.MaxSuccessors(id)) && !n.over(); i++ {
		switch c := c.(type) {
		case dl.AtLeast:
			if c.N = i; i > 0 {
				n.offerAt(at, n.partOf(c))
			}
		case dl.AtMost:
			c.N = i
			n.offerAt(at, n.partOf(c))
		}
	}
}

// moveThreshold moves a threshold to the value that costs least, by one scan of the
// active examples in the order of their values.
func (n *neighbourhood) moveThreshold(at *place, c dl.Compare) {
	s := n.task.Problem.Structure
	f, ok := s.Signature().FeatureID(c.Feature)
	if !ok || c.Op == dl.Equal || n.values == nil {
		return
	}
	// An example is in for f ≥ v if its greatest value of v's kind is at least v.
	in, out := make([]int64, len(n.ts.root.reps)), make([]int64, len(n.ts.root.reps))
	n.solver.layout.costs(at.active, at.polarity, in, out)
	all := s.Values(f)
	lo, hi := comparableRange(all, c)
	gain := make([]int64, len(all)+1) // by rank: what the examples cost more if they are in
	for e, a := range n.ts.root.reps {
		best := -1
		for _, r := range s.Ranks(f, a) {
			if rank := int(r); rank >= lo && rank < hi && (best < 0 || (rank > best) == (c.Op == dl.GreaterEq)) {
				best = rank
			}
		}
		if best >= 0 {
			gain[best] += in[e] - out[e]
		}
	}
	n.work += int64(2*len(n.ts.root.reps) + hi - lo)
	allowed := map[dl.Value]bool{}
	for _, v := range n.values[f] {
		allowed[v] = true
	}
	sum, least, found := int64(0), int64(infinite), c
	visit := func(rank int) {
		sum += gain[rank]
		if sum < least && allowed[all[rank]] {
			least, found.Value = sum, all[rank]
		}
	}
	if c.Op == dl.GreaterEq {
		for rank := hi - 1; rank >= lo; rank-- {
			visit(rank)
		}
	} else {
		for rank := lo; rank < hi; rank++ {
			visit(rank)
		}
	}
	if found.Value != c.Value {
		n.offerAt(at, n.partOf(found))
	}
}

// comparableRange returns the range of the values that the threshold of the comparison
// is comparable with.
func comparableRange(all []dl.Value, c dl.Compare) (lo, hi int) {
	lo, hi = dl.Range(all, c.Op, c.Value)
	for c.Op == dl.GreaterEq && lo > 0 && comparable(all[lo-1], c.Value) {
		lo--
	}
	for c.Op == dl.LessEq && hi < len(all) && comparable(all[hi], c.Value) {
		hi++
	}
	return lo, hi
}

// moveInside moves the thresholds below a restriction, one after the other: it tries
// some values over the whole range, and then nearer and nearer to the best.
func (n *neighbourhood) moveInside(at *place, c dl.Concept) {
	for i, leaf := range dl.Leaves(c) {
		if comparison, ok := leaf.(dl.Compare); ok {
			c = n.moveLeaf(at, c, i, comparison)
		}
	}
}

// moveLeaf returns the restriction with the best threshold found for that leaf.
func (n *neighbourhood) moveLeaf(at *place, c dl.Concept, i int, leaf dl.Compare) dl.Concept {
	with := func(v dl.Value) dl.Concept {
		moved := leaf
		moved.Value = v
		return dl.WithLeaf(c, i, moved)
	}
	f, ok := n.task.Problem.Structure.Signature().FeatureID(leaf.Feature)
	if !ok || leaf.Op == dl.Equal || n.values == nil {
		return c
	}
	var values []dl.Value
	for _, v := range n.values[f] {
		if comparable(v, leaf.Value) {
			values = append(values, v)
		}
	}
	best, least, centre := c, int64(infinite), 0
	try := func(k int) {
		if p := n.partOf(with(values[k])); p != nil {
			n.work += int64(n.task.Problem.Structure.Len())
			if cost := n.cost(at.active, at.polarity, n.arrange(p)); cost < least {
				best, least, centre = p.concept, cost, k
			}
		}
	}
	const tries = 8 // on either side
	for step := len(values)/(2*tries) + 1; len(values) > 0; step = (step + tries - 1) / tries {
		middle := centre
		if least == infinite {
			middle = len(values) / 2
		}
		for k := middle - tries*step; k <= middle+tries*step; k += step {
			if k >= 0 && k < len(values) && !n.over() {
				try(k)
			}
		}
		if step == 1 || n.over() {
			break
		}
	}
	if best != c {
		n.offerAt(at, n.partOf(best))
	}
	return best
}

func comparable(v, w dl.Value) bool { _, ok := v.Cmp(w); return ok }
