// Package members lists all members of a concept: as a table with values of their properties, and
// compared with those before.
//
// Letters: s lister; t table; p problem; c concept.
package members

import "github.com/genus-kg/genus/session/source"

// A Lister lists members.
type Lister struct{ source.Use }
