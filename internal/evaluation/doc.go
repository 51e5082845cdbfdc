// Package evaluation finds learning problems in folders, and cross-validates learners on
// them.
//
// A problem is a folder with pos.txt and neg.txt. Its data are RDF files in the folder
// or, if there are none, in the one above ([Find]).
//
// Letters: p a problem; t a tested fold; o options.
package evaluation
