package search

import (
	"sync"

	"github.com/genus-kg/genus/learner/dl"
)

// examples is the subproblem at the active examples, for concepts of exactly one size.
type examples struct {
	w        *worker
	active   []uint64
	polarity polarity
	in, out  int64   // weights of the active positive and negative classes
	lower    []int64 // lower[j] bounds the cost of concepts of size j, for j < size
	belowNot bool
	whole    bool // whether all examples are active, so that solutions are reported

	// The cost of the incumbent, and the incumbent itself if it was found here. least is a
	// lower bound for all concepts: the least of the costs and bounds met.
	cost, least int64
	best        *solution
}

// solve returns the cheapest concept of size at most k on the active examples and its
// cost, if that is less than upper. Otherwise it returns nil and a lower bound of the cost
// that is at least upper. lower[j] is a lower bound of the cost at size j, for j ≤ k, and
// never grows with j; solve raises it. If the search is stopped, a solution is still
// valid, but the cost and lower prove nothing.
//
// It deepens iteratively: the proofs for smaller sizes cost little and prune the larger
// ones.
func (w *worker) solve(active []uint64, p polarity, k int, upper int64, lower []int64, whole bool) (int64, *solution) {
	w.memo.raise(active, p, lower[:k+1])
	if lower[k] >= upper {
		return lower[k], nil
	}
	var best *solution
	in, out := w.layout.weigh(active, w.layout.all, p)
	scanned := min(k, w.scanSize)
	if v, i := w.scanFront(active, p, in, 1, scanned, lower); v < upper {
		upper, best = v, &solution{op: opLeaf, entry: w.fronts[p].entry[i]}
		if whole {
			w.onImprovement(v, best)
		}
	}
	for j := scanned + 1; j <= k && upper > 0; j++ {
		if w.stopped() {
			return upper, best
		}
		if lower[j] >= upper {
			continue
		}
		f := w.push()
		e := &f.examples
		*e = examples{
			w:        w,
			active:   active,
			polarity: p,
			in:       in,
			out:      out,
			lower:    lower,
			whole:    whole,
			cost:     upper,
			least:    infinite,
		}
		w.expand(e, j, false)
		w.pop()
		if e.best != nil {
			upper, best = e.cost, e.best
		}
		if w.stopped() {
			return upper, best
		}
		lower[j] = max(lower[j], min(lower[j-1], e.least))
	}
	if k > scanned {
		w.memo.store(active, p, lower[:k+1])
	}
	if best != nil {
		return upper, best
	}
	return max(lower[k], upper), nil
}

func (w *worker) chargeWeighing(operands int) {
	w.budget.work += int64(operands) * int64(w.layout.words)
}

// scanFront returns the cost and the index of the cheapest entry of the front with a size
// from first to last; the index is -1 if there is none. If lower is not nil, it raises
// lower[s] to the cost of the cheapest entry up to size s; no smaller concept may be
// cheaper.
func (w *worker) scanFront(active []uint64, p polarity, in int64, first, last int, lower []int64) (int64, int) {
	f := &w.fronts[p]
	best, at := int64(infinite), -1
	for s := first; s <= last; s++ {
		lo, hi := f.span(s, s)
		w.chargeWeighing(hi - lo)
		for i := lo; i < hi; i++ {
			a, b := w.layout.weigh(active, f.bits[i*len(active):], p)
			if v := in - a + b; v < best {
				best, at = v, i
			}
		}
		if lower != nil {
			lower[s] = max(lower[s], best)
		}
	}
	return best, at
}

// take makes a solution of that cost the incumbent, if it is cheaper, and reports whether
// it is. If x is nil, the cost is a bound only.
func (e *examples) take(cost int64, x *solution) bool {
	e.least = min(e.least, cost)
	if x == nil || cost >= e.cost {
		return false
	}
	e.cost, e.best = cost, x
	return true
}

func (e *examples) report(cost int64, x *solution) {
	switch {
	case e.whole && e.belowNot:
		e.w.onImprovement(cost, &solution{op: opNot, rest: x})
	case e.whole:
		e.w.onImprovement(cost, x)
	}
}

// takeAndReport takes a solution or a bound, and reports a solution that becomes the
// incumbent.
func (e *examples) takeAndReport(cost int64, x *solution) {
	if e.take(cost, x) {
		e.report(cost, x)
	}
}

func (e *examples) upper() int64 { return e.cost }

func (e *examples) prune(bound int64) { e.take(bound, nil) }

// scan scans the Pareto front. Outside ¬, solve has scanned the small sizes already.
func (e *examples) scan(size int) bool {
	w := e.w
	if size > w.scanSize {
		return false
	}
	if v, i := w.scanFront(e.active, e.polarity, e.in, size, size, nil); i >= 0 {
		e.takeAndReport(v, &solution{op: opLeaf, entry: w.fronts[e.polarity].entry[i]})
	}
	return true
}

// solveRestrictions takes the cheapest restriction that is listed, or searches for it.
func (e *examples) solveRestrictions(size int) {
	w := e.w
	if w.ts.rootRestrictions.maxSize() >= size {
		if v, i := e.scanRestrictions(size); i >= 0 {
			e.takeAndReport(v, &solution{op: opLeaf, isRestriction: true, entry: uint32(i)})
		}
		return
	}
	found := func(cost int64, c dl.Concept) { e.report(cost, &solution{op: opLeaf, concept: c}) }
	v, c := w.searchRestrictions(e.active, e.polarity, size, e.cost, e.whole, found)
	e.take(v, nil)
	if c != nil {
		e.take(v, &solution{op: opLeaf, concept: c})
	}
}

