// Package classes finds individuals from which the definition of a class can be learned:
// members of the class, and others that belong to its superclasses or to their other
// subclasses.
//
// [Find] asks a [graph.Graph]: an endpoint, or facts in memory.
package classes
