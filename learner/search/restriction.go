package search

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// restriction is ∃r, ∀r, ≥n r or ≤n r at a context.
type restriction struct {
	kind dl.Language // WithExists, WithForAll, WithAtLeast or WithAtMost
	n    int
	step int // its role step, an index into those of the context
}

// holds reports whether the restriction holds for an element with that degree if n of its
// successors are in the operand's extension.
func (r *restriction) holds(n, degree int) bool {
	switch r.kind {
	case dl.WithForAll:
		return n == degree
	case dl.WithAtMost:
		return n <= r.n
	}
	return n >= r.n
}

// antitone reports whether a larger operand makes the restriction smaller.
func (r *restriction) antitone() bool { return r.kind == dl.WithAtMost }

// constant reports whether the restriction has the same extension for all operands.
func (r *restriction) constant(k *roleStep) bool {
	switch r.kind {
	case dl.WithAtLeast:
		return r.n > k.maxDegree
	case dl.WithAtMost:
		return r.n >= k.maxDegree
	}
	return k.maxDegree == 0
}

// listRestrictions lists the restrictions of the context by its role steps.
// It omits most numbers above the largest degree: ≥n is empty for every n above the largest
// degree, and ≤n full from the largest degree on. It lists one of each, because the language
// may lack ⊥ or ⊤.
func (c *roleContext) listRestrictions(sp *interp.Space) {
	l := sp.Language
	for i := range c.steps {
		k := &c.steps[i]
		k.first = len(c.restrictions)
		add := func(kind dl.Language, n, counted int) {
			c.restrictions = append(c.restrictions, restriction{kind, n, i})
			k.counted = max(k.counted, counted)
		}
		if l.Has(dl.WithExists) {
			add(dl.WithExists, 1, 1)
		}
		functional := k.maxDegree == 1 && len(k.sources) == len(c.reps) // ∀ equals ∃
		if l.Has(dl.WithForAll) && !(functional && l.Has(dl.WithExists)) {
			add(dl.WithForAll, 0, 0)
		}
		if l.Has(dl.WithAtLeast) {
			first := 1
			if l.Has(dl.WithExists) {
				first = 2
			}
			for n := first; n <= min(sp.MaxNumber, k.maxDegree+1); n++ {
				add(dl.WithAtLeast, n, n)
			}
		}
		if l.Has(dl.WithAtMost) {
			for n := 0; n <= min(sp.MaxNumber, k.maxDegree); n++ {
				add(dl.WithAtMost, n, n+1)
			}
		}
		k.last = len(c.restrictions)
	}
}
