// Package enrich proposes axioms for the classes and properties of an ontology that has
// individuals, as DL-Learner's enrichment does for a knowledge base.
//
//	definition   C ≡ D, by bounded fitting: members against members of siblings
//	conditions   C ⊑ D that hold for nearly all members and not for most others
//	disjointness of siblings, domains, ranges, functional and inverse properties
//
// Each [Candidate] comes with its evidence: how many individuals support it, and which
// contradict it. What the ontology states already is not proposed. [Result].Unmet lists
// the stated axioms that the data contradicts, and [Result].Fits those that it fits.
//
// # Which individuals count
//
// The universe U is the individuals that have a class, or those that Input.Among names.
// The classes of all others are not known. M is the members of C in U. The context S is
// the members of all direct superclasses of C. It is U if C has no superclass, or if none
// has other members. So S \ M are the members of siblings.
//
// # The language of a definition
//
// C, its subclasses and its superclasses are hidden (interp.Problem.Hidden): they would
// make the definition circular or repeat the hierarchy. In a first step all classes that
// do not have more members are hidden, too, so that two classes do not define each other.
// If no definition fits all examples, a second step allows them. A definition D that fits
// only in the context becomes S₁ ⊓ … ⊓ D with the names of the direct superclasses. If it
// is not proved to be the smallest, it is written so that ¬ stands only before names,
// values and ∃.
//
// # Counterexamples
//
// A class may have more members than a learner should get. The learner gets a sample.
// Then the definition is evaluated at all of U, and some individuals on the wrong side
// join the sample for another round.
//
// # Which definition
//
// Of the best concepts of each size the one that describes the members in the fewest bits
// wins (minimum description length). Each node costs log₂ of the number of symbols; an
// individual, number or value costs more; each individual a on the wrong side costs as
// much as ⊔ {a}. If it is cheaper to list all members as ⊔ {a}, there is no definition.
// So one odd individual is an exception, and not a reason for a longer definition. A
// definition such as ¬A holds for an individual about which nothing is stated. It gives
// way to another definition that is nearly as good.
//
// # Measures
//
// The confidence of a definition is its F1 score over U. The confidence of every other
// axiom is the share of the individuals it is about for which it holds. Elsewhere is the
// share of S \ M (of U \ M if that is empty) for which a condition holds. The smaller it
// is, the more the condition says about C. For ∀r.A and ≤n r.⊤ only individuals with an
// r-successor count, since these hold for all others. If so few members have a successor
// that the condition may hold by chance, it is not proposed.
//
// # Classes as individuals
//
// With Input.OfClasses the members of a class are the classes below it, and classes.go proposes:
// definitions by a superclass and what they share, conditions, and what a class lacks and its siblings have.
//
// Letters: M, S, U as above; c, d concepts; r, s roles; f feature.
package enrich
