// Package brute is the slow reference learner, for tests only: it enumerates
// the concepts of a language by size and says what the best and the smallest
// are. The engines must agree with it.
//
// It shares no idea with them: no SAT, no bounds, no bisimulation, and its own
// naive semantics ([Extension]), written straight from Section 2 of the paper
// with slices of booleans. The one economy is observational equivalence: of
// the concepts of a size that have the same extension over all individuals, one
// is kept. That is sound because every constructor's extension is a function
// of its operands' extensions. With a bound on the role depth, two concepts of
// the same extension but different depths are not interchangeable, so the
// Pareto-optimal ones in (size, depth) are kept.
//
// What is enumerated is the contract for the engines:
//
//   - names, and boolean comparisons (f = true) but not (f = false), belong to
//     every language;
//   - ⊤, ⊥, ¬, ⊓, ⊔, ∃, ∀, ≥n, ≤n, inverse roles, (f ≥ v) and (f ≤ v) each
//     only if its constructor is in the language;
//   - ¬ stands in front of anything;
//   - n is 1..MaxNumber in ≥n and 0..MaxNumber in ≤n;
//   - v is one of the thresholds; roles and features that the problem lists
//     as removed do not occur.
//
// Letters: a, b individuals; c, d concepts; r roles; f features; v, w values;
// k sizes; n numbers; x, y extensions.
package brute
