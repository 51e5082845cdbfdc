// Package entail finds what RDF says without stating it, by the rules of RDFS
// about properties (RDF 1.1 Semantics, section 9.2.1: rdfs2, 3, 5 and 7: domains,
// ranges, subproperties) and by owl:inverseOf, owl:SymmetricProperty,
// owl:equivalentProperty and owl:TransitiveProperty (OWL 2 RL/RDF: prp-inv1, prp-inv2,
// prp-symp, prp-eqp1, prp-eqp2 and prp-trp). Superclasses (rdfs9 and 11) are left
// to the caller: stating every member of every superclass takes the square of a
// chain of classes.
//
// [Schema] says which statement follows from which by the axioms about
// properties, for graphs that nobody has as a whole. [RDFS] closes a whole graph, and
// [OWLRL] by all of OWL 2 RL. The tests compare these with each other, and the last
// with the library owlrl and with HermiT.
//
// Invariants: what is given is not repeated, and everything that follows from
// given and found together is found.
//
// Letters: s, p, o subject, property, object.
package entail
