// Package session does what the command line, the HTTP server and the MCP server share:
//
//	source → problem → fitting → query → confirmation → result
//
// Open opens a Session: work on one source with one configuration. The source serves any
// number of problems at once. Answer does the whole work on a Task: Rank ranks what may be
// meant, and a Task's Ask answers its questions; Problem extracts from an endpoint; Prove
// searches for a concept and proves what it can; Confirm runs the query.
// Query and Form write a concept, Verify compares it with its query, Why
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
package session
