// Package enrich proposes axioms for the classes and properties of an ontology
// that has individuals: what DL-Learner's enrichment did for a knowledge base.
//
//	definition   C ≡ D, by bounded fitting: members against members of siblings
//	conditions   C ⊑ D that hold for nearly all members and not for most others
//	disjointness of siblings, domains, ranges, functional and inverse properties
//
// Each [Candidate] comes with its evidence: how many individuals speak for it, and
// which speak against it. What the ontology states already is not proposed;
// [Result].Unmet lists what it states and the data does not bear out.
//
// # Which individuals count
//
// The universe U is the individuals that have a class (or those that Input.Among
// names): about the class of others nothing is known. M is the members of C in U.
// The context S is the members of all direct superclasses of C, U if it has none
// or none has other members. So S \ M are the members of siblings.
//
// # The language of a definition
//
// C, its subclasses and its superclasses are hidden (interp.Problem.Hidden): they
// would make the definition circular or say what the hierarchy says. At first only
// classes with more members are in the language, so that two classes do not define
// each other; if no definition with these fits all, every class is. A definition D
// that fits in the context only becomes S₁ ⊓ … ⊓ D with the names of the direct
// superclasses. One that is not proved to be smallest is written so that ¬ stands
// before names, values and ∃ only.
//
// # Counterexamples
//
// A class may have more members than a learner should be given. It gets a sample;
// then the definition is evaluated at all of U, and the near misses, individuals on
// the wrong side, join the sample for another round.
//
// # Which definition
//
// Of the best concepts of each size the one with the shortest description of the
// members wins: log₂ of the number of symbols for each node, more to say
// which individual, number or value, and for each individual a on the wrong side the
// length of ⊔ {a} (minimum description length). The list ⊔ {a} of all members may win:
// then there is no definition. So one odd individual is an exception, and not a reason
// for a longer definition. A definition that would hold of an individual of which
// nothing is stated, as ¬A does, gives way to another that is nearly as good.
//
// # Measures
//
// The confidence of a definition is the F1 score over U. That of every other axiom
// is the share of the individuals that it is about for which it holds. Elsewhere
// is the share of S \ M (U \ M if that is empty) for which a condition holds, too:
// the smaller, the more it says about C. For ∀r.A and ≤n r.⊤ only individuals with
// an r-successor count, since these hold for all others. If so few members have one
// that the condition may hold by chance, it is left out.
//
// Letters: M, S, U as above; c, d concepts; r, s roles; f feature.
package enrich
