// Package search is the exact engine without SAT: branch and bound over extensions
// on the examples instead of syntax. It proves that what it finds is the best
// concept of a size (the paper, Section 4, Algorithms 1 and 2, by other means).
//
// ALGORITHM.md in this folder states the algorithm: definitions, the recursion, each
// pruning rule with the reason why it loses nothing, the theorem and its proof, and
// which file has which part. In short: contexts are the sets of individuals that role
// paths reach from the examples, and tables list their extensions bottom-up; of the
// two operands of ⊓ or ⊔ the smaller one is listed, and the larger one is solved for on
// the examples that it can still change; below roles the same branching step works on
// what is undecided at the end of a role path.
//
// Invariants:
//
//   - Depth. A context allows concepts of the role depth left and no deeper, so that
//     two concepts of equal extension there may replace each other.
//   - Exactness. Every concept of size k has a representative that the search looks
//     at and that costs no more.
//   - Language. Every constructor is used only if it is in the language; no argument
//     needs one that is not.
//   - Determinism. The concept returned depends on the tasks of the session alone,
//     not on the number of workers.
//
// Letters: a, b individuals; e elements (classes of them); x, y extensions; c, d
// concepts or contexts; k role steps or sizes; s, j sizes; w weights or workers; p
// polarities or paths; r restrictions or runs; ts tables.
package search
