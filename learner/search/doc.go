// Package search is the exact engine without SAT: it searches over extensions
// on the examples instead of syntax, and proves that what it finds is the best
// concept of a size (the paper, Section 4, Algorithms 1 and 2, by other means).
//
// It works in layers, each of which is exact by itself:
//
//   - weights.go turns a score and the best classification so far into weights
//     of false negatives and false positives, so that "better" is "costs less".
//     Accuracy and balanced accuracy are such sums. F1 is one for every value
//     to be beaten (Dinkelbach's method): it is beaten if and only if a cost is.
//   - place.go finds the places: sets of individuals that the examples reach by
//     a path of roles, each with the role depth that is left there, of
//     bisimilar individuals only one (the paper, Section 5.3).
//   - table.go and grow.go list, place by place and size by size, every
//     extension that has a concept of that size and none smaller, with one
//     such concept (observational equivalence); count.go counts successors for
//     64 elements at once, and tables.go says which tables are made. The place
//     of the examples gets all concepts up to about half the size sought, and
//     those whose outermost constructor is a restriction up to two less than it.
//   - solve.go, expand.go and binary.go find the cheapest concept of a size on
//     the examples: of the two operands of ⊓ or ⊔ the smaller one is listed,
//     and the larger one is solved for on the examples that it can still
//     change. layout.go makes weighing examples cheap, front.go drops operands
//     that others make superfluous, and bounds.go remembers what is proved.
//   - descend.go does the same below roles, so that restrictions with large
//     operands need no table: chain.go is what a set at the end of a chain of
//     roles costs the examples, or must cost at least; errors.go is what it
//     costs at the first step; alike.go is the part of the bound that comes from
//     examples that look alike; scan.go goes through the sets of a table, and
//     rejected.go remembers those that cost too much.
//   - attempt.go lets tables grow only as far as the descent is slower, and makes
//     short attempts to beat the best by far, because those are quick.
//   - session.go keeps what one task finds out for the next: proofs, tables and
//     bounds. extend.go makes places for one size serve for larger ones. quest.go
//     finds further solutions, which must avoid sets of symbols: equal extensions
//     say nothing about symbols, so it searches parts of the space without some.
//
// Invariants:
//
//   - Depth. A place allows concepts of the role depth left and no deeper, so
//     that two concepts of equal extension at a place may replace each other.
//   - Exactness. Every concept of size k has a representative that the search
//     looks at and that costs no more. Each pruning says why this stays true.
//   - Every constructor is used only if it is in the language; no argument needs
//     one that is not.
//   - The concept returned depends on the tasks of the session alone: bounds only
//     ever cut branches without anything better, and ties go to the first in an
//     order that does not depend on them, or depends on them only where they are
//     the same for any number of workers. It may depend on the tasks before,
//     because of several concepts of one score and size those in tables that are
//     there are found otherwise than those that are looked for.
//
// Letters: a, b individuals or elements (classes of them); x, y extensions;
// c, d concepts; r roles; n numbers; s, k sizes; w weights.
package search
