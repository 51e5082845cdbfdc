// Package evaluation cross-validates learners on the folds of a problem.
//
// Letters: p a problem; f folds; t a tested fold.
package evaluation
