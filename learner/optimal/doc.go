// Package optimal computes, in polynomial time, a concept with the best score
// that any concept of a space can have (the paper, Theorem 2 and Algorithm 3). The
// concept is usually too large to read; package learner finds small ones.
//
// The concept must hold at the classes of the refinement (package bisim) that the
// ceiling chooses. For two classes x and y the
// refinement's own splits give a concept that holds at x and not at y (the
// paper, appendix A): classes that are apart at level 0 differ in an atom or a
// comparison; classes that only level l separates have different numbers of
// successors in some class X of level l-1, so ≥n r.D tells them apart where D
// holds at the successors in X and not at others, which by induction is a
// conjunction of concepts that tell X from other classes. A decision tree over
// the classes of the examples puts such concepts together.
//
// The concept is a DAG: two classes have one separating concept, however often
// it is used, so that there are at most quadratically many. As a tree it may be
// exponentially large ([TreeSize]), and there are problems whose smallest
// fitting concept is. Everything in dl and interp works on the DAG.
//
// Letters: a, b individuals; x, y classes; i, j nodes of the DAG; r role; l level;
// n number.
package optimal
