// Package intended measures how well genus finds what a user means. It reads files of
// intended queries, draws examples from their members, answers questions as the query
// does, and evaluates the ranking and the questions of package intent.
//
// The queries in codex.txt and zoo.txt were written before any was run. docs/intent.md
// has the results.
package intended
