// Package differential tests the sentence that all of genus rests on: the query
// of a concept means what the concept means. It draws random RDF graphs and
// random concepts, loads the graph into a SPARQL engine, sends the queries
// through the connector as the program does, and compares the answers with the
// extension that package interp computes over the structure that package
// extract makes of the same graph.
//
//	.ci/engines go test -count=1 -run Engines ./internal/differential -pairs 10000 -seed 1
//
// compares that many pairs of a graph and a concept on every engine; without
// -pairs it is a few hundred. A failure is shrunk to a small graph and concept
// and comes with the command that repeats it. What an engine's store itself
// changes, so that no query could tell, is left out of its graphs and listed in
// docs/engines-sparql.md (see stores in engines_test.go).
//
// Letters: g graph, c concept, s structure, e engine under test.
package differential
