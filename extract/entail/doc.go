// Package entail finds what RDF says without stating it: by the rules of
// RDFS (RDF 1.1 Semantics, section 9.2.1: rdfs2, 3, 5, 7, 9 and 11: domains and
// ranges, subproperties, subclasses), which goRDFlib applies, and by
// owl:inverseOf and owl:SymmetricProperty (OWL 2 RL/RDF: prp-inv1, prp-inv2 and
// prp-symp), which it has only together with rules that do not end well on data.
//
// [RDFS] closes a whole graph. [Schema] has only the axioms about properties, and
// says which statement follows from which, for graphs that nobody has as a whole.
//
// Invariants: what is given is not repeated, and everything that follows from
// given and found together is found.
//
// Letters: s, p, o subject, property, object.
package entail
