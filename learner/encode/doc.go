// Package encode is the paper's reduction of size-restricted fitting to SAT
// (Section 5.1), one formula per shape of the syntax tree.
//
// For a tree shape with nodes i = 1…k (1 is the root), node labels v, and
// individuals a, the formula has the variables
//
//	x[i,v]  node i is labelled v
//	z[i,a]  a is in the extension of the concept at node i
//
// Its clauses state that every node has a label that its number of children allows,
// what every label means for z in terms of the children's z (labels.go,
// restrictions.go), and which score the root reaches on the examples (stage.go).
// symmetry.go excludes trees that are equivalent to a smaller tree, or to a tree of
// equal size in normal form.
//
// The formula is smaller than the paper's for three reasons. The shape is fixed, so
// there are no variables for edges (Section 5.3 splits the search this way). The
// variable z[i,a] exists only for individuals that the examples reach in as many
// steps as node i has unary nodes above it. Individuals that no concept as deep as the
// tree below node i distinguishes share one z (Section 5.3's quotient, by levels of
// bisimilarity, for each node). At the leaves this is one variable per type, that is,
// per set of atomic concepts.
//
// Invariant: a formula is satisfiable if and only if the space has a concept
// of the shape that reaches the goal, except for concepts with an equivalent
// (on the examples) of smaller size, or of the same size and another shape
// whose formula is satisfiable.
//
// A role within a statement does not count for the role depth (Space.Inner), so reach and the
// levels count no step for it either.
//
// Letters: i, j nodes; v labels; a, b individuals; t classes; h the height of a node:
// the largest number of unary nodes on a path from it to a leaf, including itself; u
// the number of unary nodes above it.
package encode
