// Package dl holds the abstract syntax of the description logic ALCQI(f), with
// nominals, string values and derived symbols beyond it: concepts, roles, values,
// languages, normal forms and the measures size and role depth.
//
// The semantics is that of Section 2 of Funk, Jung and Voellmer, "Bounded
// Fitting for Expressive Description Logics" (IJCAI 2026), called the paper in
// this module. It is defined once, by package interp; nothing here evaluates.
//
// A derived symbol is a concept name or a role in all but spelling: its extension is
// computed from the structure. There are five kinds ([Derived]): presence (∃f) and
// (≥n f), conditions on texts such as (f starts s), agreement (r ≐ s), order (f < g), and the closures
// r⁺ and r* as roles. The size counts each as a name or a role. The role depth counts a
// closure as one step, so that ∃r.∃s*.C has depth 2: a structure that is cut out of a
// larger one must follow a closure to its end, or not offer it.
//
// Invariants:
//
//   - Concepts, roles and values are comparable Go values: two of them are
//     equal (==) if and only if they are the same syntax, so they serve as map
//     keys. A [Value] is kept in a canonical spelling to make this useful.
//   - A concept is a tree. Equal subtrees may share memory, so a DAG is a
//     concept whose subconcepts occur more than once ([DAGSize]).
//   - The package imports the standard library only.
//
// Letters used here and in the packages that build on it:
//
//	c, d, e  concepts     r  roles         f  features    v, w  values
//	a, b     individuals  k  sizes         n  the number of a restriction
package dl
