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
	bound int64 // what it costs at least
	at    int32 // its place in the front
	size  int16
	or    bool
}

// expand finds the cheapest concept of size exactly k, if it costs less than
// ub: k must be above what solve scans, or the search below ¬. low[j] for j < k
// bounds what smaller concepts cost. in and out are the weights of what ought
// to be in and out. Without a solution the result is a lower bound that is at
// least ub.
func (w *worker) expand(care []uint64, flipped bool, k int, ub int64, low []int64, in, out int64, belowNot, top bool) (int64, *solution) {
	var best *solution
	least := int64(infinite)
	take := func(v int64, x *solution) {
		least = min(least, v)
		if v >= ub || x == nil {
			return
		}
		ub, best = v, x
		if top {
			if belowNot {
				x = &solution{op: opNot, rest: x}
			}
			w.improved(v, x)
		}
	}
	if k <= w.scan {
		v, i := w.scanFront(care, flipped, in, k, k, nil)
		if i >= 0 {
			take(v, &solution{op: opLeaf, entry: w.front[way(flipped)].entry[i]})
		}
		return least, best
	}
	if v, i := w.scanRooted(care, flipped, in, k); i >= 0 {
		if v < ub {
			take(v, &solution{op: opLeaf, rooted: true, entry: w.rooted[way(flipped)].entry[i]})
		}
		least = min(least, v)
	}
	f := w.push()
	defer w.pop()
	if v, x := w.binary(f, care, flipped, k, ub, low, in, out, belowNot, top); x != nil {
		ub, best, least = v, x, min(least, v)
	} else {
		least = min(least, v)
	}
	if w.st.halted() || belowNot || !w.st.has(dl.WithNot) {
		return least, best
	}
	// ¬C of size k costs what C does the other way round. ¬D of size j+1 costs
	// what D of size j does, so the bounds shift by one.
	fl := f.flipped[:k]
	fl[0] = infinite
	for j := 1; j < k-1; j++ {
		fl[j] = low[j+1]
	}
	fl[k-1] = 0
	w.bounds.raise(care, !flipped, fl)
	if fl[k-1] >= ub {
		return min(least, fl[k-1]), best
	}
	v, x := w.expand(care, !flipped, k-1, ub, fl, out, in, true, top)
	least = min(least, v)
	if x != nil && v < ub {
		best = &solution{op: opNot, rest: x}
	}
	return least, best
}

// binary finds the cheapest C ⊓ D or C ⊔ D of size k.
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
//     the rest's weight;
//   - C that leaves the same examples to D by the same constructor as one that
//     is no larger, and so costs the same by itself.
func (w *worker) binary(f *frame, care []uint64, flipped bool, k int, ub int64, low []int64, in, out int64, belowNot, top bool) (int64, *solution) {
	and, or := w.st.has(dl.WithAnd), w.st.has(dl.WithOr)
	least := int64(infinite)
	if !and && !or {
		return least, nil
	}
	cs := f.candidates[:0]
	fr := &w.front[way(flipped)]
	for s := 1; s <= (k-1)/2; s++ {
		rest := low[k-1-s]
		lo, hi := fr.span(s, s)
		for i := lo; i < hi; i++ {
			a, b := w.layout.weigh(care, fr.bits[i*len(care):], flipped)
			if and && b < out && fr.op[i] != opAnd {
				bound := max(in-a, rest-(out-b))
				if bound < ub {
					cs = append(cs, candidate{in - a, bound, int32(i), int16(s), false})
				} else {
					least = min(least, bound)
				}
			}
			if or && a > 0 && fr.op[i] != opOr {
				bound := max(b, rest-a)
				if bound < ub {
					cs = append(cs, candidate{b, bound, int32(i), int16(s), true})
				} else {
					least = min(least, bound)
				}
			}
		}
	}
	f.candidates = cs
	slices.SortFunc(cs, func(x, y candidate) int {
		if c := cmp.Compare(x.paid, y.paid); c != 0 {
			return c
		}
		if c := cmp.Compare(x.size, y.size); c != 0 {
			return c
		}
		if c := cmp.Compare(x.at, y.at); c != 0 {
			return c
		}
		if x.or == y.or {
			return 0
		}
		if x.or {
			return 1
		}
		return -1
	})
	cs = w.distinct(f, fr, care, cs)
	if top && len(w.workers) > 1 && len(cs) > 1 {
		v, x := w.together(fr, care, flipped, k, ub, low, cs, belowNot)
		return min(least, v), x
	}
	var best *solution
	for i := range cs {
		if cs[i].bound >= ub {
			least = min(least, cs[i].bound)
			continue
		}
		v, x := w.branch(f, fr, care, flipped, k, ub, low, &cs[i])
		least = min(least, v)
		if x != nil && v < ub {
			ub, best = v, x
			if top {
				w.announce(v, x, belowNot)
			}
		}
		if w.st.halted() {
			break
		}
	}
	return least, best
}

func (w *worker) announce(v int64, x *solution, belowNot bool) {
	if belowNot {
		x = &solution{op: opNot, rest: x}
	}
	w.improved(v, x)
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

// distinct keeps of the sorted candidates of one constructor that leave the
// same to the larger operand the first, which is the smallest.
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
			if d.or != c.or || d.paid != c.paid {
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
func (w *worker) branch(f *frame, fr *front, care []uint64, flipped bool, k int, ub int64, low []int64, c *candidate) (int64, *solution) {
	c.left(f.care, care, fr)
	in, out := w.layout.weigh(f.care, w.layout.all, flipped)
	allIn, allOut := w.layout.weigh(care, w.layout.all, flipped)
	gone := allIn + allOut - in - out
	rest := k - 1 - int(c.size)
	inner := f.low[:rest+1]
	inner[0] = infinite
	for j := 1; j <= rest; j++ {
		inner[j] = max(low[j]-gone, 0)
	}
	v, x := w.solve(f.care, flipped, rest, ub-c.paid, inner, false)
	if x == nil {
		return v + c.paid, nil
	}
	o := opAnd
	if c.or {
		o = opOr
	}
	return v + c.paid, &solution{op: o, entry: fr.entry[c.at], rest: x}
}

// together shares the candidates out among the workers. The result is that of
// the first candidate that is as good as the best, as without sharing: one that
// comes before the best so far is solved for an equal cost, too.
func (w *worker) together(fr *front, care []uint64, flipped bool, k int, ub int64, low []int64, cs []candidate, belowNot bool) (int64, *solution) {
	var (
		mu    sync.Mutex
		next  int
		least = int64(infinite)
		best  *solution
		first = -1 // the candidate of the best
		group sync.WaitGroup
	)
	for _, helper := range w.workers {
		group.Add(1)
		go func() {
			defer group.Done()
			v := &worker{solver: helper.solver, frames: helper.frames}
			if helper == w { // its frames are in use
				v.frames = nil
			}
			f := v.push()
			for {
				mu.Lock()
				i := next
				next++
				limit := ub
				if i < first {
					limit++
				}
				mu.Unlock()
				if i >= len(cs) || v.st.halted() {
					return
				}
				if cs[i].bound >= limit {
					mu.Lock()
					least = min(least, cs[i].bound)
					mu.Unlock()
					continue
				}
				cost, x := v.branch(f, fr, care, flipped, k, limit, low, &cs[i])
				mu.Lock()
				least = min(least, cost)
				if x != nil && (cost < ub || cost == ub && i < first) {
					if cost < ub {
						v.announce(cost, x, belowNot)
					}
					ub, best, first = cost, x, i
				}
				mu.Unlock()
			}
		}()
	}
	group.Wait()
	return least, best
}
