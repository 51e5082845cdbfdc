// Package differential tests the claim on which genus rests: the query of a concept means
// what the concept means. It draws random RDF graphs and random concepts, loads each
// graph into a SPARQL engine, and sends the queries through the connector as the program
// does. It compares the answers with the extension that package interp computes over the
// structure that package extract makes of the same graph.
//
//	.ci/engines go test -count=1 -run Engines ./internal/differential -pairs 4000 -seed 1
//
// compares that many pairs of a graph and a concept on every engine; without -pairs it is
// 200. A failure is shrunk to a small graph and concept. Literals that the
// store of an engine changes, so that no query can tell, are left out of its graphs;
// judged in engines_test.go lists them, and docs/engines-sparql.md in words.
//
// Letters: g graph, c concept, s structure, e engine under test.
package differential
