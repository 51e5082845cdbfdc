package normal

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Leaves returns the parts of c below ⊓, ⊔ and ¬ at the root.
func Leaves(c dl.Concept) (out []dl.Concept) {
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

// Complement returns ¬C without a double negation.
func Complement(c dl.Concept) dl.Concept {
	if n, ok := c.(dl.Not); ok {
		return n.C
	}
	return dl.Not{C: c}
}

// Difference returns the members of c that are not in d: C ⊓ ¬D without the parts of D that C says. ok is false if C
// says all of them, and nobody is in the difference.
func Difference(c, d dl.Concept) (difference dl.Concept, ok bool) {
	unsaid := slices.DeleteFunc(dl.Conjuncts(d), func(part dl.Concept) bool { return Says(c, part) })
	if len(unsaid) == 0 {
		return nil, false
	}
	return dl.And{L: c, R: Complement(dl.Conj(unsaid...))}, true
}

// Operands returns the operands of a union, and c alone if c is not a union.
func Operands(c dl.Concept) []dl.Concept {
	e, ok := c.(dl.Exists)
	if !ok {
		return dl.Disjuncts(c)
	}
	var out []dl.Concept
	for _, d := range Operands(e.C) {
		out = append(out, dl.Exists{Role: e.Role, C: d})
	}
	return out
}

// Conjunction returns the conjunction of the parts of both.
func Conjunction(c, d dl.Concept) dl.Concept { return Conjoin([]dl.Concept{c, d}) }

// Conjoin returns the conjunction of the parts of the concepts, sorted, so that the same parts give
// the same concept. A part that another implies is left out. Negations come last, one after the other: |C ⊓ ¬D| is
// |C| - |C ⊓ D|, which an endpoint counts faster.
func Conjoin(cs []dl.Concept) dl.Concept {
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
	slices.SortFunc(parts, Compare)
	slices.SortFunc(not, Compare)
	parts, not = withoutImplied(slices.Compact(parts)), slices.Compact(not)
	if len(parts) == 0 {
		return dl.Conj(not...)
	}
	c := dl.Conj(parts...)
	for _, d := range not {
		c = dl.And{L: c, R: d}
	}
	return c
}

// withoutImplied returns the concepts that no other of them implies; of some that imply each other, the first.
func withoutImplied(cs []dl.Concept) (out []dl.Concept) {
	for i, c := range cs {
		isImplied := false
		for j, d := range cs {
			isImplied = isImplied || i != j && Implies(d, c) && (j < i || !Implies(c, d))
		}
		if !isImplied {
			out = append(out, c)
		}
	}
	return out
}

// Unnegated returns a conjunction by conjoin without its negations, unless it has nothing else.
func Unnegated(c dl.Concept) dl.Concept {
	for {
		and, _ := c.(dl.And)
		if _, is := and.R.(dl.Not); !is {
			return c
		}
		c = and.L
	}
}

func Implies(c, d dl.Concept) bool {
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

func IsBlank(iri string) bool { return len(iri) > 1 && iri[:2] == "_:" }

// AllOperands returns the operands of all unions among the conjuncts of the concepts.
func AllOperands(cs []dl.Concept) []dl.Concept {
	var out []dl.Concept
	for _, c := range cs {
		for _, part := range dl.Conjuncts(c) {
			if o := Operands(part); len(o) > 1 {
				out = append(out, o...)
			}
		}
	}
	return Unique(out)
}

// Unique returns the elements of the list without repetitions, in their order.
func Unique[T comparable](list []T) []T {
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

// JoinedApart returns, for the parts ∃r.(C ⊓ D) of c, the individuals that have ∃r.C and ∃r.D, but no
// one thing that is both: near misses.
func JoinedApart(c dl.Concept) (out []dl.Concept) {
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

// Disjoin returns the union of the concepts, those of one role below one ∃.
func Disjoin(cs []dl.Concept) dl.Concept {
	cs = Unique(cs)
	slices.SortFunc(cs, Compare)
	var parts []dl.Concept
	for _, c := range cs {
		e, isExists := c.(dl.Exists)
		i := slices.IndexFunc(parts, func(d dl.Concept) bool {
			f, ok := d.(dl.Exists)
			return ok && isExists && e.Role == f.Role
		})
		if i < 0 {
			parts = append(parts, c)
		} else {
			f := parts[i].(dl.Exists)
			parts[i] = dl.Exists{Role: f.Role, C: Disjoin([]dl.Concept{f.C, e.C})}
		}
	}
	return dl.Disj(parts...)
}

func IsClass(c dl.Concept) bool {
	_, is := c.(dl.Name)
	return is
}

// Of returns the concept as the search writes it: conjuncts and sides are sorted.
func Of(c dl.Concept) dl.Concept {
	var parts []dl.Concept
	for _, part := range dl.Conjuncts(c) {
		if not, is := part.(dl.Not); is {
			part = Complement(Of(not.C))
		} else if sides := sidesOf(part); len(sides) > 1 {
			part = Disjoin(sides)
		}
		parts = append(parts, part)
	}
	return Conjoin(parts)
}

// sidesOf returns the sides of a union of lists and others, each once.
func sidesOf(c dl.Concept) (sides []dl.Concept) {
	for _, d := range dl.Disjuncts(c) {
		sides = append(sides, Operands(d)...)
	}
	return Unique(sides)
}

// Says reports whether a part of the conjunction says d.
func Says(c, d dl.Concept) bool {
	return slices.ContainsFunc(dl.Conjuncts(c), func(part dl.Concept) bool { return Implies(part, d) })
}

// PropertiesOf returns the properties of the concept, sorted, as one text: concepts with the same say something of the
// same properties.
func PropertiesOf(c dl.Concept) string { return strings.Join(dl.EntitiesOf(c).Properties(), " ") }

// Union returns C ⊔ D, written as ∃r.(C ⊔ D) for ∃r.C and ∃r.D.
func Union(c, d dl.Concept) dl.Concept { return Disjoin([]dl.Concept{c, d}) }
