// Package bisim computes bisimilarity: which individuals no concept of a
// space can tell apart (the paper, Section 3, Definition 1, Section 5.3, Lemma
// 3 and appendix A), and what follows for the best possible score.
//
//   - [Compute] is the refinement. For every role depth d it computes a partition:
//     individuals of one class agree on all concepts of depth at most d. It counts
//     successors as far as the concepts of the space can ([CountLimit]): sets for ALC,
//     capped counts for ALCQ. Inverse roles, features, nominals and strings are
//     roles and atoms of the refinement. If the language has the boolean
//     operations, no coarser partition has this property; package optimal constructs
//     concepts that prove it.
//   - [CeilingOf] returns the best score that any concept can have, and the pairs of
//     examples that prevent a better one. [Explain] says what would tell them apart.
//
// The engines use the classes of a level directly: individuals of one class share
// a variable (package encode) or a bit (package search). They do not build the paper's
// reduced database, which copies individuals where numbers need copies.
//
// The refinement is colour refinement that visits only what has changed, in
// O(m log n) for all levels together; see refiner. All its data are flat arrays.
// Signatures are grouped by hash and then compared, so that a collision never merges
// two classes. The same structure and space always give the same result.
//
// Letters: a, b individuals; c a class; d, l levels; r role; m number of facts;
// n number of individuals.
package bisim
