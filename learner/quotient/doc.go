// Package quotient computes bisimilarity: which individuals no concept of a
// space can tell apart (the paper, Section 3, Definition 1, Section 5.3, Lemma
// 3 and appendix A), what follows for the best possible score, and the smaller
// problem that has one individual for many.
//
//   - [Compute] is the refinement: for every role depth d the partition into
//     individuals that agree on all concepts of depth at most d. Successors are
//     counted as far as the numbers of the space see ([Counted]): sets for ALC,
//     capped counts for ALCQ. Inverse roles, features, nominals and strings need
//     no more than to be in the space: they are roles and atoms of the refinement. Where the
//     language has the boolean operations the partition is the coarsest that
//     there is: package optimal makes the concepts that show it.
//   - [CeilingOf] is the best score that any concept can have, and the pairs of
//     examples that stand in the way; [Explain] says what would tell these apart.
//   - [Quotient] is the reduced problem.
//
// The refinement is colour refinement that walks only what has changed, in
// O(m log n) for all levels together; see refiner. All its data are flat arrays.
// Signatures are grouped by hash and then compared, so no collision can merge
// what is different. Results are the same for the same structure and space.
//
// Letters: a, b individuals; c a class; d, l levels; r role; m facts (or, where
// numbers are capped, the limit); n individuals.
package quotient
