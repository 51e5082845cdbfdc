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
// into the queries for all engines:
//
//   - FILTER(!isLiteral(?y)) for a variable that first occurs as an object: goRDFlib
//     treats a literal as a wildcard, and Blazegraph ignores VALUES before a single
//     triple.
//   - FILTER(isBlank(?y) || ?y != ex:a) to exclude a nominal (not on Virtuoso): for
//     QLever, comparing a blank node with an IRI is an error.
//   - ⊥ as a triple with owl:bottomObjectProperty: rdflib ignores FILTER(false), RDF4J
//     returns no row for a COUNT over it, and Virtuoso answers a union of type
//     contradictions with an empty row and an ASK with true.
//   - VALUES ?x { ex:a ex:a }, with the value twice, for a single nominal in a branch,
//     MINUS or subselect that shares ?x with the outer group: RDF4J otherwise replaces ?x
//     by the single value outside, too, and then drops branches of unions and counts
//     wrongly.
//   - No filter that uses a variable from outside its group: QLever evaluates each group
//     separately. Queries about the axioms of an ontology are the exception: NOT EXISTS
//     there is about a value of the outer group.
//   - FILTER(!sameTerm(?narrower, ?value)) before an inner NOT EXISTS about both: within
//     it, Blazegraph finds no path of no steps from a node without steps.
//   - STRDT, STRBEFORE and STRAFTER instead of casts and of SUBSTR past the end: with
//     these, Virtuoso and Blazegraph abort the whole query.
//   - All classes, ?x rdfs:subClassOf ?x between classes, in a subselect: beside an
//     OPTIONAL Virtuoso returns further rows of such a pattern.
//   - All individuals in a subselect, before a path to the classes above them (not on
//     Blazegraph, which then finds nothing): Virtuoso finds nothing by such a path after a
//     union, and Oxigraph and Fuseki take half the time.
//   - Dates compared by datatype and lexical form, unless a zone other than Z matters:
//     SPARQL 1.1 compares only dateTime.
//   - One comparison per numeric type if the threshold is not the same binary number in
//     all types: SPARQL rounds a decimal to the double or float beside it, but not all
//     engines do. In genus a double or a float is the shortest decimal that reads as it,
//     so that 0.1 and 0.1e0 are equal.
//   - A threshold with more than 18 fraction digits, or beyond 2⁶³, compared twice with
//     integers and decimals: as it is, which is an error on Oxigraph, and with the
//     tightest bound that Oxigraph reads. Virtuoso, which would round it, gets only a
//     bound: of 15 fraction digits, or a double.
//   - Booleans compared by lexical form, because true and 1 are the same value.
//   - \\\u0075 for the u of \u… in a string, because an engine may decode \uXXXX first
//     (section 19.2).
//
// The rest is a [Dialect], which [Probe] determines; the types of virtuoso.go, java.go,
// blazegraph.go and qlever.go say what each engine needs and why.
//
// Not covered are 24:00:00; time zones where the threshold is before the year 0001 or after 9999;
// negative years as thresholds on Virtuoso; integers beyond 64 bits and decimals with more than 15 fraction digits,
// compared with floating point; literals that their datatype does not allow; IRIs with the path
// segments . and .., which SPARQL resolves and RDF does not.
//
// Letters: c, d concepts; e safe expressions; r roles; f features; g groups;
// v, w variables of the query; ?x the answer.
package queries
