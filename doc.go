// Package genus is what the command line, the HTTP server and the MCP server share:
//
//	source → problem → fitting → query → confirmation → result
//
// A Session is work on one source with one configuration. Open opens the source, which
// then serves any number of problems at once. Examples reads the examples of the
// settings; With applies the settings of a Request and reads its examples. Problem puts
// examples into the source: it extracts their neighbourhood from an endpoint into a local
// database, which keeps every answer. Learn returns a Result with its query, and Confirm
// has the endpoint confirm it; Fit does both. Verify compares a concept with its query.
//
// Other work on a source has types of its own, each a Session with the methods of one
// job: an Extraction extracts the neighbourhood of examples, a Ranker ranks the concepts
// that may have been meant, a Browser finds and shows what is there, a Writer writes
// concepts, an Enrichment proposes axioms.
//
// The package does not know flags, terminals or HTTP.
//
// # Errors
//
// IsUsage distinguishes errors that the user has to correct (a setting, a file, an IRI)
// from failures.
//
// Letters: s session; src source; p problem; r result; c concept.
package genus
