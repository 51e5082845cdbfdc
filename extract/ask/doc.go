// Package ask defines the one question that genus asks about a concept: which members it has, which of some
// individuals are members, how many there are, which values they have, and how the values divide them. A [Port]
// answers it.
//
// Two executors are ports: package endpoint writes the question as SPARQL and asks an endpoint, and package memory
// evaluates the concept on facts in memory. The same question has the same answer from both, or [Missing] says
// what is missing. Package asktest compares them on random graphs.
//
// The packages stand in extract, because the executors read what stands there: the client and the requests of
// package graph, and the facts of package dataset. Session opens a source and gets a port from it.
//
// Letters: q question; a answer; c concept; m member; v value; g group.
package ask
