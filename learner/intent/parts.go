package intent

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// leaves returns the parts of c below ⊓, ⊔ and ¬ at the root.
func leaves(c dl.Concept) (out []dl.Concept) {
	dl.Walk(c, func(d dl.Concept) bool {
		switch d.(type) {
		case dl.Not, dl.And, dl.Or:
			return true
		case dl.Top, dl.Bottom:
		default:
			out = append(out, d)
		}
		return false
	})
	return out
}

// complement returns ¬C without a double negation.
func complement(c dl.Concept) dl.Concept {
	if n, ok := c.(dl.Not); ok {
		return n.C
	}
	return dl.Not{C: c}
}

// operands returns the operands of a union, and c alone if c is not a union.
func operands(c dl.Concept) []dl.Concept {
	e, ok := c.(dl.Exists)
	if !ok {
		return dl.Disjuncts(c)
	}
	var out []dl.Concept
	for _, d := range operands(e.C) {
		out = append(out, dl.Exists{Role: e.Role, C: d})
	}
	return out
}

// conjunction returns the conjunction of the parts of both.
func conjunction(c, d dl.Concept) dl.Concept { return conjoin([]dl.Concept{c, d}) }

// conjoin returns the conjunction of the parts of the concepts, sorted, so that the same parts give
// the same concept. Negations come last, one after the other: |C ⊓ ¬D| is |C| - |C ⊓ D|, which an
// endpoint counts faster.
func conjoin(cs []dl.Concept) dl.Concept {
	var parts, not []dl.Concept
	for _, c := range cs {
		for _, part := range dl.Conjuncts(c) {
			if _, is := part.(dl.Not); is {
				not = append(not, part)
			} else {
				parts = append(parts, part)
			}
		}
	}
	slices.SortFunc(parts, compareConcepts)
	slices.SortFunc(not, compareConcepts)
	parts, not = slices.Compact(parts), slices.Compact(not)
	if len(parts) == 0 {
		return dl.Conj(not...)
	}
	c := dl.Conj(parts...)
	for _, d := range not {
		c = dl.And{L: c, R: d}
	}
	return c
}

// unnegated returns a conjunction by conjoin without its negations, unless it has nothing else.
func unnegated(c dl.Concept) dl.Concept {
	for {
		and, _ := c.(dl.And)
		if _, is := and.R.(dl.Not); !is {
			return c
		}
		c = and.L
	}
}

func implies(c, d dl.Concept) bool {
	if c == d {
		return true
	}
	least := func(c dl.Concept) (n int, r dl.Role, filler dl.Concept) {
		switch c := c.(type) {
		case dl.Exists:
			return 1, c.Role, c.C
		case dl.AtLeast:
			return c.N, c.Role, c.C
		}
		return 0, r, nil
	}
	n, r, f := least(c)
	m, q, g := least(d)
	if n == 0 || m == 0 || n < m || r != q {
		return false
	}
	or, isOr := g.(dl.Or)
	return g == dl.Concept(dl.Top{}) || f == g || isOr && (f == or.L || f == or.R)
}

func isBlank(iri string) bool { return len(iri) > 1 && iri[:2] == "_:" }

// allOperands returns the operands of all unions among the conjuncts of the concepts.
func allOperands(cs []dl.Concept) []dl.Concept {
	var out []dl.Concept
	for _, c := range cs {
		for _, part := range dl.Conjuncts(c) {
			if o := operands(part); len(o) > 1 {
				out = append(out, o...)
			}
		}
	}
	return unique(out)
}

// unique returns the elements of the list without repetitions, in their order.
func unique[T comparable](list []T) []T {
	seen := map[T]bool{}
	var out []T
	for _, x := range list {
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}

// joinedApart returns, for the parts ∃r.(C ⊓ D) of c, the individuals that have ∃r.C and ∃r.D, but no
// one thing that is both: near misses.
func joinedApart(c dl.Concept) (out []dl.Concept) {
	parts := dl.Conjuncts(c)
	for i, part := range parts {
		e, _ := part.(dl.Exists)
		if below := dl.Conjuncts(e.C); len(below) > 1 {
			apart := slices.Delete(slices.Clone(parts), i, i+1)
			for _, d := range below {
				apart = append(apart, dl.Exists{Role: e.Role, C: d})
			}
			out = append(out, dl.Conj(append(apart, dl.Not{C: part})...))
		}
	}
	return out
}
