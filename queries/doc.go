// Package queries holds all SPARQL text of genus: the bank of fixed queries and
// the translation of concepts into SPARQL 1.1.
//
// [Select], [Count], [Ask] and [Confirm] write a concept as a query. [Options] describe
// the graph and the engine; [Probe] determines the dialect of the engine. The other
// functions write the queries of a crawl (package extract) and of the pages.
//
// The bank consists of the files *.rq, embedded and loaded by knakk/sparql. Its
// loader joins lines and its templates do not escape. So the methods of a question
// (bank.go) escape what they fill in, and the result is laid out again (layout.go). The
// templates of the queries about concepts are in concept.rq; the translator writes the
// graph pattern, the prologue and the data set. The escaping functions keep the first
// error, and the functions that return a query check it.
//
// The translation has three steps. The concept becomes a safe expression or the complement
// of one (algebra.go, axioms.go), so that only a complement at the root needs the domain
// (domain.go). The expression becomes a graph pattern (pattern.go, statement.go, number.go,
// temporal.go; group.go), in the order of a plan that begins with the most selective triple
// (plan.go). If the data is in named graphs only, each step gets a graph of its own (named.go). An
// engine (translator.go) writes what engines need differently: standard.go
// has SPARQL 1.1, and virtuoso.go, java.go, blazegraph.go and qlever.go override it. The
// semantics is that of package interp; package internal/differential compares the two on
// random graphs and concepts, on the embedded engine and on engines by others.
//
// Invariants of the generated queries:
//
//   - They are SPARQL 1.1 Query without SERVICE, hints or extension functions (only
//     the ways to find names in find.rq use extensions). Every prefix is declared.
//     VALUES has one variable and stands inside the group; it is repeated in each
//     subselect and MINUS about the variable.
//   - MINUS, OPTIONAL and subselects share one variable with their surroundings, and
//     filters use variables of their own group only. So an engine may evaluate each
//     group by itself, as QLever does.
//   - A nominal replaces its variable, is bound by VALUES, or filters the
//     variable of its group. A string is the object of a triple.
//   - Individuals are IRIs and blank nodes. Literals among the values of a role
//     are not successors. Successors are counted as distinct terms. A concept that
//     only excludes ranges over the individuals of [Domain] (domain.go).
//   - The triples of a group are connected: there is no cross product.
//   - The same input gives the same text.
//
// The queries avoid faults of engines in two ways. What costs nothing and is standard goes
// into the queries for all engines. The rest is a [Dialect], which [Probe] determines.
// docs/engines-sparql.md lists both with their reasons.
//
// Not covered are 24:00:00; time zones where the threshold is before the year 0001 or after 9999;
// negative years as thresholds on Virtuoso; integers beyond 64 bits and decimals with more than 15 fraction digits, compared
// with floating point; literals that their datatype does not allow; IRIs with the path
// segments . and .., which SPARQL resolves and RDF does not.
//
// Letters: c, d concepts; e safe expressions; r roles; f features; g groups;
// v, w variables of the query; ?x the answer.
package queries
