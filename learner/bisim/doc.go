// Package bisim computes bisimilarity: which individuals no concept of a
// space can tell apart (the paper, Section 3, Definition 1, Section 5.3, Lemma
// 3 and appendix A), and what follows for the best possible score.
//
//   - [Compute] is the refinement: for every role depth d the partition into
//     individuals that agree on all concepts of depth at most d. Successors are
//     counted as far as the numbers of the space see ([Counted]): sets for ALC,
//     capped counts for ALCQ. Inverse roles, features, nominals and strings are
//     roles and atoms of the refinement. If the language has the boolean
//     operations, no coarser partition has this property: package optimal makes
//     the concepts that show it.
//   - [CeilingOf] is the best score that any concept can have, and the pairs of
//     examples that prevent a better one; [Explain] says what would tell these apart.
//
// The engines use the classes of a level directly: individuals of one class share
// a variable (package encode) or a bit (package search). The paper's reduced
// database, with copies of individuals where numbers need them, is not built.
//
// The refinement is colour refinement that visits only what has changed, in
// O(m log n) for all levels together; see refiner. All its data are flat arrays.
// Signatures are grouped by hash and then compared, so a collision never merges
// two classes. Results are the same for the same structure and space.
//
// Letters: a, b individuals; c a class; d, l levels; r role; m facts (or, where
// numbers are capped, the limit); n individuals.
package bisim
