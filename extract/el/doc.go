// Package el computes what follows from an ontology in the description logic EL, by the
// consequence rules of the reasoner ELK (Kazakov, Krötzsch, Simančík: The Incredible ELK,
// Journal of Automated Reasoning 53, 2014).
//
// # The fragment
//
//	concepts  ⊤, ⊥, names, C ⊓ D, ∃r.C
//	axioms    C ⊑ D between any of these (so definitions, general axioms, domains as ∃r.⊤ ⊑ C,
//	          disjointness as C ⊓ D ⊑ ⊥), r ⊑ s, r ∘ s ⊑ t (so transitivity), ranges
//
// The caller turns every other constructor into a name with the axioms of the fragment that follow
// for it, such as C ⊑ X for an operand C of a union X. What is derived is then correct, and may not
// be all.
//
// A range of r is joined to each filler of r (Baader, Brandt, Lutz: Pushing the EL Envelope
// Further, 2008). This finds all that follows if the range of t is also one of s for each chain
// r ∘ s ⊑ t, as OWL 2 EL requires.
//
// # The rules
//
// S(C) holds the concepts that are known to be above C, and C →r D says that C ⊑ ∃r.D.
//
//	                                            C, ⊤ ∈ S(C)
//	D ∈ S(C), D ⊑ E an axiom                    E ∈ S(C)
//	D ⊓ E ∈ S(C)                                D, E ∈ S(C)
//	D, E ∈ S(C), D ⊓ E is to the left           D ⊓ E ∈ S(C)
//	∃r.D ∈ S(C)                                 C →r D
//	C →r D, E ∈ S(D), r ⊑ s, ∃s.E to the left   ∃s.E ∈ S(C)
//	C →r D, ⊥ ∈ S(D)                            ⊥ ∈ S(C)
//	C →r D →s E, r ∘ s ⊑ t                      C →t E
//
// If r is transitive, a link that this rule alone derived is not the first of the two links again: the first of those
// that it came from leads to the same.
//
// Concepts that were put together by a rule are not taken apart again. The links are a canonical
// model: a concept of EL is above C if it holds at C there.
//
// Letters: c, d, e concepts; r, s, t roles.
package el
