// Package encode is the paper's reduction of size-restricted fitting to SAT
// (Section 5.1), one formula per shape of the syntax tree.
//
// For a tree shape with nodes i = 1…k (1 is the root), node labels v, and
// individuals a, the formula has the variables
//
//	x[i,v]  node i is labelled v
//	z[i,a]  a is in the extension of the concept at node i
//
// and says that every node has a label that its number of children allows,
// what every label means for z in terms of the children's z (labels.go,
// restrictions.go), and which score the root reaches on the examples
// (goal.go). symmetry.go excludes trees that have an equivalent that is
// smaller, or of equal size and in normal form.
//
// Three things make it smaller than the paper's: the shape is fixed, so there
// are no variables for edges (Section 5.3 splits the search this way); z[i,a]
// exists only for individuals that the examples can reach in as many steps as
// node i has unary nodes above it; and individuals that no concept as deep as
// the tree below node i tells apart share one z (Section 5.3's quotient, by
// quotient levels, node by node). At the leaves this is one variable per type,
// that is, per set of atomic concepts.
//
// Invariant: a formula is satisfiable if and only if the space has a concept
// of the shape that reaches the goal, except for concepts with an equivalent
// (on the examples) of smaller size, or of the same size and another shape
// whose formula is satisfiable.
//
// Letters: i, j nodes; v labels; a, b individuals; t classes; h the height of
// a node, the largest number of unary nodes on a path from it to a leaf,
// itself included; u the number of unary nodes above it.
package encode
