// Package genus is the library that the command line, the HTTP server and the MCP server
// share:
//
//	source → problem → fitting → query → confirmation → result
//
// Open opens a Session: work on one source with one configuration. The source serves any
// number of problems at once. Its methods are in files by job: Answer does the whole work on a
// Task (answer.go): Rank ranks what may be meant, and a Task's Ask answers its questions
// (rank.go); Problem extracts from an endpoint (crawl.go); Prove searches for a concept and
// proves what it can (fit.go); Confirm runs the query (confirm.go).
// Query and Form write a concept (vocabulary.go), Verify compares it with its query, Why
// explains its members, and Matches lists others. Search, Classes, Members, Neighbourhood
// and Evidence show what is there. Enrich proposes axioms.
//
// The package does not know flags, terminals or HTTP servers.
//
// # Errors
//
// IsUsage distinguishes errors that the user has to correct (a setting, a file, an IRI)
// from failures.
//
// Letters: s session; src source; p problem; r result; c concept.
package genus
