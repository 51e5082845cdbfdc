package search

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// part is a concept with its extension at the examples: ¬, ⊓ or ⊔ of parts, or a leaf or
// restriction, which has no parts.
type part struct {
	concept dl.Concept
	op      op
	l, r    *part
	size    int
	bits    []uint64 // the elements of the root context where it holds
}

// neighbourhood is one run of an Improver, with the tables of the replacements.
type neighbourhood struct {
	*Improver
	ts      *tables
	solver  *solver
	weights weights
	size    int   // the largest size of a replacement
	work    int64 // done, in words and rows
	limit   int64
	each    int64 // what a replacement may take
	parts   map[dl.Concept]*part
}

// isOver reports whether the run must end.
func (n *neighbourhood) isOver() bool { return n.err != nil || n.work > n.limit || n.ts.stopped() }

// setWeights makes the solver for weights with which concepts of a better score than the
// best cost less. It reports whether the weights have changed.
func (n *neighbourhood) setWeights() bool {
	best := n.best[len(n.best)-1]
	c := best.confusion
	if best.part == nil {
		c.FN, c.FP = n.task.Problem.TotalWeights()
		if n.task.Score == interp.F1 {
			c = interp.Confusion{TP: c.FN, FP: c.FP} // ⊤
		}
	}
	w := weights{1, 1}
	if !n.task.Exact {
		w, _ = weightsToBeat(n.task.Score, c)
	}
	if n.solver != nil && n.weights == w {
		return false
	}
	n.solver, n.weights = newSolver(n.ts, w, n.size, defaultLimits(1, neighbourhoodBytes)), w
	n.solver.onImprovement = func(int64, *solution) {}
	return true
}

// offer reports and keeps a concept if it is better than all earlier ones of at most its
// size.
func (n *neighbourhood) offer(p *part) {
	if p.size >= len(n.best) || n.isOver() {
		return
	}
	c := n.classify(p)
	before := n.best[p.size]
	if before.part != nil && n.task.Score.Compare(c, before.confusion) <= 0 {
		return
	}
	seen, err := n.task.Found(p.concept)
	if err == nil && seen != c {
		err = fmt.Errorf("%w: %+v claimed, %+v found, for %#v", ErrSearch, c, seen, p.concept)
	}
	if err != nil {
		n.err = err
		return
	}
	for k := p.size; k < len(n.best); k++ {
		if b := n.best[k]; b.part == nil || n.task.Score.Compare(c, b.confusion) > 0 {
			n.best[k] = record{p, c}
		}
	}
	n.queue = append(n.queue, p)
	if c.FN == 0 && c.FP == 0 { // only a smaller concept can be better
		n.best = n.best[:p.size]
		n.queue = slices.DeleteFunc(n.queue, func(q *part) bool { return q.size >= p.size+n.size })
	}
}

// classify returns the part's classification of the examples.
func (n *neighbourhood) classify(p *part) interp.Confusion {
	var c interp.Confusion
	problem := n.task.Problem
	in := func(a interp.Individual) bool { e := n.ts.element[a]; return p.bits[e/64]>>(e%64)&1 == 1 }
	for i, a := range problem.Pos {
		if in(a) {
			c.TP += problem.PosWeight(i)
		} else {
			c.FN += problem.PosWeight(i)
		}
	}
	for i, a := range problem.Neg {
		if in(a) {
			c.FP += problem.NegWeight(i)
		} else {
			c.TN += problem.NegWeight(i)
		}
	}
	return c
}

// arrange returns the extension of the part in the bit layout.
func (n *neighbourhood) arrange(p *part) []uint64 {
	n.work += int64(len(n.solver.layout.source))
	return n.solver.layout.arrange(make([]uint64, 0, n.solver.layout.words), p.bits)
}

// cost returns the cost of a set, in the bit layout, on the active examples.
func (n *neighbourhood) cost(active []uint64, p polarity, x []uint64) int64 {
	l := n.solver.layout
	in, _ := l.weigh(active, l.all, p)
	hit, wrong := l.weigh(active, x, p)
	return in - hit + wrong
}

// makePart returns the part of a concept, nil if the evaluator fails.
func (n *neighbourhood) makePart(c dl.Concept) *part {
	switch c := c.(type) {
	case dl.Not:
		return n.join(opNot, n.makePart(c.C), nil)
	case dl.And:
		return n.join(opAnd, n.makePart(c.L), n.makePart(c.R))
	case dl.Or:
		return n.join(opOr, n.makePart(c.L), n.makePart(c.R))
	}
	if p, ok := n.parts[c]; ok {
		return p
	}
	x, err := n.eval.Extension(c)
	if err != nil {
		n.err = err
		return nil
	}
	p := &part{concept: c, op: opLeaf, size: dl.Size(c), bits: make([]uint64, len(n.ts.root.full))}
	for e, a := range n.ts.root.reps {
		if x.Test(uint(a)) {
			p.bits[e/64] |= 1 << (e % 64)
		}
	}
	n.work += int64(n.task.Problem.Structure.Len() / 8)
	n.parts[c] = p
	return p
}

func (n *neighbourhood) join(o op, l, r *part) *part {
	if l == nil || o != opNot && r == nil {
		return nil
	}
	p := &part{op: o, l: l, r: r, bits: make([]uint64, len(l.bits))}
	switch o {
	case opNot:
		p.concept, p.size = dl.Not{C: l.concept}, l.size+1
		for i, w := range l.bits {
			p.bits[i] = n.ts.root.full[i] &^ w
		}
	case opAnd:
		p.concept, p.size = dl.And{L: l.concept, R: r.concept}, l.size+r.size+1
		for i, w := range l.bits {
			p.bits[i] = w & r.bits[i]
		}
	default:
		p.concept, p.size = dl.Or{L: l.concept, R: r.concept}, l.size+r.size+1
		for i, w := range l.bits {
			p.bits[i] = w | r.bits[i]
		}
	}
	n.work += int64(len(p.bits))
	return p
}
