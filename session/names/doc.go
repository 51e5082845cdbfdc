// Package names finds what texts mean: individuals by name, labels in concepts, SPARQL queries as
// concepts, and names that the source does not know.
//
// Letters: s finder; n name or index of names; c concept; g graph.
package names

import "github.com/genus-kg/genus/session/source"

// A Finder finds what texts mean.
type Finder struct {
	source.Use
	// Rows says that the texts are those of the rows of a table, which are many and about things of any kind. A text that
	// only one thing has means it, also if that is a class, and few texts are searched for as parts of names.
	Rows bool
}
