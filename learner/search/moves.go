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
	if p.l == nil {
		n.moveThresholds(at, p.concept)
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
			inside.active = meet(make([]uint64, len(at.active)), at.active, n.arrange(sibling), p.op == opOr)
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

// replace solves for the best of each size at the place.
func (n *neighbourhood) replace(at *place) {
	for size := 1; size <= n.size && !n.over(); size++ {
		whole := at.rest + size
		if whole >= len(n.best) {
			return
		}
		if x := n.answer(goal{active: at.active, polarity: at.polarity, size: size, upper: n.upper(whole) - at.paid}); x != nil {
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
		active := meet(make([]uint64, len(at.active)), at.active, x, o == opOr)
		paid := at.paid + n.cost(meet(make([]uint64, len(at.active)), at.active, x, o == opAnd), at.polarity, x)
		for size := 1; size <= n.size && !n.over(); size++ {
			whole := at.rest + at.part.size + 1 + size
			if whole >= len(n.best) {
				break
			}
			if c := n.answer(goal{active: active, polarity: at.polarity, size: size, upper: n.upper(whole) - paid}); c != nil {
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
	n.ts.enumerateTo(g.size, n.solver.limits.tableWork/16)
	b := budget{limit: min(n.each, n.limit-n.work)}
	_, x, _ := n.solver.solve(g, &b)
	n.work += b.work + int64(n.solver.layout.words)
	if x == nil || n.ts.stopped() {
		return nil
	}
	return n.solver.concept(x)
}

// offerAt offers the concept with that part at the place.
func (n *neighbourhood) offerAt(at *place, p *part) {
	whole := at.rest + p.size
	if whole < len(n.best) && at.paid+n.cost(at.active, at.polarity, n.arrange(p)) < n.upper(whole) {
		n.offer(at.build(p))
	}
}

// moveThresholds moves the thresholds of a comparison or restriction, one after the other:
// it tries some values over the whole range, and then nearer and nearer to the best.
func (n *neighbourhood) moveThresholds(at *place, c dl.Concept) {
	for i, leaf := range dl.Leaves(c) {
		if comparison, ok := leaf.(dl.Compare); ok {
			c = n.moveLeaf(at, c, i, comparison)
		}
	}
}

// moveLeaf returns the concept with the best threshold found for that leaf.
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
