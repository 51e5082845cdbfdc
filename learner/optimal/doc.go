// Package optimal computes, in polynomial time, a concept with the best score
// that any concept of a space can have (the paper, Theorem 2 and Algorithm 3). The
// concept is usually too large to read; package learner finds small ones.
//
// The concept must hold at those classes of the partition refinement (package bisim)
// that the ceiling chooses. For two classes x and y, the splits of the refinement give a
// concept that holds at x and not at y (the paper, appendix A). Classes that differ at
// level 0 differ in an atom or a comparison. Classes that first differ at level l have
// different numbers of successors in some class X of level l-1. So ≥n r.D separates
// them, if D holds at the successors in X and at no other successors. By induction, D is a
// conjunction of concepts that separate X from other classes. A decision tree over the
// classes of the examples combines such concepts.
//
// The concept is a DAG: two classes have one separating concept, however often it is
// used, so there are at most quadratically many. As a tree the concept may be
// exponentially large ([TreeSize]); for some problems the smallest fitting concept is.
// Packages dl and interp work on the DAG.
//
// Letters: a, b individuals; x, y classes; i, j nodes of the DAG; r role; l level;
// n number.
package optimal
