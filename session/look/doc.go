// Package look shows what is in a source: classes and members, the surroundings of individuals,
// what decides about them, why they are members of a concept, and how a concept may be edited.
//
// Letters: s looker; a individual; c concept; g graph.
package look

import "github.com/genus-kg/genus/session/source"

// A Looker looks at what is in a source.
type Looker struct{ source.Use }

// On returns a Looker at the source.
func On(u source.Use) Looker { return Looker{u} }
