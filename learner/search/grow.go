package search

import (
	"sort"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// restriction is ∃r, ∀r, ≥n r or ≤n r.
type restriction struct {
	kind dl.Language // WithExists, WithForAll, WithAtLeast or WithAtMost
	n    int
	link int // of the place
}

// offer lists the restrictions by a link. Numbers above what occurs add
// nothing: ≥n is empty from one above the largest degree on, and ≤n full from
// the largest degree on. Each of the two is listed once, because the language
// may have no ⊥ or ⊤.
func (p *place) offer(sp *interp.Space) {
	l := sp.Language
	for i := range p.links {
		k := &p.links[i]
		k.first = len(p.restrictions)
		add := func(kind dl.Language, n, needs int) {
			p.restrictions = append(p.restrictions, restriction{kind, n, i})
			k.top = max(k.top, needs)
		}
		if l.Has(dl.WithExists) {
			add(dl.WithExists, 1, 1)
		}
		functional := k.most == 1 && len(k.active) == len(p.reps) // ∀ is ∃
		if l.Has(dl.WithForAll) && !(functional && l.Has(dl.WithExists)) {
			add(dl.WithForAll, 0, 0)
		}
		if l.Has(dl.WithAtLeast) {
			first := 1
			if l.Has(dl.WithExists) {
				first = 2
			}
			for n := first; n <= min(sp.MaxNumber, k.most+1); n++ {
				add(dl.WithAtLeast, n, n)
			}
		}
		if l.Has(dl.WithAtMost) {
			for n := 0; n <= min(sp.MaxNumber, k.most); n++ {
				add(dl.WithAtMost, n, n+1)
			}
		}
		k.last = len(p.restrictions)
	}
}

// constant reports whether the restriction by the link is the same for any set.
func (r *restriction) constant(l *link) bool {
	switch r.kind {
	case dl.WithAtLeast:
		return r.n > l.most
	case dl.WithAtMost:
		return r.n >= l.most
	}
	return l.most == 0
}

// grower lists the extensions of one place.
type grower struct {
	*place
	st      *stage
	stopped bool
	// scratch
	x       []uint64
	counter counter
}

// grow lists the entries of the next size at p; of a place for restrictions
// only these. It stops early, with the size incomplete, and says so, when the
// stage is halted or has too little memory.
func (st *stage) grow(p *place) (complete bool) {
	s := len(p.end)
	g := newGrower(st, p)
	if s == 1 {
		g.leaves()
	} else {
		g.make(s)
	}
	g.stop()
	p.end = append(p.end, p.len())
	return !g.stopped
}

func newGrower(st *stage, p *place) *grower {
	return &grower{place: p, st: st, x: make([]uint64, p.words)}
}

// make makes what is new at size s > 1.
func (g *grower) make(s int) {
	if !g.onlyRestrictions {
		g.negations(s)
	}
	for i := range g.links {
		g.restricted(s, &g.links[i])
	}
	if !g.onlyRestrictions {
		for i := 1; i <= (s-1)/2; i++ {
			g.binary(i, s-1-i)
		}
	}
}

// leaves lists the leaves, of those with equal extension the first.
func (g *grower) leaves() {
	if g.onlyRestrictions {
		return
	}
	for i, l := range g.st.leaves {
		clear(g.x)
		for e, a := range g.reps {
			if l.holds.Test(uint(a)) {
				g.x[e/64] |= 1 << (e % 64)
			}
		}
		g.add(g.x, origin{opLeaf, uint32(i), 0})
		if i&255 == 255 && g.stop() {
			return
		}
	}
}

// negations lists ¬C of size s; ¬¬C has the extension of C.
func (g *grower) negations(s int) {
	if !g.st.has(dl.WithNot) {
		return
	}
	lo, hi := g.ofSize(s - 1)
	for i := lo; i < hi; i++ {
		if i&4095 == 4095 && g.stop() {
			return
		}
		if g.from[i].op == opNot {
			continue
		}
		y := g.at(i)
		for j := range g.x {
			g.x[j] = g.full[j] &^ y[j]
		}
		g.add(g.x, origin{opNot, uint32(i), 0})
	}
}

// restricted are the entries from first to end among those of one size, from lo
// to hi, that are restrictions. They are in the order of their links, after
// negations and before ⊓ and ⊔.
func (t *table) restricted(lo, hi int) (first, end int) {
	first = lo + sort.Search(hi-lo, func(i int) bool { return t.from[lo+i].op != opNot })
	end = first + sort.Search(hi-first, func(i int) bool { return t.from[first+i].op != opRole })
	return first, end
}

// restricted lists the restrictions of size s by a link. One count of the
// successors in a set serves them all. What is the same for any set is listed
// with the smallest sets alone.
func (g *grower) restricted(s int, l *link) {
	lo, hi := l.to.ofSize(s - 1)
	for i := lo; i < hi; i++ {
		if i&255 == 0 && g.stop() {
			return
		}
		g.counter.count(l, g.full, l.to.at(i))
		for n := l.first; n < l.last; n++ {
			if r := &g.restrictions[n]; s == 2 || !r.constant(l) {
				g.add(g.counter.restrict(r, g.full, g.x), origin{opRole, uint32(i), uint32(n)})
			}
		}
	}
}

// stop reports whether to stop: the search is over, or the memory is used up.
func (g *grower) stop() bool {
	full := g.st.charge(g.uncharged())
	if full {
		g.st.overflown.Store(true)
	}
	g.stopped = g.stopped || full || g.st.halted()
	return g.stopped
}

// binary lists C ⊓ D and C ⊔ D for C of size i ≤ j, the size of D.
//
// A smaller operand A ⊓ B under ⊓ is left out: A ⊓ (B ⊓ D) is as large, its
// smaller operand is smaller still, and B ⊓ D has an entry of its own. Dually
// for ⊔. ¬C ⊓ ¬D is left out where ¬(C ⊔ D), which is smaller, is in the
// language.
func (g *grower) binary(i, j int) {
	and, or := g.st.has(dl.WithAnd), g.st.has(dl.WithOr)
	if !and && !or {
		return
	}
	deMorgan := g.st.has(dl.WithAnd | dl.WithOr | dl.WithNot)
	lo1, hi1 := g.ofSize(i)
	lo2, hi2 := g.ofSize(j)
	same := i == j
	steps := 0
	for c := lo1; c < hi1; c++ {
		opC := g.from[c].op
		first := lo2
		if same {
			first = c + 1
		}
		for d := first; d < hi2; d++ {
			if steps++; steps&4095 == 0 && g.stop() {
				return
			}
			opD := g.from[d].op
			if deMorgan && opC == opNot && opD == opNot {
				continue
			}
			x, y := g.at(c), g.at(d) // tables move when they grow
			if and && opC != opAnd && (!same || opD != opAnd) {
				below, above := true, true // x ⊆ y, y ⊆ x: nothing new
				for w := range g.x {
					z := x[w] & y[w]
					g.x[w] = z
					below, above = below && z == x[w], above && z == y[w]
				}
				if !below && !above {
					g.add(g.x, origin{opAnd, uint32(c), uint32(d)})
					x, y = g.at(c), g.at(d)
				}
			}
			if or && opC != opOr && (!same || opD != opOr) {
				below, above := true, true
				for w := range g.x {
					z := x[w] | y[w]
					g.x[w] = z
					below, above = below && z == y[w], above && z == x[w]
				}
				if !below && !above {
					g.add(g.x, origin{opOr, uint32(c), uint32(d)})
				}
			}
		}
	}
}
