package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Improver looks for good concepts of all sizes, and proves nothing: it is a large
// neighbourhood search (ALGORITHM.md, section 11). It keeps what it has found from one
// run to the next.
type Improver struct {
	task interp.Task
	eval *interp.Evaluator
	// values are the values that thresholds may have, by FeatureID; nil if only those
	// of the space.
	values [][]dl.Value
	best   []record // by size: the best concept of at most that size
	queue  []*part  // whose neighbours have not been looked at
	finer  bool     // concepts may tell apart more examples than the space does
	err    error
}

// record is a concept and its classification.
type record struct {
	part      *part
	confusion interp.Confusion
}

// NewImprover makes an Improver for concepts of the task's space of at most MaxSize
// nodes. Thresholds may also be among the values, which are by FeatureID and sorted. The
// task's Found gets every concept that is better than those found before that are no
// larger. Best, Bound and Avoid are ignored.
func NewImprover(t interp.Task, values [][]dl.Value) *Improver {
	return &Improver{
		task: t, values: values, eval: interp.NewEvaluator(t.Problem.Structure),
		best: make([]record, t.MaxSize+1),
	}
}

// part is a concept whose truth at the examples is known: ¬, ⊓ or ⊔ of parts, or a leaf
// or restriction, which has no parts.
type part struct {
	concept dl.Concept
	op      op
	l, r    *part
	size    int
	bits    []uint64 // the examples where it holds, by element of the root context
}

// neighbourhood is the search with one set of tables, of concepts that replace a part.
type neighbourhood struct {
	*Improver
	ts       *tables
	solver   *solver
	weights  weights
	size     int   // the largest size of a replacement
	work     int64 // done, in words and rows
	limit    int64
	each     int64 // what a replacement may take
	literals map[dl.Concept]*part
}

// byIndividual has each individual in a class of its own, because values that are no
// thresholds of the space tell apart what the space does not.
type byIndividual struct{}

func (byIndividual) Class(_ int, a interp.Individual) uint32 { return uint32(a) }

// Round is what one run of an Improver may do.
type Round struct {
	Size       int          // the largest size of a replacement, in nodes
	Work, Each int64        // of the round and of each replacement, in words and rows: a nanosecond or a few
	Thresholds [][]dl.Value // of replacements, by FeatureID; nil: those of the task's space
	Start      []dl.Concept // concepts to improve, besides those found before
}

// Run improves what there is by replacements, until nothing improves or the work of the
// round is done. Work is counted, so the result depends on neither time nor workers. The
// error is the context's or that of Found; what was reported stays valid.
func (m *Improver) Run(ctx context.Context, r Round) error {
	t := m.task
	t.MaxSize = min(r.Size, t.MaxSize)
	if r.Thresholds != nil {
		t.Space.Thresholds = r.Thresholds
	}
	var examples classes // nil: by what the space tells apart
	if m.values != nil || len(r.Start) > 0 {
		m.finer = true
	}
	if m.finer {
		examples = byIndividual{}
	}
	ts, err := newTablesBy(ctx, &t, m.eval, nil, neighbourhoodBytes, defaultContexts, examples, true)
	if err != nil {
		return err
	}
	ts.workers = 1
	n := &neighbourhood{Improver: m, ts: ts, size: t.MaxSize, limit: r.Work, each: r.Each, literals: map[dl.Concept]*part{}}
	defer context.AfterFunc(ctx, func() { ts.cancelled.Store(true) })()
	n.aim()
	n.rebuild()
	for _, c := range r.Start {
		if p := n.partOf(c); p != nil {
			n.offer(p)
		}
	}
	n.replace(&place{active: n.solver.layout.all, build: func(p *part) *part { return p }})
	n.requeue() // with larger replacements, everything may improve again
	for !n.over() {
		p := n.next()
		if p == nil {
			if t.Score == interp.F1 && !t.Exact && n.aim() {
				n.requeue()
				continue
			}
			break
		}
		n.improve(p)
	}
	if m.err != nil {
		return m.err
	}
	return ctx.Err()
}

// over reports whether the run has to end.
func (n *neighbourhood) over() bool { return n.err != nil || n.work > n.limit || n.ts.stopped() }

// aim makes the solver for the weights with which a better score costs less. It reports
// whether they have changed.
func (n *neighbourhood) aim() bool {
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
		w, _ = better(n.task.Score, c)
	}
	if n.solver != nil && n.weights == w {
		return false
	}
	n.solver, n.weights = newSolver(n.ts, w, n.size, defaultLimits(1, neighbourhoodBytes)), w
	n.solver.improved = func(int64, *solution) {}
	return true
}

// rebuild makes the best concepts' parts for the tables of this run.
func (n *neighbourhood) rebuild() {
	n.queue = nil
	for i := range n.best {
		switch p := n.best[i].part; {
		case p == nil:
		case i > 0 && n.best[i-1].part != nil && n.best[i-1].part.concept == p.concept:
			n.best[i].part = n.best[i-1].part
		default:
			n.best[i].part = n.partOf(p.concept)
		}
	}
}

// requeue looks at the neighbours of the best concepts again.
func (n *neighbourhood) requeue() {
	n.queue = nil
	for i, b := range n.best {
		if b.part != nil && (i == 0 || n.best[i-1].part != b.part) {
			n.queue = append(n.queue, b.part)
		}
	}
}

// next takes the concept of the best score out of the queue, of these the smallest.
func (n *neighbourhood) next() *part {
	if len(n.queue) == 0 {
		return nil
	}
	at, least := 0, int64(0)
	for i, p := range n.queue {
		cost := n.cost(n.solver.layout.all, positive, n.arrange(p))
		if i == 0 || cost < least || cost == least && p.size < n.queue[at].size {
			at, least = i, cost
		}
	}
	p := n.queue[at]
	n.queue = slices.Delete(n.queue, at, at+1)
	return p
}

// offer keeps a concept if it is better than all that are no larger.
func (n *neighbourhood) offer(p *part) {
	if p.size >= len(n.best) || n.over() {
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
	if c.FN == 0 && c.FP == 0 { // only what is smaller can be better
		n.best = n.best[:p.size]
		n.queue = slices.DeleteFunc(n.queue, func(q *part) bool { return q.size >= p.size+n.size })
	}
}

// classify counts the examples of which the part is right, by their weights.
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

// arrange is where the part holds, in the bit layout.
func (n *neighbourhood) arrange(p *part) []uint64 {
	n.work += int64(len(n.solver.layout.source))
	return n.solver.layout.arrange(make([]uint64, 0, n.solver.layout.words), p.bits)
}

// cost is what a set, in the bit layout, costs on the active examples.
func (n *neighbourhood) cost(active []uint64, p polarity, x []uint64) int64 {
	l := n.solver.layout
	in, _ := l.weigh(active, l.all, p)
	hit, wrong := l.weigh(active, x, p)
	return in - hit + wrong
}

// partOf makes the part of a concept; nil if the evaluator fails.
func (n *neighbourhood) partOf(c dl.Concept) *part {
	switch c := c.(type) {
	case dl.Not:
		return n.join(opNot, n.partOf(c.C), nil)
	case dl.And:
		return n.join(opAnd, n.partOf(c.L), n.partOf(c.R))
	case dl.Or:
		return n.join(opOr, n.partOf(c.L), n.partOf(c.R))
	}
	if p, ok := n.literals[c]; ok {
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
	n.literals[c] = p
	return p
}

// join makes ¬l, l ⊓ r or l ⊔ r; nil if a part is.
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
