package search

import (
	"github.com/genus-kg/genus/learner/dl"
)

// position is the position of a part in a concept.
type position struct {
	active   []uint64 // the examples that the part can still change, in the bit layout
	polarity polarity
	rest     int               // the number of nodes of the concept around the part
	paid     int64             // the cost of the concept on the other examples
	part     *part             // nil if there is none yet
	build    func(*part) *part // returns the concept with another part at the position
}

// improve visits the neighbours of a concept: it frees each of its parts outside
// restrictions.
func (n *neighbourhood) improve(p *part) {
	all := n.solver.layout.all
	n.freeParts(p, &position{active: all, part: p, build: func(q *part) *part { return q }},
		n.cost(all, positive, n.arrange(p)))
}

// freeParts offers the concepts with another part at the position, and then those with
// another part at the positions in it. cost is that of the whole concept p.
func (n *neighbourhood) freeParts(p *part, at *position, cost int64) {
	if n.isOver() {
		return
	}
	x := n.arrange(p)
	at.paid = cost - n.cost(at.active, at.polarity, x)
	n.replace(at)
	n.addOperands(at, x)
	if p.l == nil {
		n.moveThresholds(at, p.concept)
	}
	for i, child := range []*part{p.l, p.r} {
		if child == nil {
			continue
		}
		n.offerAt(at, child) // p without the other operand
		inside := &position{polarity: at.polarity, rest: at.rest + p.size - child.size, part: child}
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
		n.freeParts(child, inside, cost)
	}
}

// replace offers the best replacement of each size at the position.
func (n *neighbourhood) replace(at *position) {
	for size := 1; size <= n.size && !n.isOver(); size++ {
		whole := at.rest + size
		if whole >= len(n.best) {
			return
		}
		if x := n.solveGoal(
			goal{active: at.active, polarity: at.polarity, size: size, upper: n.upper(whole) - at.paid}); x != nil {
			n.offer(at.build(n.makePart(x)))
		}
	}
}

// addOperands offers the best additional operand of each size, by ⊓ and ⊔, for the part at
// the position, which holds at x.
func (n *neighbourhood) addOperands(at *position, x []uint64) {
	for _, o := range []op{opAnd, opOr} {
		if !n.ts.has(map[op]dl.Language{opAnd: dl.WithAnd, opOr: dl.WithOr}[o]) {
			continue
		}
		// Below ⊓ the operand can change the examples in x, below ⊔ those outside.
		active := meet(make([]uint64, len(at.active)), at.active, x, o == opOr)
		paid := at.paid + n.cost(meet(make([]uint64, len(at.active)), at.active, x, o == opAnd), at.polarity, x)
		for size := 1; size <= n.size && !n.isOver(); size++ {
			whole := at.rest + at.part.size + 1 + size
			if whole >= len(n.best) {
				break
			}
			if c := n.solveGoal(
				goal{active: active, polarity: at.polarity, size: size, upper: n.upper(whole) - paid}); c != nil {
				n.offer(at.build(n.join(o, n.makePart(c), at.part)))
			}
		}
	}
}

// upper returns the cost that a concept of that size must be below.
func (n *neighbourhood) upper(size int) int64 {
	b := n.best[size]
	if b.part == nil {
		return infinite
	}
	return n.weights.cost(b.confusion) - n.solver.layout.base
}

// solveGoal returns the solver's concept for the goal, nil if there is none or if it takes
// too much work.
func (n *neighbourhood) solveGoal(g goal) dl.Concept {
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

func (n *neighbourhood) offerAt(at *position, p *part) {
	whole := at.rest + p.size
	if whole < len(n.best) && at.paid+n.cost(at.active, at.polarity, n.arrange(p)) < n.upper(whole) {
		n.offer(at.build(p))
	}
}

// moveThresholds moves the thresholds of a comparison or restriction, one after the other.
// It tries some values over the whole range first, and then values closer to the best.
func (n *neighbourhood) moveThresholds(at *position, c dl.Concept) {
	for i, leaf := range dl.Leaves(c) {
		if comparison, ok := leaf.(dl.Compare); ok {
			c = n.moveLeaf(at, c, i, comparison)
		}
	}
}

// moveLeaf returns the concept with the best threshold found for that leaf.
func (n *neighbourhood) moveLeaf(at *position, c dl.Concept, i int, leaf dl.Compare) dl.Concept {
	with := func(v dl.Value) dl.Concept {
		moved := leaf
		moved.Value = v
		return dl.WithLeaf(c, i, moved)
	}
	f, ok := n.task.Problem.Structure.Signature().FeatureID(leaf.Feature)
	if !ok || !leaf.Op.IsOrder() || n.values == nil {
		return c
	}
	var values []dl.Value
	for _, v := range n.values[f] {
		if isComparable(v, leaf.Value) {
			values = append(values, v)
		}
	}
	best := c
	least := int64(infinite)
	centre := 0
	try := func(k int) {
		if p := n.makePart(with(values[k])); p != nil {
			n.work += int64(n.task.Problem.Structure.Len())
			if cost := n.cost(at.active, at.polarity, n.arrange(p)); cost < least {
				best = p.concept
				least = cost
				centre = k
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
			if k >= 0 && k < len(values) && !n.isOver() {
				try(k)
			}
		}
		if step == 1 || n.isOver() {
			break
		}
	}
	if best != c {
		n.offerAt(at, n.makePart(best))
	}
	return best
}

func isComparable(v, w dl.Value) bool { _, ok := v.Cmp(w); return ok }
