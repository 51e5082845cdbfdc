// Package entail computes the triples that an RDF graph entails.
//
// [RDFS] applies the rules of RDFS about domains, ranges and subproperties (RDF 1.1
// Semantics, section 9.2.1: rdfs2, 3, 5 and 7), and those of owl:inverseOf,
// owl:SymmetricProperty, owl:equivalentProperty and owl:TransitiveProperty (OWL 2 RL/RDF:
// prp-inv1, prp-inv2, prp-symp, prp-eqp1, prp-eqp2 and prp-trp). The caller must handle
// superclasses (rdfs9 and 11): the number of memberships in all superclasses is quadratic
// in the length of a chain of classes.
//
// [OWLRL] applies the rules of OWL 2 RL. [Schema] applies the rules about properties to one
// statement at a time, for graphs that are not in memory. The tests compare the three with
// each other, and OWLRL with the library owlrl and with HermiT.
//
// Invariants: the results do not repeat given triples, and nothing else follows from the
// given triples and the results together.
//
// Letters: s, p, o subject, property, object.
package entail
