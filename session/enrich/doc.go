// Package enrich proposes axioms for the classes and properties of a source.
//
// Letters: s enricher; c proposal; t triple.
package enrich

import "github.com/genus-kg/genus/session/source"

// An Enricher proposes axioms.
type Enricher struct{ source.Use }
