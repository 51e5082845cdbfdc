package interp

import "github.com/genus-kg/genus/learner/dl"

// Task is what an engine searches for: one stage of bounded fitting.
type Task struct {
	Problem *Problem
	Space   Space
	// Sizes from MinSize to MaxSize are to be searched; smaller ones are
	// known to have nothing better than Best.
	MinSize, MaxSize int
	// Exact asks for the smallest concept without errors, otherwise for the
	// smallest of those with the best score.
	Exact bool
	Score Score
	// Best is the classification to improve on, if Have is set. Exact tasks ignore
	// it.
	Best Confusion
	Have bool
	// Bound is a classification that no concept exceeds in score.
	Bound Confusion
	// Avoid are concepts found earlier. The engine must not report a concept that
	// uses all symbols of one of them (dl.Symbols).
	Avoid []dl.Concept
	// Found must be called with every concept that is better than those before, so
	// that an interrupted search has a result. It returns the evaluator's
	// classification of the examples, and an error if the engine must stop. Any
	// goroutine may call it, but not concurrently.
	Found func(dl.Concept) (Confusion, error)
	// Describe, if set, gets the number of individuals within reach, and the numbers
	// of their classes and of leaf labels that the engine distinguishes. It may be
	// called at most once, and need not be called if Avoid is set.
	Describe func(reached, individuals, names int)
	// Answered, if set, gets the name of the engine that gave the answer, from an
	// engine that consists of others.
	Answered func(engine string)
}
