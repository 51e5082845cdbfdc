// Package brute is the slow reference learner, for tests only. It enumerates the
// concepts of a language by size and returns the best and the smallest. The engines must
// agree with it.
//
// It shares no idea with them: no SAT, no bounds, no bisimulation, and its own naive
// semantics ([Extension]), written from Section 2 of the paper with slices of booleans.
// Its one optimisation is observational equivalence: it keeps one of the concepts that
// have the same extension over all individuals. That is sound because every constructor's
// extension is a function of its operands' extensions. With a bound on the role depth,
// two concepts of the same extension but different depths are not interchangeable, so it
// keeps the Pareto-optimal ones in (size, depth).
//
// The concepts that it enumerates are the contract for the engines:
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
