// Package genus is the library that the command line, the HTTP server and the MCP server
// share:
//
//	source → problem → fitting → query → confirmation → result
//
// A Session is work on one source with one configuration; the source serves any number of
// problems at once. Its methods are in files by job: Answer does the whole work on a Task
// (answer.go), which ranks what may be meant and asks about it (rank.go), extracts from an
// endpoint (crawl.go), searches and proves (fit.go), and confirms the query (confirm.go).
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
