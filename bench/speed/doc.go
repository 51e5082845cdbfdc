// Package speed measures queries of typical concepts on SPARQL engines over a generated
// graph: anchored, unanchored, and as a person would write the same question; and the
// confirmation of a few individuals. The first three must count the same members, so that
// it is a test at a small size. At the size of the documentation, docs/engines-sparql.md,
// it is
//
//	.ci/engines go test -C bench -count=1 -v -timeout 3h -run Engines ./speed -facts 200000
//
// This prints one table in Markdown per engine, in seconds of processor time. -run
// Engines/virtuoso chooses an engine.
//
// TestFiles measures how long genus takes to read files, and to open them again.
package speed
