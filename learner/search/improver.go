package search

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Improver finds good concepts of all sizes by large neighbourhood search (ALGORITHM.md,
// section 11). It proves nothing. It keeps the concepts found from one run to the next.
type Improver struct {
	task interp.Task
	eval *interp.Evaluator
	// values are the allowed thresholds, by FeatureID; nil means those of the space.
	values [][]dl.Value
	best   []record // by size: the best concept of at most that size
	queue  []*part  // concepts whose neighbours have not been visited
	finer  bool     // whether concepts may distinguish examples that the space does not
	err    error
}

// record is a concept with its classification.
type record struct {
	part      *part
	confusion interp.Confusion
}

// NewImprover makes an Improver for concepts of the task's space with at most MaxSize
// nodes. Their thresholds may also be any of the values, which are by FeatureID and sorted.
// The Improver calls the task's Found with every concept that is better than all earlier
// ones of at most its size. It ignores Best and Bound.
func NewImprover(t interp.Task, values [][]dl.Value) *Improver {
	return &Improver{
		task: t, values: values, eval: interp.NewEvaluator(t.Problem.Structure),
		best: make([]record, t.MaxSize+1),
	}
}

// Round bounds one run of an Improver.
type Round struct {
	Size       int          // the largest size of a replacement, in nodes
	Work, Each int64        // the work of the round and of each replacement, in words and rows of a few nanoseconds
	Thresholds [][]dl.Value // of replacements, by FeatureID; nil: those of the task's space
	Start      []dl.Concept // concepts to improve, besides those found before
}

// Run improves the best concepts by replacements, until no replacement improves them or the
// work of the round is done. Work is counted, so the result depends on neither time nor
// workers. The error is that of the context or of Found; the concepts reported stay valid.
func (m *Improver) Run(ctx context.Context, r Round) error {
	t := m.task
	t.MaxSize = min(r.Size, t.MaxSize)
	if r.Thresholds != nil {
		t.Space.Thresholds = r.Thresholds
	}
	var examples classes // nil: the classes that the space distinguishes
	if m.values != nil || len(r.Start) > 0 {
		m.finer = true
	}
	if m.finer {
		examples = byIndividual{}
	}
	l := defaultLimits(1, neighbourhoodBytes)
	ts, err := newTablesBy(ctx, &t, m.eval, neighbourhoodBytes, l.contexts, examples, true)
	if err != nil {
		return err
	}
	ts.workers = 1
	n := &neighbourhood{Improver: m, ts: ts, size: t.MaxSize, limit: r.Work, each: r.Each, parts: map[dl.Concept]*part{}}
	defer context.AfterFunc(ctx, func() { ts.cancelled.Store(true) })()
	n.setWeights()
	n.rebuild()
	for _, c := range r.Start {
		if p := n.makePart(c); p != nil {
			n.offer(p)
		}
	}
	n.replace(&position{active: n.solver.layout.all, build: func(p *part) *part { return p }})
	n.requeue() // larger replacements may improve every concept again
	for !n.isOver() {
		p := n.takeBest()
		if p == nil {
			if t.Score == interp.F1 && !t.Exact && n.setWeights() {
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

// byIndividual puts each individual in a class of its own, because values that are not
// thresholds of the space may distinguish individuals that the space does not.
type byIndividual struct{}

func (byIndividual) Class(_ int, a interp.Individual) uint32 { return uint32(a) }

// rebuild makes the parts of the best concepts again, for the tables of this run.
func (n *neighbourhood) rebuild() {
	n.queue = nil
	for i := range n.best {
		switch p := n.best[i].part; {
		case p == nil:
		case i > 0 && n.best[i-1].part != nil && n.best[i-1].part.concept == p.concept:
			n.best[i].part = n.best[i-1].part
		default:
			n.best[i].part = n.makePart(p.concept)
		}
	}
}

// requeue replaces the queue by the best concepts.
func (n *neighbourhood) requeue() {
	n.queue = nil
	for i, b := range n.best {
		if b.part != nil && (i == 0 || n.best[i-1].part != b.part) {
			n.queue = append(n.queue, b.part)
		}
	}
}

// takeBest removes the cheapest concept from the queue, a smallest one of equally cheap
// ones, and returns it; nil if the queue is empty.
func (n *neighbourhood) takeBest() *part {
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
