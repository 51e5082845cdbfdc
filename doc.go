// Package genus learns what a set of individuals has in common, from a SPARQL endpoint, RDF
// files or a database. [Open] opens a [Session]: work on one source with one configuration. It
// serves any number of tasks at once:
//
//	source → problem → fitting → query → confirmation → result
//
// [Session.Answer] does the whole work on a [Task]; its Ask answers questions on the way.
// Search, Classes, Members, Neighbourhood and Evidence show what is there. Query and Form write
// a concept, Verify compares it with its query, Why explains its members, Table and Matches list
// them. Repair finds the nearest concept that fits, and Enrich proposes axioms.
//
// Everything is implemented in package session and below. [IsUsage] distinguishes errors that
// the user has to correct (a setting, a file, an IRI) from failures.
package genus
