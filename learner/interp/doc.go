// Package interp is the semantics of genus, written once: a [Structure] is the
// paper's database I (Section 2), an [Evaluator] computes extensions over it,
// and a [Problem] adds the examples. Every engine's result is judged by it.
//
// The world is closed, names are unique and the domain is active: what is not
// stated is false.
//
// Invariants:
//
//   - A Structure never changes after [Builder.Build]; it is safe for
//     concurrent use.
//   - What engines choose from is atoms, roles and thresholds. Nominals and strings
//     are outside ALCQI(f): those that [Candidates] allows become atoms
//     ([Structure.WithAtoms]), so that nothing else need know of them.
//   - Adjacency is stored in both directions, sorted and without repetition,
//     so that the number of successors is the number of distinct successors.
//   - Identifiers are dense: individuals, atoms, roles and features count from
//     0 in the order of their names, so that the same facts give the same
//     Structure whatever order they came in.
//
// Letters: a, b individuals; c, d concepts; r role; f feature; v value.
package interp
