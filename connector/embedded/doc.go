// Package embedded provides a SPARQL 1.1 query endpoint inside the process, served over
// HTTP on the loopback interface, for the demo and the tests. The engine is goRDFlib
// (github.com/tggo/goRDFlib v0.1.5); this package has the store, the protocol and the
// time limits. The endpoint answers SELECT and ASK in JSON from one default graph. It
// has no update route, no GRAPH and no SERVICE.
//
// Invariants: the graph does not change after Start, so queries share it without locks;
// the order of the rows depends only on the triples and the query; a query ends with its
// time limit, its client or the endpoint, and Close returns when none is left.
//
// Supported, and tested by TestEngine: joins, UNION, OPTIONAL, BIND, VALUES, property
// paths, subselects, GROUP BY and HAVING, COUNT DISTINCT, MINUS and NOT EXISTS (nested
// too), IN, casts to string, boolean, integer, decimal, double and float; numbers,
// xsd:date and xsd:dateTime compare by value.
//
// This package corrects these faults of the engine before a query is evaluated:
//
//   - comparisons across types, with NaN, unbound variables or the smaller integer
//     types (repair.go)
//   - comparisons of decimals and long integers, which it rounds to doubles, with a number
//     in the query (exact.go)
//   - strings with escapes in triple patterns (text.go)
//   - blank nodes in patterns, and literals as subjects, which match everything (materialize.go)
//   - ?x p ?x, and undeclared prefixes, which would match everything (materialize.go)
//   - nested patterns, which it evaluates anew for every row (materialize.go)
//   - no cancellation (store.go, handler.go)
//
// These faults remain, and queries must avoid them:
//
//   - Inside NOT EXISTS, OPTIONAL and any nested group, a FILTER does not see the
//     variables that are bound outside of its own group (QLever has the same fault).
//   - EXISTS in an argument of a function, in a projection or in HAVING is refused.
//   - Casts to xsd:date, xsd:dateTime and xsd:int are errors. gYear and gYearMonth
//     compare as text, and so do two dates of which one is before year 0 or after 9999, unless the other
//     one is in the query.
//   - "=" between literals ignores the datatype, except for numbers in the query.
//   - Numbers of two variables compare as doubles: integers beyond 2^53 are rounded.
//   - Comparisons in HAVING are not corrected: use them on counts only.
//   - Triple patterns are joined in the order of the query: put the most selective one
//     first, and let each share a variable with one before it.
//   - MINUS, NOT EXISTS with more than triple patterns in it, and a join with a UNION or
//     a subselect on its right compare every pair of rows: 2,000 times 2,000 take half a
//     second to a second.
//   - Language tags become lower case.
//
// Letters: e endpoint, h handler, x index, m materializer.
package embedded
