// Package engines starts real SPARQL engines for tests: processes of their own
// on loopback, each with a folder and ports of its own, loaded with one graph
// and stopped by process id when the test ends.
//
// The embedded engine (package connector/embedded) is one implementation of
// SPARQL, with defects of its own. What genus promises about any endpoint is
// judged on engines that somebody else wrote: Virtuoso, which serves DBpedia;
// Oxigraph, which stays close to the text of the standard; Apache Jena Fuseki,
// the usual private endpoint; Blazegraph, which serves Wikidata.
//
// A test that needs an engine which is not installed is skipped, with a line
// that names the engine and how to install it. With GENUS_ENGINES=required in
// the environment it fails instead. One command installs them all, sets that and
// runs the tests that use this package, which have Engines in their names:
//
//	.ci/engines go test -count=1 -run Engines ./...
package engines
