// Package normal writes concepts as a ranking does, so that the same parts give the same concept: conjuncts and sides
// of unions are sorted, negations come last, and ∃r.C ⊔ ∃r.D is ∃r.(C ⊔ D).
//
// Letters: c, d are concepts; r, s roles.
package normal
