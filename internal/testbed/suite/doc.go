// Package suite finds learning problems in folders, for tests and benchmarks.
//
// A problem is a folder with pos.txt and neg.txt. Its data are RDF files in the folder
// or, if there are none, in the one above ([Find]).
//
// Letters: p a problem; o options.
package suite