// scanRestrictions returns the cheapest listed restriction of that size, -1 if there is
// none, and its cost.
func (e *examples) scanRestrictions(size int) (cost int64, entry int32) {
	w := e.w
	if e.whole {
		c := w.cheapest[size][e.polarity]
		return c.cost, c.entry
	}
	f := &w.restrictionFronts[e.polarity]
	best, at := int64(infinite), int32(-1)
	lo, hi := f.span(size, size)
	for i := lo; i < hi; i++ {
		a, b := w.layout.weigh(e.active, f.bits[i*len(e.active):], e.polarity)
		if v := e.in - a + b; v < best {
			best, at = v, int32(f.entry[i])
		}
	}
	return best, at
}

// listOperands lists the operands of the Pareto front whose bound is below the incumbent.
// C ⊓ D pays for the positive classes outside C and is right about the negative classes
// outside C; D decides the classes in C only. Dually for ⊔. D costs at least lower on all
// active examples, so on a part at least lower minus the weight of the rest.
func (e *examples) listOperands(f *frame, size int) {
	w := e.w
	and, or := w.ts.has(dl.WithAnd), w.ts.has(dl.WithOr)
	list := f.operands
	fr := &w.fronts[e.polarity]
	for s := 1; s <= (size-1)/2; s++ {
		larger := e.lower[size-1-s]
		lo, hi := fr.span(s, s)
		if w.chargeWeighing(4 * (hi - lo)); w.stopped() { // including the sort
			break
		}
		for i := lo; i < hi; i++ {
			in, out := w.layout.weigh(e.active, fr.bits[i*len(e.active):], e.polarity)
			if and && out < e.out && fr.op[i] != opAnd {
				paid := e.in - in
				if bound := max(paid, larger-(e.out-out)); bound < e.cost {
					list = append(list, operand{paid, bound, int32(i), int16(s), false})
				} else {
					e.least = min(e.least, bound)
				}
			}
			if or && in > 0 && fr.op[i] != opOr {
				if bound := max(out, larger-in); bound < e.cost {
					list = append(list, operand{out, bound, int32(i), int16(s), true})
				} else {
					e.least = min(e.least, bound)
				}
			}
		}
	}
	f.operands = list
}

func (e *examples) solveLarger(f *frame, o operand, size int) {
	v, x := e.solveRest(e.w, f, o, size, e.cost)
	e.takeAndReport(v, x)
}

func (e *examples) solveRest(w *worker, f *frame, o operand, size int, upper int64) (int64, *solution) {
	f.rest = resize(f.rest, len(e.active))
	meet(f.rest, e.active, e.w.fronts[e.polarity].bits[int(o.entry)*len(e.active):], o.or)
	in, out := w.layout.weigh(f.rest, w.layout.all, e.polarity)
	gone := e.in + e.out - in - out
	rest := size - 1 - int(o.size)
	lower := f.lower[:rest+1]
	lower[0] = infinite
	for j := 1; j <= rest; j++ {
		lower[j] = max(e.lower[j]-gone, 0)
	}
	v, x := w.solve(f.rest, e.polarity, rest, upper-o.rank, lower, false)
	if x == nil {
		return v + o.rank, nil
	}
	return v + o.rank, &solution{op: o.operator(), entry: w.fronts[e.polarity].entry[o.entry], rest: x}
}

// solveNegation searches ¬C, whose cost is that of C at the other polarity. The lower
// bounds shift by one, because ¬D is larger than D by one.
func (e *examples) solveNegation(size int) {
	w := e.w
	f := w.push()
	defer w.pop()
	lower := f.lower[:size+1]
	lower[0], lower[size] = infinite, 0
	for j := 1; j < size; j++ {
		lower[j] = e.lower[j+1]
	}
	p := e.polarity.opposite()
	w.memo.raise(e.active, p, lower)
	if lower[size] >= e.cost {
		e.take(lower[size], nil)
		return
	}
	c := &f.examples
	*c = examples{
		w: w, active: e.active, polarity: p, in: e.out, out: e.in, lower: lower, belowNot: true, whole: e.whole,
		cost: e.cost, least: infinite,
	}
	w.expand(c, size, true)
	e.take(c.least, nil)
	if c.best != nil {
		e.take(c.cost, &solution{op: opNot, rest: c.best})
	}
}

// share divides the operands among the workers, if all examples are active and the search
// has no budget. Like one worker, it returns the solution of the first of the best
// operands: an operand before that of the incumbent may have an equal cost, too.
func (e *examples) share(f *frame, size int) bool {
	if !e.whole || e.w.budget.limit < unlimited || e.w.limits.workers == 1 || len(f.operands) < 2 {
		return false
	}
	var (
		mu    sync.Mutex
		next  int
		first = -1 // the operand of the best
		group sync.WaitGroup
	)
	for range e.w.limits.workers {
		group.Go(func() {
			w := &worker{solver: e.w.solver, budget: &budget{limit: unlimited}}
			own := w.push()
			for {
				mu.Lock()
				i, limit := next, e.cost
				next++
				if i < first {
					limit++
				}
				mu.Unlock()
				if i >= len(f.operands) || w.stopped() {
					return
				}
				o := f.operands[i]
				cost, x := o.bound, (*solution)(nil)
				if cost < limit {
					cost, x = e.solveRest(w, own, o, size, limit)
				}
				mu.Lock()
				switch {
				case x != nil && cost < e.cost:
					e.take(cost, x)
					first = i
					e.report(cost, x)
				case x != nil && cost == e.cost && i < first:
					e.best, first = x, i
				default:
					e.take(cost, nil)
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return true
}
