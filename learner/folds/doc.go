// Package folds splits the examples of a problem for cross-validation.
//
// Invariants:
//
//   - Every example is tested in exactly one fold and trained on in all others,
//     with its weight.
//   - The positives of any two folds differ by at most one in number, the
//     negatives too, and the folds themselves too (stratification).
//   - A split depends on the IRIs of the examples, the number of folds and the
//     seed, and on nothing else: not on the order of the examples, their
//     weights or the machine.
//
// Letters: p a problem; n the number of folds; i an example; f a fold.
package folds
