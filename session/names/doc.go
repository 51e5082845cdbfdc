// Package names finds what texts mean: individuals by name, labels in concepts, SPARQL queries as
// concepts, and names that the source does not know.
//
// Letters: s finder; n name or index of names; c concept; g graph.
package names

import "github.com/genus-kg/genus/session/source"

// A Finder finds what texts mean.
type Finder struct{ source.Use }
