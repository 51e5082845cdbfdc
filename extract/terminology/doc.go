// Package terminology reads the axioms of an ontology about classes, so that its classes can take
// the place of individuals.
//
// A step of subsumption leads from a node to another one that has all of its members:
//
//	c rdfs:subClassOf d                           c ⊑ d
//	c owl:equivalentClass d                       c ⊑ d and d ⊑ c
//	c owl:intersectionOf (… d …)                  c ⊑ d
//	d owl:unionOf (… c …), d owl:disjointUnionOf  c ⊑ d
//	c rdf:type d                                  for the individuals that hasValue names
//
// The superclasses of a class are the names that steps reach from it. Its edges are the
// restrictions that they reach: ∃r.D (owl:someValuesFrom) and r = a (owl:hasValue), for r and the
// properties above it (rdfs:subPropertyOf). An edge is left out if another one with the same
// property leads to something more specific. So each edge is entailed. Not each entailed edge is
// there: package queries writes the same steps as a path, over the
// RDF of the ontology.
//
// [Terminology.Classify] replaces these by all superclasses and edges that follow by the rules of EL (package el).
// What is outside EL is a name there, with what follows for it: the operands of a union are below it, ≥n r.C is
// below ∃r.C, and ≤0 r.C and ¬C are disjoint with ∃r.C and C. An inverse of a property is a property of its own.
//
// [Terminology.Disjoint] returns the classes that axioms state to be disjoint (owl:disjointWith,
// owl:disjointUnionOf, owl:AllDisjointClasses, and ¬D for a named class D on the right). So a class is
// known not to be below another one if both are below two of these.
//
// [Terminology.Unread] counts the other parts of class expressions: ∀, ≤, ≥, ¬, lists of
// individuals and inverse roles; without Classify also what only its rules use, such as general axioms.
//
// Letters: c, d classes or class expressions; r a property; f the facts.
package terminology
