// Package search is the exact engine without SAT: branch and bound over extensions
// on the examples instead of syntax. It proves that what it finds is the best
// concept of a size (the paper, Section 4, Algorithms 1 and 2, by other means).
//
// ALGORITHM.md in this folder states the algorithm: definitions, the recursion, each
// pruning rule and why it loses nothing, the theorem and its proof, and which file has
// which part. In short: contexts are the sets of individuals that role paths reach from
// the examples, and tables list their extensions bottom-up. Of the two operands of ⊓ or ⊔,
// the smaller one comes from a table, and the search solves for the larger one on the
// examples that it can still change. Below roles, the same branching step works on the
// undecided elements at the end of a role path.
//
// Invariants:
//
//   - Depth. A context has only concepts of the remaining role depth, so that two concepts
//     of equal extension there may replace each other.
//   - Exactness. For every concept of size k, the search considers a concept that is no
//     larger and costs no more.
//   - Language. The search uses only constructors of the language, and no proof needs
//     others.
//   - Determinism. The concept returned depends on the tasks of the session alone, not on
//     the number of workers.
//
// Letters: a, b individuals; e elements (classes of them); x, y extensions; c, d
// concepts or contexts; k role steps or sizes; s, j sizes; w weights or workers; p
// polarities or paths; r restrictions or runs; ts tables.
package search
