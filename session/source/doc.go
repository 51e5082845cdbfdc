// Package source has where the facts come from: an endpoint, RDF files, triples in memory, or a
// database. A Use is the use of one source with one configuration: it opens the source, extracts
// from it, and makes problems of what it has. Sources serve any number of uses at once, and a Pool
// shares them.
//
// Letters: s use or source; k cache; p problem; g graph; c concept.
package source
