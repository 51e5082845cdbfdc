// Package app is what the command line, the HTTP server and the MCP server share:
//
//	source → problem → fitting → query → confirmation → result
//
// A Session is work on one source with one configuration. Open opens the source,
// which then serves any number of problems at once. With applies the settings and
// reads the examples of a Request; Examples reads those of the settings. Problem
// puts examples into the source: it crawls what surrounds them on an endpoint into
// a local database, which keeps every answer. Learn gives a Result, with its query;
// Confirm has the endpoint confirm it; Fit does both. Whatever is to happen between
// a fitting and its confirmation, such as a ranking, belongs between these two.
// Verify compares a concept with its query.
//
// What else there is to do with a source has a room of its own: Extraction asks an
// endpoint for what surrounds examples, Ranker ranks what may have been meant by the
// whole source, Browser finds and shows what is there, Writer writes concepts. Each is
// a Session with methods for one job.
//
// Nothing here knows of flags, terminals or HTTP.
//
// # Errors
//
// IsUsage tells errors that the user has to mend (a setting, a file, an IRI) from
// failures.
//
// Letters: s the session; src a source; p a problem; r a result; c a concept.
package app
