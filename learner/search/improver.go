package search

import (
	"context"
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
	l := defaultLimits(1, neighbourhoodBytes)
	ts, err := newTablesBy(ctx, &t, m.eval, nil, neighbourhoodBytes, l.contexts, examples, true)
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

// byIndividual has each individual in a class of its own, because values that are no
// thresholds of the space tell apart what the space does not.
type byIndividual struct{}

func (byIndividual) Class(_ int, a interp.Individual) uint32 { return uint32(a) }

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
