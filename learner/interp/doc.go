// Package interp is the semantics of genus, written once: a [Structure] is the
// paper's database I (Section 2), an [Evaluator] computes extensions over it,
// and a [Problem] adds the examples. Every engine's result is judged by it.
//
// The world is closed: a fact that is not stated is false. Names are unique, and the
// domain is active.
//
// Invariants:
//
//   - A Structure never changes after [Builder.Build]; it is safe for
//     concurrent use.
//   - Engines choose from atoms, roles and thresholds. Nominals, strings and derived
//     symbols are outside ALCQI(f): those that [Candidates] allows become atoms
//     ([Structure.WithAtoms]) and roles ([Structure.WithClosures]), so that engines need
//     no code for them.
//   - Adjacency is stored in both directions, sorted and without repetition,
//     so that the number of successors is the number of distinct successors.
//   - Identifiers are dense: individuals, atoms, roles and features are numbered from
//     0 in the order of their names. So the same facts give the same Structure in
//     whatever order they were added.
//
// Letters: a, b individuals; c, d concepts; r role; f feature; v value.
package interp
