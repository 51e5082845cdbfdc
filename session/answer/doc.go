// Package answer does the work on a task, in this order:
//
//	look → ranking: shown → confirmation: shown → question: shown → extraction → search and proof
//
// Answer does all of it; Rank, Prove, Confirm, Verify and Matches do parts. Repair finds the nearest
// concept that fits.
//
// Letters: s worker; t task; m ranking of what may be meant; p problem; r result; c concept.
package answer

import "github.com/genus-kg/genus/session/source"

// A Worker works on tasks.
type Worker struct{ source.Use }

// On returns a Worker on tasks about the source.
func On(u source.Use) Worker { return Worker{u} }
