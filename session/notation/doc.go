// Package notation writes concepts: in notations, in words, and as SPARQL.
//
// Letters: s writer; c concept; v how concepts over some data are written.
package notation

import "github.com/genus-kg/genus/session/source"

// A Writer writes concepts by the settings.
type Writer struct{ source.Use }
