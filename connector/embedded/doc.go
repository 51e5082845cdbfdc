// Package embedded is a SPARQL 1.1 query endpoint inside the process, served over
// real HTTP on the loopback interface, for the demo and the tests. The engine is
// goRDFlib (github.com/tggo/goRDFlib v0.1.5); store, protocol and time limits
// are ours. It answers SELECT and ASK in JSON from one default graph; it has no
// update route, no GRAPH and no SERVICE.
//
// Invariants: the graph never changes after Start, so queries share it without
// locks; rows come in an order that only depends on the triples and the query; a
// query ends with its time limit, its client or the endpoint, and Close returns
// when none is left.
//
// What the engine can do, as TestEngine pins down: joins, UNION, OPTIONAL, BIND,
// VALUES, property paths, subselects, GROUP BY and HAVING, COUNT DISTINCT, MINUS
// and NOT EXISTS (nested too), IN, casts to string, boolean, integer, decimal,
// double and float; numbers, xsd:date and xsd:dateTime compare by value.
//
// What it does wrong and is put right here, before a query is evaluated:
// comparisons across types, with NaN, unbound variables or the smaller integer
// types (repair.go); strings with escapes in triple patterns (text.go); ?x p ?x,
// and prefixes that are not declared, which would match everything
// (materialize.go); nested patterns that are evaluated anew for every row outside
// (materialize.go); no cancellation (store.go, handler.go).
//
// What it does wrong and stays so; a query that is to be right here must avoid it:
//
//   - Inside NOT EXISTS, OPTIONAL and any nested group, a FILTER does not see the
//     variables bound outside of its own group (QLever errs alike).
//   - EXISTS in an argument of a function, in a projection or in HAVING: refused.
//   - Casts to xsd:date, xsd:dateTime and xsd:int are errors; gYear and gYearMonth,
//     and dates before year 0 or after 9999, compare as text.
//   - "=" between literals ignores the datatype, but for numbers in the text.
//   - Numbers are doubles: integers beyond 2^53 are rounded.
//   - Comparisons in HAVING are the engine's own: use them on counts.
//   - Triple patterns are joined in the order of the text: put the selective one
//     first, and let each share a variable with one before it.
//   - MINUS, NOT EXISTS with more than triple patterns in it, and a join with a
//     UNION or a subselect on its right compare every pair of rows: 2,000 times
//     2,000 take half a second to a second.
//   - Language tags are stored in lower case.
//
// Letters: e endpoint, h handler, x index, m materializer.
package embedded
