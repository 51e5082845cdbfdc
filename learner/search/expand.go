package search

import "github.com/genus-kg/genus/learner/dl"

// query asks for concepts of size exactly k.
type query struct {
	care     []uint64
	flipped  bool
	k        int
	low      []int64 // low[j] for j < k bounds what smaller concepts cost
	in, out  int64   // weights of what of care ought to be in, and out
	belowNot bool    // ¬ is around the concept, so that another ¬ is useless
	top      bool    // care is all there is: solutions are reported
}

// answer is the cheapest solution that costs less than ub was at first, and
// then ub is its cost. least is a lower bound for every concept of the query:
// the least of the costs and bounds that were met.
type answer struct {
	ub, least int64
	best      *solution
}

// take takes a solution of that cost, or, if it is nil, a bound.
func (a *answer) take(cost int64, x *solution) bool {
	a.least = min(a.least, cost)
	if x == nil || cost >= a.ub {
		return false
	}
	a.ub, a.best = cost, x
	return true
}

// report reports a solution of the query, if it is at the top.
func (w *worker) report(q query, cost int64, x *solution) {
	switch {
	case q.top && q.belowNot:
		w.improved(cost, &solution{op: opNot, rest: x})
	case q.top:
		w.improved(cost, x)
	}
}

// expand answers a query. Its size must be above what solve scans, unless it is
// below ¬.
func (w *worker) expand(q query, ub int64) answer {
	a := answer{ub: ub, least: infinite}
	if q.k <= w.scan {
		if v, i := w.scanFront(q.care, q.flipped, q.in, q.k, q.k, nil); i >= 0 {
			w.takeBest(q, &a, v, &solution{op: opLeaf, entry: w.front[way(q.flipped)].entry[i]})
		}
		return a
	}
	if w.st.rooted.sizes() >= q.k {
		if v, i := w.scanRooted(q); i >= 0 {
			w.takeBest(q, &a, v, &solution{op: opLeaf, rooted: true, entry: uint32(i)})
		}
	} else {
		found := func(cost int64, c dl.Concept) { w.report(q, cost, &solution{op: opLeaf, deep: c}) }
		v, c := w.descend(q.care, q.flipped, q.k, a.ub, q.top, found)
		a.take(v, nil)
		if c != nil {
			a.take(v, &solution{op: opLeaf, deep: c})
		}
	}
	f := w.push()
	defer w.pop()
	b := w.binary(f, q, a.ub)
	a.take(b.least, nil)
	if b.best != nil {
		a.take(b.ub, b.best)
	}
	if q.belowNot || !w.st.has(dl.WithNot) || w.st.halted() {
		return a
	}
	w.negation(f, q, &a)
	return a
}

// takeBest takes a solution or a bound, and reports a solution that is taken.
func (w *worker) takeBest(q query, a *answer, cost int64, x *solution) {
	if a.take(cost, x) {
		w.report(q, cost, x)
	}
}

// negation answers for ¬C, which costs what C does the other way round. The
// bounds shift by one: ¬D, one larger than D, costs what D does.
func (w *worker) negation(f *frame, q query, a *answer) {
	k := q.k - 1
	low := f.flipped[:k+1]
	low[0], low[k] = infinite, 0
	for j := 1; j < k; j++ {
		low[j] = q.low[j+1]
	}
	w.bounds.raise(q.care, !q.flipped, low)
	if low[k] >= a.ub {
		a.take(low[k], nil)
		return
	}
	b := w.expand(query{
		care: q.care, flipped: !q.flipped, k: k, low: low, in: q.out, out: q.in, belowNot: true, top: q.top,
	}, a.ub)
	a.take(b.least, nil)
	if b.best != nil {
		a.take(b.ub, &solution{op: opNot, rest: b.best})
	}
}
