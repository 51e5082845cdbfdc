// Package queries holds all SPARQL text of genus: the bank of fixed queries and
// the translation of concepts into SPARQL 1.1.
//
// The bank is made of the files *.rq, embedded and loaded by knakk/sparql. Its
// loader joins lines and its templates do not escape, so there are checks
// around both: files that would lose text are refused (bank.go), and only the
// escaped types of escape.go, numbers and booleans can enter a template. What
// comes out is laid out again (layout.go). The frames of the questions about
// concepts are in the bank (concept.rq); the translator composes the graph
// pattern, the prologue and the data set.
//
// The translation has three steps: [Options] are checked; the concept becomes a
// safe expression or the complement of one (safe.go), so that only a complement
// at the root needs the domain; the safe expression becomes a graph pattern
// (pattern.go, compare.go, temporal.go). Its semantics is that of package
// interp, and the tests compare the two on random graphs and concepts, on the
// embedded engine, Oxigraph and Virtuoso.
//
// Invariants of what is generated:
//
//   - SPARQL 1.1 Query without SERVICE, hints or extension functions; every
//     prefix is declared; VALUES has one variable and stands in the group.
//   - MINUS, OPTIONAL and subselects share one variable with what is around
//     them and no filter looks out of its group, so an engine may evaluate each
//     on its own (QLever does).
//   - Individuals are IRIs and blank nodes; literals among the values of a role
//     are no successors. Successors are counted as distinct terms.
//   - The same input gives the same text.
//
// What engines get wrong, and what is done about it. All of it stays standard:
//
//   - goRDFlib v0.1.5 takes a literal for a wildcard when a variable bound to it
//     comes to the subject of the next triple: a FILTER(!isLiteral(?y)) goes
//     with every variable that is an object first, needed by the standard or
//     not. Its isNumeric denies xsd:int and other derived integer types, so the
//     embedded endpoint has to repair that; it does not affect other engines.
//     It reads 0.1 as a double where it is an xsd:float.
//   - Virtuoso 7.2.5 turns the answer round where MINUS or NOT EXISTS holds a
//     GROUP BY, or refuses to compile it (SP031), and errs on some with a
//     UNION and a MINUS or subselect inside: there, an OPTIONAL counts and FILTER asks for
//     its failure (addMinus).
//   - It drops members of subclasses when a path a/rdfs:subClassOf* meets another
//     pattern about the same variable: the subclasses are listed in a subselect
//     with a LIMIT, which keeps it from merging the two. See
//     [Vocabulary].InlinePath.
//   - It orders terms of all types, so that an IRI is ≥ 3: isNumeric. It counts
//     truth values as numbers and infinities as strings: see [Options].Kinds.
//   - It aborts the query when a cast fails, even behind a false condition:
//     nothing is cast; STRDT makes a literal of any string. It compares the
//     result of REPLACE with no string: STRBEFORE is used.
//   - Its estimate of the run time grows with the nesting, not with the data;
//     it refuses a few deeply nested concepts in a thousand. Such a refusal is
//     an error of the endpoint, never a wrong answer.
//
// Not covered: years beyond 9999 (as a threshold an error, as a value sorted by
// spelling) and 24:00:00; zones before the year 0001; negative years as a
// threshold on Virtuoso, which writes -0044 as -044; a feature that is both false
// and 0 (or true and 1) on Virtuoso, which stores one of the two; integers and decimals that
// differ by less than double precision on engines that compute with doubles;
// decimals against floating point, which SPARQL compares as floating point and
// genus exactly.
//
// Letters: c, d concepts; e safe expressions; r roles; f features; g groups;
// v, w variables of the query; ?x the answer.
package queries
