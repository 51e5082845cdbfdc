package search

import "github.com/genus-kg/genus/learner/dl"

// enumerator adds one size to the table of a context, by bottom-up enumeration with
// observational equivalence: the table lists every extension once, at the size of its
// smallest concept.
type enumerator struct {
	*roleContext
	ts      *tables
	stopped bool
	x       []uint64 // scratch
	counter counter  // scratch
}

// enumerate lists the entries of the next size at c. It stops early and returns false,
// with the size incomplete, if the search is cancelled or the memory is full.
func (ts *tables) enumerate(c *roleContext) (complete bool) {
	s := len(c.end)
	e := &enumerator{roleContext: c, ts: ts, x: make([]uint64, c.words)}
	if s == 1 {
		e.addLeaves()
	} else {
		e.addSize(s)
	}
	e.mustStop()
	c.end = append(c.end, c.len())
	return !e.stopped
}

// addSize lists the new extensions of size s > 1.
func (e *enumerator) addSize(s int) {
	if !e.onlyRestrictions {
		e.addNegations(s)
	}
	for i := range e.steps {
		e.addRestrictions(s, &e.steps[i])
	}
	if !e.onlyRestrictions {
		for i := 1; i <= (s-1)/2; i++ {
			e.addBinary(i, s-1-i)
		}
	}
}

// addLeaves lists the leaves, at role depth 0 without the deep ones: the first of those with equal extension.
func (e *enumerator) addLeaves() {
	if e.onlyRestrictions {
		return
	}
	for i, l := range e.ts.leaves {
		if l.deep && e.depth == 0 {
			continue
		}
		clear(e.x)
		for j, a := range e.reps {
			if l.holds.Test(uint(a)) {
				e.x[j/64] |= 1 << (j % 64)
			}
		}
		e.add(e.x, origin{opLeaf, uint32(i), 0})
		if i&255 == 255 && e.mustStop() {
			return
		}
	}
}

// addNegations lists ¬C of size s; ¬¬C has the extension of C.
func (e *enumerator) addNegations(s int) {
	if !e.ts.has(dl.WithNot) {
		return
	}
	lo, hi := e.ofSize(s - 1)
	for i := lo; i < hi; i++ {
		if i&4095 == 4095 && e.mustStop() {
			return
		}
		if e.from[i].op == opNot {
			continue
		}
		y := e.at(i)
		for j := range e.x {
			e.x[j] = e.full[j] &^ y[j]
		}
		e.add(e.x, origin{opNot, uint32(i), 0})
	}
}

// addRestrictions lists the restrictions of size s by a role step. One count of the
// successors in a set serves all of them. Constant restrictions get operands of size 1
// only.
func (e *enumerator) addRestrictions(s int, k *roleStep) {
	lo, hi := k.to.ofSize(s - 1)
	for i := lo; i < hi; i++ {
		if i&255 == 0 && e.mustStop() {
			return
		}
		e.counter.count(k, e.full, k.to.at(i))
		for n := k.first; n < k.last; n++ {
			if r := &e.restrictions[n]; s == 2 || !r.constant(k) {
				e.add(e.counter.extension(r, e.full, e.x), origin{opRole, uint32(i), uint32(n)})
			}
		}
	}
}

// mustStop charges the memory and reports whether the enumeration must stop: the search is
// over, or the memory is full.
func (e *enumerator) mustStop() bool {
	full := e.ts.memory.charge(e.newBytes())
	if full {
		e.ts.memory.overflowed.Store(true)
	}
	e.stopped = e.stopped || full || e.ts.stopped()
	return e.stopped
}

// addBinary lists C ⊓ D and C ⊔ D for C of size i ≤ j, the size of D.
//
// It omits A ⊓ B as a smaller operand under ⊓: A ⊓ (B ⊓ D) has the same size and a
// smaller operand of smaller size, and B ⊓ D has its own entry. Dually for ⊔. It omits
// ¬C ⊓ ¬D and ¬C ⊔ ¬D if the language has the smaller equivalent by De Morgan.
func (e *enumerator) addBinary(i, j int) {
	and, or := e.ts.has(dl.WithAnd), e.ts.has(dl.WithOr)
	if !and && !or {
		return
	}
	deMorgan := e.ts.has(dl.WithAnd | dl.WithOr | dl.WithNot)
	lo1, hi1 := e.ofSize(i)
	lo2, hi2 := e.ofSize(j)
	same := i == j
	tried := 0
	for c := lo1; c < hi1; c++ {
		opC := e.from[c].op
		first := lo2
		if same {
			first = c + 1
		}
		for d := first; d < hi2; d++ {
			if tried++; tried&4095 == 0 && e.mustStop() {
				return
			}
			opD := e.from[d].op
			if deMorgan && opC == opNot && opD == opNot {
				continue
			}
			if and && opC != opAnd && (!same || opD != opAnd) {
				e.addAnd(c, d)
			}
			if or && opC != opOr && (!same || opD != opOr) {
				e.addOr(c, d)
			}
		}
	}
}

// addAnd lists the conjunction of two entries, unless its extension is that of one of them.
func (e *enumerator) addAnd(c, d int) {
	x, y := e.at(c), e.at(d)
	below, above := true, true // x ⊆ y, y ⊆ x
	for w := range e.x {
		z := x[w] & y[w]
		e.x[w] = z
		below, above = below && z == x[w], above && z == y[w]
	}
	if !below && !above {
		e.add(e.x, origin{opAnd, uint32(c), uint32(d)})
	}
}

// addOr lists the disjunction of two entries, unless its extension is that of one of them.
func (e *enumerator) addOr(c, d int) {
	x, y := e.at(c), e.at(d)
	below, above := true, true
	for w := range e.x {
		z := x[w] | y[w]
		e.x[w] = z
		below, above = below && z == y[w], above && z == x[w]
	}
	if !below && !above {
		e.add(e.x, origin{opOr, uint32(c), uint32(d)})
	}
}
