// Package queries holds all SPARQL text of genus: the bank of fixed queries and
// the translation of concepts into SPARQL 1.1.
//
// [Select], [Count], [Ask] and [Confirm] write a concept as a query; [Options] say
// for which graph and engine, of which [Probe] finds out the dialect. The other
// functions are the questions of a crawl (package extract).
//
// The bank is made of the files *.rq, embedded and loaded by knakk/sparql. Its
// loader joins lines and its templates do not escape: so a question (bank.go) is filled
// in with what its methods have escaped, and what comes out is laid out again
// (layout.go). The templates of the questions about concepts are in the bank
// (concept.rq); the translator composes the graph pattern, the prologue and the data
// set. Whatever escapes keeps the first error, which only what hands a query out
// looks at.
//
// The translation has three steps: [Options] are checked; the concept becomes a
// safe expression or the complement of one (safe.go), so that only a complement
// at the root needs the domain (domain.go); the safe expression becomes a graph pattern
// (pattern.go, with compare.go, nominal.go, entailed.go for its parts), which is written
// in the order of a plan: the most selective triple first (join.go, statistics.go). Its
// semantics is that of package interp; package internal/differential compares
// the two on random graphs and concepts, on the embedded engine and on those
// that others wrote.
//
// Invariants of what is generated:
//
//   - SPARQL 1.1 Query without SERVICE, hints or extension functions; every
//     prefix is declared; VALUES has one variable and stands in the group, again
//     in each subselect and MINUS about it.
//   - MINUS, OPTIONAL and subselects share one variable with what is around
//     them and no filter looks out of its group, so an engine may evaluate each
//     on its own (QLever does).
//   - A nominal stands where its variable would, is bound by VALUES, or filters the
//     variable of its group (nominal.go). A string is the object of a triple.
//   - Individuals are IRIs and blank nodes; literals among the values of a role
//     are no successors. Successors are counted as distinct terms. A concept that
//     only excludes ranges over the individuals of [Domain] (domain.go).
//   - The triples of a group are connected: there is no cross product.
//   - The same input gives the same text.
//
// What engines get wrong is put right in two ways. What costs nothing is written
// for all of them and stays standard:
//
//   - goRDFlib v0.1.5 takes a literal for a wildcard when a variable bound to it
//     comes to the subject of the next triple: a FILTER(!isLiteral(?y)) goes
//     with every variable that is an object first, needed by the standard or
//     not. The same filter keeps Blazegraph from forgetting VALUES.
//   - QLever evaluates what stands in a group on its own: no filter looks out.
//   - Virtuoso aborts the query when a cast fails, even behind a false
//     condition: nothing is cast; STRDT makes a literal of any string. It
//     compares the result of REPLACE with no string: STRBEFORE is used.
//
// The rest is a [Dialect], which [Probe] finds out. docs/engines-sparql.md lists
// all rules with their reasons, and what is not covered: years beyond 9999 (as a
// threshold an error, as a value sorted by spelling) and 24:00:00; zones before
// the year 0001; negative years as a threshold on Virtuoso; integers beyond 64
// bits and decimals of more than 15 digits behind the point, against floating
// point; literals that their datatype does not allow; IRIs with the segments .
// and .. in their paths, which SPARQL resolves and RDF does not.
//
// Letters: c, d concepts; e safe expressions; r roles; f features; g groups;
// v, w variables of the query; ?x the answer.
package queries
