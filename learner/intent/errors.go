package intent

import "errors"

// Errors of a session.
var (
	// ErrNoPositives: a ranking needs at least one positive example.
	ErrNoPositives = errors.New("no positive examples: name two or three things that belong")
	// ErrContradiction: an individual is an example already, or is on both sides.
	ErrContradiction = errors.New("the example is on both sides")
)
