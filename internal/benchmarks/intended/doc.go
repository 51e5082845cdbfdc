// Package intended measures which concept was meant: files of intended queries,
// samples of their members, a user who answers as the query does, and what the
// ranking and the questions of package intent make of them.
//
// The files codex.txt and zoo.txt are such queries, written before any was run.
// They and docs/intent.md belong together.
package intended
