package intent

import (
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

// Options restricts the candidates and says when questions end.
type Options = ask.Options

// Group is a set of positives, and what they share.
type Group = ask.Group

// A Graph is what a ranking asks.
type Graph = ask.Graph

// Memory is a Graph in memory.
type Memory = ask.Memory

// NewMemory returns a graph of the structure. The labels, by IRI, may be nil.
func NewMemory(s *interp.Structure, labels map[string]string) *Memory {
	return ask.NewMemory(s, labels)
}

// Bounds enclose the number of members of a concept.
type Bounds = ask.Bounds

// Unbounded is the bounds of a number of which nothing is known.
var Unbounded = ask.Unbounded

// Exactly returns the bounds of a number that is known.
func Exactly(n int64) Bounds { return ask.Exactly(n) }

// Truth says whether a concept holds at an individual.
type Truth = ask.Truth

// The truth values.
const (
	No      = ask.No
	Unknown = ask.Unknown
	Yes     = ask.Yes
)

// Requirement is what the user says of a condition, and Modality how it relates to what is meant.
type (
	Requirement = ask.Requirement
	Modality    = ask.Modality
)

// The modalities.
const (
	Unsure  = ask.Unsure
	Must    = ask.Must
	MustNot = ask.MustNot
	NeedNot = ask.NeedNot
	Likely  = ask.Likely
)

// Heard says what became of the words of a phrase.
type Heard = ask.Heard
