// Package graphs has RDF graphs for tests of everything that reads graphs: fixed ones and random
// ones, each as triples and as the structure that says what is true in it.
package graphs
