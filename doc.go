// Package genus learns what a set of individuals has in common, from a SPARQL endpoint, RDF
// files or a database. [Open] opens a [Session]: work on one source with one configuration. It
// serves any number of tasks at once:
//
//	source → problem → fitting → query → confirmation → result
//
// What a session can do is in its rooms. Work learns a [Task] (Answer), whose Ask answers questions
// on the way, compares a concept with its query (Verify), and finds the nearest concept that fits
// (Repair). Names finds individuals. Look shows what is there, and why somebody is a member. Members
// lists members in a table, Notation writes a concept, and Axioms proposes axioms.
//
// Everything is implemented in package session and below. [IsUsage] distinguishes errors that
// the user has to correct (a setting, a file, an IRI) from failures.
package genus
