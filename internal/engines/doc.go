// Package engines starts real SPARQL engines for tests. Each runs in its own process on
// loopback, with its own folder and ports, and serves one graph. It is stopped by process
// id when the test ends.
//
// The embedded engine (package connector/embedded) is one implementation of SPARQL, with
// its own defects. What genus promises about any endpoint is tested on engines that
// others wrote: Virtuoso, which serves DBpedia; Oxigraph, which stays close to the text
// of the standard; Apache Jena Fuseki, the usual private endpoint; Blazegraph, which
// serves Wikidata; RDF4J, the engine of GraphDB.
//
// Tests start an engine only if GENUS_ENGINES is "required", which stands for all, or has
// its name; other tests are skipped by name. An engine that is required and not installed
// fails the test. A command installs all engines or those of a list, sets the variable and
// runs the tests that use this package, which have Engines in their names:
//
//	.ci/engines go test -count=1 -run Engines ./...
//	GENUS_ENGINES=oxigraph .ci/engines go test -count=1 -run Engines ./...
package engines
