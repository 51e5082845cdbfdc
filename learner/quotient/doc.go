// Package quotient computes bisimilarity: which individuals no concept of a
// space can tell apart (the paper, Section 3, Definition 1, Section 5.3 and
// Lemma 3). It is bounded by depth and by what the numbers can see:
// individuals of one class at level d agree on every concept of the space
// whose role depth is at most d.
//
// With ≥n or ≤n in the language successors are counted (ALCQ bisimulation,
// counts capped at the largest number plus one); without, they are sets (ALC).
// Inverse roles and features need no more than to be in the space: they are
// roles and atoms of the refinement.
//
// The refinement starts from the atomic concepts and comparisons and splits
// the classes by the classes of the successors until nothing changes: colour
// refinement with hashed signatures.
//
// Letters: a, b individuals; d a level; r role.
package quotient
