// Package speed measures the queries of typical concepts on SPARQL engines over
// a generated graph: anchored, unanchored, and beside them what a person would
// write for the same question; and the confirmation of a few individuals. The
// first three must count the same members, so at a small size it is a test like
// any other; at the size of the documentation, docs/engines-sparql.md, it is
//
//	.ci/engines go test -count=1 -v -timeout 3h -run Engines ./internal/speed -facts 200000
//
// which prints one table in Markdown per engine, in seconds of processor time.
// An engine can be chosen with -run Engines/virtuoso.
package speed
