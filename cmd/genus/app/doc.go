// Package app is what the command line, the HTTP server and the MCP server
// have in common: a source that is opened once, the problems in it, what is
// learned from them, and what is said about that.
//
// A Session holds the settings and whoever is told how far the work is; it is a
// value that is copied to change a setting. Open gives a Source, which stays open
// and serves any number of problems at once. Source.Problem puts examples into
// it: of an endpoint what surrounds them is crawled into a local database that
// keeps what was answered. Fit, or its steps Learn, Translate and Ask, give the
// Result; Verify compares a concept with its query.
//
// Nothing here knows of flags, terminals or requests.
//
// # Errors
//
// IsUsage tells what the user has to change (the settings, a file, an IRI) from
// what failed.
//
// Letters: b the session; s a source; p a problem; r a result; c a concept.
package app
