package search

import (
	"cmp"
	"slices"
	"sync"

	"github.com/genus-kg/genus/learner/dl"
)

// candidate is a smaller operand of ⊓ or ⊔.
type candidate struct {
	paid  int64 // what it gets wrong, whatever the larger operand is
	bound int64 // what the whole costs at least
	at    int32 // its place in the front
	size  int16
	or    bool
}

// compare orders candidates: what is paid first, so that a scan of them in
// order finds cheap concepts soon. No bound has a say, because bounds depend on
// what happened before.
func (c candidate) compare(d candidate) int {
	return cmp.Or(cmp.Compare(c.paid, d.paid), cmp.Compare(c.size, d.size), cmp.Compare(c.at, d.at), andFirst(c.or, d.or))
}

// andFirst compares two candidates for ⊓ or ⊔ with the same entry.
func andFirst(or, or2 bool) int {
	switch {
	case or == or2:
		return 0
	case or:
		return 1
	}
	return -1
}

// binary answers for C ⊓ D and C ⊔ D.
//
// The smaller operand C is listed. C ⊓ D gets wrong what ought to be in and is
// outside C, and right what ought to be out and is outside C; D decides on the
// examples in C alone. Dually for ⊔. Left out is
//
//   - C that changes nothing for the better;
//   - C = A ⊓ B under ⊓: A ⊓ (B ⊓ D) is as large and has a smaller smaller
//     operand; dually for ⊔;
//   - C for which D would have to be cheaper than a concept of its size can
//     be: on all of care it costs at least low, so on a part at least low less
//     the weight of the rest;
//   - C that leaves the same examples to D as one that pays no more and is no
//     larger. Both must hold: one that pays less but leaves less of the size to
//     D is not as good.
func (w *worker) binary(f *frame, q query, ub int64) answer {
	a := answer{ub: ub, least: infinite}
	and, or := w.st.has(dl.WithAnd), w.st.has(dl.WithOr)
	if !and && !or {
		return a
	}
	cs := f.candidates[:0]
	consider := func(c candidate) {
		if c.bound < ub {
			cs = append(cs, c)
		} else {
			a.take(c.bound, nil)
		}
	}
	fr := &w.front[way(q.flipped)]
	for s := 1; s <= (q.k-1)/2; s++ {
		rest := q.low[q.k-1-s]
		lo, hi := fr.span(s, s)
		if w.weighed(hi - lo) {
			return a
		}
		for i := lo; i < hi; i++ {
			in, out := w.layout.weigh(q.care, fr.bits[i*len(q.care):], q.flipped)
			if and && out < q.out && fr.op[i] != opAnd {
				paid := q.in - in
				consider(candidate{paid, max(paid, rest-(q.out-out)), int32(i), int16(s), false})
			}
			if or && in > 0 && fr.op[i] != opOr {
				consider(candidate{out, max(out, rest-in), int32(i), int16(s), true})
			}
		}
	}
	f.candidates = cs
	slices.SortFunc(cs, candidate.compare)
	cs = w.distinct(f, fr, q.care, cs)
	if q.top && w.rows == 0 && w.limits.workers > 1 && len(cs) > 1 {
		return w.together(fr, q, a, cs)
	}
	for i := range cs {
		if cs[i].bound >= a.ub {
			a.take(cs[i].bound, nil)
			continue
		}
		v, x := w.branch(f, fr, q, a.ub, &cs[i])
		w.takeBest(q, &a, v, x)
		if w.st.halted() {
			break
		}
	}
	return a
}

// weighed counts the weighing of so many operands, with what it takes to sort them,
// and reports whether a short attempt has weighed enough.
func (w *worker) weighed(operands int) bool {
	w.work += 4 * int64(operands) * int64(w.layout.words)
	if w.short && w.rows > 0 && w.work > w.rows {
		w.st.tired.Store(true)
	}
	return w.st.halted()
}

// left is what candidate c leaves of care to the larger operand.
func (c *candidate) left(to, care []uint64, fr *front) {
	x := fr.bits[int(c.at)*len(care):][:len(care)]
	if c.or {
		for i, y := range care {
			to[i] = y &^ x[i]
		}
		return
	}
	for i, y := range care {
		to[i] = y & x[i]
	}
}

// distinct leaves out the candidates that leave the same examples to the larger
// operand as one before them, which pays no more, that is no larger.
func (w *worker) distinct(f *frame, fr *front, care []uint64, cs []candidate) []candidate {
	n := 16
	for n < 2*len(cs) {
		n *= 2
	}
	if cap(f.slots) < n {
		f.slots = make([]int32, n)
	}
	slots := f.slots[:n]
	clear(slots)
	kept := cs[:0]
next:
	for _, c := range cs {
		c.left(f.care, care, fr)
		at := int(hash(f.care)) & (n - 1)
		for ; slots[at] != 0; at = (at + 1) & (n - 1) {
			d := &kept[slots[at]-1]
			if d.size > c.size {
				continue
			}
			if d.left(f.other, care, fr); equal(f.care, f.other) {
				continue next
			}
		}
		kept = append(kept, c)
		slots[at] = int32(len(kept))
	}
	return kept
}

// branch solves for the larger operand next to a candidate.
func (w *worker) branch(f *frame, fr *front, q query, ub int64, c *candidate) (int64, *solution) {
	c.left(f.care, q.care, fr)
	in, out := w.layout.weigh(f.care, w.layout.all, q.flipped)
	gone := q.in + q.out - in - out
	rest := q.k - 1 - int(c.size)
	low := f.low[:rest+1]
	low[0] = infinite
	for j := 1; j <= rest; j++ {
		low[j] = max(q.low[j]-gone, 0)
	}
	v, x := w.solve(f.care, q.flipped, rest, ub-c.paid, low, false)
	if x == nil {
		return v + c.paid, nil
	}
	o := opAnd
	if c.or {
		o = opOr
	}
	return v + c.paid, &solution{op: o, entry: fr.entry[c.at], rest: x}
}

// together shares the candidates out among the workers. The answer is that of
// the first candidate that is as good as the best, as without sharing: one that
// comes before the best so far is solved for an equal cost, too.
func (w *worker) together(fr *front, q query, a answer, cs []candidate) answer {
	var (
		mu    sync.Mutex
		next  int
		first = -1 // the candidate of the best
		group sync.WaitGroup
	)
	for range w.limits.workers {
		group.Add(1)
		go func() {
			defer group.Done()
			v := &worker{solver: w.solver}
			f := v.push()
			for {
				mu.Lock()
				i, limit := next, a.ub
				next++
				if i < first {
					limit++
				}
				mu.Unlock()
				if i >= len(cs) || v.st.halted() {
					return
				}
				cost, x := cs[i].bound, (*solution)(nil)
				if cost < limit {
					cost, x = v.branch(f, fr, q, limit, &cs[i])
				}
				mu.Lock()
				switch {
				case x != nil && cost < a.ub:
					a.take(cost, x)
					first = i
					v.report(q, cost, x)
				case x != nil && cost == a.ub && i < first:
					a.best, first = x, i
				default:
					a.take(cost, nil)
				}
				mu.Unlock()
			}
		}()
	}
	group.Wait()
	return a
}
