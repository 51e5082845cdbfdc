// Package engines starts real SPARQL engines for tests: processes of their own
// on loopback, each with a folder and ports of its own, loaded with one graph
// and stopped by process id when the test ends.
//
// The embedded engine (package connector/embedded) is one implementation of
// SPARQL, with defects of its own. What genus promises about any endpoint is
// judged on engines that somebody else wrote: Virtuoso, which serves DBpedia;
// Oxigraph, which stays close to the text of the standard; Apache Jena Fuseki,
// the usual private endpoint; Blazegraph, which serves Wikidata; RDF4J, the engine
// under GraphDB.
//
// Tests start an engine only with GENUS_ENGINES=required in the environment, and
// are skipped by name without it. An engine that is required and not installed
// fails the test. One command installs all engines, sets the variable and runs
// the tests that use this package, which have Engines in their names:
//
//	.ci/engines go test -count=1 -run Engines ./...
package engines
