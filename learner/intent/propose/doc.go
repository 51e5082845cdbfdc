// Package propose finds the concepts that may be meant, by the facts near the examples. Package intent says which they
// are, and limits.go how many.
//
// The files call downwards: proposer, groups, negations, search, conditions, nodes, lists, proposed, derived,
// intervals, thresholds, statements, atoms, then limits and options.
//
// Letters: c, d are concepts; r, s roles; t is a view of facts; w a walk from individuals, or the world of the sets; x
// conditions and states.
package propose
