// Package session does what the command line, the HTTP server and the MCP server share:
//
//	source → problem → fitting → query → confirmation → result
//
// Open opens a Session: work on one source with one configuration. It hands out the rooms below, each with
// what it does to that source:
//
//	source    where the facts come from, and problems of them
//	notation  concepts in notations, in words and as SPARQL
//	look      what is there: classes, surroundings, evidence, why, edits of a concept
//	names     what texts mean: names, labels in concepts, queries
//	answer    the work on a task: ranking, questions, confirmation, search, proof, repair
//	members   tables of members, and who joined and left
//	enrich    proposals of axioms
//
// The package does not know flags, terminals or HTTP servers.
//
// Letters: s session; p problem; r result; c concept; v how concepts are written.
package session
